import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct JournalReplayTests {
    /// A service on a journal, with the shop's catalog, that has sold something.
    private static func history(_ journal: any Journal) async throws -> String {
        let service = try StoreService(
            journal: journal, timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
        _ = try await service.perform(.addDeveloper(name: "Example"))
        var app = StoreCommand.AppChange()
        app.isNewsstand = true
        _ = try await service.perform(.putApp(bundleID: Shop.bundleID, app))
        for product in Shop.products {
            _ = try await service.perform(
                .putProduct(bundleID: Shop.bundleID, ProductDefinition(json: product), propagationDelay: .zero))
        }
        _ = try await service.perform(.openAccount(isSandbox: true, storefront: .usa, organizer: nil))
        _ = try await service.perform(
            .addDevice(AccountNumber(1), bundleID: Shop.bundleID, appVersion: nil, identifier: Array(0..<16)))
        for product in [Shop.coins, Shop.pro, Shop.monthly] {
            _ = try await service.perform(.buy(Purchase(device: DeviceNumber(1), productID: product)))
        }
        _ = try await service.advance(to: Instant(milliseconds: Shop.start.milliseconds + 90 * 86_400_000))
        _ = try await service.perform(.refund(TransactionNumber(2), reason: 0, percentage: 100))
        return try await service.read { $0.digest }
    }

    @Test("The same journal gives the same digest, with and without a snapshot")
    func replay() async throws {
        let journal = MemoryJournal(header: JournalHeader(format: 1, seed: 7))
        let digest = try await Self.history(journal)
        func reopened() async throws -> String {
            let service = try StoreService(
                journal: journal, timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
            return try await service.read { $0.digest }
        }
        #expect(try await reopened() == digest)
        let service = try StoreService(
            journal: journal, timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
        let snapshot = await service.snapshot()
        try await journal.saveSnapshot(snapshot.bytes, at: snapshot.sequence)
        #expect(try await reopened() == digest)
    }

    @Test("The same seed and commands give the same digest, another seed another one")
    func seeds() async throws {
        let digests = try await [7, 7, 8].asyncMap { seed in
            try await Self.history(MemoryJournal(header: JournalHeader(format: 1, seed: seed)))
        }
        #expect(digests[0] == digests[1])
        #expect(digests[0] != digests[2])
    }

    @Test("A state that is written and read again is the same, and works the same from then on")
    func snapshot() throws {
        var shop = try Shop()
        let monthly = try shop.buy(Shop.monthly)
        _ = try shop.buy(Shop.pro)
        let state = try #require(StoreState(shop.store.state.bytes()))
        #expect(state.digest == shop.store.state.digest)
        var other = Store(state)
        let end = Instant(milliseconds: Shop.start.milliseconds + 200 * 86_400_000)
        #expect(other.advance(to: end) == shop.store.advance(to: end))
        #expect(try other.handle(.refund(monthly, reason: 0, percentage: 50)).events.count > 0)
    }

    @Test("Bytes that are no state are refused at every length, and with every byte changed")
    func badSnapshot() throws {
        let bytes = try Shop().store.state.bytes()
        for length in 0..<bytes.count { #expect(StoreState(Array(bytes.prefix(length))) == nil) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0xFF
            // Some changes give another state; none may stop the process.
            _ = StoreState(changed)
        }
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
