import WindfallJSON
import WindfallTimeline

/// How a value is read as a field; ``FieldKind`` and the properties of payloads use the same functions, so that what
/// one calls malformed the other calls nil.
extension JSON {
    /// A string, or a number's text.
    var asIdentifier: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }

    /// A whole number of 64 bits, or its decimal digits in a string.
    var asInteger: Int64? {
        switch self {
        case .string(let text): Int64(text)
        case .number(let number): number.int64
        default: nil
        }
    }

    /// Milliseconds since 1970, as a number whose fraction is cut off, or as decimal digits in a string.
    var asInstant: Instant? {
        switch self {
        case .string(let text): Int64(text).map(Instant.init(milliseconds:))
        case .number(let number): number.truncated.map(Instant.init(milliseconds:))
        default: nil
        }
    }

    /// True or false, 1 or 0, or one of these as a string.
    var asFlag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .string("true"), .string("1"): true
        case .string("false"), .string("0"): false
        case .number(let number): number.int64 == 1 ? true : number.int64 == 0 ? false : nil
        default: nil
        }
    }

    /// A whole number, with true as 1 and false as 0.
    var asToggle: Int64? {
        asInteger ?? asFlag.map { $0 ? 1 : 0 }
    }

    /// A moment as `verifyReceipt` writes it, or as milliseconds, or in the form of RFC 3339 that old documents name.
    var asStoreDate: Instant? {
        asInstant ?? text.flatMap(Instant.init(storeText:))
    }

    /// An array that holds nothing but strings.
    var asTexts: [String]? {
        guard case .array(let elements) = self else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }

    /// The objects of an array; its other elements are left out, so that one odd element does not hide a purchase.
    var asObjects: [JSONObject]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap(\.object)
    }
}
