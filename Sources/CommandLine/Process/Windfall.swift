import Foundation

/// The program `windfall`.
package enum Windfall {
    /// The version of the program.
    static let version = "0.1.0"

    static let versionFlag = Option.flag("--version", "shows the version")

    /// All commands.
    static let program = Command(
        name: "windfall", summary: "In-app purchase that you own.",
        options: [versionFlag],
        notes: ["windfall help COMMAND shows what a command takes."],
        examples: ["windfall help receipt verify"],
        commands: [ReceiptCommands.receipt, AuthorityCommands.authority, StoreCommands.store, ServeCommand.serve]
            + [OwnedCommands.owned, MerchantCommands.merchant, AuditCommands.audit, AppCommand.app]
            + PurchaseCommands.all + [
                TransactionCommands.renew, TransactionCommands.transactions, AccountCommands.account,
                AccountCommands.device, ClockCommands.clock, PlaceCommands.place, PlaceCommands.roots,
                JournalCommands.journal,
            ]
    ) { (_, _) throws(Refusal) in
        Outcome("windfall \(version)\n")
    }

    /// The names of all commands, each with those that it is below: `receipt show`.
    package static var commandNames: [String] {
        func names(_ command: Command, _ path: String) -> [String] {
            command.commands.flatMap { below in [path + below.name] + names(below, path + below.name + " ") }
        }
        return names(program, "")
    }

    /// Decides what the program does, short of writing it; asks a store that runs, where the command does.
    ///
    /// - Parameter words: what stands after the program's name.
    package static func answer(to words: [String], in surroundings: Surroundings) async -> Outcome {
        do throws(Refusal) {
            guard case .run(let command, let arguments) = try ArgumentReader.read(words, of: program),
                let ask = command.ask
            else { return outcome(of: words, in: surroundings) }
            do throws(Refusal) {
                return try await ask(arguments, surroundings)
            } catch {
                throw error.named("windfall")
            }
        } catch {
            return Outcome(exitCode: error.exitCode, remarks: [error.sentence])
        }
    }

    /// Decides what the program does where nobody has to be asked for it.
    ///
    /// - Parameter words: what stands after the program's name.
    package static func outcome(of words: [String], in surroundings: Surroundings) -> Outcome {
        do throws(Refusal) {
            switch try ArgumentReader.read(words, of: program) {
            case .help(let command, let path):
                return Outcome(command.help(path: path))
            case .run(let command, let arguments):
                do throws(Refusal) {
                    return try command.run?(arguments, surroundings) ?? Outcome()
                } catch {
                    throw error.named("windfall")
                }
            }
        } catch {
            return Outcome(exitCode: error.exitCode, remarks: [error.sentence])
        }
    }

    /// Runs the program as this process and ends it.
    ///
    /// - Parameters:
    ///   - serve: runs a store until it is told to stop; gives the reason, in one sentence, why it could not.
    ///   - trade: runs a merchant server, likewise.
    ///   - sell: runs the sample app until the person quits.
    package static func runAsProcess(
        serve: (StoreOrder) async -> String?, trade: (MerchantOrder) async -> String?,
        sell: (AppOrder) async -> Void
    ) async -> Never {
        // A reader that has gone is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let outcome = await answer(to: Array(CommandLine.arguments.dropFirst()), in: .system)
        var exitCode = outcome.exitCode
        var remarks = outcome.remarks
        do {
            if !outcome.output.isEmpty { try FileHandle.standardOutput.write(contentsOf: outcome.output) }
        } catch {
            // Who stops reading has seen enough; the exit code is still the answer.
            if Surroundings.FileFailure.code(of: error) != EPIPE {
                exitCode = .usage
                remarks.append("windfall: standard output can't be written: \(Surroundings.FileFailure(error).reason)")
            }
        }
        if let order = outcome.serving, let reason = await serve(order) {
            exitCode = .no
            remarks.append("windfall store: \(reason)")
        }
        if let order = outcome.merchant {
            // What the configuration is warned of is not for the end.
            try? FileHandle.standardError.write(contentsOf: Array(remarks.map { "\($0)\n" }.joined().utf8))
            remarks = []
            if let reason = await trade(order) {
                exitCode = .no
                remarks.append("windfall serve: \(reason)")
            }
        }
        if let order = outcome.app { await sell(order) }
        // Nothing can be said when standard error can't be written.
        try? FileHandle.standardError.write(contentsOf: Array(remarks.map { "\($0)\n" }.joined().utf8))
        exit(exitCode.number)
    }
}
