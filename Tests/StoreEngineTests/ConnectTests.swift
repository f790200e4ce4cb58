import Testing
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// Keys, testers and volume purchases in Connect.
@Suite struct ConnectTests {
    private static let keys = "/connect/v1/apps/\(Shop.bundleID)/keys"

    @Test("A key's secret half is shown once; the store keeps the public half, of the same key")
    func keys() async throws {
        let box = try await Box.opened()
        let (status, made) = try await box.control(.post, Self.keys, [:])
        #expect(status == .created)
        let p8 = try #require(made["p8"]?.text)
        #expect(p8.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let listed = try #require(try await box.get(Self.keys)["keys"]?.array)
        #expect(listed.count == 1 && listed[0]["p8"] == nil)
        #expect(listed[0]["keyId"] == made["keyId"] && listed[0]["keyId"]?.text?.utf8.count == 10)
        // A PKCS#8 key of OpenSSL's ends with its public point, as the SubjectPublicKeyInfo does.
        let secretText = Array(p8.split(separator: "\n").dropFirst().dropLast().joined().utf8)
        let knownText = Array(try #require(listed[0]["publicKey"]?.text).utf8)
        let secret = try Base64.decode(secretText.span)
        let known = try Base64.decode(knownText.span)
        #expect(secret.suffix(64) == known.suffix(64))
        let archive = try JournalArchive.bytes(of: box.journal)
        #expect(!archive.contains(subsequence: Array(secret[36..<68])))
    }

    @Test("Keys of one developer have one issuer and names of their own; a revoked one says when")
    func revoked() async throws {
        let box = try await Box.opened()
        let first = try await box.post(Self.keys)
        let second = try await box.post(Self.keys)
        #expect(first["issuerId"] == second["issuerId"] && first["keyId"] != second["keyId"])
        let path = "\(Self.keys)/\(first["keyId"]?.text ?? "")"
        for _ in 0..<2 {
            #expect(try await box.control(.delete, path).0.code == 204)
            _ = try await box.post("/control/v1/clock", ["advance": "P1D"])
        }
        let listed = try #require(try await box.get(Self.keys)["keys"]?.array)
        #expect(listed[0]["revokedDate"]?.int64 == Shop.start.milliseconds)
        #expect(listed[1]["revokedDate"] == nil)
        #expect(try await box.control(.delete, "\(Self.keys)/UNKNOWN").0 == .notFound)
        #expect(try await box.control(.post, "/connect/v1/apps/com.example.unknown/keys", [:]).0 == .notFound)
    }

    @Test("A key of another developer is not there")
    func others() async throws {
        let box = try await Box.opened()
        let key = try await box.post(Self.keys)
        let other = try await box.post("/connect/v1/developers", ["name": "Other"])
        _ = try await box.put("/connect/v1/apps/com.example.other", ["developerId": other["developerId"] ?? .null])
        #expect(try await box.get("/connect/v1/apps/com.example.other/keys")["keys"]?.array == [])
        let path = "/connect/v1/apps/com.example.other/keys/\(key["keyId"]?.text ?? "")"
        #expect(try await box.control(.delete, path).0 == .notFound)
    }

    @Test(
        "Bytes that are no key on P-256 are refused",
        arguments: [[], [0x30, 0], Array(repeating: 1, count: 91)] as [[UInt8]])
    func noKey(bytes: [UInt8]) throws {
        var shop = try Shop()
        #expect(throws: StoreRefusal.self) { try shop.store.handle(.addKey(DeveloperNumber(1), publicKey: bytes)) }
    }

    @Test("F33: a tester is a test account under a name, in a storefront, with the conduct that was asked for")
    func testers() async throws {
        let box = try await Box.opened()
        let path = "/connect/v1/testers/anna@example.com"
        let made = try await box.put(path, ["storefront": "DEU", "interrupted": true])
        #expect(made["storefront"] == "DEU" && made["interrupted"] == true && made["environment"] == "Sandbox")
        let account = try #require(made["accountId"]?.text)
        #expect(try await box.buy(Shop.pro, for: account)["error"] == "interrupted")
        let changed = try await box.put(path, ["interrupted": false])
        #expect(changed["accountId"]?.text == account && changed["storefront"] == "DEU")
        #expect(try await box.buy(Shop.pro, for: account)["state"] == "purchased")
        _ = try await box.put("/connect/v1/testers/bert@example.com", [:])
        let all = try #require(try await box.get("/connect/v1/testers")["testers"]?.array)
        #expect(all.compactMap { $0["name"]?.text } == ["anna@example.com", "bert@example.com"])
        #expect(try await box.get(path) == all.first?.object)
    }

    @Test(
        "F33: what can be no tester is refused, and nobody is added",
        arguments: [
            ("anna", "{}", 400), ("@example.com", "{}", 400), ("a@b@c", "{}", 400), ("a%20b@c", "{}", 400),
            ("a@b", "{\"storefront\":\"XXX\"}", 400), ("a@b", "{\"interrupted\":1}", 400), ("a@b", "[]", 400),
        ])
    func badTesters(name: String, body: String, status: Int) async throws {
        let box = try await Box.opened()
        let before = try await box.get("/control/v1/digest")
        let json = try JSON(reading: body)
        #expect(try await box.control(.put, "/connect/v1/testers/\(name)", json).0.code == status)
        #expect(try await box.get("/control/v1/digest") == before)
        #expect(try await box.control(.get, "/connect/v1/testers/\(name)").0 == .notFound)
    }

    @Test("F28: receipts of a volume purchase expire, for that account and app alone")
    func volumePurchase() async throws {
        let box = try await Box.opened()
        let expires = Shop.start.milliseconds + 86_400_000
        let bought = try await box.account()
        let other = try await box.account()
        let path = "/connect/v1/apps/\(Shop.bundleID)/volume-purchases/\(bought.account)"
        _ = try await box.put(path, ["expiresDate": .integer(expires)])
        func receipt(_ account: String) async throws -> JSON {
            let made = try await box.get(
                "/control/v1/receipts?accountId=\(account)&bundleId=\(Shop.bundleID)&refresh=true")
            return try #require(try await box.verify(made["receipt"]?.text ?? "")["receipt"])
        }
        #expect(try await receipt(bought.account)["expiration_date_ms"]?.text == String(expires))
        #expect(try await receipt(bought.account)["receipt_type"] == "ProductionVPPSandbox")
        #expect(try await receipt(other.account)["expiration_date_ms"] == nil)
        #expect(try await box.control(.delete, path).0.code == 204)
        #expect(try await receipt(bought.account)["expiration_date_ms"] == nil)
        #expect(try await box.control(.put, path, [:]).0 == .badRequest)
        #expect(try await box.control(.put, path + "7", ["expiresDate": 1]).0 == .notFound)
    }

    @Test("Keys, testers and volume purchases are in the journal and in the state's own form")
    func replayed() async throws {
        let box = try await Box.opened()
        let key = try await box.post(Self.keys)
        _ = try await box.post(Self.keys)
        _ = try await box.control(.delete, "\(Self.keys)/\(key["keyId"]?.text ?? "")")
        let tester = try await box.put("/connect/v1/testers/a@b", [:])
        let account = tester["accountId"]?.text ?? ""
        _ = try await box.put(
            "/connect/v1/apps/\(Shop.bundleID)/volume-purchases/\(account)", ["expiresDate": 1_800_000_000_000])
        let digest = try await box.get("/control/v1/digest")["sha256"]?.text
        let again = try StoreService(
            journal: box.journal, timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
        #expect(try await again.read { $0.digest } == digest)
        let bytes = try await again.read { $0.bytes() }
        #expect(StoreState(bytes)?.digest == digest)
        for length in 0..<bytes.count { #expect(StoreState(Array(bytes.prefix(length))) == nil) }
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: subsequence) }
    }
}
