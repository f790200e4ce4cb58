import Foundation
import WindfallCommerce
import WindfallCryptography
import WindfallMerchant
import WindfallSignedData

/// `apps` of a configuration.
extension MerchantConfiguration {
    static let appKeys = [
        "appleId", "sharedSecret", "grants", "sandbox", "transfers", "allowLocalTesting", "userTokens", "content",
    ]
    /// RFC 7518, 3.2: a key of HMAC with SHA-256 is as long as its digest, at least.
    private static let shortestTokenSecret = 32

    /// Each app, and where it stands.
    static func apps(
        _ section: ConfigurationReader.Section?, _ whole: ConfigurationReader.Setting,
        _ reader: inout ConfigurationReader
    ) -> [(app: MerchantApp, setting: ConfigurationReader.Setting)] {
        guard let section else { return [] }
        guard let setting = section["apps"] else {
            reader.add(whole.problem(.missing, "apps has to be there: { \"com.example.app\": { … } }"))
            return []
        }
        guard let named = reader.named(setting) else { return [] }
        if named.isEmpty { reader.add(setting.problem(.missing, "at least one app has to be there")) }
        return named.compactMap { key, setting in
            guard isBundleID(key) else {
                reader.add(
                    setting.problem(
                        .badValue, "\(Printable.quoted(key)) is no bundle identifier: letters, digits, - and ."))
                return nil
            }
            return app(key, setting, &reader).map { ($0, setting) }
        }
    }

    /// What a bundle identifier may have (CFBundleIdentifier).
    private static func isBundleID(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    }

    private static func app(
        _ bundleID: String, _ setting: ConfigurationReader.Setting, _ reader: inout ConfigurationReader
    ) -> MerchantApp? {
        guard let section = reader.section(setting, keys: appKeys) else { return nil }
        var app = MerchantApp(bundleID: bundleID)
        app.appleID = reader.integer(section["appleId"], in: 1...Int64.max)
        app.sharedSecret = reader.secret(section["sharedSecret"])
        app.grants = reader.choice(section["grants"], of: MerchantApp.GrantPolicy.self) ?? app.grants
        app.sandbox = reader.choice(section["sandbox"], of: MerchantApp.SandboxPolicy.self) ?? app.sandbox
        app.transfers = reader.choice(section["transfers"], of: TransferPolicy.self) ?? app.transfers
        app.allowsLocalTesting = reader.flag(section["allowLocalTesting"]) ?? app.allowsLocalTesting
        app.userTokenKeys = (reader.list(section["userTokens"]) ?? []).compactMap { userTokenKey($0, &reader) }
        app.contentFolder = reader.path(section["content"])
        return app
    }

    private enum TokenAlgorithm: String, CaseIterable {
        case hs256 = "HS256"
        case es256 = "ES256"
    }

    private static func userTokenKey(
        _ setting: ConfigurationReader.Setting, _ reader: inout ConfigurationReader
    ) -> UserTokenKey? {
        guard let section = reader.section(setting, keys: ["algorithm", "secret", "publicKey"]) else { return nil }
        guard section["algorithm"] != nil else {
            reader.add(setting.problem(.missing, "algorithm has to be there: HS256 or ES256"))
            return nil
        }
        guard let algorithm = reader.choice(section["algorithm"], of: TokenAlgorithm.self) else { return nil }
        let (needed, other) = algorithm == .hs256 ? ("secret", "publicKey") : ("publicKey", "secret")
        guard let key = section[needed], section[other] == nil else {
            reader.add(setting.problem(.missing, "\(algorithm.rawValue) goes with \(needed), and with it alone"))
            return nil
        }
        switch algorithm {
        case .hs256:
            guard let secret = reader.secret(key) else { return nil }
            guard secret.bytes.count >= shortestTokenSecret else {
                reader.add(key.problem(.weakSecret, "the secret has less than \(shortestTokenSecret) bytes"))
                return nil
            }
            return .hs256(secret)
        case .es256:
            guard let file = reader.section(key, keys: ["file"]) else { return nil }
            guard file["file"] != nil else {
                reader.add(key.problem(.missing, "file has to be there: a public key in PEM"))
                return nil
            }
            guard let bytes = reader.file(file["file"]) else { return nil }
            guard let der = publicKey(pem: bytes) else {
                reader.add(key.problem(.badValue, "the file holds no public key of the curve P-256 in PEM"))
                return nil
            }
            return .es256(publicKey: der)
        }
    }

    /// The first block `PUBLIC KEY` of a PEM text (RFC 7468, 13), if it is a key on P-256.
    private static func publicKey(pem bytes: [UInt8]) -> [UInt8]? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let start = lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----"),
            let end = lines[start...].firstIndex(of: "-----END PUBLIC KEY-----")
        else { return nil }
        let text = Array(lines[(start + 1)..<end].joined().utf8)
        guard let der = try? Base64.decode(text.span), let key = try? PublicKey(subjectPublicKeyInfo: der.span),
            key.kind == .p256
        else { return nil }
        return der
    }
}
