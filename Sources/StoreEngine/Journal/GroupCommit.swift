import Synchronization

/// Makes one writer of many callers: while one append is on its way, the batches of the next one gather.
///
/// A batch is taken by ``enqueue(_:)``, at once and in the order of the calls, so it belongs in the same critical
/// section as the decision that it holds. ``durable(through:)`` then waits. The first caller that waits while nothing is
/// being written writes for all, then hands over to the first whose batch came later; no task of its own is needed.
///
/// Cancellation changes nothing: a batch that was taken is written, once, and the call returns when it is durable.
/// Later decisions build on it.
///
/// When the journal fails, everything stops: whoever waits gets the failure, and so does every later call. What was
/// stored last is known when the journal is opened again.
public final class GroupCommit: Sendable {
    /// How much goes into one append.
    public struct Limits: Hashable, Sendable {
        /// Batches, at least 1.
        public var batches: Int
        /// Bytes of the batches together; a single longer one goes alone.
        public var bytes: Int

        public init(batches: Int = 1024, bytes: Int = 8 << 20) {
            self.batches = batches
            self.bytes = bytes
        }
    }

    fileprivate enum Turn {
        case done
        case failed(JournalError)
        /// The caller is the writer now.
        case write
        case wait
    }

    fileprivate struct Caller {
        var sequence: Int64
        var continuation: CheckedContinuation<Turn, Never>
    }

    fileprivate struct State {
        /// What is not yet on its way, in order.
        var gathered = BatchQueue()
        /// The last event taken.
        var enqueued: Int64
        /// The last event known to be stored.
        var durable: Int64
        var isWriting = false
        var callers: [Caller] = []
        var failure: JournalError?

        /// What a caller that waits for an event does next; whoever gets `.write` is the only writer.
        mutating func turn(waitingFor sequence: Int64) -> Turn {
            if sequence <= durable { return .done }
            if let failure { return .failed(failure) }
            guard sequence <= enqueued else {
                return .failed(JournalError(.outOfOrder, at: sequence, detail: "never enqueued"))
            }
            if isWriting { return .wait }
            isWriting = true
            return .write
        }
    }

    private let journal: any Journal
    private let limits: Limits
    private let state: Mutex<State>

    /// - Parameter journal: nobody else appends to it from now on.
    public init(journal: any Journal, limits: Limits = Limits()) {
        self.journal = journal
        self.limits = limits
        let last = journal.lastSequence
        state = Mutex(State(enqueued: last, durable: last))
    }

    /// The last event that was taken.
    public var enqueuedSequence: Int64 { state.withLock { $0.enqueued } }

    /// The last event that is known to be stored.
    public var durableSequence: Int64 { state.withLock { $0.durable } }

    /// Takes a batch; it is not stored yet.
    ///
    /// Whoever calls this also waits with ``durable(through:)``: a batch for which nobody waits is written with the next
    /// one for which somebody does.
    /// - Parameter batch: the next one, as ``JournalBatch/end(after:)`` wants it.
    /// - Returns: the number of its last event, for which to wait.
    /// - Throws: ``JournalError``: why the batch does not fit, and nothing is changed; or the failure that stopped
    ///   everything.
    @discardableResult
    public func enqueue(_ batch: JournalBatch) throws(JournalError) -> Int64 {
        try state.withLock { state throws(JournalError) in
            if let failure = state.failure { throw failure }
            state.enqueued = try batch.end(after: state.enqueued)
            state.gathered.append(batch)
            return state.enqueued
        }
    }

    /// Returns when an event, and with it everything before it, is stored.
    ///
    /// An answer that shows what an event changed waits for that event, also when it only reads.
    /// - Throws: ``JournalError``: the failure that stopped everything; `.outOfOrder` for an event never enqueued.
    public nonisolated(nonsending) func durable(through sequence: Int64) async throws(JournalError) {
        var turn = state.withLock { $0.turn(waitingFor: sequence) }
        while true {
            switch turn {
            case .done: return
            case .failed(let failure): throw failure
            case .write: turn = await write(waitingFor: sequence)
            case .wait: turn = await wait(for: sequence)
            }
        }
    }

    /// Takes a batch and returns when it is stored.
    ///
    /// The batch is taken before the call first suspends, on the caller's actor if it has one.
    /// - Throws: ``JournalError``, as ``enqueue(_:)`` and ``durable(through:)`` do.
    public nonisolated(nonsending) func commit(_ batch: JournalBatch) async throws(JournalError) {
        try await durable(through: try enqueue(batch))
    }

    /// Returns when everything that was taken so far is stored.
    public nonisolated(nonsending) func flush() async throws(JournalError) {
        try await durable(through: enqueuedSequence)
    }

    private nonisolated(nonsending) func wait(for sequence: Int64) async -> Turn {
        await withCheckedContinuation { continuation in
            let turn = state.withLock { state in
                let turn = state.turn(waitingFor: sequence)
                if case .wait = turn { state.callers.append(Caller(sequence: sequence, continuation: continuation)) }
                return turn
            }
            if case .wait = turn { return }
            continuation.resume(returning: turn)
        }
    }

    /// Writes one group, as the only writer; goes on writing where its own event is not yet stored.
    private nonisolated(nonsending) func write(waitingFor sequence: Int64) async -> Turn {
        let group = state.withLock { $0.gathered.removeFirst(within: limits) }
        var failure: JournalError?
        do {
            try await journal.append(group)
        } catch let error {
            failure = error
        }
        let (turn, woken) = state.withLock { state in
            state.finish(group, failure: failure, waitingFor: sequence)
        }
        for (caller, turn) in woken { caller.resume(returning: turn) }
        return turn
    }
}

extension GroupCommit.State {
    /// Notes what became of a group.
    ///
    /// - Returns: what the writer does next, and whom to wake with what.
    fileprivate mutating func finish(
        _ group: [JournalBatch], failure: JournalError?, waitingFor sequence: Int64
    ) -> (GroupCommit.Turn, woken: [(CheckedContinuation<GroupCommit.Turn, Never>, GroupCommit.Turn)]) {
        if let failure {
            self.failure = failure
            gathered = BatchQueue()
        } else if let last = group.last {
            durable = last.sequence + Int64(last.count) - 1
        }
        isWriting = false
        let own = turn(waitingFor: sequence)
        var woken: [(CheckedContinuation<GroupCommit.Turn, Never>, GroupCommit.Turn)] = []
        var stillWaiting: [GroupCommit.Caller] = []
        for caller in callers {
            let turn = turn(waitingFor: caller.sequence)
            if case .wait = turn { stillWaiting.append(caller) } else { woken.append((caller.continuation, turn)) }
        }
        callers = stillWaiting
        return (own, woken)
    }
}

/// Batches in order; taking from the front costs no more than what is taken.
private struct BatchQueue {
    private var batches: [JournalBatch] = []
    private var first = 0

    mutating func append(_ batch: JournalBatch) {
        batches.append(batch)
    }

    /// The next batches that fit, at least one where there is any.
    mutating func removeFirst(within limits: GroupCommit.Limits) -> [JournalBatch] {
        var end = first
        var bytes = 0
        while end < batches.count, end == first || end - first < limits.batches {
            bytes += batches[end].bytes.count
            guard end == first || bytes <= limits.bytes else { break }
            end += 1
        }
        let group = Array(batches[first..<end])
        first = end
        if first == batches.count {
            batches.removeAll(keepingCapacity: first <= limits.batches)
            first = 0
        } else if first > batches.count / 2 {
            batches.removeFirst(first)
            first = 0
        }
        return group
    }
}
