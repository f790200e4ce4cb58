/// Reads JSON5: JSON with comments, commas after the last value, names without quotation marks.
///
/// Foundation reads it too, but says no places, and of a key that is there twice it drops one without a word.
struct JSON5Reader {
    /// The largest document, in bytes.
    static let longest = 1024 * 1024
    private static let deepest = 32

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var place = TextPlace(line: 1, column: 1)

    /// The whole document.
    fileprivate mutating func document() throws(JSON5Error) -> JSON5Value {
        let value = try value(depth: 0)
        try skipSpace()
        guard next == nil else { throw error(.trailingText, "something follows the end") }
        return value
    }

    fileprivate init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSON5Error) -> JSON5Value {
        try skipSpace()
        guard depth <= Self.deepest else { throw error(.tooDeep, "more than \(Self.deepest) brackets are open") }
        let start = place
        guard let first = next else { throw error(.truncated, "a value is missing") }
        let content: JSON5Value.Content
        switch first {
        case "{": content = .object(try members(depth: depth))
        case "[": content = .array(try elements(depth: depth))
        case "\"", "'": content = .string(try string())
        case "0"..."9", "-", "+", ".": content = .number(try number())
        default: content = try word()
        }
        return JSON5Value(content: content, place: start)
    }

    private mutating func members(depth: Int) throws(JSON5Error) -> [JSON5Value.Member] {
        advance()
        var members: [JSON5Value.Member] = []
        var keys: Set<String> = []
        while true {
            try skipSpace()
            if take("}") { return members }
            let start = place
            let key = next == "\"" || next == "'" ? try string() : try name()
            guard keys.insert(key).inserted else {
                throw JSON5Error(
                    code: .duplicateKey, place: start, message: "the key \(Printable.quoted(key)) is there twice")
            }
            try skipSpace()
            guard take(":") else { throw unexpected("a colon") }
            members.append(JSON5Value.Member(key: key, keyPlace: start, value: try value(depth: depth + 1)))
            try skipSpace()
            if take("}") { return members }
            guard take(",") else { throw unexpected("a comma or }") }
        }
    }

    private mutating func elements(depth: Int) throws(JSON5Error) -> [JSON5Value] {
        advance()
        var elements: [JSON5Value] = []
        while true {
            try skipSpace()
            if take("]") { return elements }
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw unexpected("a comma or ]") }
        }
    }

    /// `true`, `false`, `null`; `NaN` and `Infinity` are numbers, though not whole ones.
    private mutating func word() throws(JSON5Error) -> JSON5Value.Content {
        let start = place
        guard let first = next, Self.beginsName(first) else { throw unexpected("a value") }
        switch try name() {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "NaN", "Infinity": return .number(nil)
        default:
            throw JSON5Error(code: .malformed, place: start, message: "a text needs quotation marks around it")
        }
    }

    private mutating func number() throws(JSON5Error) -> Int64? {
        let start = place
        let isNegative = next == "-"
        if next == "-" || next == "+" { advance() }
        var text = ""
        while let scalar = next,
            Self.continuesName(scalar) || scalar == "."
                || (scalar == "-" || scalar == "+")
                    && (text.hasSuffix("e") || text.hasSuffix("E")) && !text.lowercased().hasPrefix("0x")
        {
            text.unicodeScalars.append(scalar)
            advance()
        }
        if text == "Infinity" || text == "NaN" { return nil }
        let sign = isNegative ? "-" : ""
        if text.lowercased().hasPrefix("0x") {
            guard text.wholeMatch(of: /0[xX][0-9a-fA-F]+/) != nil else { throw noNumber(start) }
            return Int64(sign + text.dropFirst(2), radix: 16)
        }
        guard text.wholeMatch(of: /((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?/) != nil else {
            throw noNumber(start)
        }
        return Int64(sign + text)
    }

    private func noNumber(_ start: TextPlace) -> JSON5Error {
        JSON5Error(code: .malformed, place: start, message: "this is no number")
    }

    private mutating func name() throws(JSON5Error) -> String {
        var name = ""
        while let scalar = next {
            if scalar == "\\" {
                advance()
                guard take("u") else { throw error(.badEscape, "a name has no other escapes than \\u") }
                name.unicodeScalars.append(try unicodeEscape())
            } else if name.isEmpty ? Self.beginsName(scalar) : Self.continuesName(scalar) {
                name.unicodeScalars.append(scalar)
                advance()
            } else {
                break
            }
        }
        guard !name.isEmpty else { throw unexpected("a key") }
        return name
    }
}

// MARK: Texts

extension JSON5Reader {
    private mutating func string() throws(JSON5Error) -> String {
        let quote = next
        advance()
        var text = ""
        while let scalar = next {
            if scalar == quote {
                advance()
                return text
            }
            guard scalar != "\n", scalar != "\r" else { throw error(.malformed, "the text does not end on its line") }
            advance()
            if scalar != "\\" {
                text.unicodeScalars.append(scalar)
            } else if let escaped = try escape() {
                text.unicodeScalars.append(escaped)
            }
        }
        throw error(.truncated, "the text does not end")
    }

    /// What stands for the rest of an escape; nil for the end of a line.
    private mutating func escape() throws(JSON5Error) -> Unicode.Scalar? {
        guard let scalar = next else { throw error(.truncated, "the text does not end") }
        guard !("1"..."9").contains(scalar) else { throw error(.badEscape, "there is no such escape") }
        advance()
        switch scalar {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "0":
            if let digit = next, ("0"..."9").contains(digit) { throw error(.badEscape, "there is no such escape") }
            return "\0"
        case "x": return Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(digits: 2)))
        case "u": return try unicodeEscape()
        case "\r":
            _ = take("\n")
            return nil
        case "\n", "\u{2028}", "\u{2029}": return nil
        default: return scalar
        }
    }

    /// What follows `\u`; two halves of a pair are one scalar.
    private mutating func unicodeEscape() throws(JSON5Error) -> Unicode.Scalar {
        let start = place
        let first = try hexadecimal(digits: 4)
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, take("\\"), take("u") {
            let second = try hexadecimal(digits: 4)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw JSON5Error(code: .badEscape, place: start, message: "half of a pair of escapes is missing")
    }

    private mutating func hexadecimal(digits: Int) throws(JSON5Error) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
                throw error(.badEscape, "an escape needs \(digits) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }
}

// MARK: The text

extension JSON5Reader {
    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func advance() {
        guard let scalar = next else { return }
        index += 1
        // A carriage return and a line feed are one end of a line.
        let endsLine = scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}" || scalar == "\r" && next != "\n"
        place =
            endsLine
            ? TextPlace(line: place.line + 1, column: 1) : TextPlace(line: place.line, column: place.column + 1)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    /// Passes over space and comments.
    private mutating func skipSpace() throws(JSON5Error) {
        while let scalar = next {
            if Self.isSpace(scalar) {
                advance()
            } else if scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(JSON5Error) {
        let start = place
        advance()
        if take("/") {
            let line = place.line
            while next != nil, place.line == line { advance() }
        } else if take("*") {
            while !(take("*") && next == "/") {
                guard next != nil else {
                    throw JSON5Error(code: .truncated, place: start, message: "the comment does not end")
                }
                if next != "*" { advance() }
            }
            advance()
        } else {
            throw JSON5Error(code: .malformed, place: start, message: "a comment begins with // or /*")
        }
    }

    private func error(_ code: JSON5Error.Code, _ message: String) -> JSON5Error {
        JSON5Error(code: code, place: place, message: message)
    }

    private func unexpected(_ wanted: String) -> JSON5Error {
        next == nil
            ? error(.truncated, "the text ends where \(wanted) is missing")
            : error(.malformed, "\(wanted) is missing here")
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}": true
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
        default: scalar == "$" || scalar == "_" || scalar == "\\"
        }
    }

    private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
        default: beginsName(scalar) && scalar != "\\" || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }
}

extension JSON5Value {
    /// Reads a document.
    ///
    /// - Parameter bytes: UTF-8, at most 1 MiB; a byte order mark may stand in front.
    package init(reading bytes: [UInt8]) throws(JSON5Error) {
        let start = TextPlace(line: 1, column: 1)
        guard bytes.count <= JSON5Reader.longest else {
            throw JSON5Error(
                code: .tooLarge, place: start, message: "the text has more than \(JSON5Reader.longest) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSON5Error(code: .notUTF8, place: start, message: "the text is not UTF-8")
        }
        var reader = JSON5Reader(scalars: Array(text.unicodeScalars))
        self = try reader.document()
    }
}
