/// Why bytes are not DER (X.690), and where.
package struct DERError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// The bytes end before the value does.
        case truncated
        /// A length in more octets than it needs.
        case lengthNotMinimal
        /// A length of more than four octets, or the reserved one.
        case lengthNotSupported
        /// Deeper than ``DERReader/maximumDepth``.
        case tooDeep
        /// Another tag than the one that must stand here.
        case unexpectedTag
        /// A value that its type does not allow.
        case badValue
        /// Bytes after the end of a value that must be the last.
        case trailingBytes
    }

    package var code: Code
    /// The offset of the first byte that does not fit, from the start of the bytes that were given.
    package var offset: Int

    package init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}
