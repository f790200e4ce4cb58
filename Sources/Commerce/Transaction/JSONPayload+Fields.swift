import WindfallJSON
import WindfallTimeline

/// The accessors that the properties of payloads are made of. The label tells the form that setting writes.
extension JSONPayload {
    /// A string.
    subscript(text key: String) -> String? {
        get { json[key]?.text }
        set { json[key] = newValue.map(JSON.string) }
    }

    /// A string; a number is read as its text.
    subscript(identifier key: String) -> String? {
        get { json[key]?.asIdentifier }
        set { json[key] = newValue.map(JSON.string) }
    }

    /// A number.
    subscript(integer key: String) -> Int64? {
        get { json[key]?.asInteger }
        set { json[key] = newValue.map { .number(JSONNumber($0)) } }
    }

    /// Milliseconds since 1970 as a number.
    subscript(instant key: String) -> Instant? {
        get { json[key]?.asInstant }
        set { json[key] = newValue.map { .number(JSONNumber($0.milliseconds)) } }
    }

    /// True or false.
    subscript(flag key: String) -> Bool? {
        get { json[key]?.asFlag }
        set { json[key] = newValue.map(JSON.bool) }
    }

    /// An array of strings.
    subscript(texts key: String) -> [String]? {
        get { json[key]?.asTexts }
        set { json[key] = newValue.map { .array($0.map(JSON.string)) } }
    }

    /// A word whose list is open.
    subscript<Word: OpenWord>(word key: String) -> Word? {
        get { json[key]?.text.map(Word.init(rawValue:)) }
        set { json[key] = newValue.map { .string($0.rawValue) } }
    }

    /// A number whose list is open.
    subscript<Code: OpenCode>(code key: String) -> Code? {
        get { json[key]?.asInteger.flatMap { Int(exactly: $0) }.map(Code.init(rawValue:)) }
        set { json[key] = newValue.map { .number(JSONNumber(Int64($0.rawValue))) } }
    }

    /// A number whose list is open and begins with 0 for no and 1 for yes; true and false are read too.
    subscript<Code: OpenCode>(toggle key: String) -> Code? {
        get { json[key]?.asToggle.flatMap { Int(exactly: $0) }.map(Code.init(rawValue:)) }
        set { self[code: key] = newValue }
    }

    /// An object.
    subscript<Part: JSONPayload>(part key: String) -> Part? {
        get { json[key]?.object.map(Part.init(json:)) }
        set { json[key] = newValue.map { .object($0.json) } }
    }

    /// An array of objects; elements of another type are left out of what is read.
    subscript<Part: JSONPayload>(parts key: String) -> [Part]? {
        get { json[key]?.asObjects?.map(Part.init(json:)) }
        set { json[key] = newValue.map { .array($0.map { .object($0.json) }) } }
    }
}
