import WindfallJSON
import WindfallTimeline

/// The accessors for the forms of `verifyReceipt`, where almost everything is a string. What is read is the same as in
/// signed payloads; the label tells the form that setting writes.
extension JSONPayload {
    /// A whole number as decimal digits in a string.
    subscript(decimal key: String) -> Int64? {
        get { json[key]?.asInteger }
        set { json[key] = newValue.map { .string(String($0)) } }
    }

    /// `"true"` or `"false"`.
    subscript(flagText key: String) -> Bool? {
        get { json[key]?.asFlag }
        set { json[key] = newValue.map { .string($0 ? "true" : "false") } }
    }

    /// `"1"` or `"0"`.
    subscript(flagDigit key: String) -> Bool? {
        get { json[key]?.asFlag }
        set { json[key] = newValue.map { .string($0 ? "1" : "0") } }
    }

    /// A number whose list is open, as decimal digits in a string.
    subscript<Code: OpenCode>(decimalCode key: String) -> Code? {
        get { self[code: key] }
        set { json[key] = newValue.map { .string(String($0.rawValue)) } }
    }

    /// A number whose list is open and begins with 0 for no and 1 for yes, as decimal digits in a string; true and false
    /// are read too.
    subscript<Code: OpenCode>(decimalToggle key: String) -> Code? {
        get { self[toggle: key] }
        set { self[decimalCode: key] = newValue }
    }

    /// A date in Apple's three renderings: in GMT under `key`, in milliseconds under `key_ms`, in Pacific time under
    /// `key_pst`.
    ///
    /// Read is the first of milliseconds, GMT and Pacific time that can be. Setting writes all three, in Apple's order.
    subscript(storeDate key: String) -> Instant? {
        get { json["\(key)_ms"]?.asInstant ?? json[key]?.asStoreDate ?? json["\(key)_pst"]?.asStoreDate }
        set {
            setTogether([
                (key, newValue?.storeText), ("\(key)_ms", newValue?.millisecondsText),
                ("\(key)_pst", newValue?.pacificStoreText),
            ])
        }
    }

    /// The end of a subscription period in a transaction receipt of iOS 6: milliseconds under `key`, the moment in GMT
    /// under `key_formatted`, in Pacific time under `key_formatted_pst` (D5).
    subscript(formattedDate key: String) -> Instant? {
        get { json[key]?.asStoreDate ?? json["\(key)_formatted"]?.asStoreDate }
        set {
            setTogether([
                (key, newValue?.millisecondsText), ("\(key)_formatted", newValue?.storeText),
                ("\(key)_formatted_pst", newValue?.pacificStoreText),
            ])
        }
    }

    /// Lines that stand in an array, or a single one as an object. Setting keeps the object where one line replaces it.
    subscript(lines key: String) -> [ReceiptLine]? {
        get {
            guard let value = json[key] else { return nil }
            return value.object.map { [ReceiptLine(json: $0)] } ?? value.asObjects?.map(ReceiptLine.init(json:))
        }
        set {
            if json[key]?.object != nil, let line = newValue?.first, newValue?.count == 1 {
                json[key] = .object(line.json)
            } else {
                json[key] = newValue.map { .array($0.map { .object($0.json) }) }
            }
        }
    }

    /// Sets members that belong together. If some of them are missing, all move to where the first of them is.
    private mutating func setTogether(_ pairs: [(key: String, text: String?)]) {
        let present = pairs.filter { json[$0.key] != nil }
        guard !present.isEmpty, present.count < pairs.count else {
            for pair in pairs { json[pair.key] = pair.text.map(JSON.string) }
            return
        }
        var rebuilt = JSONObject()
        for member in json.members {
            if pairs.contains(where: { $0.key == member.key }) {
                for pair in pairs { rebuilt[pair.key] = pair.text.map(JSON.string) }
            } else {
                rebuilt[member.key] = member.value
            }
        }
        json = rebuilt
    }
}

extension [String: FieldKind] {
    /// The fields together with those of dates in Apple's three renderings.
    ///
    /// - Parameter keys: the plain key of each date.
    func withStoreDates(_ keys: String...) -> [String: FieldKind] {
        var fields = self
        for key in keys {
            fields[key] = .storeDate
            fields["\(key)_ms"] = .instant
            fields["\(key)_pst"] = .storeDate
        }
        return fields
    }
}
