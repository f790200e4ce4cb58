import Foundation
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallStorageTesting

/// A person with a long history is erased: what goes, and what stays.
@Suite struct ErasingTests {
    private static let token = "7d3c1f52-9a40-4b6e-8f11-2c5a9e0b4d77"
    private static let anonymous = "anon:Zq3vT8kLm1XyWc5RbN2uEd"
    private static let key = "anna-spends-once"

    /// A person, and all that tells who it is.
    private struct Person {
        var buyer: WorldShop.Buyer
        /// The app receipt in base64, with all purchases.
        var receipt: String
        /// What must be nowhere afterwards, by what it is.
        var traces: [String: [UInt8]] = [:]
    }

    /// Buys everything, as somebody unknown first; spends, restores, renews and is refused.
    ///
    /// - Parameter user: the known name, which is a person's, or a UUID that purchases carry.
    private func live(as user: String, in world: MerchantWorld) async throws -> Person {
        let buyer = try await world.shop.buyer()
        var signed: [String] = []
        for product in [WorldShop.coins, WorldShop.pro, WorldShop.monthly] {
            let bought = try await world.shop.post(
                "/purchases",
                [
                    "accountId": .string(buyer.account), "deviceId": .string(buyer.device),
                    "bundleId": .string(buyer.app), "productId": .string(product),
                    "appAccountToken": .string(Self.token),
                ])
            signed.append(try #require(bought["signedTransactionInfo"]?.text))
            signed.append(try #require(bought["transactionReceipt"]?.text))
        }
        let receipt = try await world.shop.receipt(of: buyer)
        let users = "/v1/apps/\(MerchantWorld.notes)/users"
        #expect(try await world.send(receipt, user: Self.anonymous).status == 202)
        try await world.workUntilQuiet(limit: .seconds(60))
        let identified = try await world.ask(
            .post, "\(users)/\(Self.anonymous)/identify", ["userId": .string(user)])
        #expect(identified.status == 200)
        if user != Self.token {
            let registered = try await world.ask(
                .put, "\(users)/\(user)/token", ["appAccountToken": .string(Self.token)])
            #expect(registered.status == 200)
        }
        for one in signed { #expect([200, 202].contains(try await world.send(one, user: user).status)) }
        try await world.workUntilQuiet(limit: .seconds(60))
        let spent = try await world.ask(
            .post, "\(users)/\(user)/consumptions", ["credit": "coins", "amount": 10],
            headers: [("Idempotency-Key", Self.key)])
        #expect(spent.status == 200)
        #expect(try await world.send(String(receipt.dropLast(40)), user: user).status >= 400)
        try await world.advance(by: .seconds(40 * 24 * 3_600))
        #expect(try await world.ask(.post, "\(users)/\(user)/restore", [:]).status == 200)
        try await world.workUntilQuiet(limit: .seconds(3_600))
        #expect(try await world.has(user) == ["coins 90", "premium", "pro"])

        var person = Person(buyer: buyer, receipt: receipt)
        let characters = Array(receipt.utf8)
        let der = try Base64.decode(characters.span)
        for (name, text) in [
            ("user", user), ("anonymous user", Self.anonymous), ("token", Self.token), ("spending key", Self.key),
            ("signed transaction", String(signed[0].suffix(60))), ("receipt in base64", String(receipt.suffix(60))),
        ] {
            person.traces[name] = Array(text.utf8)
        }
        person.traces["receipt"] = Array(der[(der.count / 2)..<(der.count / 2 + 40)])
        return person
    }

    private func erase(_ user: String, in world: MerchantWorld) async throws {
        let path = "/v1/apps/\(MerchantWorld.notes)/users/\(user)"
        #expect(try await world.ask(.delete, path).status == 204)
    }

    /// The rows of sales.
    private func sales(in world: MerchantWorld) async throws -> [[StorageValue]] {
        try await world.database.read { scope throws(StorageError) in
            try scope.rows(
                """
                SELECT DISTINCT environment, original, identifier FROM fact ORDER BY environment, original, identifier
                """
            ).map(\.values)
        }
    }

    /// Names of people: any text, and a UUID that is the purchases' token too.
    static let names = ["anna.of.the.long.name", token]

    @Test("Erased, a person leaves nothing in any table, and sales stay", arguments: TestEngine.present, names)
    func nothingIsLeft(engine: TestEngine, user: String) async throws {
        let world = try await MerchantWorld(engine)
        let person = try await live(as: user, in: world)
        let before = try await DatabaseDump(of: world.database)
        for (name, trace) in person.traces where !["receipt in base64"].contains(name) {
            #expect(!before.tables(holding: trace).isEmpty, "\(name) is not there before either")
        }
        let sold = try await sales(in: world)
        #expect(sold.count > 3)

        try await erase(user, in: world)
        let after = try await DatabaseDump(of: world.database)
        for (name, trace) in person.traces {
            #expect(after.tables(holding: trace) == [], "\(name)")
        }
        #expect(try await sales(in: world) == sold)
        let report = try await world.merchant.rebuild(mending: false)
        #expect(report.isSame, "\(report.differences.map(\.text))")
        // What was under way comes to nothing.
        try await world.workUntilQuiet(limit: .seconds(3_600))
        #expect(try await DatabaseDump(of: world.database).tables(holding: Array(Self.token.utf8)) == [])
        for line in world.log.lines { #expect(!line.contains(user)) }
    }

    @Test("Erased, a person's bytes are in no page of an SQLite file either", arguments: names)
    func pages(user: String) async throws {
        let world = try await MerchantWorld(.sqlite)
        let person = try await live(as: user, in: world)
        try await erase(user, in: world)
        guard case .sqlite(let path) = world.place.location else { return }
        // The log of what was written last goes into the file, as it does when the server stops.
        let program = """
            import sqlite3, sys
            print(*sqlite3.connect(sys.argv[1]).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())
            file = open(sys.argv[1], "rb").read()
            print(len(file) > 100000, [trace for trace in sys.argv[2:] if bytes.fromhex(trace) in file])
            """
        let traces = person.traces.values.map { Hexadecimal.encode($0) }
        #expect(try OtherVerifier.python(["-c", program, path] + traces) == "0 0 0\nTrue []")
    }

    @Test("F11: an erased person's chain verifies, here and by another's program", arguments: TestEngine.present)
    func chain(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        _ = try await live(as: "anna", in: world)
        let checkpoint = try #require(try await world.merchant.checkpointAuditTrail())
        let before = try await world.merchant.verifyAuditTrail()
        #expect(before.fault == nil && before.erased == 0 && before.entries > 15)
        if engine == .sqlite { #expect(try OtherVerifier.told(of: world.place) == OtherVerifier.words(of: before)) }

        try await erase("anna", in: world)
        let after = try await world.merchant.verifyAuditTrail(containing: checkpoint.hash)
        #expect(after.fault == nil && after.erased > 10 && after.entries == before.entries + 1)
        if engine == .sqlite {
            let told = try OtherVerifier.told(of: world.place, checkpoint.hash)
            #expect(told == OtherVerifier.words(of: after))
        }
        #expect(try await world.trail(of: "anna") == [])
    }

    @Test("Who is erased twice, or was never there, is erased without a trace", arguments: TestEngine.present)
    func twice(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        _ = try await live(as: "anna", in: world)
        try await erase("anna", in: world)
        let once = try await DatabaseDump(of: world.database)
        for user in ["anna", Self.anonymous, "nobody"] { try await erase(user, in: world) }
        #expect(try await DatabaseDump(of: world.database).tables == once.tables)
    }

    @Test("Who became known is gone as the anonymous one when that one is erased", arguments: TestEngine.present)
    func anonymousAlone(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        _ = try await live(as: "anna", in: world)
        try await erase(Self.anonymous, in: world)
        let dump = try await DatabaseDump(of: world.database)
        #expect(dump.tables(holding: Array(Self.anonymous.utf8)) == [])
        let has = try await world.has("anna")
        #expect(has == ["coins 90", "premium", "pro"])
        #expect(try await world.merchant.rebuild(mending: false).isSame)
    }

    @Test(
        "O22: an erased person's receipt is a new user's who sends it, without what was credited",
        arguments: TestEngine.present)
    func sentAgain(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let person = try await live(as: "anna", in: world)
        #expect(try await world.send(person.receipt, user: "ben").told == "409 belongs_to_other_user")
        try await erase("anna", in: world)
        #expect(try await world.send(person.receipt, user: "carla").told == "202 pending")
        #expect(try await world.send(person.receipt, user: "anna").told == "409 belongs_to_other_user")
        try await world.workUntilQuiet(limit: .seconds(3_600))
        #expect(try await world.has("carla") == ["premium", "pro"])
        // She who comes back is somebody else.
        #expect(try await world.has("anna") == [])
        #expect(try await world.merchant.verifyAuditTrail().fault == nil)
        #expect(try await world.merchant.rebuild(mending: false).isSame)
    }

    @Test("What another user has shown stays as it was shown", arguments: TestEngine.present)
    func shownByOthers(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.transfers = .share })
        let person = try await live(as: "anna", in: world)
        #expect([200, 202].contains(try await world.send(person.receipt, user: "ben").status))
        try await world.workUntilQuiet(limit: .seconds(3_600))
        #expect(try await world.has("ben") == ["premium", "pro"])
        try await erase("anna", in: world)
        #expect(try await world.has("ben") == ["premium", "pro"])
        let dump = try await DatabaseDump(of: world.database)
        #expect(dump.tables(holding: Array("anna".utf8)) == [])
        #expect(dump.tables(holding: Array(Self.token.utf8)) == ["answer", "fact"])
        #expect(try await world.merchant.rebuild(mending: false).isSame)
    }

    @Test("docs/audit.md names every kind of entry that a life leaves, and all that it says", arguments: [true, false])
    func documented(isShared: Bool) async throws {
        let world = try await MerchantWorld(.sqlite, app: { $0.transfers = isShared ? .share : .refuse })
        let person = try await live(as: "anna", in: world)
        _ = try await world.send(person.receipt, user: "ben")
        try await erase("ben", in: world)
        let document = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/audit.md"),
            encoding: .utf8)
        let lines = document.split(separator: "\n")
        let entries = try await world.database.read { scope throws(StorageError) in
            try scope.rows(
                """
                SELECT e.kind, c.body FROM audit_entry e
                JOIN audit_content c ON c.chain = e.chain AND c.sequence = e.sequence
                """)
        }
        #expect(Set(try entries.map { try $0.text(0) }).count > 8)
        for entry in entries {
            let (kind, body) = (try entry.text(0), Array(try entry.text(1).utf8))
            let line = try #require(lines.first { $0.hasPrefix("| `\(kind)` |") }, "\(kind)")
            for name in try JSON(reading: body.span).object?.keys.filter({ $0 != "salt" }) ?? [] {
                #expect(line.contains("`\(name)`"), "\(kind): \(name)")
            }
        }
    }
}
