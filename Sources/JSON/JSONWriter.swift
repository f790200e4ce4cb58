/// Writes JSON documents in UTF-8.
struct JSONWriter {
    let style: JSONStyle
    /// What is written so far.
    var bytes: [UInt8] = []

    init(style: JSONStyle) {
        self.style = style
    }

    /// Writes one value.
    ///
    /// - Parameter level: how many arrays and objects are open around it.
    mutating func write(_ value: JSON, level: Int = 0) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let text): writeString(text)
        case .array(let elements): writeArray(elements, level: level + 1)
        case .object(let object): writeObject(object.members, level: level + 1)
        }
    }

    private mutating func writeArray(_ elements: [JSON], level: Int) {
        append("[")
        for place in elements.indices {
            separate(isFirst: place == 0, startsLine: true, level: level)
            write(elements[place], level: level)
        }
        finish("]", isEmpty: elements.isEmpty, level: level)
    }

    private mutating func writeObject(_ members: [JSONObject.Member], level: Int) {
        append("{")
        for place in members.indices {
            let key = members[place].key
            separate(
                isFirst: place == 0,
                startsLine: style.kind == .verifyReceipt && JSONStyle.verifyReceiptLineStarts.contains(key),
                level: level)
            writeString(key)
            append(style.colon)
            write(members[place].value, level: level)
        }
        finish("}", isEmpty: members.isEmpty, level: level)
    }

    /// Writes what stands before a member or an element.
    ///
    /// - Parameter startsLine: whether ``JSONStyle/verifyReceipt`` begins a line here.
    private mutating func separate(isFirst: Bool, startsLine: Bool, level: Int) {
        switch style.kind {
        case .compact:
            if !isFirst { append(",") }
        case .pretty, .xcode:
            append(isFirst ? "\n" : ",\n")
            indent(level)
        case .verifyReceipt:
            if !isFirst { append(", ") }
            if startsLine { append("\n") }
        }
    }

    private mutating func finish(_ bracket: String, isEmpty: Bool, level: Int) {
        if style.hasLines, !isEmpty || style.kind == .xcode {
            append(isEmpty ? "\n\n" : "\n")
            indent(level - 1)
        }
        append(bracket)
    }

    private mutating func indent(_ level: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    /// Writes a string; most need no escape and are copied whole.
    private mutating func writeString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if Self.isPlain(text.utf8.span) {
            append(text)
        } else {
            for byte in text.utf8 {
                if Self.mustBeEscaped(byte) { append(Self.escape(of: byte)) } else { bytes.append(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for place in text.indices where mustBeEscaped(text[place]) { return false }
        return true
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// The escape of a byte (RFC 8259 section 7): the short form where there is one.
    private static func escape(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0C: return "\\f"
        case 0x0D: return "\\r"
        default: return (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
