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

    /// A line after `$ ` in a block fenced as `console`, and the output that the block shows below it.
    private struct Step {
        var command: String
        var shown: [String] = []
    }

    private static func steps(in document: String) throws -> [Step] {
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        var isConsole = false
        var steps: [Step] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if isConsole, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if isConsole, let last = steps.indices.last {
                steps[last].shown.append(String(line))
            }
        }
        return steps
    }

    @Test("Every command in the documents works as it stands, and writes what they show", arguments: documents)
    func commands(document: String) throws {
        let steps = try Self.steps(in: document)
        #expect(!steps.isEmpty)
        // The programs (those of Snippets too) and the scripts are found by their names, ports are free ones, and what runs
        // in the background ends with the document.
        let start = """
            mkdir bin script && ln -s "$windfall" bin/windfall && PATH="$PWD/bin:$(dirname "$windfall"):$PATH"
            export WINDFALL_PROGRAM="$windfall" WINDFALL_FOLDER="$PWD/.windfall"
            export WINDFALL_PRODUCTION_PORT=0 WINDFALL_SANDBOX_PORT=0 WINDFALL_CONTROL_PORT=0 WINDFALL_MERCHANT_PORT=0
            for name in up down; do
                printf '#!/bin/sh\\nexec "%s" "$@"\\n' '\(Self.root.path)'/script/$name > script/$name
                chmod +x script/$name
            done
            trap 'script/down >/dev/null; kill $(jobs -p) 2>/dev/null' EXIT
            """
        let lines = steps.enumerated().map { number, step in
            "{ \(step.command)\n} >bin/output || { echo 'command \(number + 1) failed' >&2; exit 1; }"
                + "\ncat bin/output; printf '\\036'"
        }
        let program = try Program(shell: ([start] + lines).joined(separator: "\n"))
        #expect(program.exitCode == 0, "\(program.errors)")
        let outputs = program.output.split(separator: "\u{1e}", omittingEmptySubsequences: false)
        for (step, output) in zip(steps, outputs) {
            var actual = output.split(separator: "\n").map { Self.form(of: String($0)) }[...]
            for line in step.shown where line != "…" {
                let form = Self.form(of: line)
                let place = actual.firstIndex { form.hasSuffix("…") ? $0.hasPrefix(form.dropLast()) : $0 == form }
                #expect(place != nil, "\(step.command) does not write: \(line)")
                actual = actual.dropFirst((place ?? actual.startIndex) - actual.startIndex)
            }
        }
    }

    /// A line without what differs from run to run: numbers, fractions of seconds, the width of columns.
    private static func form(of line: String) -> String {
        line.replacing(/\.[0-9]+Z/, with: "Z").replacing(/[0-9]+/, with: "0").split(separator: " ")
            .joined(separator: " ")
    }
}
