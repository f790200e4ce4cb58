/// What a command has decided: nothing is written before it is complete.
package struct Outcome: Hashable, Sendable {
    package var exitCode: ExitCode = .success
    /// For standard output.
    package var output: [UInt8] = []
    /// For standard error, a sentence each.
    package var remarks: [String] = []
    /// A store that is to run, as long as the process does.
    package var serving: StoreOrder?
    /// A merchant server that is to run, as long as the process does.
    package var merchant: MerchantOrder?
    /// The sample app, which runs until the person quits.
    package var app: AppOrder?

    package init(exitCode: ExitCode = .success, _ text: String = "", remarks: [String] = []) {
        self.exitCode = exitCode
        output = Array(text.utf8)
        self.remarks = remarks
    }

    package init(exitCode: ExitCode = .success, bytes: [UInt8], remarks: [String] = []) {
        self.exitCode = exitCode
        output = bytes
        self.remarks = remarks
    }
}

/// What the process says to whoever called it.
package struct ExitCode: Hashable, Sendable {
    package var number: Int32

    /// Done; for a verification *genuine*.
    package static let success = ExitCode(number: 0)
    /// Not done, or *not genuine*.
    package static let no = ExitCode(number: 1)
    /// The command line is wrong, or a file can't be read or written.
    package static let usage = ExitCode(number: 2)
    /// The data can't be read.
    package static let unreadable = ExitCode(number: 3)
    /// The data could not be checked just now.
    package static let unchecked = ExitCode(number: 4)
}

/// Why a command does nothing, in one sentence for a person.
struct Refusal: Error, Hashable, Sendable {
    var exitCode: ExitCode
    var sentence: String

    /// The command line is wrong, or names what can't be used.
    static func usage(_ sentence: String) -> Refusal {
        Refusal(exitCode: .usage, sentence: sentence)
    }

    /// The command line is right and the answer is no.
    static func no(_ sentence: String) -> Refusal {
        Refusal(exitCode: .no, sentence: sentence)
    }

    /// The same, with the command that refuses in front.
    func named(_ command: String) -> Refusal {
        Refusal(exitCode: exitCode, sentence: "\(command): \(sentence)")
    }
}
