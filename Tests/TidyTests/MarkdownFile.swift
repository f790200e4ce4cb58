/// A Markdown file, as far as the tests read it: links, and the console sessions that it shows.
struct MarkdownFile: Sendable {
    /// Where a link leads, as written.
    struct Link: Hashable, Sendable {
        var line: Int
        var target: String
    }

    /// One command of a fenced `console` block and what the block shows below it.
    struct Command: Hashable, Sendable {
        /// The line of the command in the file, from 1.
        var line: Int
        /// The command, without the `$ ` before it; a line that ends in `\` goes on with the next.
        var text: String
        /// The lines shown as its output, up to the next command or the end of the block.
        var output: [String]
    }

    /// All links and pictures outside fenced blocks, in order.
    private(set) var links: [Link] = []
    /// All commands of the blocks fenced as `console`, in order.
    private(set) var commands: [Command] = []

    init(_ file: SourceFile) {
        let link = Pattern(#"\]\(\s*<?([^)\s>]+)"#)
        var fence: Substring?
        for (index, line) in file.lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") {
                fence = fence == nil ? text.drop { $0 == "`" } : nil
            } else if fence == nil {
                links += link.matches(in: String(line)).map { Link(line: index + 1, target: $0.groups[1]) }
            } else if fence == "console" {
                add(String(line), at: index + 1)
            }
        }
    }

    private mutating func add(_ line: String, at number: Int) {
        if line.hasPrefix("$ ") {
            commands.append(Command(line: number, text: String(line.dropFirst(2)), output: []))
        } else if var last = commands.popLast() {
            if last.output.isEmpty && last.text.hasSuffix("\\") {
                last.text = String(last.text.dropLast()) + String(line.drop { $0 == " " })
            } else {
                last.output.append(line)
            }
            commands.append(last)
        }
    }
}
