import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

/// What happens when the store is well again, and what is no trouble of the store's.
@Suite struct RecoveryStories {
    private static let hour = Duration.seconds(3_600)

    /// Somebody buys and sends the receipt.
    private func send(_ user: String, in world: MerchantWorld, sandbox: Bool = false) async throws -> String {
        let buyer = try await world.shop.buyer(sandbox: sandbox)
        _ = try await world.shop.buy(WorldShop.pro, by: buyer)
        return try await world.send(try await world.shop.receipt(of: buyer), user: user).id
    }

    /// Works for some seconds, as a server does by itself.
    private func live(_ seconds: Int, in world: MerchantWorld) async throws {
        for _ in 0..<seconds {
            try await world.work()
            await world.merchant.callBackOnce()
            try await world.advance(by: .seconds(1))
        }
    }

    @Test(
        "F18: after hours of outage all who waited have their verdict a minute after the first good answer",
        arguments: TestEngine.present, [false, true])
    func calledBack(engine: TestEngine, restarts: Bool) async throws {
        let world = try await MerchantWorld(engine)
        world.door.always(.http(503))
        var ids: [String] = []
        for number in 0..<8 { ids.append(try await send("user\(number)", in: world)) }
        try await world.workUntilQuiet(limit: Self.hour * 5)
        // Whoever met the outage may be gone by now.
        if restarts { world.restart() }
        world.door.always(nil)
        world.door.forgetQuestions()
        try await live(1, in: world)
        #expect(world.door.questions.isEmpty)
        let first = try await send("late", in: world)
        try await live(60, in: world)
        for id in ids + [first] { #expect(try await world.verification(id).verdict == "valid") }
        #expect(!world.log.lines(of: "store.back").isEmpty)
    }

    @Test(
        "O25: a receipt that the store can't decide on waits longer and longer, whatever it says of others",
        arguments: TestEngine.present)
    func ownTrouble(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine)
        let odd = try await send("odd", in: world)
        world.door.once(.status(21104, ["is-retryable": true]))
        try await world.work()
        for number in 0..<40 {
            // The odd one's next question comes at some time; all others are answered well.
            let other = try await send("user\(number)", in: world)
            try await world.work()
            await world.merchant.callBackOnce()
            if try await world.verification(odd).verdict == "valid" { break }
            #expect(try await world.verification(other).verdict == "valid")
            world.door.forgetQuestions()
            let next = try #require(try await world.verification(odd).json["nextAttemptDate"]?.int64)
            world.door.once(.status(21104, ["is-retryable": true]))
            try await world.advance(to: Instant(milliseconds: next))
            try await world.work()
            if try await world.verification(odd).json["attempts"]?.int64 ?? 0 >= 8 { break }
        }
        let history = try await world.verification(odd).json["history"]?.array ?? []
        let dates = history.compactMap { $0["date"]?.int64 }
        let pauses = zip(dates.dropFirst(), dates).map { $0 - $1 }
        #expect(pauses.count >= 6)
        // With the chance in it a pause is at least half of twice the one before.
        #expect(pauses.last ?? 0 > (pauses.first ?? 0) * 4)
        #expect(try await world.number("windfall_store_open{host=\"\(StoreDoor.production.description)\"}") == 1)
        try await world.workUntilQuiet()
        #expect(try await world.verification(odd).verdict == "valid")
    }

    @Test("F18, F19: an outage of the sandbox is none of production's", arguments: TestEngine.present)
    func otherHost(engine: TestEngine) async throws {
        let world = try await MerchantWorld(engine, app: { $0.sandbox = .grant })
        world.door.always(.refused, at: .sandbox)
        var testers: [String] = []
        for number in 0..<12 { testers.append(try await send("tester\(number)", in: world, sandbox: true)) }
        try await world.work()
        let buyer = try await send("anna", in: world)
        try await world.work()
        #expect(try await world.verification(buyer).verdict == "valid")
        for id in testers { #expect(try await world.verification(id).verdict == "pending") }
        world.door.always(nil, at: .sandbox)
        try await world.workUntilQuiet()
        for id in testers { #expect(try await world.verification(id).verdict == "valid") }
        #expect(try await world.has("tester0") == ["pro"])
    }
}
