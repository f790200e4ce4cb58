/// Something that is asked for by name: `--at DATE`, or a flag such as `--json`.
struct Option: Hashable, Sendable {
    /// The name with its hyphens.
    var name: String
    /// What stands for the value in a help text; nil for a flag.
    var value: String?
    /// Whether it may be given more than once.
    var isRepeated = false
    /// Whether it has to be given.
    var isRequired = false
    /// The only values that are allowed; empty when any is.
    var choices: [String] = []
    /// What it does, in one line for the help text.
    var summary: String

    /// An option without a value.
    static func flag(_ name: String, _ summary: String) -> Option {
        Option(name: name, summary: summary)
    }

    /// An option with a value.
    ///
    /// - Parameter value: what stands for the value in a help text.
    static func value(_ name: String, _ value: String, isRepeated: Bool = false, _ summary: String) -> Option {
        Option(name: name, value: value, isRepeated: isRepeated, summary: summary)
    }

    /// An option whose value is one of a few words.
    static func choice(_ name: String, _ value: String, of choices: [String], _ summary: String) -> Option {
        Option(name: name, value: value, choices: choices, summary: summary)
    }

    /// The same option, which has to be given.
    var required: Option {
        var option = self
        option.isRequired = true
        return option
    }

    /// How it is written: `--at DATE`.
    var usage: String { value.map { "\(name) \($0)" } ?? name }
}

/// Something that is told by its place: `FILE`.
struct Operand: Hashable, Sendable {
    var name: String
    var summary: String
}
