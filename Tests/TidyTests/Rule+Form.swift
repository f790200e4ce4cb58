extension Rule {
    /// How long files are and what types are called.
    static let form: [Rule] = [
        Rule(
            sentence: "A Swift file has at most 400 lines",
            broken: [SourceFile(path: "Sources/JSON/A.swift", text: String(repeating: "\n", count: 401))],
            kept: [
                SourceFile(path: "Sources/JSON/A.swift", text: String(repeating: "a\n", count: 400)),
                SourceFile(path: "LICENSE", text: String(repeating: "\n", count: 401)),
            ]
        ) { file in
            file.isSwift && file.lines.count > Layout.lineLimit ? ["\(file.lines.count) lines"] : []
        },
        .forbidding(
            "A type's name is a noun of the domain: no Manager, Helper, Util, Handler or Processor",
            #"\b(struct|class|enum|actor|protocol|typealias|associatedtype)\s+"#
                + #"[A-Za-z0-9_]*(Manager|Helper|Util|Handler|Processor)(s|(?![a-z]))"#,
            scope: \.isSwift,
            broken: [
                ("Sources/JSON/A.swift", "struct ReceiptManager {}"),
                ("Sources/JSON/A.swift", "public enum JSONUtils {}"),
                ("Tests/JSONTests/A.swift", "final class HandlerOfAll {}"),
            ],
            kept: [("Sources/JSON/A.swift", "struct Utility {}\nfunc handle() {} // struct Helper\nclass func a() {}")]),
        Rule(
            sentence: "No type is called as a module",
            broken: [
                SourceFile(path: "Sources/JSON/A.swift", text: "public enum WindfallJSON {}"),
                SourceFile(path: "Sources/Timeline/A.swift", text: "struct WindfallJSON {}"),
            ],
            kept: [SourceFile(path: "Sources/JSON/A.swift", text: "enum JSON {}\nstruct WindfallJSONReader {}")]
        ) { file in
            let types = Pattern(#"\b(?:struct|class|enum|actor|protocol|typealias)\s+([A-Za-z0-9_]+)"#)
            return types.matches(in: file.isSwift ? file.code : "")
                .filter { Layout.moduleNames.contains($0.groups[1]) }.map { "line \($0.line): \($0.groups[1])" }
        },
        Rule(
            sentence: "Nothing is left for later in the sources",
            broken: [
                SourceFile(path: "Sources/JSON/A.swift", text: "// TO" + "DO: all"),
                SourceFile(path: "script/up", text: "# FIX" + "ME"),
            ],
            kept: [SourceFile(path: "Sources/JSON/A.swift", text: "let toDo = 1")]
        ) { file in
            Pattern("\\b(TO" + "DO|FIX" + "ME)\\b").matches(in: file.text).map { "line \($0.line)" }
        },
    ]
}
