/// One command of the program: what it is called, what it takes, and what it does.
///
/// It either has commands below it or does something itself.
struct Command: Sendable {
    /// The word that calls it.
    var name: String
    /// What it does, in one line for the list of commands.
    var summary: String
    /// All of them must be given.
    var operands: [Operand] = []
    var options: [Option] = []
    /// What else there is to know, a line each: exit codes first.
    var notes: [String] = []
    /// Command lines that work as they stand.
    var examples: [String]
    var commands: [Command] = []
    /// Decides what is answered; effects go through the surroundings.
    var run: (@Sendable (Arguments, Surroundings) throws(Refusal) -> Outcome)?
    /// The same, for a command that waits for others: a store that runs, or a journal.
    var ask: (@Sendable (Arguments, Surroundings) async throws(Refusal) -> Outcome)?

    /// The command below this one that a word calls.
    func command(named name: String) -> Command? {
        commands.first { $0.name == name }
    }
}
