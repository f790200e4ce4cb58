import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage

/// `windfall merchant`: the merchant server's apps, keys, products, users and queue, in its database.
enum MerchantCommands {
    static let merchant = Command(
        name: "merchant", summary: "Manages the merchant server: keys, products, users, queue.",
        notes: [
            "These commands work on the database that the configuration names, whether the server runs or not.",
            "See also windfall audit and windfall serve.",
        ],
        examples: [
            "windfall merchant keys create --role server", "windfall merchant products import Store.storekit",
            "windfall merchant users show anna",
        ],
        commands: [apps, keys, ProductCommands.products, UserCommands.users, UserCommands.owners, queue, rebuild])

    private static let role = Option.choice(
        "--role", "ROLE", of: Role.allCases.map(\.rawValue), "what the key may do: client, server or operator")
    private static let label = Option.value("--label", "TEXT", "what you call it")

    private static let apps = Command.atDatabase(
        "apps", "Lists the apps of the configuration, and what holds for them.", examples: ["windfall merchant apps"]
    ) { (visit) async throws(Refusal) in
        let apps = visit.configuration.settings.apps.values.sorted { $0.bundleID < $1.bundleID }
        let rows = apps.map { app in
            [
                app.bundleID, app.appleID.map { String($0) } ?? "", app.grants.rawValue, app.sandbox.rawValue,
                app.transfers.rawValue,
            ].map(Printable.escaped)
        }
        let json = JSON.array(
            apps.map { app in
                [
                    "bundleId": .string(app.bundleID), "appleId": app.appleID.map { .integer($0) } ?? .null,
                    "grants": .string(app.grants.rawValue), "sandbox": .string(app.sandbox.rawValue),
                    "transfers": .string(app.transfers.rawValue),
                ]
            })
        guard !rows.isEmpty else { return BoxAnswer(json, headline: "The configuration has no app.") }
        return BoxAnswer(
            json, table: Table(header: ["APP", "APPLE ID", "GRANTS ON", "SANDBOX", "TRANSFERS"], rows: rows))
    }

    // MARK: Keys

    private static let keys = Command(
        name: "keys", summary: "Makes, lists and revokes the keys of apps, backends and operators.",
        examples: ["windfall merchant keys create --role client --label iPhone", "windfall merchant keys list"],
        commands: [createKey, listKeys, revokeKey])

    private static let createKey = Command.atDatabase(
        "create", "Makes a key and shows it, this once.", options: [DatabaseVisit.app, role.required, label],
        examples: ["windfall merchant keys create --role server --label backend"]
    ) { (visit) async throws(Refusal) in
        var order = JSONObject()
        order["role"] = visit.arguments.value(of: role).map { .string($0) }
        order["label"] = visit.arguments.value(of: label).map { .string($0) }
        let key = try await visit.ask(.post, "keys", JSON.object(order).bytes())
        var facts = FactList()
        facts.add("key", key["key"]?.text)
        facts.add("id", key["keyId"]?.text)
        facts.add("role", key["role"]?.text)
        return BoxAnswer(key, headline: "The key can't be shown again.", facts: facts)
    }

    private static let listKeys = Command.atDatabase(
        "list", "Lists an app's keys, without their text.", options: [DatabaseVisit.app],
        examples: ["windfall merchant keys list --app com.example.demo"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, "keys")
        let rows = (answer["keys"]?.array ?? []).map { key in
            [
                key["keyId"]?.text, key["role"]?.text, key["label"]?.text, key["createdDate"]?.date,
                key["revokedDate"]?.date,
            ].map { Printable.escaped($0 ?? "") }
        }
        guard !rows.isEmpty else { return BoxAnswer(answer, headline: "The app has no key.") }
        return BoxAnswer(answer, table: Table(header: ["ID", "ROLE", "LABEL", "CREATED", "REVOKED"], rows: rows))
    }

    private static let revokeKey = Command.atDatabase(
        "revoke", "Refuses a key from now on; a server that runs notices within five seconds.",
        operands: [Operand(name: "ID", summary: "as in the list")], options: [DatabaseVisit.app],
        examples: ["windfall merchant keys revoke 0f3a5c7e9b1d"]
    ) { (visit) async throws(Refusal) in
        _ = try await visit.ask(.delete, "keys/\(StoreControl.escaped(visit.arguments.operands[0]))")
        return BoxAnswer(["revoked": true], headline: "Revoked.")
    }

    // MARK: Queue

    private static let queue = Command(
        name: "queue", summary: "Shows what the store is to be asked, and lets it be asked at once.",
        examples: ["windfall merchant queue show", "windfall merchant queue retry"],
        commands: [showQueue, retryQueue])

    private static let showQueue = Command.atDatabase(
        "show", "Shows how many questions wait, and what waits for you.",
        examples: ["windfall merchant queue show --json"]
    ) { (visit) async throws(Refusal) in
        let report = try await visit.storing { () throws(StorageError) in try await visit.merchant.queueReport() }
        var facts = FactList()
        for job in report["jobs"]?.array ?? [] where job["kind"]?.text == VerificationWorker.kind {
            facts.add("due now", job["due"]?.shown)
            facts.add("waiting", job["scheduled"]?.shown)
            facts.add("tried before", job["retrying"]?.shown)
            facts.add("being asked", job["claimed"]?.shown)
            facts.add("oldest due", job["oldestDueDate"]?.date)
        }
        let rows = (report["held"]?.array ?? []).map { held in
            [held["verificationId"]?.text, held["app"]?.text, held["reason"]?.text, held["receivedDate"]?.date].map {
                Printable.escaped($0 ?? "")
            }
        }
        var answer = BoxAnswer(report, headline: facts.isEmpty ? "Nothing was asked yet." : nil, facts: facts)
        if !rows.isEmpty { answer.table = Table(header: ["HELD", "APP", "REASON", "RECEIVED"], rows: rows) }
        return answer
    }

    private static let retryQueue = Command.atDatabase(
        "retry", "Lets all that waits be asked at once, held submissions too.",
        examples: ["windfall merchant queue retry"]
    ) { (visit) async throws(Refusal) in
        let count = try await visit.storing { () throws(StorageError) in try await visit.merchant.askAtOnce() }
        return BoxAnswer(["broughtForward": .integer(Int64(count))], headline: "\(count) brought forward.")
    }

    // MARK: Rebuilding

    private static let write = Option.flag("--write", "also writes what differs")

    private static let rebuild = Command.atDatabase(
        "rebuild", "Recomputes what is owned from the recorded receipts, and proves that it comes out the same.",
        options: [write],
        notes: [
            "The server may run. Exit code 1: something differs, and is shown; with --write it is mended then, but for what",
            "can't be proved any more, which is left as it is.",
        ],
        examples: ["windfall merchant rebuild", "windfall merchant rebuild --write --json"]
    ) { (visit) async throws(Refusal) in
        let report = try await visit.storing { () throws(StorageError) in
            try await visit.merchant.rebuild(mending: visit.arguments.has(write))
        }
        var facts = FactList()
        facts.add("receipts", String(report.submissions))
        facts.add("answers", String(report.answers))
        facts.add("claims", String(report.claims))
        facts.add("facts", String(report.facts))
        facts.add("purchases", String(report.purchases))
        if report.mended > 0 { facts.add("mended", String(report.mended)) }
        for difference in report.differences { facts.add("differs", difference.text) }
        var answer = BoxAnswer(
            report.json, headline: report.isSame ? "The same." : "\(report.differences.count) differences.",
            facts: facts)
        if !report.isSame { answer.exitCode = .no }
        return answer
    }
}
