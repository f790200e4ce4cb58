/// Reads the words after a program's name.
struct ArgumentReader {
    /// What the words ask for.
    enum Wish: Sendable {
        /// Run the command.
        case run(Command, Arguments)
        /// Show the help text of the command with these names, the program's first.
        case help(Command, path: [String])
    }

    static let helpFlags: Set<String> = ["--help", "-h"]

    private var command: Command
    /// The words that led to the command, the program's name first.
    private var path: [String]
    private var operands: [String] = []
    private var values: [String: [String]] = [:]

    private init(_ program: Command) {
        command = program
        path = [program.name]
    }

    /// - Parameters:
    ///   - words: what stands after the program's name.
    ///   - program: the command that all others are below.
    /// - Throws: a usage error in one sentence, which names the command and, for a misspelt word, the nearest one.
    static func read(_ words: [String], of program: Command) throws(Refusal) -> Wish {
        var reader = ArgumentReader(program)
        do throws(Refusal) {
            return try reader.read(words[...])
        } catch {
            throw error.named(reader.path.joined(separator: " "))
        }
    }

    /// What stands after `help`, as in `help receipt verify`.
    private mutating func readHelp(_ words: ArraySlice<String>) throws(Refusal) -> Wish {
        for word in words where !Self.helpFlags.contains(word) { try descend(word) }
        return .help(command, path: path)
    }

    private mutating func read(_ words: ArraySlice<String>) throws(Refusal) -> Wish {
        var rest = words
        while !command.commands.isEmpty, let word = rest.first, !word.hasPrefix("-") {
            rest.removeFirst()
            if word == "help" { return try readHelp(rest) }
            try descend(word)
        }
        // Whoever asks for help gets it, whatever else is wrong.
        if rest.prefix(while: { $0 != "--" }).contains(where: Self.helpFlags.contains) {
            return .help(command, path: path)
        }
        while let word = rest.popFirst() {
            if word == "--" {
                operands.append(contentsOf: rest)
                break
            } else if word.hasPrefix("-"), word != "-" {
                try readOption(word, &rest)
            } else {
                operands.append(word)
            }
        }
        try checkCompleteness()
        return .run(command, Arguments(operands: operands, values: values))
    }

    private mutating func descend(_ word: String) throws(Refusal) {
        guard let next = command.command(named: word) else {
            let near = Spelling.hint(for: word, among: command.commands.map(\.name))
            throw .usage("there is no command \(Printable.quoted(word))" + (near ?? ""))
        }
        command = next
        path.append(next.name)
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(Refusal) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = command.options.first(where: { $0.name == parts[0] }) else {
            let near = Spelling.hint(for: parts[0], among: command.options.map(\.name) + ["--help"])
            throw .usage("there is no option \(Printable.cut(parts[0]))" + (near ?? ""))
        }
        if values[option.name] != nil, !option.isRepeated { throw .usage("\(option.name) is given twice") }
        values[option.name, default: []].append(try value(of: option, parts.dropFirst().first, &rest))
    }

    private func value(
        of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Refusal) -> String {
        guard let name = option.value else {
            if attached != nil { throw .usage("\(option.name) takes no value") }
            return ""
        }
        guard let value = attached ?? Self.takeValue(&rest), !value.isEmpty else {
            throw .usage("\(option.name) needs a value: \(option.name) \(name)")
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            let near = Spelling.hint(for: value, among: option.choices)
            throw .usage(
                "\(option.name) \(Printable.quoted(value)) is none of \(option.choices.joined(separator: ", "))"
                    + (near ?? ""))
        }
        return value
    }

    /// The next word, unless it is an option itself; `-` and negative numbers are values.
    private static func takeValue(_ rest: inout ArraySlice<String>) -> String? {
        guard let word = rest.first else { return nil }
        guard !word.hasPrefix("-") || word == "-" || Int64(word) != nil else { return nil }
        return rest.popFirst()
    }

    private func checkCompleteness() throws(Refusal) {
        let standsAlone = command.run != nil && (!values.isEmpty || command.options.contains(where: \.isRequired))
        if !command.commands.isEmpty, operands.isEmpty, !standsAlone {
            throw .usage("a command is missing: one of \(command.commands.map(\.name).joined(separator: ", "))")
        }
        if operands.count < command.operands.count {
            throw .usage("\(command.operands[operands.count].name) is missing")
        }
        if let option = command.options.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw .usage("\(option.usage) is missing")
        }
        if operands.count > command.operands.count {
            throw .usage("\(Printable.quoted(operands[command.operands.count])) is one argument too many")
        }
    }
}
