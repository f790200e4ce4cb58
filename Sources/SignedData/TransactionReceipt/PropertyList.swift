/// The one form of OpenStep property list that iOS 6 style receipts have: a dictionary of strings, in order.
///
/// `{` newline, for each entry a tab and `"key" = "value";` and a newline, `}`. White space is free between tokens; all
/// keys and values are quoted.
package enum PropertyList {
    /// How many entries a list may have; receipts have about thirty.
    package static let maximumEntries = 256

    /// Reads a dictionary of strings; nothing but white space may follow it.
    ///
    /// - Parameter field: the part of the receipt that is read, for errors.
    /// - Throws: ``Problem``: `truncated`, `malformed` (also for a key that comes twice) or `trailing_bytes`, with offset.
    package static func read(_ bytes: Span<UInt8>, field: String? = nil) throws(Problem) -> [TransactionReceipt.Entry] {
        var text = Scanner(field: field)
        var entries: [TransactionReceipt.Entry] = []
        var keys: Set<String> = []
        try text.take(UInt8(ascii: "{"), in: bytes)
        while try text.peek(in: bytes) != UInt8(ascii: "}") {
            let start = text.offset
            let key = try text.string(in: bytes)
            guard keys.insert(key).inserted else { throw text.problem("a key comes twice", at: start) }
            guard entries.count < maximumEntries else { throw text.problem("too many entries", at: start) }
            try text.take(UInt8(ascii: "="), in: bytes)
            let value = try text.string(in: bytes)
            try text.take(UInt8(ascii: ";"), in: bytes)
            entries.append(TransactionReceipt.Entry(key: key, value: value))
        }
        try text.take(UInt8(ascii: "}"), in: bytes)
        text.skipSpace(in: bytes)
        guard text.offset == bytes.count else {
            throw Problem(.trailingBytes, "bytes follow the property list", offset: text.offset, field: field)
        }
        return entries
    }

    /// Writes a dictionary as Apple does: a newline after each brace and entry, a tab before each entry, no newline at the
    /// end.
    package static func write(_ entries: [TransactionReceipt.Entry]) -> [UInt8] {
        var text = "{\n"
        for entry in entries { text += "\t\"\(escaped(entry.key))\" = \"\(escaped(entry.value))\";\n" }
        return Array((text + "}").utf8)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// A position in the text; the bytes come with each call.
private struct Scanner {
    let field: String?
    private(set) var offset = 0

    init(field: String?) {
        self.field = field
    }

    func problem(_ message: String, at offset: Int) -> Problem {
        Problem(.malformed, message, offset: offset, field: field)
    }

    mutating func skipSpace(in bytes: Span<UInt8>) {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    /// The next byte that is no white space, which stays where it is.
    mutating func peek(in bytes: Span<UInt8>) throws(Problem) -> UInt8 {
        skipSpace(in: bytes)
        guard offset < bytes.count else {
            throw Problem(.truncated, "the property list ends too early", offset: offset, field: field)
        }
        return bytes[offset]
    }

    mutating func take(_ character: UInt8, in bytes: Span<UInt8>) throws(Problem) {
        guard try peek(in: bytes) == character else {
            throw problem("'\(Character(UnicodeScalar(character)))' was expected", at: offset)
        }
        offset += 1
    }

    /// A quoted string; most have no escape and are taken as they stand.
    mutating func string(in bytes: Span<UInt8>) throws(Problem) -> String {
        try take(UInt8(ascii: "\""), in: bytes)
        let start = offset
        skipPlain(in: bytes)
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
            let text = try text(of: bytes.extracting(start..<offset), at: start)
            offset += 1
            return text
        }
        var text = [UInt8](copying: bytes.extracting(start..<offset))
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\"") {
                offset += 1
                return try self.text(of: text.span, at: start)
            }
            text.append(contentsOf: try escape(in: bytes))
            let plain = offset
            skipPlain(in: bytes)
            for index in plain..<offset { text.append(bytes[index]) }
        }
        throw Problem(.truncated, "a string has no end", offset: offset, field: field)
    }

    /// Moves to the next quote or backslash, or to the end.
    private mutating func skipPlain(in bytes: Span<UInt8>) {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\") {
            offset += 1
        }
    }

    private func text(of bytes: Span<UInt8>, at start: Int) throws(Problem) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw problem("a string is not UTF-8", at: start)
        }
    }

    /// A backslash and what follows: a quote, a backslash, `\n`, `\t`, `\r`, or `\U` with four hexadecimal digits.
    private mutating func escape(in bytes: Span<UInt8>) throws(Problem) -> [UInt8] {
        let start = offset
        guard bytes.count - offset >= 2 else {
            throw Problem(.truncated, "a string has no end", offset: bytes.count, field: field)
        }
        let character = bytes[offset + 1]
        offset += 2
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): return [character]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "U"):
            guard bytes.count - offset >= 4 else {
                throw Problem(.truncated, "a string has no end", offset: bytes.count, field: field)
            }
            let digits = [UInt8](copying: bytes.extracting(offset..<offset + 4))
            guard let code = Hexadecimal.decode(String(decoding: digits, as: UTF8.self)),
                let scalar = UnicodeScalar(UInt16(code[0]) << 8 | UInt16(code[1]))
            else { throw problem("an escape that is no character", at: start) }
            offset += 4
            return Array(String(scalar).utf8)
        default: throw problem("an unknown escape", at: start)
        }
    }
}
