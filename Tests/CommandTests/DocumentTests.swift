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
            mkdir bin script && ln -s "$windfall" bin/windfall && PATH="$PWD/bin:$(dirname "$windfall"):$PATH"
            export WINDFALL_PROGRAM="$windfall" WINDFALL_FOLDER="$PWD/.windfall"
            export WINDFALL_PRODUCTION_PORT=0 WINDFALL_SANDBOX_PORT=0 WINDFALL_CONTROL_PORT=0
            for name in up down; do
                printf '#!/bin/sh\nexec "%s" "$@"\n' '\(Self.root.path)'/script/$name > script/$name
                chmod +x script/$name
            done
            trap 'script/down >/dev/null; kill $(jobs -p) 2>/dev/null' EXIT
            """
        let lines = commands.enumerated().map { number, command in
            "{ \(command)\n} >/dev/null || { echo 'command \(number + 1) failed' >&2; exit 1; }"
        }
        let program = try Program(shell: ([start] + lines).joined(separator: "\n"))
        #expect(program.exitCode == 0, "\(program.errors)")
    }
}
