import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

/// `windfall audit`: what the server received, answered and decided.
enum AuditCommands {
    private static let user = Option.value("--user", "ID", "a user's entries; otherwise the app's own")
    private static let kept = Option.value("--checkpoint", "HASH", "proves that this checkpoint is in the trail")

    static let audit = Command(
        name: "audit", summary: "Shows and proves what the merchant server received and decided.",
        examples: ["windfall audit verify", "windfall audit show --user anna"],
        commands: [show, verify, checkpoint])

    private static let show = Command.atDatabase(
        "show", "Shows the entries about a user, or about an app: the oldest first.",
        options: [DatabaseVisit.app, user],
        examples: ["windfall audit show --user anna", "windfall audit show --app com.example.demo --json"]
    ) { (visit) async throws(Refusal) in
        let app = try visit.app().bundleID
        let user = try visit.arguments.value(of: user).map { (text) throws(Refusal) in
            guard let user = UserIdentifier(text) else { throw .usage("\(Printable.quoted(text)) is no user") }
            return UserKey(app: app, user: user)
        }
        let entries = try await visit.storing { () throws(StorageError) in
            try await visit.merchant.auditEntries(app: app, user: user)
        }
        let json = JSON.array(entries.map(\.json))
        guard !entries.isEmpty else { return BoxAnswer(json, headline: "No entries.") }
        let rows = entries.map { entry in
            [
                String(entry.entry.sequence), entry.entry.date.rfc3339, entry.entry.kind.rawValue,
                entry.content.map { JSON.object($0).text() } ?? "erased",
            ].map(Printable.escaped)
        }
        return BoxAnswer(json, table: Table(header: ["NUMBER", "DATE", "KIND", "CONTENT"], rows: rows))
    }

    private static let verify = Command.atDatabase(
        "verify", "Looks at every entry and every checkpoint: nothing was changed, and nothing is missing.",
        options: [kept],
        notes: ["Exit code 1: the trail is broken; the first broken entry is shown."],
        examples: ["windfall audit verify", "windfall audit verify --checkpoint 5f3c… --json"]
    ) { (visit) async throws(Refusal) in
        let kept = try visit.arguments.value(of: kept).map { (text) throws(Refusal) in
            guard let hash = Hexadecimal.decode(text), hash.count == 32 else {
                throw .usage("a checkpoint is 64 hexadecimal digits")
            }
            return hash
        }
        let report = try await visit.storing { () throws(StorageError) in
            try await visit.merchant.verifyAuditTrail(containing: kept)
        }
        var answer = BoxAnswer(report.json, headline: headline(report), facts: facts(report))
        if report.fault != nil { answer.exitCode = .no }
        return answer
    }

    private static let checkpoint = Command.atDatabase(
        "checkpoint",
        "Hashes the ends of all chains. Keep the hash elsewhere: it proves later that nothing is missing.",
        notes: ["A server that runs does so every hour."], examples: ["windfall audit checkpoint"]
    ) { (visit) async throws(Refusal) in
        let newest = try await visit.storing { () throws(StorageError) in
            try await visit.merchant.checkpointAuditTrail()
        }
        guard let newest else { return BoxAnswer(["checkpoint": .null], headline: "Nothing was written yet.") }
        let hash = Hexadecimal.encode(newest.hash)
        var facts = FactList()
        facts.add("checkpoint", hash)
        facts.add("number", String(newest.number))
        return BoxAnswer(["checkpoint": .string(hash), "number": .integer(newest.number)], facts: facts)
    }

    private static func headline(_ report: AuditReport) -> String {
        guard let fault = report.fault else { return "Intact." }
        let place = fault.sequence.map { fault.chain == nil ? " at checkpoint \($0)" : " at entry \($0)" } ?? ""
        return "Broken: \(fault.code.rawValue)\(place)\(fault.chain.map { " of chain \($0)" } ?? "")."
    }

    private static func facts(_ report: AuditReport) -> FactList {
        var facts = FactList()
        facts.add("chains", String(report.chains))
        facts.add("entries", String(report.entries))
        facts.add("erased", String(report.erased))
        facts.add("checkpoints", String(report.checkpoints))
        facts.add("newest", report.newestCheckpoint.map(Hexadecimal.encode))
        return facts
    }
}
