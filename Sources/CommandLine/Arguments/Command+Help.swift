extension Command {
    /// The help text, one screen: what it does, how it is called, what it takes, an example.
    ///
    /// - Parameter path: the words that call it, the program's name first.
    func help(path: [String]) -> String {
        var parts = ["\(summary)\n", "Usage: \(usage(path))\n"]
        parts.append(Self.list("Commands", commands.map { ($0.name, $0.summary) }))
        parts.append(Self.list("Arguments", operands.map { ($0.name, $0.summary) }))
        parts.append(Self.list("Options", options.map { ($0.usage, $0.summary) } + [("--help", "shows this text")]))
        if !notes.isEmpty { parts.append(notes.map { "\($0)\n" }.joined()) }
        let title = examples.count == 1 ? "Example" : "Examples"
        parts.append("\(title):\n" + examples.map { "  \($0)\n" }.joined())
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func usage(_ path: [String]) -> String {
        // What does something by itself, given what it needs, has its commands on a line of their own.
        let standsAlone = run != nil && options.contains(where: \.isRequired)
        var words = path
        if !commands.isEmpty, !standsAlone { words.append("COMMAND") }
        words += operands.map(\.name)
        words += options.filter(\.isRequired).map(\.usage)
        if options.contains(where: { !$0.isRequired }) { words.append("[options]") }
        let line = words.joined(separator: " ")
        return standsAlone && !commands.isEmpty
            ? "\(line)\n       \((path + ["COMMAND"]).joined(separator: " "))" : line
    }

    private static func list(_ title: String, _ rows: [(name: String, summary: String)]) -> String {
        guard let width = rows.map(\.name.count).max() else { return "" }
        return "\(title):\n"
            + rows.map { row in
                "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.summary + "\n"
            }.joined()
    }
}
