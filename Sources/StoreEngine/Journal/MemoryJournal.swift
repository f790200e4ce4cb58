import Synchronization

/// A journal that lives as long as its owner, for tests, simulations and `SKTestSession`.
public final class MemoryJournal: Journal {
    private struct State {
        var header: JournalHeader
        var batches: [JournalBatch] = []
        var lastSequence: Int64 = 0
        /// By event, oldest first, at most two.
        var snapshots: [(sequence: Int64, bytes: [UInt8])] = []
        var kept: [String: JournalContent] = [:]
    }

    private let state: Mutex<State>

    public init(header: JournalHeader) {
        state = Mutex(State(header: header))
    }

    public var header: JournalHeader {
        state.withLock { $0.header }
    }

    public var lastSequence: Int64 {
        state.withLock { $0.lastSequence }
    }

    public func append(_ batches: [JournalBatch]) async throws(JournalError) {
        try state.withLock { state throws(JournalError) in
            var last = state.lastSequence
            for batch in batches { last = try batch.end(after: last) }
            state.batches += batches
            state.lastSequence = last
        }
    }

    public func read(after sequence: Int64, _ body: (JournalBatch) throws -> Void) throws {
        let batches = state.withLock { $0.batches }
        for batch in batches[Self.place(ofEventAfter: sequence, in: batches)...] { try body(batch) }
    }

    public func saveSnapshot(_ bytes: [UInt8], at sequence: Int64) async throws(JournalError) {
        try state.withLock { state throws(JournalError) in
            guard (0...state.lastSequence).contains(sequence) else {
                throw JournalError(.outOfOrder, at: sequence, detail: "the journal ends at \(state.lastSequence)")
            }
            state.snapshots.removeAll { $0.sequence == sequence }
            state.snapshots.append((sequence, bytes))
            state.snapshots.sort { $0.sequence < $1.sequence }
            state.snapshots.removeFirst(max(0, state.snapshots.count - 2))
        }
    }

    public func latestSnapshot() -> (sequence: Int64, bytes: [UInt8])? {
        state.withLock { $0.snapshots.last }
    }

    public func replace(with content: JournalContent) async throws(JournalError) {
        let last = try content.end()
        state.withLock { state in
            state.header = content.header
            state.batches = content.batches
            state.lastSequence = last
            state.snapshots = []
        }
    }

    public func keep(as name: String) async {
        state.withLock { $0.kept[name] = JournalContent(header: $0.header, batches: $0.batches) }
    }

    public func kept(_ name: String) -> JournalContent? {
        state.withLock { $0.kept[name] }
    }

    /// The index of the first batch that holds an event later than `sequence`: batches are in order, so by halves.
    private static func place(ofEventAfter sequence: Int64, in batches: [JournalBatch]) -> Int {
        var low = 0
        var high = batches.count
        while low < high {
            let middle = low + (high - low) / 2
            if batches[middle].sequence + Int64(batches[middle].count) - 1 > sequence {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
