import Foundation

extension Rule {
    /// What the repository must not carry, and that what it points to is there.
    static let content: [Rule] = [
        Rule(
            sentence: "No line holds a long run of base64, as a copied receipt would",
            broken: [
                SourceFile(path: "Tests/A.swift", text: "let a = \"" + String(repeating: "MIIT", count: 50) + "\""),
                SourceFile(path: "docs/a.md", text: String(repeating: "ab-_", count: 50)),
            ],
            kept: [
                SourceFile(path: "Tests/A.swift", text: String(repeating: "MIIT", count: 49)),
                SourceFile(path: "docs/a.md", text: String(repeating: "a word, ", count: 60)),
                SourceFile(path: "docs/a.md", text: String(repeating: "-", count: 240)),
            ]
        ) { file in
            let run = Pattern("(?=[^\\n]{0,400}[A-Za-z0-9])[A-Za-z0-9+/_-]{200,}={0,2}")
            return run.matches(in: file.text).filter { $0.groups[0].contains { $0 != "-" && $0 != "_" } }
                .map { "line \($0.line): \($0.groups[0].prefix(20))…" }
        },
        Rule(
            sentence: "No path of one machine is written anywhere",
            broken: [SourceFile(path: "README.md", text: "see /wo" + "rk/shared")],
            kept: [SourceFile(path: "README.md", text: "see ../shared/fixtures and /usr/share/zoneinfo, network/work/")]
        ) { file in
            Pattern("(?<![A-Za-z0-9.])/(wo" + "rk|ho" + "me)/").matches(in: file.text).map { "line \($0.line)" }
        },
        Rule(
            sentence: "A link in a Markdown file leads to a file of the repository",
            broken: [
                SourceFile(path: "README.md", text: "[the design](docs/none.md)"),
                SourceFile(path: "docs/a.md", text: "![picture](Package.swift)"),
            ],
            kept: [
                SourceFile(path: "README.md", text: "[a](Package.swift#L3), [b](https://swift.org), [c](#here)"),
                SourceFile(path: "docs/a.md", text: "[a](../Package.swift)"),
                SourceFile(path: "README.md", text: "```\n[a](none.md)\n```"),
            ]
        ) { file in
            guard file.path.hasSuffix(".md") else { return [] }
            let folder = Repository.root.appending(path: file.path).deletingLastPathComponent()
            return MarkdownFile(file).links.compactMap { link in
                let path = link.target.prefix { $0 != "#" }
                if path.isEmpty || Pattern("^[a-z]+:").matches(in: link.target).isEmpty == false { return nil }
                let file = folder.appending(path: String(path)).standardizedFileURL
                return FileManager.default.fileExists(atPath: file.path) ? nil : "line \(link.line): \(link.target)"
            }
        },
    ]
}
