import Synchronization
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

@Suite struct FollowedClockTests {
    private static let authority = Result { try TestAuthority(randomness: SeededRandomness(seed: 5)) }
    private static let start = Instant(milliseconds: 1_769_860_800_000)
    private static let control = HTTPURL.Origin(scheme: .http, host: "127.0.0.1", port: 8180)

    /// A box whose clock is followed, over a line that can be cut.
    private final class Scene: Sendable {
        let service: StoreService
        let boxWall = VirtualTimeline(now: start)
        let wall = VirtualTimeline(now: Instant(milliseconds: 5_000_000))
        let isAway = Atomic<Bool>(false)
        let lines = Mutex<[JSON]>([])
        let pauses = Atomic<Int>(0)
        private let server: MemoryServer

        init(mode: StoreClock.Mode) throws {
            service = try StoreService(
                journal: MemoryJournal(header: JournalHeader(format: 1, seed: 1)), timeline: boxWall, mode: mode,
                start: start)
            let box = StoreBox(
                service: service, desk: ReceiptDesk(authority: try authority.get()),
                configuration: StoreBox.Configuration(controlToken: "token", pause: Self.endless))
            server = MemoryServer(service: box.control)
        }

        func clock(token: String = "token") async throws(FollowedClock.Failure) -> FollowedClock {
            try await FollowedClock(
                following: control, token: Secret(token), over: transport, wall: wall, log: log)
        }

        private var transport: MemoryTransport {
            MemoryTransport([
                control: { request async throws(HTTPClientError) in
                    if self.isAway.load(ordering: .relaxed) { throw .refused }
                    return try await self.server.respond(to: request)
                }
            ])
        }

        private var log: MerchantLog {
            MerchantLog(timeline: wall) { line in
                guard let json = try? JSON(reading: line.span) else { return }
                self.lines.withLock { $0.append(json) }
            }
        }

        var events: [String] { lines.withLock { $0.compactMap { $0["event"]?.text } } }

        /// Keeps up while the body runs.
        func following(_ clock: FollowedClock, _ body: @escaping @Sendable () async throws -> Void) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await clock.run(SeededRandomness(seed: 1)) { _ in
                        self.pauses.add(1, ordering: .relaxed)
                        await Task.yield()
                        try Task.checkCancellation()
                    }
                }
                try await body()
                group.cancelAll()
                while let end = await group.nextResult() {
                    if case .failure(let error) = end, !(error is CancellationError) { throw error }
                }
            }
        }

        private static func endless(_: Duration) async throws {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            throw CancellationError()
        }
    }

    private static func later(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: start.milliseconds + milliseconds)
    }

    @Test("A stepped clock stands still whatever the wall's does, and is heard of as soon as it is moved")
    func stepped() async throws {
        let scene = try Scene(mode: .stepped)
        let clock = try await scene.clock()
        scene.wall.advance(by: .seconds(3_600))
        #expect(clock.now == Self.start)
        try await scene.following(clock) {
            for step in 1...3 as ClosedRange<Int64> {
                _ = try await scene.service.advance(to: Self.later(step * 86_400_000))
                while clock.now != Self.later(step * 86_400_000) { await Task.yield() }
            }
        }
        #expect(scene.events.isEmpty && scene.pauses.load(ordering: .relaxed) == 0)
    }

    @Test("A clock at a rate goes on by the wall's between two looks, and while the box is away")
    func rate() async throws {
        let scene = try Scene(mode: .rate(60))
        let clock = try await scene.clock()
        scene.wall.advance(by: .seconds(10))
        #expect(clock.now == Self.later(600_000))
        scene.isAway.store(true, ordering: .relaxed)
        try await scene.following(clock) {
            while scene.events.isEmpty { await Task.yield() }
        }
        scene.wall.advance(by: .seconds(10))
        #expect(clock.now == Self.later(1_200_000))
        // The wall's clock can be set back; the store's time does not begin before what was seen.
        scene.wall.set(to: Instant(milliseconds: 0))
        #expect(clock.now == Self.start)
    }

    @Test("A box that was away is found again, and both is said once")
    func awayAndBack() async throws {
        let scene = try Scene(mode: .stepped)
        let clock = try await scene.clock()
        scene.isAway.store(true, ordering: .relaxed)
        try await scene.following(clock) {
            while scene.pauses.load(ordering: .relaxed) < 3 { await Task.yield() }
            scene.wall.advance(by: .seconds(60))
            #expect(clock.now == Self.start)
            _ = try await scene.service.advance(to: Self.later(1_000))
            scene.isAway.store(false, ordering: .relaxed)
            while clock.now != Self.later(1_000) { await Task.yield() }
            while scene.events.count < 2 { await Task.yield() }
        }
        #expect(scene.events == ["clock.lost", "clock.followed"])
    }

    @Test("A clock that goes by itself, and is stopped then, stands still here too")
    func stopped() async throws {
        let scene = try Scene(mode: .rate(1_000))
        let clock = try await scene.clock()
        try await scene.following(clock) {
            _ = try await scene.service.setMode(.stepped)
            // Two more looks: the first may have been under way when the clock stopped.
            let looks = scene.pauses.load(ordering: .relaxed)
            _ = try await scene.service.advance(to: Self.later(5_000))
            while clock.now != Self.later(5_000) { await Task.yield() }
            #expect(scene.pauses.load(ordering: .relaxed) >= looks)
        }
        scene.wall.advance(by: .seconds(60))
        #expect(clock.now == Self.later(5_000))
    }

    @Test("Without a box to follow there is no clock: away, another token, a token that no header takes")
    func refused() async throws {
        let scene = try Scene(mode: .stepped)
        await #expect(throws: FollowedClock.Failure.refused(status: 401)) { _ = try await scene.clock(token: "x") }
        await #expect(throws: FollowedClock.Failure.refused(status: 401)) { _ = try await scene.clock(token: "a\nb") }
        scene.isAway.store(true, ordering: .relaxed)
        await #expect(throws: FollowedClock.Failure.noAnswer(.refused)) { _ = try await scene.clock() }
    }

    @Test(
        "What tells no time is no clock",
        arguments: [
            (200, "{}"), (200, "{\"now\":1}"), (200, "{\"now\":\"1\",\"rate\":0}"), (200, "{\"now\":1,\"rate\":-1}"),
            (200, "<html>"), (404, "{\"now\":1,\"rate\":0}"), (500, ""),
        ] as [(Int, String)])
    func notAClock(status: Int, body: String) async throws {
        let answer = HTTPResponse(HTTPStatus(status), body: Array(body.utf8))
        let transport = MemoryTransport([Self.control: { _ async throws(HTTPClientError) in answer }])
        let wall = VirtualTimeline(now: Self.start)
        await #expect(throws: FollowedClock.Failure.refused(status: status)) {
            _ = try await FollowedClock(
                following: Self.control, token: Secret("token"), over: transport, wall: wall,
                log: MerchantLog(timeline: wall) { _ in })
        }
    }
}
