/// Text of others, fit for a terminal: what could move the cursor, change colours or hide other text is escaped.
enum Printable {
    /// The text with each control or formatting character as `\u{1b}`; a backslash stays what it is.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if isHidden(scalar) {
                escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The escaped text, cut when it is long.
    static func cut(_ text: String, to length: Int = 80) -> String {
        let beginning = text.prefix(length)
        return escaped(beginning.endIndex == text.endIndex ? text : beginning + "…")
    }

    /// The escaped text between quotation marks, cut when it is long.
    static func quoted(_ text: String) -> String { "'" + cut(text) + "'" }

    /// A JSON document with the same characters escaped as JSON escapes them, so that its values stay the same; line breaks
    /// stay, since JSON has them between values only.
    static func json(_ document: String) -> String {
        guard document.unicodeScalars.contains(where: { isHidden($0) && $0 != "\n" }) else { return document }
        var escaped = ""
        for scalar in document.unicodeScalars {
            guard isHidden(scalar), scalar != "\n" else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }

    /// Controls (C0, C1, DEL), line and paragraph separators, and formats such as those that turn the writing direction.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
