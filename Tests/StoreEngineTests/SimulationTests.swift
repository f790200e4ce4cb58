import Foundation
import Testing
import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

@Suite struct SimulationTests {
    private static let steps = 300
    /// The seeds: 1 to 50, or those that WINDFALL_SEEDS names as `FIRST-LAST`.
    private static let seeds: ClosedRange<UInt64> = {
        let given = ProcessInfo.processInfo.environment["WINDFALL_SEEDS"] ?? ""
        let ends = given.split(separator: "-").compactMap { UInt64($0) }
        guard ends.count == 2, ends[0] <= ends[1] else { return 1...50 }
        return ends[0]...ends[1]
    }()

    @Test(
        "People buy, cancel, refund, share and lapse for a year: books, ownership, receipts and chains agree",
        arguments: seeds)
    func year(seed: UInt64) throws {
        var people = try People(seed: seed)
        var middle: (events: Int, snapshot: [UInt8])?
        for step in 1...Self.steps {
            people.step()
            let ledger = Ledger(state: people.store.state)
            var faults = try ledger.faults()
            if step % 5 == 0 {
                let device = people.devices[step / 5 % people.devices.count]
                faults += try ledger.receiptFaults(device)
            }
            try #require(faults.isEmpty, "seed \(seed), step \(step)")
            if step == Self.steps / 2 { middle = (people.events.count, people.store.state.bytes()) }
        }
        #expect(people.changedByRefusal.isEmpty, "seed \(seed)")
        let (count, snapshot) = try #require(middle)
        try replay(people, from: people.start, people.events[...], seed)
        try replay(people, from: try #require(StoreState(snapshot)), people.events[count...], seed)
    }

    /// The events, written and read, lead from a state to the people's state, which goes on in the same way.
    private func replay(
        _ people: People, from start: StoreState, _ events: ArraySlice<StoreEvent>, _ seed: UInt64
    ) throws {
        let bytes = StoreEvent.bytes(of: Array(events))
        let batch = JournalBatch(sequence: start.sequence + 1, count: events.count, bytes: bytes)
        let read = try #require(StoreEvent.events(in: batch), "seed \(seed)")
        #expect(read == Array(events), "seed \(seed)")
        var replayed = Store(start)
        replayed.replay(read)
        #expect(replayed.state.digest == people.store.state.digest, "seed \(seed)")
        let faults = try Ledger(state: replayed.state).faults()
        #expect(faults.isEmpty, "seed \(seed)")
        var other = people.store
        let end = Instant(milliseconds: other.state.now.milliseconds + 365 * 86_400_000)
        #expect(replayed.advance(to: end) == other.advance(to: end), "seed \(seed)")
    }
}
