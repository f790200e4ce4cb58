/// Tells code from comments and strings, so that a word in a comment breaks no rule.
///
/// Knows line and nested block comments, plain, raw and multi-line strings, and code inside `\(…)`. It does not know
/// regular expression literals: a quote inside one would confuse it, so they are written as strings here.
struct SwiftCode {
    private let bytes: [UInt8]
    private var output: [UInt8]
    private var offset = 0

    private init(_ text: String) {
        bytes = Array(text.utf8)
        output = bytes
    }

    /// The text with spaces in place of comments and of what strings contain; lines stay where they are.
    static func blanked(_ text: String) -> String {
        var scanner = SwiftCode(text)
        scanner.scanCode(untilParenthesis: false)
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private func byte(_ ahead: Int = 0) -> UInt8 {
        offset + ahead < bytes.count ? bytes[offset + ahead] : 0
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        return bytes[offset..<offset + count].elementsEqual(text.description.utf8)
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where offset < bytes.count {
            if bytes[offset] != UInt8(ascii: "\n") { output[offset] = UInt8(ascii: " ") }
            offset += 1
        }
    }

    /// Passes over code; with `untilParenthesis` up to the one that closes an interpolation.
    private mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while offset < bytes.count {
            switch byte() {
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): blankLineComment()
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): blankBlockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"): scanPossibleString()
            case UInt8(ascii: "("):
                depth += 1
                offset += 1
            case UInt8(ascii: ")"):
                if untilParenthesis && depth == 0 { return }
                depth -= 1
                offset += 1
            default: offset += 1
            }
        }
    }

    private mutating func blankLineComment() {
        while offset < bytes.count, byte() != UInt8(ascii: "\n") { blank() }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && offset < bytes.count
    }

    /// Passes over a string, its quotes kept, or over `#` signs that begin none.
    private mutating func scanPossibleString() {
        var hashes = 0
        while byte() == UInt8(ascii: "#") {
            hashes += 1
            offset += 1
        }
        guard byte() == UInt8(ascii: "\"") else { return }
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        offset += quotes
        while offset < bytes.count {
            if closes(quotes: quotes, hashes: hashes) {
                offset += quotes + hashes
                return
            }
            if quotes == 1 && byte() == UInt8(ascii: "\n") { return }
            scanCharacter(hashes: hashes)
        }
    }

    private func closes(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") }
            && (0..<hashes).allSatisfy { byte(quotes + $0) == UInt8(ascii: "#") }
    }

    /// One character of a string, one escape, or one interpolation with its code.
    private mutating func scanCharacter(hashes: Int) {
        let isEscape =
            byte() == UInt8(ascii: "\\") && (0..<hashes).allSatisfy { byte(1 + $0) == UInt8(ascii: "#") }
        guard isEscape else { return blank() }
        blank(1 + hashes)
        guard byte() == UInt8(ascii: "(") else { return blank() }
        offset += 1
        scanCode(untilParenthesis: true)
        if byte() == UInt8(ascii: ")") { offset += 1 }
    }
}
