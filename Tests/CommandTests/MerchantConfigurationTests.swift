import Foundation
import Testing
import WindfallCommandLine
import WindfallJSON
import WindfallMerchant
import WindfallSignedData

/// What the configuration of the merchant server takes, and above all what it refuses.
@Suite struct MerchantConfigurationTests {
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEG9GVihNV105xPjgNUroRfrZHK3Ly
        rQkiTP7hSV+WVtz8MvYRDbt5uPAU9hgKiLJ98TznrMpttbCuQ0pzP0vn/Q==
        -----END PUBLIC KEY-----
        """

    /// A stage with the files and variables that the texts below name.
    private static func stage(_ text: String) -> Stage {
        var stage = Stage()
        stage.folder = "/here"
        stage.files["/here/m.json5"] = Array(text.utf8)
        stage.files["/here/secret"] = Array("  0123456789abcdef0123456789abcdef\n".utf8)
        stage.files["/here/short"] = Array("too short".utf8)
        stage.files["/here/empty"] = Array("\n".utf8)
        stage.files["/here/key.pem"] = Array(publicKey.utf8)
        stage.files["/here/token"] = Array("token\n".utf8)
        stage.files["/here/roots.pem"] = Array(Authority.shared.roots.utf8)
        stage.variables["DATABASE"] = "postgres://me:hunter2@db.example:5433/shop?sslmode=require"
        return stage
    }

    /// A whole configuration around one app, and what else is said.
    private static func text(app: String = "appleId: 1", _ rest: String = "", database: String = "sqlite:m") -> String {
        "{\n  database: '\(database)',\n  apps: { 'a.b': { \(app) } },\n  \(rest)\n}"
    }

    private static func check(_ text: String, _ options: String = "") -> Outcome {
        stage(text).run("serve --config m.json5 --check \(options)")
    }

    @Test("What is not said has its usual value: Apple's hosts, the loopback address, the cautious policies")
    func usual() throws {
        let outcome = Self.check(Self.text())
        #expect(outcome.exitCode == .success && outcome.remarks.isEmpty)
        let json = outcome.json
        #expect(json["listen"]?.text == "127.0.0.1:8080" && json["database"]?.text == "sqlite:/here/m")
        #expect(json["store"]?["production"]?.text == "https://buy.itunes.apple.com")
        #expect(json["store"]?["sandbox"]?.text == "https://sandbox.itunes.apple.com")
        #expect(json["store"]?["clockUrl"] == nil && json["metrics"]?.text == "operator")
        let app = json["apps"]?["a.b"]
        #expect(app?["grants"]?.text == "local" && app?["sandbox"]?.text == "record")
        #expect(app?["transfers"]?.text == "refuse" && app?["allowLocalTesting"]?.isTrue == false)
        #expect(Self.stage(Self.text()).run("serve --config m.json5").merchant?.file == "/here/m.json5")
    }

    @Test("F41: secrets come from files and variables, are trimmed, and are never shown")
    func secrets() throws {
        let text = Self.text(
            app: "appleId: 1, sharedSecret: { env: 'DATABASE' }, userTokens: [{ algorithm: 'HS256', "
                + "secret: { file: 'secret' } }, { algorithm: 'ES256', publicKey: { file: 'key.pem' } }]"
        ).replacing("'sqlite:m'", with: "{ env: 'DATABASE' }")
        let outcome = Self.check(text)
        #expect(outcome.exitCode == .success, "\(outcome.remarks)")
        #expect(outcome.json["database"]?.text == "postgres://db.example:5433/shop")
        #expect(!outcome.text.contains("hunter2") && !outcome.text.contains("0123456789abcdef"))
        #expect(outcome.text.contains("(secret)"))
        let configuration = try MerchantConfiguration.read(
            Array(text.utf8), folder: "/here", in: Self.stage(text).surroundings)
        guard case .hs256(let secret) = configuration.settings.apps["a.b"]?.userTokenKeys.first else {
            Issue.record("no key")
            return
        }
        #expect(secret.text == "0123456789abcdef0123456789abcdef")
        #expect(!String(reflecting: configuration).contains("0123456789abcdef"))
    }

    @Test(
        "What does not hold is refused with its code and its place",
        arguments: [
            ("{", "1:2: truncated: the text ends where a key is missing"), ("[]", "1:1: wrong_kind: an object"),
            ("{}", "1:1: missing: apps"),
            (text("appps: {}"), "4:3: unknown_key: there is no key 'appps'; did you mean apps?"),
            (text("apps: {}"), "4:3: duplicate_key"),
            (text("limits: { receiptByte: 1 }"), "4:13: unknown_key: limits: there is no key 'receiptByte'; did you"),
            (text("limits: { receiptBytes: 1 }"), "4:27: bad_value: limits.receiptBytes: a whole number from 1024"),
            (text("limits: { questionSeconds: 1.5 }"), "4:30: bad_value"),
            (text("limits: { questionSeconds: '9' }"), "4:30: wrong_kind: limits.questionSeconds: a number"),
            (text("limits: { retryFirstSeconds: 60, retryLimitSeconds: 30 }"), "4:11: bad_value: limits"),
            (text("limits: 5"), "4:11: wrong_kind"), (text("log: 'x'"), "4:8: wrong_kind: log: an object"),
            (text("log: { path: 'x' }"), "4:10: unknown_key"),
            (text("metrics: 'none'"), "4:12: bad_value: metrics: 'none'"),
            (text("listen: '0.0.0.0:80'"), "4:11: plain_http: listen"), (text("listen: '*:80'"), "4:11: plain_http"),
            (text("listen: '[::]:80'"), "4:11: plain_http"), (text("listen: '127.0.0.1'"), "4:11: bad_value"),
            (text("listen: '127.0.0.1:99999'"), "4:11: bad_value"),
            (text("listen: 'example.com:80'"), "4:11: bad_value"),
            (text("allowPlainHTTP: 1"), "4:19: wrong_kind"), (text("listen: ''"), "4:11: bad_value"),
            (text(database: "mysql://x"), "2:13: bad_value: database"),
            (text(database: "postgres://me:pw@x/y"), "2:13: literal_secret: database"),
            (text(database: "postgres://x/y?password=pw"), "2:13: literal_secret: database"),
            ("{apps: {'a.b': {appleId: 1}}}", "1:1: missing: database"),
            ("{database: {env: 'NONE'}, apps: {'a.b': {appleId: 1}}}", "1:18: missing_variable: database.env"),
            ("{database: {}, apps: {'a.b': {appleId: 1}}}", "1:12: missing: database: env"),
            ("{database: 'm', apps: {}}", "1:23: missing: apps"),
            ("{database: 'm', apps: []}", "1:23: wrong_kind: apps"),
            ("{database: 'm', apps: {'a b': {}}}", "1:31: bad_value: apps.a b"),
        ])
    func problems(text: String, line: String) {
        let outcome = Self.check(text)
        #expect(outcome.exitCode == .usage && outcome.output.isEmpty && outcome.merchant == nil)
        #expect(outcome.remarks.contains { $0.hasPrefix("/here/m.json5:\(line)") }, "\(outcome.remarks)")
    }

    @Test(
        "What an app has and should not is refused with its code",
        arguments: [
            ("sharedSecret: 'abc'", "literal_secret"), ("sharedSecret: { file: 'none' }", "unreadable_file"),
            ("sharedSecret: { file: 'empty' }", "bad_value"), ("sharedSecret: { env: 'NONE' }", "missing_variable"),
            ("sharedSecret: {}", "missing"), ("sharedSecret: { file: 'secret', env: 'DATABASE' }", "missing"),
            ("sharedSecret: { text: 'x' }", "unknown_key"), ("sharedSecret: 5", "wrong_kind"),
            ("grants: 'Local'", "bad_value"), ("sandbox: true", "wrong_kind"), ("transfers: 'move'", "bad_value"),
            ("allowLocalTesting: 'no'", "wrong_kind"), ("appleID: 5", "unknown_key"), ("appleId: '5'", "wrong_kind"),
            ("appleId: 0", "bad_value"), ("content: 5", "wrong_kind"), ("userTokens: {}", "wrong_kind"),
            ("userTokens: [{ secret: { file: 'secret' } }]", "missing"),
            ("userTokens: [{ algorithm: 'none' }]", "bad_value"), ("userTokens: [{ algorithm: 'HS256' }]", "missing"),
            ("userTokens: [{ algorithm: 'HS256', secret: { file: 'short' } }]", "weak_secret"),
            ("userTokens: [{ algorithm: 'ES256', secret: { file: 'secret' } }]", "missing"),
            ("userTokens: [{ algorithm: 'ES256', publicKey: { file: 'roots.pem' } }]", "bad_value"),
            ("userTokens: [{ algorithm: 'ES256', publicKey: {} }]", "missing"),
        ])
    func appProblems(app: String, code: String) {
        let outcome = Self.check(Self.text(app: app.contains("appleI") ? app : "appleId: 1, \(app)"))
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks.contains { $0.contains(": \(code): apps.a.b") }, "\(outcome.remarks)")
        #expect(!outcome.remarks.joined().contains("abc"), "a secret is shown")
    }
}
