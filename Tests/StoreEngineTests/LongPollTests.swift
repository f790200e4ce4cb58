import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// Requests that wait for a change: only the change wakes them, since no pause ends by itself here.
@Suite struct LongPollTests {
    @Test("F10: an app that waits hears of a purchase that was approved while it waited")
    func updates() async throws {
        let box = try await Box.opened(pause: Box.endless)
        let (account, _, token) = try await box.account()
        _ = try await box.control(.patch, "/control/v1/accounts/\(account)", ["askToBuy": true])
        let deferred = try await box.buy(Shop.pro, for: account)
        let identifier = try #require(deferred["transactionId"]?.text)
        let before = try await box.host(.get, "/storekit/v1/updates", nil, token: token).1
        let sequence = try #require(before["sequence"]?.int64)
        async let waiting = box.host(.get, "/storekit/v1/updates?after=\(sequence)&wait=60", nil, token: token)
        await box.waiters(1)
        _ = try await box.post("/control/v1/transactions/\(identifier)/approve")
        let answer = try await waiting.1
        #expect(answer["transactions"]?.array?.first?["transactionId"]?.text == identifier)
        #expect(answer["transactions"]?.array?.first?["state"] == "purchased")
        #expect(try #require(answer["sequence"]?.int64) > sequence)
        #expect(await box.box.service.waiting == 0)
    }

    @Test("What happens to other accounts does not wake an app")
    func others() async throws {
        let box = try await Box.opened(pause: Box.endless)
        let (_, _, token) = try await box.account()
        let other = try await box.account()
        async let waiting = box.host(.get, "/storekit/v1/updates?wait=60", nil, token: token)
        await box.waiters(1)
        _ = try await box.buy(Shop.pro, for: other.account)
        for _ in 0..<100 { await Task.yield() }
        #expect(await box.box.service.waiting == 1)
        _ = try await box.control(.post, "/control/v1/reset", [:])
        // Its account is gone with the reset, and so is its token's device.
        #expect(try await waiting.0 == .notFound)
    }

    @Test("A wait that is over answers with nothing, and leaves nobody waiting")
    func timeOut() async throws {
        let box = try await Box.opened()
        let (_, _, token) = try await box.account()
        let answer = try await box.host(.get, "/storekit/v1/updates?wait=60", nil, token: token)
        #expect(answer.0 == .ok && answer.1["transactions"]?.array == [])
        let clock = try await box.control(.get, "/control/v1/clock?wait=60")
        #expect(clock.0 == .ok && clock.1["now"]?.int64 == Shop.start.milliseconds)
        #expect(await box.box.service.waiting == 0)
    }

    @Test("Whoever follows the clock hears when it has moved, and when it goes in another way")
    func clock() async throws {
        let box = try await Box.opened(pause: Box.endless)
        let now = Shop.start.milliseconds
        async let moved = box.control(.get, "/control/v1/clock?after=\(now)&wait=60")
        await box.waiters(1)
        _ = try await box.post("/control/v1/clock", ["advance": "P1D"])
        #expect(try await moved.1["now"]?.int64 == now + 86_400_000)
        // What is past already is answered at once.
        #expect(try await box.control(.get, "/control/v1/clock?after=\(now)&wait=60").0 == .ok)
        async let changed = box.control(.get, "/control/v1/clock?wait=60")
        await box.waiters(1)
        _ = try await box.post("/control/v1/clock", ["mode": "rate", "rate": 60])
        #expect(try await changed.1["mode"] == "rate")
    }

    @Test("F31: what was refunded before the app heard of it is told as taken back, and not handed over")
    func refunded() async throws {
        let box = try await Box.opened()
        let (account, _, token) = try await box.account()
        let refunded = try await box.buy(Shop.coins, for: account)["transactionId"]?.text ?? ""
        let kept = try await box.buy(Shop.coins, for: account)["transactionId"]?.text ?? ""
        _ = try await box.post("/control/v1/transactions/\(refunded)/refund", ["reason": 1])
        let answer = try await box.host(.get, "/storekit/v1/updates?revokedAfter=1", nil, token: token).1
        #expect(answer["transactions"]?.array?.map { $0["transactionId"]?.text } == [kept])
        #expect(answer["revokedProductIds"]?.array?.map(\.text) == [Shop.coins])
    }

    @Test("A request that is given up waits no longer")
    func cancelled() async throws {
        let box = try await Box.opened(pause: Box.endless)
        let task = Task { try await box.control(.get, "/control/v1/clock?wait=60") }
        await box.waiters(1)
        task.cancel()
        _ = try? await task.value
        #expect(await box.box.service.waiting == 0)
    }

    @Test("A query that can't be read is refused", arguments: ["after=soon", "wait=x", "after=1.5"])
    func badQuery(query: String) async throws {
        let box = try await Box.opened()
        #expect(try await box.control(.get, "/control/v1/clock?\(query)").0 == .badRequest)
    }
}
