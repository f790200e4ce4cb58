import Synchronization
import WindfallStoreEngine

/// A journal whose appends wait until the test lets them through, and fail where it says so.
final class GateJournal: Journal {
    private struct State {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
        var failsAt: Int64?
        var groups: [[JournalBatch]] = []
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    private let inner = MemoryJournal(header: .example)
    private let state = Mutex(State())

    /// - Parameter failsAt: an append that holds this event fails.
    init(failsAt: Int64? = nil) {
        state.withLock { $0.failsAt = failsAt }
    }

    var header: JournalHeader { inner.header }
    var lastSequence: Int64 { inner.lastSequence }
    /// The batches of each append that has come, also of one that failed.
    var groups: [[JournalBatch]] { state.withLock { $0.groups } }

    /// Lets all appends through, now and later.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            return exchange(&state.held, with: [])
        }
        for continuation in held { continuation.resume() }
    }

    /// Returns when an append has come.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.groups.isEmpty { state.arrivals.append(continuation) }
                return !state.groups.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    func append(_ batches: [JournalBatch]) async throws(JournalError) {
        let arrivals = state.withLock { state in
            state.groups.append(batches)
            return exchange(&state.arrivals, with: [])
        }
        for continuation in arrivals { continuation.resume() }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        if let failure = state.withLock({ $0.failsAt }), batches.contains(where: { $0.sequence == failure }) {
            throw JournalError(.storage, at: failure, detail: "the test's disk is full")
        }
        try await inner.append(batches)
    }

    func read(after sequence: Int64, _ body: (JournalBatch) throws -> Void) throws {
        try inner.read(after: sequence, body)
    }

    func saveSnapshot(_ bytes: [UInt8], at sequence: Int64) async throws(JournalError) {
        try await inner.saveSnapshot(bytes, at: sequence)
    }

    func latestSnapshot() -> (sequence: Int64, bytes: [UInt8])? { inner.latestSnapshot() }

    func replace(with content: JournalContent) async throws(JournalError) {
        try await inner.replace(with: content)
    }

    func keep(as name: String) async { await inner.keep(as: name) }

    func kept(_ name: String) -> JournalContent? { inner.kept(name) }

    private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
        defer { value = new }
        return value
    }
}
