package import WindfallJSON

/// What a field of a ``JSONPayload`` may hold.
public indirect enum FieldKind: Hashable, Sendable {
    /// A string.
    case text
    /// A string; a number is read as its text.
    case identifier
    /// A whole number of 64 bits, or its decimal digits as a string.
    case integer
    /// Milliseconds since 1970 as a number, whose fraction is cut off, or as decimal digits in a string.
    case instant
    /// True or false, 1 or 0, or one of these as a string.
    case flag
    /// A whole number as in ``integer``, or true or false as in ``flag``.
    case toggle
    /// A date as `verifyReceipt` writes it: a moment in text, or milliseconds as in ``instant``.
    case storeDate
    /// An array of strings.
    case texts
    /// An object with these fields.
    case object([String: FieldKind])
    /// An array of objects with these fields.
    case objects([String: FieldKind])
    /// An object with these fields, or an array of such objects.
    case objectOrObjects([String: FieldKind])
    /// Whatever JSON can hold.
    case anything

    /// Where `value` cannot be used, as paths from it: `""` for the value itself, `.key` or `[3].key` for a part.
    package func problems(in value: JSON) -> [String] {
        switch (self, value) {
        case (_, .null), (.storeDate, .string("")):
            return []
        case (.object(let fields), .object(let object)), (.objectOrObjects(let fields), .object(let object)):
            return Self.problems(in: object, fields: fields).map { ".\($0)" }
        case (.objects(let fields), .array(let elements)), (.objectOrObjects(let fields), .array(let elements)):
            return elements.indices.flatMap { index in
                Self.problems(inElement: elements[index], fields: fields).map { "[\(index)]\($0)" }
            }
        default:
            return accepts(value) ? [] : [""]
        }
    }

    /// The paths to the members of an object that cannot be used as its `fields` say.
    package static func problems(in object: JSONObject, fields: [String: FieldKind]) -> [String] {
        var paths: [String] = []
        for member in object.members {
            guard let kind = fields[member.key] else { continue }
            for path in kind.problems(in: member.value) { paths.append(member.key + path) }
        }
        return paths
    }

    /// The same for an element of an array, which has to be an object.
    private static func problems(inElement element: JSON, fields: [String: FieldKind]) -> [String] {
        guard let object = element.object else { return [""] }
        return problems(in: object, fields: fields).map { ".\($0)" }
    }

    /// Whether a value that holds no parts can be used.
    private func accepts(_ value: JSON) -> Bool {
        switch self {
        case .text: value.text != nil
        case .identifier: value.asIdentifier != nil
        case .integer: value.asInteger != nil
        case .instant: value.asInstant != nil
        case .flag: value.asFlag != nil
        case .toggle: value.asToggle != nil
        case .storeDate: value.asStoreDate != nil
        case .texts: value.asTexts != nil
        case .anything: true
        case .object, .objects, .objectOrObjects: false
        }
    }
}
