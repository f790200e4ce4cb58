/// What a command was given, read and found complete.
struct Arguments: Hashable, Sendable {
    /// In the order of the command's operands, one each.
    var operands: [String]
    /// The values of each option by its name, in the order in which they came; a flag has one empty value.
    var values: [String: [String]]

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// The value of an option that is given at most once.
    func value(of option: Option) -> String? { values[option.name]?.first }

    /// All values of an option.
    func values(of option: Option) -> [String] { values[option.name] ?? [] }
}
