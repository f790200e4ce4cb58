import Foundation
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallStoreJournal
import WindfallTimeline

/// `windfall journal` and `windfall store digest`: of a running store, or of a folder whose store is stopped.
enum JournalCommands {
    static let journal = Command(
        name: "journal", summary: "Takes a store's journal out, or puts one in its place.",
        examples: ["windfall journal export bug.journal", "windfall journal import bug.journal --data other-store"],
        commands: [export, load])

    private static let folder = Option.value("--data", "DIR", "the folder of a stopped store, instead of a running one")
    private static let file = Operand(name: "FILE", summary: "the archive; - is standard output or input")
    private static let replace = Option.flag("--replace", "lets go of the journal that the folder has")
    private static let exitCodes =
        "Exit codes: 0 done; 1 not done, and why; 2 usage, or no store is known; 4 the store does not answer."
    /// The largest archive that is read at once, in bytes.
    private static let limit = 1024 * 1024 * 1024

    private static let export: Command = {
        var command = Command(
            name: "export", summary: "Writes a store's journal into a file.", operands: [file],
            options: [folder, RunFile.option],
            notes: ["The journal is the whole store: who has it can repeat all that happened.", exitCodes],
            examples: [
                "windfall journal export bug.journal", "windfall journal export - --data windfall-store > bug.journal",
            ])
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            let archive: [UInt8]
            if let path = arguments.value(of: folder) {
                archive = try await withJournal(of: path, surroundings) { try JournalArchive.bytes(of: $0) }
            } else {
                archive = try await BoxVisit(arguments, surroundings).bytes(.get, "journal")
            }
            let name = arguments.operands[0]
            guard name != "-" else { return Outcome(bytes: archive) }
            do throws(Surroundings.FileFailure) {
                try surroundings.create(name, archive)
            } catch {
                throw .no("\(Printable.quoted(name)) can't be written: \(error.reason)")
            }
            return Outcome("Wrote \(archive.count) bytes to \(Printable.escaped(name))\n")
        }
        return command
    }()

    private static let load: Command = {
        var command = Command(
            name: "import", summary: "Puts a journal from a file in the place of a store's own.", operands: [file],
            options: [folder, replace, RunFile.option, BoxVisit.json],
            notes: [
                "A running store goes on with the journal that it is given, and its own is gone. A folder's journal is kept",
                "unless --replace is given.", exitCodes,
            ],
            examples: ["windfall journal import bug.journal --data other-store", "windfall journal import bug.journal"])
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            let archive = try surroundings.input(arguments.operands[0], limit: limit)
            guard let path = arguments.value(of: folder) else {
                let visit = try BoxVisit(arguments, surroundings)
                let answer = try await visit.bytes(.put, "journal", archive)
                return digest((try? JSON(reading: answer.span)) ?? .null).outcome(arguments, surroundings)
            }
            do {
                try FileManager.default.createDirectory(
                    at: URL(filePath: path), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                var rest: [UInt8]? = archive
                try await SQLiteJournal.install(
                    inFolder: path, format: StoreService.journalFormat, replacing: arguments.has(replace)
                ) {
                    defer { rest = nil }
                    return rest
                }
            } catch {
                throw refusal(error, path)
            }
            return try await digest(ofFolder: path, surroundings).outcome(arguments, surroundings)
        }
        return command
    }()

    /// `windfall store digest`.
    static let digest: Command = {
        var command = Command(
            name: "digest", summary: "Shows SHA-256 over a store's whole state: same journal, same digest.",
            options: [folder, RunFile.option, BoxVisit.json], notes: [exitCodes],
            examples: ["windfall store digest", "windfall store digest --data windfall-store"])
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            if let path = arguments.value(of: folder) {
                return try await digest(ofFolder: path, surroundings).outcome(arguments, surroundings)
            }
            return digest(try await BoxVisit(arguments, surroundings).ask(.get, "digest"))
                .outcome(arguments, surroundings)
        }
        return command
    }()

    private static func digest(_ json: JSON) -> BoxAnswer {
        var facts = FactList()
        facts.add("sha256", json["sha256"]?.text)
        facts.add("events", json["events"]?.shown)
        return BoxAnswer(json, facts: facts)
    }

    private static func digest(ofFolder path: String, _ surroundings: Surroundings) async throws(Refusal) -> BoxAnswer {
        let timeline = surroundings.timeline
        let json = try await withJournal(of: path, surroundings) { journal in
            // The clock stands still, so reading adds nothing to the journal.
            let service = try StoreService(journal: journal, timeline: timeline, mode: .stepped, start: timeline.now)
            let (sha256, events) = try await service.read { ($0.digest, $0.sequence) }
            return JSON.object(["sha256": .string(sha256), "events": .integer(events)])
        }
        return digest(json)
    }

    /// Opens the journal of a stopped store, and closes it.
    private static func withJournal<Value: Sendable>(
        of path: String, _ surroundings: Surroundings, _ body: (SQLiteJournal) async throws -> Value
    ) async throws(Refusal) -> Value {
        guard surroundings.isThere(path + "/journal.sqlite") else {
            throw .usage("\(Printable.quoted(path)) is no folder of a store: it has no journal.sqlite")
        }
        do {
            let journal = try SQLiteJournal(
                folder: path, header: JournalHeader(format: StoreService.journalFormat, seed: 0))
            do {
                let value = try await body(journal)
                await journal.close()
                return value
            } catch {
                await journal.close()
                throw error
            }
        } catch {
            throw refusal(error, path)
        }
    }

    private static func refusal(_ error: any Error, _ path: String) -> Refusal {
        switch error {
        case let error as JournalError: .no("\(Printable.quoted(path)): \(Printable.cut("\(error)", to: 300))")
        case let error as JournalArchiveError:
            .no("the archive can't be read: \(error.code.name), at byte \(error.offset)")
        default: .no("\(Printable.quoted(path)): \(Printable.cut("\(error)", to: 300))")
        }
    }
}
