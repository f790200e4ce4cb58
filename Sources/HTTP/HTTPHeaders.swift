/// The header fields of a message, in order (RFC 9110, 5). Nothing in them can end a line, so that no value can smuggle in
/// a field or a message of its own.
package struct HTTPHeaders: Hashable, Sendable {
    /// One field. Names are compared without regard to case.
    package struct Field: Hashable, Sendable {
        /// As it was written.
        package let name: String
        /// Without white space around it.
        package let value: String
    }

    /// Why a field is none.
    package enum Refusal: Error, Hashable, Sendable {
        /// The name is empty or has a character that names may not have.
        case name
        /// The value has a line end, a NUL or another control character.
        case value
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// The value of the first field of that name.
    package subscript(name: String) -> String? {
        fields.first { Self.areEqual($0.name, name) }?.value
    }

    /// The values of all fields of that name, in order.
    package func values(of name: String) -> [String] {
        fields.filter { Self.areEqual($0.name, name) }.map(\.value)
    }

    /// Adds a field behind the others, also where there is one of that name.
    package mutating func append(_ name: String, _ value: String) throws(Refusal) {
        guard Self.isToken(name) else { throw .name }
        let trimmed = value.utf8.trimmed
        guard trimmed.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { throw .value }
        fields.append(Field(name: name, value: String(decoding: trimmed, as: UTF8.self)))
    }

    /// Adds a field of other headers behind the own ones.
    package mutating func append(_ field: Field) {
        fields.append(field)
    }

    /// Puts a field in the place of all fields of that name.
    package mutating func set(_ name: String, to value: String) throws(Refusal) {
        var changed = self
        changed.remove(name)
        try changed.append(name, value)
        self = changed
    }

    /// Takes away all fields of that name.
    package mutating func remove(_ name: String) {
        fields.removeAll { Self.areEqual($0.name, name) }
    }

    /// Whether a text is one or more of the characters that names and methods are made of (RFC 9110, 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: marks.contains(byte)
                }
            }
    }

    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

    /// Whether two names are the same but for the case of ASCII letters.
    static func areEqual(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { $0.lowered == $1.lowered }
    }
}

/// Fields that are written in the source; one that is none stops the process.
extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (StaticString, StaticString)...) {
        for (name, value) in elements {
            do {
                try append(name.description, value.description)
            } catch {
                preconditionFailure("a constant is not a header field: \(name)")
            }
        }
    }
}

extension UInt8 {
    /// A capital letter of ASCII as the small one; any other byte as it is.
    var lowered: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension String.UTF8View {
    /// Without the blanks and tabs around it.
    fileprivate var trimmed: Substring.UTF8View {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
