import Foundation
import Synchronization
import Testing
import WindfallCommandLine
import WindfallCommerce
import WindfallJSON
import WindfallSignedData

@Suite struct AuthorityTests {
    /// Signs a payload that stands in the file `payload`.
    private func sign(_ payload: JSON, _ options: String) -> Outcome {
        sign(payload.bytes(), options)
    }

    private func sign(_ payload: [UInt8], _ options: String) -> Outcome {
        var stage = Stage()
        stage.files["payload"] = payload
        return stage.run("authority sign --authority \(Authority.folder) --payload payload \(options)")
    }

    private func shown(_ signed: [UInt8]) -> JSON {
        Authority.stage(with: signed).run("receipt show receipt --trust roots.pem --json").json
    }

    @Test("An authority is made in a new folder, keys for its owner only, and says where")
    func make() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windfall-init-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = Stage().run("authority init \(folder.path)")
        #expect(outcome.exitCode == .success)
        #expect(outcome.text.contains("\(folder.path)/roots.pem"))
        let files = FileManager.default
        let names = try files.contentsOfDirectory(atPath: folder.path)
        let keys = names.filter { $0.hasSuffix(".key.pem") }
        #expect(keys.count == 5)
        for key in keys {
            let mode = try files.attributesOfItem(atPath: folder.appending(path: key).path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        let before = try names.map { try Data(contentsOf: folder.appending(path: $0)) }
        let again = Stage().run("authority init \(folder.path)")
        #expect(again.exitCode == .no)
        #expect(again.output.isEmpty)
        #expect(again.remarks.count == 1)
        #expect(try names.map { try Data(contentsOf: folder.appending(path: $0)) } == before)
    }

    @Test("A folder that can't be made is refused")
    func noFolder() {
        #expect(Stage().run("authority init /dev/null/authority").exitCode == .no)
    }

    @Test(
        "What is signed is genuine and says what the payload said",
        arguments: [
            ("jws-transaction", Authority.transaction), ("jws-renewal-info", Authority.renewalInfo),
            ("jws-app-transaction", Authority.appTransaction), ("jws-notification", Authority.notification),
        ])
    func everyJWS(kind: String, payload: JSONObject) {
        let outcome = sign(.object(payload), "--kind \(kind)")
        #expect(outcome.exitCode == .success)
        #expect(outcome.remarks.isEmpty)
        let shown = shown(outcome.output)
        #expect(shown["verified"] == true)
        #expect(shown["kind"] == .string(kind))
        #expect(shown["payload"] == .object(payload))
    }

    @Test("What was shown can be signed again and is shown the same", arguments: ["sha256", "sha1"])
    func appReceiptAgain(digest: String) throws {
        let first = shown(try Authority.receipt())
        let payload = try #require(first["payload"])
        for json in [payload, first] {
            let outcome = sign(json, "--kind app-receipt --digest \(digest)")
            #expect(outcome.exitCode == .success)
            #expect(outcome.remarks.isEmpty)
            #expect(shown(outcome.output)["verified"] == true)
            #expect(Self.sorted(shown(outcome.output)["payload"]) == Self.sorted(payload))
        }
    }

    /// A payload with its purchases in the order of their identifiers: their order in a receipt means nothing.
    private static func sorted(_ payload: JSON?) -> JSON {
        guard var object = payload?.object else { return .null }
        let lines = (object["in_app"]?.array ?? []).sorted {
            ($0["transaction_id"]?.text ?? "") < ($1["transaction_id"]?.text ?? "")
        }
        object["in_app"] = .array(lines)
        return .object(object)
    }

    @Test(
        "A transaction receipt is signed in both versions, with and without the sandbox's name",
        arguments: [
            ("--version 2", "Sandbox"), ("--version 3 --environment Production", nil), ("", "Sandbox"),
        ])
    func transactionReceipt(options: String, environment: String?) {
        let payload: JSON = [
            "transaction_id": "1000000046178817", "bid": "com.example.garden", "product_id": "garden.coins",
            "purchase_date_ms": "1767225600000", "purchase_date": "2026-01-01 00:00:00 Etc/GMT", "quantity": "1",
        ]
        let outcome = sign(payload, "--kind transaction-receipt \(options)")
        let shown = shown(outcome.output)
        #expect(shown["verified"] == true)
        #expect(shown["payload"] == payload)
        #expect(shown["environment"] == environment.map(JSON.string) ?? .null)
    }

    @Test(
        "A payload of Xcode is signed as Xcode signs, or as it is asked for",
        arguments: [
            ("", "local_testing"), ("--form xcode", "local_testing"), ("--form app-store", "local_testing"),
        ])
    func xcode(options: String, code: String) {
        var payload = Authority.transaction
        payload["environment"] = "Xcode"
        let outcome = sign(.object(payload), "--kind jws-transaction \(options)")
        let stage = Authority.stage(with: outcome.output)
        #expect(stage.run("receipt verify receipt --trust roots.pem --json").problemCode == code)
        #expect(stage.run("receipt verify receipt --trust roots.pem --allow-local-testing").exitCode == .success)
        let signers = stage.run("receipt show receipt --json --trust roots.pem --allow-local-testing").json["signer"]
        let isSelfSigned = signers?["subject"] == signers?["issuer"]
        #expect(isSelfSigned == (options != "--form app-store"))
    }

    @Test("Fields that the format has no place for are named, and the rest is signed")
    func unsignedFields() {
        let payload: JSON = [
            "bundle_id": "com.example.garden", "request_date_ms": "1767225600000", "colour": "green",
            "receipt_creation_date_ms": "1767225600000",
            "in_app": [["product_id": "a", "transaction_id": "1", "is_upgraded": "true"]],
        ]
        let outcome = sign(payload, "--kind app-receipt")
        #expect(outcome.exitCode == .success)
        #expect(
            outcome.remarks == [
                "windfall: not signed, since app-receipt has no place for it: request_date_ms, colour, in_app.is_upgraded"
            ])
    }

    @Test(
        "A payload that can't be signed is refused with the field: exit 1",
        arguments: [
            ("app-receipt", "{}", "bundle_id is missing"),
            ("app-receipt", "{\"bundle_id\": 5}", "bundle_id holds"),
            ("app-receipt", "{\"bundle_id\": \"a\", \"in_app\": {}}", "in_app holds"),
            ("app-receipt", "{\"bundle_id\": \"a\", \"in_app\": [1]}", "in_app[0] holds"),
            ("app-receipt", "{\"bundle_id\": \"a\", \"in_app\": [{}]}", "in_app[0].product_id is missing"),
            (
                "app-receipt", "{\"bundle_id\": \"a\", \"in_app\": [{\"product_id\": \"p\"}]}",
                "in_app[0].transaction_id is missing"
            ),
            (
                "app-receipt",
                "{\"bundle_id\": \"a\", \"in_app\": [{\"product_id\": \"p\", \"transaction_id\": \"1\", \"quantity\": \"x\"}]}",
                "in_app[0].quantity holds"
            ),
            (
                "app-receipt",
                "{\"bundle_id\":\"a\",\"in_app\":[{\"product_id\":\"p\",\"transaction_id\":\"1\",\"web_order_line_item_id\":\"w\"}]}",
                "in_app[0].web_order_line_item_id holds"
            ),
            ("transaction-receipt", "{}", "transaction_id is missing"),
            ("transaction-receipt", "{\"transaction_id\": \"1\", \"in_app\": []}", "in_app holds"),
            ("jws-transaction", "{}", "jws-transaction"),
            ("jws-transaction", "{\"autoRenewStatus\": 1}", "reads as jws-renewal-info"),
            ("jws-transaction", "{\"transactionId\": \"1\", \"signedDate\": 1}", "jws-transaction"),
            (
                "jws-notification", "{\"notificationType\": \"TEST\", \"data\": {\"signedTransactionInfo\": \"x\"}}",
                "data.signed"
            ),
            ("jws-transaction", "[]", "no object"),
            ("jws-transaction", "{\"a\":", "truncated at byte 5"),
        ])
    func refused(kind: String, payload: String, sentence: String) {
        let outcome = sign(Array(payload.utf8), "--kind \(kind)")
        #expect(outcome.exitCode == .no)
        #expect(outcome.output.isEmpty)
        #expect(outcome.remarks.first?.contains(sentence) == true, "\(outcome.remarks)")
    }

    @Test(
        "An option that the kind has no use for is a usage error",
        arguments: [
            "--kind jws-transaction --digest sha1", "--kind app-receipt --version 2",
            "--kind app-receipt --environment Sandbox",
            "--kind transaction-receipt --form xcode", "--kind transaction-receipt --digest sha1",
            "--kind jws-transactions", "--kind app-receipt --digest md5",
        ])
    func uselessOption(options: String) {
        let outcome = sign(.object(Authority.transaction), options)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.output.isEmpty)
    }

    @Test("Without an authority nothing is signed")
    func noAuthority() {
        let stage = Stage(files: ["payload": JSON.object(Authority.transaction).bytes()])
        let outcome = stage.run("authority sign --kind jws-transaction --payload payload --authority /nowhere")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks.count == 1)
    }

    @Test("What is signed goes to a new file when one is named, and never over one that is there")
    func outputFile() {
        let stage = Stage(files: ["payload": JSON.object(Authority.transaction).bytes()])
        let line =
            "authority sign --authority \(Authority.folder) --kind jws-transaction --payload payload --output out.jws"
        let outcome = stage.run(line)
        #expect(outcome.exitCode == .success)
        #expect(outcome.output.isEmpty)
        let written = stage.disk.files.withLock { $0["out.jws"] } ?? []
        #expect(shown(written)["verified"] == true)
        #expect(stage.run(line).exitCode == .usage)
    }
}
