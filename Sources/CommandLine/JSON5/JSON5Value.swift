/// A value of a JSON5 document (json5.org, version 1.0.0), and where it stands.
package struct JSON5Value: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        /// A number; nil where it is not whole, or beyond 64 bits.
        case number(Int64?)
        case string(String)
        case array([JSON5Value])
        /// In the document's order; no key is there twice.
        case object([Member])
    }

    package struct Member: Hashable, Sendable {
        package var key: String
        package var keyPlace: TextPlace
        package var value: JSON5Value
    }

    package var content: Content
    /// Where it begins.
    package var place: TextPlace

    /// What kind of value it is, for a sentence.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A place in a text: line and column, both from 1; a column is a Unicode scalar.
package struct TextPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package var description: String { "\(line):\(column)" }

    package static func < (first: TextPlace, second: TextPlace) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}

/// Why a text is no JSON5, and where.
package struct JSON5Error: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        case malformed, truncated
        case duplicateKey = "duplicate_key"
        case badEscape = "bad_escape"
        case tooDeep = "too_deep"
        case tooLarge = "too_large"
        case notUTF8 = "not_utf8"
        case trailingText = "trailing_text"
    }

    package var code: Code
    package var place: TextPlace
    /// A sentence without its place.
    package var message: String
}
