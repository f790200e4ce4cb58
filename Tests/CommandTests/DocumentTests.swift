import Foundation
import Testing

/// The commands that the documents show, run as they stand.
@Suite struct DocumentTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The README and every file of docs.
    static let documents: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    /// The lines after `$ ` in the blocks fenced as `console`.
    private static func commands(in document: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        var isConsole = false
        var commands: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if isConsole, line.hasPrefix("$ ") {
                commands.append(String(line.dropFirst(2)))
            }
        }
        return commands
    }

    @Test("Every command in the documents works as it stands, one after the other", arguments: documents)
    func commands(document: String) throws {
        let commands = try Self.commands(in: document)
        #expect(!commands.isEmpty)
        // The programs are found by their names, those of Snippets too, and what runs in the background ends with the
        // document.
        let start = """
            mkdir bin && ln -s "$windfall" bin/windfall && PATH="$PWD/bin:$(dirname "$windfall"):$PATH"
            trap 'kill $(jobs -p) 2>/dev/null' EXIT
            """
        let lines = commands.enumerated().map { number, command in
            "{ \(command)\n} >/dev/null || { echo 'command \(number + 1) failed' >&2; exit 1; }"
        }
        let program = try Program(shell: ([start] + lines).joined(separator: "\n"))
        #expect(program.exitCode == 0, "\(program.errors)")
    }
}
