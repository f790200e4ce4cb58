import Foundation
import Testing
import WindfallCommandLine
import WindfallJSON
import WindfallSignedData

/// Whom a configured merchant server asks, and what it refuses to do with Apple.
@Suite struct MerchantStoreSectionTests {
    private static func stage(_ store: String, app: String = "", rest: String = "") -> Stage {
        var stage = Stage()
        stage.folder = "/here"
        let text = "{ database: 'm', apps: { 'a.b': { \(app) } }, store: { \(store) }, \(rest) }"
        stage.files["/here/m.json5"] = Array(text.utf8)
        stage.files["/here/token"] = Array("control-token\n".utf8)
        stage.files["/here/roots.pem"] = Array(Authority.shared.roots.utf8)
        stage.files["/here/secret"] = Array("s3cret".utf8)
        stage.files["/here/run.json.last"] = run
        stage.files["/here/none.json"] = Array("{}".utf8)
        return stage
    }

    private static let run = Array(
        """
        {"production":"http://127.0.0.1:8181","sandbox":"http://127.0.0.1:8182","control":"http://127.0.0.1:8180",
        "controlToken":"control-token","rootsFile":"roots.pem"}
        """.utf8)

    private static let local = "production: 'http://127.0.0.1:1', sandbox: 'http://127.0.0.1:2'"

    private static func check(_ stage: Stage, _ options: String = "") -> Outcome {
        stage.run("serve --config m.json5 --check \(options)")
    }

    @Test("A box is named by its run.json, also while it is away: hosts, roots, clock")
    func box() {
        let outcome = Self.check(Self.stage("box: 'run.json'"))
        #expect(outcome.exitCode == .success, "\(outcome.remarks)")
        let store = outcome.json["store"]
        #expect(store?["production"]?.text == "http://127.0.0.1:8181")
        #expect(store?["sandbox"]?.text == "http://127.0.0.1:8182")
        #expect(store?["clockUrl"]?.text == "http://127.0.0.1:8180" && store?["clockToken"]?.text == "(secret)")
        #expect(store?["roots"]?.array?.count == 5)
        #expect(!outcome.text.contains("control-token"))
    }

    @Test("O15: a server that asks Apple's production does not start for an app whose number it does not know")
    func appleID() {
        let refused = Self.check(Self.stage(""))
        #expect(refused.exitCode == .usage && refused.remarks.count == 1)
        #expect(refused.remarks[0].contains("apple_id_missing: apps.a.b: "))
        #expect(Self.check(Self.stage("production: 'https://BUY.itunes.apple.com'")).exitCode == .usage)
        #expect(Self.check(Self.stage("", app: "appleId: 111")).exitCode == .success)
        #expect(Self.check(Self.stage(Self.local)).exitCode == .success)
    }

    @Test(
        "A server that asks Apple refuses to follow a box's clock, however it is told to",
        arguments: [
            ("clockUrl: 'http://127.0.0.1:8180', clockTokenFile: 'token'", ""),
            ("clockTokenFile: 'token'", "--clock-url http://127.0.0.1:8180"),
            ("box: 'run.json', production: 'https://buy.itunes.apple.com'", ""),
            ("box: 'run.json', sandbox: 'https://sandbox.itunes.apple.com'", ""),
        ])
    func clockWithApple(store: String, options: String) {
        let outcome = Self.check(Self.stage(store, app: "appleId: 1"), options)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks.contains { $0.contains(": clock_with_apple: store: ") }, "\(outcome.remarks)")
    }

    @Test(
        "What the store's section has and should not is refused with its code",
        arguments: [
            ("production: 'buy.itunes.apple.com'", "bad_value: store.production"),
            ("production: 'https://x/verifyReceipt'", "bad_value: store.production"),
            ("sandbox: 'http://store.example'", "plain_http: store.sandbox"),
            ("roots: 'roots.pem'", "wrong_kind: store.roots"), ("roots: ['none']", "unreadable_file: store.roots[0]"),
            ("roots: ['secret']", "bad_value: store.roots[0]"), ("boks: 'run.json'", "unknown_key: store: "),
            ("box: 'none.json'", "bad_value: store.box"), ("box: 'nothing.json'", "unreadable_file: store.box"),
            ("clockUrl: 'http://127.0.0.1:8180'", "missing: store.clockUrl"),
            ("clockUrl: 'http://127.0.0.1:8180', clockTokenFile: 'none'", "unreadable_file: store.clockTokenFile"),
            ("clockUrl: 'http://clock.example', clockTokenFile: 'token'", "plain_http: store.clockUrl"),
        ])
    func problems(store: String, problem: String) {
        // The hosts are local ones, but for the one that the case is about.
        let hosts = ["production: 'http://127.0.0.1:1'", "sandbox: 'http://127.0.0.1:2'"].filter {
            $0.prefix(4) != store.prefix(4)
        }
        let outcome = Self.check(Self.stage(([store] + hosts).joined(separator: ", ")))
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks.contains { $0.contains(": \(problem)") }, "\(outcome.remarks)")
    }

    @Test("The command line goes first, and is checked like the file")
    func overrides() {
        let stage = Self.stage(Self.local + ", clockTokenFile: 'token'")
        let json = Self.check(
            stage, "--listen [::1]:9 --database postgres://me:pw@x/y --clock-url http://localhost:7"
        ).json
        #expect(json["listen"]?.text == "[::1]:9" && json["database"]?.text == "postgres://x/y")
        #expect(json["store"]?["clockUrl"]?.text == "http://localhost:7")
        #expect(Self.check(stage, "--listen 10.0.0.1:9").remarks.contains { $0.contains("plain_http") })
        for options in [
            "--listen 9", "--listen x:y", "--database mysql://x", "--clock-url x", "--clock-url http://x.y",
        ] {
            let outcome = Self.check(stage, options)
            #expect(outcome.exitCode == .usage && outcome.remarks[0].contains(options.split(separator: " ")[0]))
        }
        #expect(Stage().run("serve").remarks[0].contains("no configuration is known here"))
    }

    @Test("A secret that everybody can read, local tests beside Apple: a word, and it starts")
    func warnings() {
        var stage = Self.stage("", app: "appleId: 1, allowLocalTesting: true, sharedSecret: { file: 'secret' }")
        stage.modes["/here/secret"] = 0o644
        let outcome = Self.check(stage)
        #expect(outcome.exitCode == .success && outcome.remarks.count == 2)
        #expect(outcome.remarks.contains { $0.contains("readable_by_all: apps.a.b.sharedSecret.file") })
        #expect(outcome.remarks.contains { $0.contains("local_testing_with_apple: apps.a.b") })
        stage.modes["/here/secret"] = 0o600
        #expect(Self.check(stage).remarks.count == 1)
    }

    @Test("The example has every key that there is, and is good")
    func example() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "demo/merchant.json5"), encoding: .utf8)
        var stage = Self.stage("")
        stage.files["/here/m.json5"] = Array(text.utf8)
        stage.files["/here/shared-secret"] = Array("s3cret".utf8)
        stage.files["/here/user-token-secret"] = Array(String(repeating: "x", count: 44).utf8)
        let outcome = Self.check(stage)
        #expect(outcome.exitCode == .success && outcome.remarks.isEmpty, "\(outcome.remarks)")
        #expect(outcome.json["apps"]?["com.example.demo"]?["sharedSecret"]?.text == "(secret)")
        for key in MerchantConfiguration.allKeys {
            #expect(text.contains("\(key):"), "the example has no \(key)")
        }
    }
}
