import Foundation
import Testing
import WindfallCommandLine
import WindfallJSON
import WindfallSignedData

/// Real files with known answers, which lie beside the project and are read where they lie.
enum Fixtures {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/fixtures")

    static var areThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "INDEX.md").path)
    }

    /// All files with signed data, as paths from the fixtures' folder; none where it is absent.
    static let signed: [String] = [
        "app-receipt-ios-sandbox", "app-receipt-ios-production", "app-receipt-macos", "app-receipt-xcode",
        "app-receipt-synthetic", "malformed", "transaction-receipt-ios6", "jws-notification-v2", "jws-transaction",
        "jws-renewal-info", "jws-xcode", "jws-apple-test", "jws-synthetic",
    ].flatMap { name -> [String] in
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)) ?? []
        let endings = [".b64", ".der", ".jws", ".txt"]
        return files.filter { file in endings.contains { file.hasSuffix($0) } && !file.hasSuffix("-root.der") }
            .sorted().map { "\(name)/\($0)" }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test needs files that lie beside the project.
    static var needsFixtures: Self {
        .enabled(if: Fixtures.areThere, "skipped: there is no folder ../shared/fixtures beside the project")
    }
}

@Suite(.needsFixtures) struct FixtureTests {
    /// The files that are not genuine for somebody who trusts Apple alone; a folder's name stands for all of it.
    private static let problems: [(prefix: String, exitCode: ExitCode, code: String)] = [
        ("app-receipt-xcode/", .no, "local_testing"),
        ("app-receipt-synthetic/", .no, "untrusted_root"),
        ("transaction-receipt-ios6/apple-mock", .no, "signature_mismatch"),
        ("transaction-receipt-ios6/sanitised-2015-fake-signature", .no, "algorithm_not_allowed"),
        ("jws-apple-test/missingX5C", .no, "chain_length"),
        ("jws-apple-test/", .no, "untrusted_root"),
        ("jws-synthetic/", .no, "untrusted_root"),
        ("jws-xcode/", .no, "local_testing"),
        ("malformed/not-a-receipt", .unreadable, "not_base64"),
        ("malformed/truncated-receipt", .unreadable, "truncated"),
    ]

    private static func kind(of path: String) -> String? {
        let folder = path.prefix { $0 != "/" }
        if folder == "malformed" { return nil }
        if folder.hasPrefix("app-receipt") { return "app-receipt" }
        if folder.hasPrefix("transaction-receipt") { return "transaction-receipt" }
        if folder == "jws-notification-v2" || path.contains("otification") || path.contains("missingX5C") {
            return "jws-notification"
        }
        if folder == "jws-renewal-info" { return "jws-renewal-info" }
        return path.contains("app-transaction") ? "jws-app-transaction" : "jws-transaction"
    }

    private func path(_ name: String) -> String { Fixtures.folder.appending(path: name).path }

    @Test("Every signed file has its known answer, exit code and kind", arguments: Fixtures.signed)
    func verify(name: String) {
        let expected = Self.problems.first { name.hasPrefix($0.prefix) }
        let outcome = Stage().run(["receipt", "verify", path(name), "--json"])
        #expect(outcome.exitCode == expected?.exitCode ?? .success)
        #expect(outcome.problemCode == expected?.code)
        #expect(outcome.json["kind"]?.text == Self.kind(of: name))
        #expect(outcome.json["verified"] == .bool(expected == nil))
        let shown = Stage().run(["receipt", "show", path(name)])
        #expect(shown.exitCode == (expected?.exitCode == .unreadable ? .unreadable : .success))
    }

    @Test("At least as many files are there as the index lists")
    func count() {
        #expect(Fixtures.signed.count >= 60)
    }

    @Test(
        "The payload of a JWS is shown as its decoded companion says",
        arguments: Fixtures.signed.filter { $0.hasSuffix(".jws") })
    func payload(name: String) throws {
        let companion = name.replacingOccurrences(of: ".jws", with: ".payload.json")
        let bytes = [UInt8](try Data(contentsOf: Fixtures.folder.appending(path: companion)))
        let expected = try JSON(reading: bytes.span)
        let outcome = Stage().run(["receipt", "show", path(name), "--json"])
        let shown = try #require(outcome.json["payload"]?.object)
        for member in try #require(expected.object) where member.value.object == nil {
            #expect(shown[member.key] == member.value)
        }
    }

    @Test(
        "Other authorities are believed where they are named",
        arguments: [
            ("jws-synthetic/transaction.jws", "jws-synthetic/jws-root.der", nil),
            ("jws-synthetic/app-transaction.jws", "jws-synthetic/jws-root.der", nil),
            (
                "jws-synthetic/transaction-no-leaf-oid.jws", "jws-synthetic/jws-no-leaf-oid-root.der",
                "certificate_purpose"
            ),
            ("jws-synthetic/expired-cert-fresh.jws", "jws-synthetic/jws-expired-root.der", "certificate_expired"),
            ("jws-apple-test/transactionInfo.jws", "certificates/apple-test-ca.der", nil),
            ("jws-apple-test/testNotification.jws", "certificates/apple-test-ca.der", nil),
            ("jws-apple-test/missingX5CHeaderClaim.jws", "certificates/apple-test-ca.der", "chain_length"),
            (
                "app-receipt-synthetic/receipt-no-signer-oid.der",
                "app-receipt-synthetic/receipt-no-signer-oid-root.der",
                "certificate_purpose"
            ),
        ] as [(String, String, String?)])
    func trust(name: String, root: String, code: String?) {
        let outcome = Stage().run(["receipt", "verify", path(name), "--trust", path(root), "--json"])
        #expect(outcome.problemCode == code)
        #expect(outcome.exitCode == (code == nil ? .success : .no))
    }

    @Test(
        "Xcode's files pass when local testing is allowed", arguments: Fixtures.signed.filter { $0.contains("xcode/") })
    func localTesting(name: String) {
        #expect(Stage().run(["receipt", "verify", path(name), "--allow-local-testing"]).exitCode == .success)
    }

    @Test("F32: a real receipt is for its device, and for no other")
    func device() {
        let receipt = path("app-receipt-ios-sandbox/weeka-2025-g5.b64")
        let right = "956328d9-cc6a-47f4-be40-6953fb0ab6c7"
        #expect(Stage().run(["receipt", "verify", receipt, "--device", right]).exitCode == .success)
        let wrong = "956328d9-cc6a-47f4-be40-6953fb0ab6c8"
        #expect(
            Stage().run(["receipt", "verify", receipt, "--device", wrong, "--json"]).problemCode == "device_mismatch")
    }

    @Test("What is shown of real data can be signed again and is shown the same", arguments: Fixtures.signed)
    func again(name: String) throws {
        let first = Stage().run(["receipt", "show", path(name), "--json"])
        guard let kind = first.json["kind"]?.text else { return }
        let stage = Stage(files: ["shown": first.output, "roots.pem": Array(Authority.shared.roots.utf8)])
        let signed = stage.run("authority sign --authority \(Authority.folder) --kind \(kind) --payload shown")
        #expect(signed.remarks.isEmpty)
        var second = stage
        second.files["signed"] = signed.output
        let outcome = second.run("receipt show signed --trust roots.pem --allow-local-testing --json")
        #expect(outcome.json["verified"] == true)
        #expect(outcome.json["payload"] == first.json["payload"])
    }
}
