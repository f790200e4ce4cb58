/// One text file of the repository, as the rules see it.
struct SourceFile: Sendable {
    /// The path from the package's root, with `/`.
    var path: String
    /// The file as it lies there.
    var text: String
    /// A Swift file's text with comments and the contents of strings blanked: same lines, same columns. Other files as
    /// they are.
    var code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = path.hasSuffix(".swift") ? SwiftCode.blanked(text) : text
    }

    /// The lines of `text`, an empty one at the end left out.
    var lines: [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The folder of the module that the file belongs to (`Sources/JSON/JSON.swift`: `JSON`); nil outside Sources.
    var moduleFolder: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isTest: Bool { path.hasPrefix("Tests/") }
}
