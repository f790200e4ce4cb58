import Foundation
import Testing
import WindfallCommandLine

/// What the documents say of the commands.
@Suite struct CommandListTests {
    @Test("Each command stands in docs/commands.md, and the page names no others")
    func documented() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/commands.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        var named: Set<String> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| `windfall ") {
            for part in line.split(separator: "`") where part.hasPrefix("windfall ") {
                named.insert(String(part.dropFirst("windfall ".count)))
            }
        }
        // A command with others below it is named by them, unless it does something itself.
        let names = Windfall.commandNames
        let ends = Set(names.filter { name in name == "store" || !names.contains { $0.hasPrefix(name + " ") } })
        #expect(named == ends, "\(named.symmetricDifference(ends).sorted())")
    }
}
