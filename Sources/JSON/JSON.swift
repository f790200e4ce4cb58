/// A JSON value (RFC 8259) that loses nothing: members keep their order, numbers their spelling.
///
/// Values compare by content; two strings are equal when Swift's `String` calls them equal (canonical equivalence),
/// two numbers when they are spelled alike (`1` is not `1.0`).
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    /// Elements in order.
    case array([JSON])
    /// Members in the order in which they were written.
    case object(JSONObject)

    /// A number from a whole value.
    ///
    /// - Parameter value: any 64-bit integer; it is written in plain decimal digits.
    public static func integer(_ value: Int64) -> JSON {
        .number(JSONNumber(value))
    }
}

extension JSON {
    /// Reads one JSON document from its bytes, in one bounded pass and strictly by RFC 8259.
    ///
    /// Refused, beside what the grammar refuses: a byte order mark, invalid UTF-8 (also overlong forms and surrogates),
    /// a lone surrogate in a `\u` escape, a key that occurs twice in one object, bytes after the document.
    /// - Parameters:
    ///   - bytes: the whole document in UTF-8; white space around it is allowed.
    ///   - limits: how much is read before the document is refused.
    /// - Throws: ``JSONError`` with the offset of the first byte that does not fit.
    public init(reading bytes: Span<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        guard bytes.count <= limits.maxBytes else { throw JSONError(.tooLarge, at: limits.maxBytes) }
        var reader = JSONReader(limits: limits)
        self = try reader.document(in: bytes)
    }

    /// Reads one JSON document from a text; see ``init(reading:limits:)-(Span<UInt8>,_)``.
    ///
    /// - Parameters:
    ///   - text: the whole document.
    ///   - limits: how much is read before the document is refused.
    /// - Throws: ``JSONError``; its offset counts UTF-8 bytes.
    public init(reading text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(reading: text.utf8.span, limits: limits)
    }

    /// The value as a JSON document in UTF-8.
    ///
    /// Only what must be escaped is escaped: quotes, backslashes and control characters (so `/` is not).
    /// - Parameter style: where spaces and newlines stand.
    public func bytes(_ style: JSONStyle = .compact) -> [UInt8] {
        var writer = JSONWriter(style: style)
        writer.write(self)
        return writer.bytes
    }

    /// The value as the text of a JSON document; see ``bytes(_:)``.
    ///
    /// - Parameter style: where spaces and newlines stand.
    public func text(_ style: JSONStyle = .compact) -> String {
        String(decoding: bytes(style), as: UTF8.self)
    }
}
