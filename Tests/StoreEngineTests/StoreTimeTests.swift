import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

/// The store's time while it goes by itself.
@Suite struct StoreTimeTests {
    private static func service(
        _ journal: any Journal, _ timeline: VirtualTimeline, _ mode: StoreClock.Mode = .real
    ) throws -> StoreService {
        try StoreService(journal: journal, timeline: timeline, mode: mode, start: Shop.start)
    }

    private static func later(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: Shop.start.milliseconds + milliseconds)
    }

    @Test("Who only looks sees the time that it is, and writes nothing into the journal")
    func looking() async throws {
        let timeline = VirtualTimeline(now: Shop.start)
        let journal = MemoryJournal(header: JournalHeader(format: 1, seed: 1))
        let service = try Self.service(journal, timeline)
        _ = try await service.perform(.addDeveloper(name: "Example"))
        let (events, digest) = try await service.read { ($0.sequence, $0.digest) }
        for hour in 1...3 as ClosedRange<Int64> {
            timeline.set(to: Self.later(hour * 3_600_000))
            let seen = try await service.read { ($0.now, $0.sequence, $0.digest) }
            #expect(seen.0 == Self.later(hour * 3_600_000))
            #expect(seen.1 == events && seen.2 == digest)
            try await service.tick()
        }
        #expect(journal.lastSequence == events)
        let reopened = try Self.service(journal, timeline)
        #expect(try await reopened.read { $0.digest } == digest)
    }

    @Test("F27: who looks after the end of a period sees the renewal, at its own instant")
    func due() async throws {
        let timeline = VirtualTimeline(now: Shop.start)
        let service = try Self.service(MemoryJournal(header: JournalHeader(format: 1, seed: 1)), timeline)
        _ = try await service.perform(.addDeveloper(name: "Example"))
        _ = try await service.perform(.putApp(bundleID: Shop.bundleID, .init()))
        _ = try await service.perform(
            .putProduct(
                bundleID: Shop.bundleID, ProductDefinition(json: Shop.products[2]), propagationDelay: .zero))
        _ = try await service.perform(.openAccount(isSandbox: true, storefront: .usa, organizer: nil))
        _ = try await service.perform(
            .addDevice(AccountNumber(1), bundleID: Shop.bundleID, appVersion: nil, identifier: Array(0..<16)))
        _ = try await service.perform(.buy(Purchase(device: DeviceNumber(1), productID: Shop.monthly)))
        timeline.set(to: Self.later(40 * 86_400_000))
        let transactions = try await service.read { $0.transactions }
        #expect(transactions.map(\.purchaseDate.rfc3339) == ["2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"])
        #expect(try await service.read { $0.now } == Self.later(40 * 86_400_000))
    }

    @Test("At a rate the time itself is kept, so that a restart does not take it back")
    func rate() async throws {
        let timeline = VirtualTimeline(now: Shop.start)
        let journal = MemoryJournal(header: JournalHeader(format: 1, seed: 1))
        let service = try Self.service(journal, timeline, .rate(1000))
        timeline.set(to: Self.later(60_000))
        try await service.tick()
        let reopened = try Self.service(journal, timeline, .rate(1000))
        #expect(try await reopened.read { $0.now } == Self.later(60_000_000))
    }

    @Test("The store's time does not go back when the system's does, nor when the clock is stopped")
    func back() async throws {
        let timeline = VirtualTimeline(now: Self.later(5000))
        let service = try Self.service(MemoryJournal(header: JournalHeader(format: 1, seed: 1)), timeline)
        #expect(try await service.read { $0.now } == Self.later(5000))
        #expect(try await service.setMode(.stepped) == Self.later(5000))
        timeline.set(to: Self.later(9000))
        #expect(try await service.read { $0.now } == Self.later(5000))
    }
}
