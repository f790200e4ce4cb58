/// What a value is, asked with one name: `nil` when it is of another kind.
extension JSON {
    /// The text of a string.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number that is a whole 64-bit integer; `nil` for any other number.
    public var int64: Int64? {
        if case .number(let number) = self { number.int64 } else { nil }
    }

    /// The number with its spelling.
    public var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// Which of `true` and `false` it is.
    public var isTrue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// Whether it is the literal `null`.
    public var isNull: Bool {
        self == .null
    }

    /// The elements of an array.
    public var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object.
    public var object: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of an object's member; `nil` when there is none or when this is no object.
    ///
    /// - Parameter key: the member's name.
    public subscript(key: String) -> JSON? {
        object?[key]
    }
}

extension JSON: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        self = .string(text)
    }
}

extension JSON: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

extension JSON: ExpressibleByBooleanLiteral {
    public init(booleanLiteral flag: Bool) {
        self = .bool(flag)
    }
}

extension JSON: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object with these members in this order; a repeated key keeps its first place and its last value.
    public init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
