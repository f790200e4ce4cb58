/// Why bytes are not a JSON document that is accepted here, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of a refusal. New kinds can be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        let name: String

        /// The bytes end before the document does.
        public static let truncated = Code(name: "truncated")
        /// A byte stands where the grammar of RFC 8259 does not allow it.
        public static let malformed = Code(name: "malformed")
        /// Arrays and objects are nested deeper than ``JSONLimits/maxDepth``.
        public static let tooDeep = Code(name: "too_deep")
        /// The document is longer than ``JSONLimits/maxBytes``.
        public static let tooLarge = Code(name: "too_large")
        /// There are more values than ``JSONLimits/maxValues``.
        public static let tooManyValues = Code(name: "too_many_values")
        /// A key occurs twice in one object.
        public static let duplicateKey = Code(name: "duplicate_key")
        /// A string is not valid UTF-8 (RFC 3629).
        public static let invalidUTF8 = Code(name: "invalid_utf8")
        /// An escape is unknown, has no four hexadecimal digits or is a surrogate without its other half.
        public static let invalidEscape = Code(name: "invalid_escape")
        /// Something follows the document.
        public static let trailingBytes = Code(name: "trailing_bytes")

        /// The code's stable name, such as `duplicate_key`.
        public var description: String { name }
    }

    /// What is wrong.
    public var code: Code
    /// The offset of the first byte that does not fit, from the document's start. For ``Code/truncated`` the number of
    /// bytes; for an escape its backslash; for a doubled key the opening quote of the second.
    public var offset: Int

    /// - Parameters:
    ///   - code: what is wrong.
    ///   - offset: the offset of the first byte that does not fit.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// The code and the offset, without anything from the document.
    public var description: String { "JSON: \(code.name) at byte \(offset)" }
}
