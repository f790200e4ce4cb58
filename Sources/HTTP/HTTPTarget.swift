/// What a request asks for, taken apart: the path's segments and the query's items, decoded.
package struct HTTPTarget: Hashable, Sendable {
    /// The segments of the path, percent-decoded and case-sensitive: `/a/b%2Fc` has `a` and `b/c`, `/a/` has `a` and an
    /// empty one, `/` has an empty one. None is `.` or `..`, and none holds a control character.
    package let path: [String]
    /// The items of the query, in their order.
    package let query: HTTPQuery

    /// Reads a request target: origin form (`/path?query`) or absolute form (`http://host/path`, whose host is left out).
    ///
    /// - Parameter text: as it stands in the request line, escapes and all.
    /// - Throws: ``HTTPTargetError``: for what is no path, an escape that is none, bytes that are no UTF-8, control
    ///   characters (`%00` too), and `.` or `..` as a segment, also written in escapes.
    /// Source: RFC 9112 section 3.2, RFC 3986 section 3.
    package init(_ text: String) throws(HTTPTargetError) {
        let bytes = text.utf8Span.span
        let reader = HTTPTargetReader()
        let start = bytes.count > 0 && bytes[0] == UInt8(ascii: "/") ? 0 : try reader.startOfPath(inAbsolute: bytes)
        let end = reader.offset(of: UInt8(ascii: "#"), in: bytes, from: start, to: bytes.count)
        let mark = reader.offset(of: UInt8(ascii: "?"), in: bytes, from: start, to: end)
        path = try reader.segments(of: bytes, from: start, to: mark)
        query = HTTPQuery(items: try reader.items(of: bytes, from: mark + 1, to: end))
    }
}

/// The items of a query, repeated ones too.
package struct HTTPQuery: Hashable, Sendable {
    /// One `name=value`, decoded.
    package struct Item: Hashable, Sendable {
        package var name: String
        /// Empty also where there was no `=`.
        package var value: String
    }

    package var items: [Item]

    /// The first value of a name; `nil` where the name is not there.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values of a name, in their order.
    package func values(of name: String) -> [String] {
        items.lazy.filter { $0.name == name }.map(\.value)
    }
}

/// Why a request target cannot be read.
package struct HTTPTargetError: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable {
        /// Neither `/path` nor `http://host/path`.
        case notAPath
        /// A `%` without two hexadecimal digits behind it.
        case badEscape
        /// A blank, a control character or one beyond ASCII that is not written as an escape.
        case notEscaped
        /// Bytes that are no UTF-8, once decoded.
        case notUTF8
        /// An escape for a character below U+0020, or for U+007F; in a query only for NUL and U+007F.
        case controlCharacter
        /// `.` or `..` as a segment.
        case dotSegment
        /// More segments or items than are taken.
        case tooMany
    }

    package var code: Code
    /// The offset, in bytes of the target, of the segment or item that does not fit.
    package var offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}
