import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStorageTesting
import WindfallTimeline

/// What people try who have not paid, on the whole arrangement of app, store and server.
@Suite struct ThreatTests {
    /// A server on which Anna has bought `pro` and coins, and what others got hold of.
    private struct Scene {
        let world: MerchantWorld
        let anna: WorldShop.Buyer
        let receipt: String
        let transactionReceipt: String
        let transaction: String
        let before: MerchantWorld.Rows

        init(_ engine: TestEngine) async throws {
            world = try await MerchantWorld(engine, app: { $0.sandbox = .refuse })
            anna = try await world.shop.buyer()
            let bought = try await world.shop.buy(WorldShop.pro, by: anna)
            transactionReceipt = try #require(bought["transactionReceipt"]?.text)
            transaction = try #require(bought["signedTransactionInfo"]?.text)
            _ = try await world.shop.buy(WorldShop.coins, by: anna)
            receipt = try await world.shop.receipt(of: anna)
            #expect(try await world.send(receipt, user: "anna").told == "202 pending")
            try await world.workUntilQuiet()
            before = try await world.rows()
        }

        /// Nothing was stored but entries, nobody has anything, and Anna has hers.
        func expectNothing(of users: [String], entries: Int, _ name: String) async throws {
            var expected = before
            expected.entries += entries
            #expect(try await world.rows() == expected, "\(name)")
            for user in users { #expect(try await world.has(user) == [], "\(name)") }
            #expect(try await world.has("anna") == ["coins 100", "pro"], "\(name)")
        }
    }

    private static func base64(_ text: String) throws -> [UInt8] {
        let bytes = Array(text.utf8)
        return try Base64.decode(bytes.span, .standard)
    }

    private static func base64url(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return Base64.encode(bytes.span, .url, padded: false)
    }

    /// A signed transaction under another header.
    private static func transaction(_ jws: String, under header: String, signature: String? = nil) -> String {
        let parts = jws.split(separator: ".").map(String.init)
        return "\(base64url(header)).\(parts[1]).\(signature ?? parts[2])"
    }

    /// A signed transaction that tells something else under the old signature.
    private static func transaction(_ jws: String, replacing old: String, by new: String) throws -> String {
        let parts = jws.split(separator: ".").map(String.init)
        let part = Array(parts[1].utf8)
        let payload = String(decoding: try Base64.decode(part.span, .url, padding: .refused), as: UTF8.self)
        try #require(payload.contains(old))
        return "\(parts[0]).\(base64url(payload.replacing(old, with: new))).\(parts[2])"
    }

    /// What is sent as a receipt, by users who have bought nothing.
    private static func receipts(_ scene: Scene) async throws -> [(name: String, told: String, text: String)] {
        let world = scene.world
        let player = try await world.shop.buyer(app: MerchantWorld.game)
        let game = try await world.shop.buy(WorldShop.pro, by: player)
        let tester = try await world.shop.buyer(sandbox: true)
        let tested = try await world.shop.buy(WorldShop.pro, by: tester)
        let stranger = try TestAuthority(randomness: SeededRandomness(seed: 99))
        let claims: JSON = [
            "transactionId": "7", "originalTransactionId": "7", "bundleId": .string(MerchantWorld.notes),
            "productId": .string(WorldShop.pro), "purchaseDate": .integer(MerchantWorld.start.milliseconds),
            "signedDate": .integer(MerchantWorld.start.milliseconds), "type": "Non-Consumable",
            "environment": "Production", "quantity": 1,
        ]
        let payload = try #require(claims.object)
        var localPayload = payload
        localPayload["environment"] = "Xcode"
        var receipt = AppReceipt(bundleID: MerchantWorld.notes)
        receipt.receiptType = "Production"
        receipt.creationDate = MerchantWorld.start
        receipt.applicationVersion = "1"
        let strange = try stranger.sign(receipt, form: .appStore)
        receipt.receiptType = "Xcode"
        let local = try WorldShop.authority.sign(receipt, form: .xcode)
        func text(_ bought: JSONObject, _ key: String) throws -> String { try #require(bought[key]?.text) }
        return [
            ("not base64", "400 not_base64", "%%% no receipt %%%"),
            ("too large", "413 too_large", String(repeating: "A", count: 4 * 1024 * 1024 + 1)),
            ("another app's receipt", "422 other_app", try text(game, "receipt")),
            ("another app's transaction", "422 other_app", try text(game, "signedTransactionInfo")),
            ("another app's transaction receipt", "422 other_app", try text(game, "transactionReceipt")),
            ("a receipt of another root", "422 untrusted_root", Base64.encode(strange.span)),
            ("a transaction of another root", "422 untrusted_root", try stranger.sign(payload)),
            ("a sandbox receipt", "422 sandbox_not_allowed", try text(tested, "receipt")),
            ("a sandbox transaction", "422 sandbox_not_allowed", try text(tested, "signedTransactionInfo")),
            ("Xcode's receipt", "422 local_testing", Base64.encode(local.span)),
            ("Xcode's transaction", "422 local_testing", try WorldShop.authority.sign(localPayload, isLocal: true)),
            ("Anna's receipt", "409 belongs_to_other_user", scene.receipt),
            ("Anna's transaction", "409 belongs_to_other_user", scene.transaction),
            (
                "Anna's transaction, as another one", "422 signature_mismatch",
                try transaction(scene.transaction, replacing: "\"transactionId\":\"", by: "\"transactionId\":\"9")
            ),
            (
                "Anna's transaction, of the dearer product", "422 signature_mismatch",
                try transaction(scene.transaction, replacing: WorldShop.pro, by: WorldShop.yearly)
            ),
            (
                "a transaction without a signature", "422 algorithm_not_allowed",
                transaction(scene.transaction, under: #"{"alg":"none"}"#, signature: "")
            ),
            (
                "a transaction signed with a shared key", "422 algorithm_not_allowed",
                transaction(scene.transaction, under: #"{"alg":"HS256","x5c":[]}"#)
            ),
            (
                "a transaction without certificates", "422 chain_length",
                transaction(scene.transaction, under: #"{"alg":"ES256","x5c":[]}"#)
            ),
        ]
    }

    @Test(
        "F41: forged, foreign and stolen receipts have a stable code, leave an entry and give nothing",
        arguments: TestEngine.present)
    func badReceipts(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        let receipts = try await Self.receipts(scene)
        for (number, bad) in receipts.enumerated() {
            let answer = try await scene.world.send(bad.text, user: "mallory\(number)")
            #expect(answer.told == bad.told, "\(bad.name)")
            let error = answer.json["error"]?.object
            #expect(answer.json.object?.count == 1 && error?["message"]?.text?.isEmpty == false, "\(bad.name)")
            let users = ["mallory\(number)"]
            try await scene.expectNothing(of: users, entries: number + 1, bad.name)
            #expect(try await scene.world.trail(of: users[0]) == ["receipt.refused"], "\(bad.name)")
        }
        // The store was asked about nothing of it.
        #expect(scene.world.door.questions.count == 1)
        try await scene.world.checkTrail()
    }

    @Test("F41: one bit is turned, anywhere: nobody gets anything", arguments: TestEngine.present)
    func alteredBits(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        let receipt = try Self.base64(scene.receipt)
        let jws = Array(scene.transaction.utf8)
        var texts: [String] = []
        for place in stride(from: 0, to: receipt.count, by: receipt.count / 48) {
            var altered = receipt
            altered[place] ^= 1 << UInt8(place % 8)
            texts.append(Base64.encode(altered.span))
        }
        for place in stride(from: 0, to: jws.count, by: jws.count / 48) where jws[place] != UInt8(ascii: ".") {
            var altered = jws
            altered[place] = altered[place] == UInt8(ascii: "A") ? UInt8(ascii: "Q") : UInt8(ascii: "A")
            texts.append(String(decoding: altered, as: UTF8.self))
        }
        var unharmed = 0
        for (number, text) in texts.enumerated() {
            let answer = try await scene.world.send(text, user: "mallory\(number)")
            // What nobody signs and nobody reads may be altered: it is still Anna's receipt.
            if answer.told == "409 belongs_to_other_user" { unharmed += 1 }
            #expect([400, 409, 422].contains(answer.status), "\(number): \(answer.told)")
        }
        #expect(unharmed < texts.count / 4, "\(unharmed) of \(texts.count)")
        try await scene.expectNothing(of: ["mallory0", "mallory50"], entries: texts.count, "altered bits")
    }

    @Test(
        "F41: a transaction receipt says nothing by itself: stolen or altered, the store's answer gives nothing",
        arguments: TestEngine.present)
    func oldStyle(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        let world = scene.world
        let tester = try await world.shop.buyer(sandbox: true)
        let tested = try await world.shop.buy(WorldShop.pro, by: tester)
        let sandbox = try #require(tested["transactionReceipt"]?.text)
        let claimed = String(decoding: try Self.base64(sandbox), as: UTF8.self)
            .replacing("\"Sandbox\"", with: "\"Production\"")
        let claimedBytes = Array(claimed.utf8)
        for (name, text, reason) in [
            ("stolen", scene.transactionReceipt, "belongs_to_other_user"),
            ("of the sandbox", sandbox, "sandbox_not_allowed"),
            ("of the sandbox, which says production", Base64.encode(claimedBytes.span), "sandbox_not_allowed"),
        ] {
            let sent = try await world.send(text, user: "mallory")
            #expect(sent.told == "202 pending", "\(name)")
            #expect(try await world.has("mallory") == [], "\(name)")
            try await world.workUntilQuiet()
            let answer = try await world.verification(sent.id)
            #expect(answer.verdict == "refused" && answer.reason == reason, "\(name): \(answer.json)")
            #expect(try await world.has("mallory") == [], "\(name)")
        }
        #expect(try await world.has("anna") == ["coins 100", "pro"])
    }

    @Test(
        "F41: a stolen client key speaks for nobody, and a stolen shared secret opens nothing",
        arguments: TestEngine.present)
    func stolenSecrets(engine: TestEngine) async throws {
        let scene = try await Scene(engine)
        let world = scene.world
        let shared = try #require(world.shop.secrets[MerchantWorld.notes])
        let now = world.time.now.seconds
        let client = world.key(.client)
        let token = WorldTokens.token("anna", expires: now + 3_600)
        let cases: [(name: String, told: String, key: String, token: String?)] = [
            ("a client key alone", "401 user_token_missing", client, nil),
            ("Mallory's own token", "403 forbidden", client, WorldTokens.token("mallory", expires: now + 3_600)),
            ("an expired token", "401 user_token_expired", client, WorldTokens.token("anna", expires: now - 61)),
            ("a token for ever", "401 user_token_lifetime", client, WorldTokens.token("anna", expires: now + 90_000)),
            (
                "another app's token", "401 user_token_audience", client,
                WorldTokens.token("anna", app: MerchantWorld.game, expires: now + 3_600)
            ),
            (
                "a token signed with the shared secret", "401 user_token_signature", client,
                WorldTokens.token("anna", expires: now + 3_600, secret: Secret(shared))
            ),
            ("the shared secret as a key", "401 unauthorized", shared, token),
            ("the token as a key", "401 unauthorized", token, token),
            ("another app's key", "403 forbidden", world.key(.client, app: MerchantWorld.game), token),
        ]
        let user = "/v1/apps/\(MerchantWorld.notes)/users/anna"
        let requests: [(HTTPMethod, String, JSON?)] = [
            (.get, user, nil), (.post, user + "/receipts", ["receipt": .string(scene.receipt)]),
            (.post, user + "/consumptions", ["credit": "coins", "amount": 1]), (.post, user + "/restore", [:]),
        ]
        for bad in cases {
            let headers = [("Idempotency-Key", "a")] + (bad.token.map { [("User-Token", $0)] } ?? [])
            for (method, path, body) in requests {
                let answer = try await world.ask(method, path, body, key: bad.key, headers: headers)
                #expect(answer.told == bad.told, "\(bad.name): \(method.name) \(path)")
            }
            try await scene.expectNothing(of: [], entries: 0, bad.name)
        }
    }

    @Test("F41: data made to cost time is refused at the limits, and the next receipt is taken")
    func bombs() async throws {
        let scene = try await Scene(.sqlite)
        // As long as a receipt may be. A million entries do not fit: these are as many as do, as short as can be.
        let count = 4 * 1024 * 1024 / 8 - 8
        let length = 6 * count
        let head = [0x30, 0x84] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        let deep = String(repeating: "MIAwgDCA", count: count)
        let entries = Base64.encode(head.span) + String(repeating: "MAAwADAA", count: count)
        let certificates = Self.base64url(
            "{\"alg\":\"ES256\",\"x5c\":[" + String(repeating: "\"A\",", count: count) + "\"A\"]}")
        let list = Array(("{" + String(repeating: "\"a\"=\"b\";", count: count / 2) + "}").utf8)
        for (name, text) in [
            ("deep DER", deep), ("many entries", entries),
            ("a JWS of many certificates", "\(certificates).e30.AAAA"),
            ("a property list of many entries", Base64.encode(list.span)),
        ] {
            let answer = try await scene.world.send(text, user: "mallory")
            #expect([400, 413, 422].contains(answer.status), "\(name): \(answer.told)")
            #expect(answer.code != nil, "\(name)")
        }
        #expect(try await scene.world.rows().submissions == scene.before.submissions)
        #expect(try await scene.world.has("mallory") == [])
        _ = try await scene.world.shop.buy(WorldShop.coins, by: scene.anna)
        let next = try await scene.world.send(try await scene.world.shop.receipt(of: scene.anna), user: "anna")
        #expect(next.told == "202 pending")
    }
}
