public import WindfallTimeline

/// The store with its journal and its clock: commands come in, and what they led to is durable before anybody hears of it.
public actor StoreService {
    /// Why the store can't go on or can't begin.
    public enum Failure: Error, Hashable, Sendable {
        /// The journal failed; nothing is acknowledged any more.
        case journal(JournalError)
        /// The journal holds what this version can't read, at the event with this number.
        case unreadable(sequence: Int64)
    }

    /// How many events are decided between two looks at other callers while the clock goes a long way.
    private static let eventsInOnePiece = 10_000

    var store: Store
    let journal: any Journal
    var commit: GroupCommit
    let timeline: any Timeline
    var clock: StoreClock
    let bell = ChangeBell()
    /// Whether the journal is being replaced or copied; all others wait until that is over.
    var isReplacing = false
    /// The latest time that anybody was told; the store's time never goes back but for a reset.
    var latest: Instant

    /// Takes up the work where the journal ends.
    ///
    /// - Parameters:
    ///   - timeline: the system's time.
    ///   - mode: how the store's own time goes.
    ///   - start: the store's time if the journal is empty.
    public init(
        journal: any Journal, timeline: any Timeline, mode: StoreClock.Mode, start: Instant
    ) throws(Failure) {
        var store = try Self.replay(journal, start: start)
        let commit = GroupCommit(journal: journal)
        if store.state.sequence == 0 {
            // The journal tells when it begins, so that it gives the same state whenever it is opened.
            let beginning = Self.beginning(start)
            store.replay([.clockMoved(to: start)])
            do throws(JournalError) {
                try commit.enqueue(beginning)
            } catch {
                throw .journal(error)
            }
        }
        self.store = store
        self.journal = journal
        self.commit = commit
        self.timeline = timeline
        clock = StoreClock(mode, store: store.state.now, system: timeline.now)
        latest = store.state.now
    }

    /// The first batch of a journal: when it begins.
    static func beginning(_ start: Instant) -> JournalBatch {
        JournalBatch(sequence: 1, count: 1, bytes: StoreEvent.bytes(of: [.clockMoved(to: start)]))
    }

    /// The state at the end of a journal: its newest readable snapshot, and what came after it.
    static func replay(_ journal: any Journal, start: Instant) throws(Failure) -> Store {
        var store = Store(StoreState(seed: journal.header.seed, now: firstInstant(of: journal) ?? start))
        if let snapshot = journal.latestSnapshot(), let state = StoreState(snapshot.bytes),
            state.sequence == snapshot.sequence, state.seed == journal.header.seed
        {
            store = Store(state)
        }
        var failure: Failure?
        do {
            try journal.read(after: store.state.sequence) { batch in
                guard let events = StoreEvent.events(in: batch) else {
                    throw Failure.unreadable(sequence: batch.sequence)
                }
                // A batch may begin before a snapshot that was made in its middle.
                let known = Int(store.state.sequence - batch.sequence + 1)
                store.replay(Array(events.dropFirst(max(0, known))))
            }
        } catch let error as JournalError {
            failure = .journal(error)
        } catch let error as Failure {
            failure = error
        } catch {
            failure = .unreadable(sequence: store.state.sequence)
        }
        if let failure { throw failure }
        return store
    }

    /// The instant at which a journal begins; nil for an empty one, and for one that begins with something else.
    static func firstInstant(of journal: any Journal) -> Instant? {
        struct Enough: Error {}
        var first: StoreEvent?
        // What can't be read here is found when the journal is replayed.
        _ = try? journal.read(after: 0) { batch in
            first = StoreEvent.events(in: batch)?.first
            throw Enough()
        }
        guard case .clockMoved(let instant) = first else { return nil }
        return instant
    }

    /// Does what it is asked, at the store's own time, after all that is due until then.
    ///
    /// - Returns: what was decided, once it is durable.
    /// - Throws: ``StoreRefusal`` (nothing has changed), or ``Failure``.
    public func perform(_ command: StoreCommand) async throws -> Store.Decision {
        await settled()
        try catchUp()
        let decision = try store.handle(command)
        try record(decision.events)
        try await durable()
        return decision
    }

    /// Looks at the state, at the store's own time. What is seen is durable when this returns.
    public func read<Value: Sendable>(_ body: @Sendable (StoreState) throws -> Value) async throws -> Value {
        await settled()
        let now = try present()
        let value = try body(now > store.state.now ? store.state.seen(at: now) : store.state)
        try await durable()
        return value
    }

    /// The same for those who ask often: the state as the last event left it, and the time.
    func glance<Value: Sendable>(
        _ body: @Sendable (StoreState, _ now: Instant) throws -> Value
    ) async throws -> Value {
        if isReplacing { await settled() }
        let now = try present()
        let value = try body(store.state, now)
        // Most of the time everything is stored, and there is nothing to wait for.
        if commit.durableSequence < store.state.sequence { try await durable() }
        return value
    }

    /// Moves the clock to an instant; everything due on the way happens in order.
    ///
    /// - Returns: the store's time, and how many events were applied.
    public func advance(to instant: Instant) async throws -> (now: Instant, applied: Int) {
        await settled()
        let era = store.state.era
        var applied = 0
        while true {
            let events = store.advance(to: instant, limit: Self.eventsInOnePiece)
            applied += events.count
            try record(events)
            guard events.count >= Self.eventsInOnePiece else { break }
            try await durable()
            await settled()
            // The way was one of a state that is gone.
            guard era == store.state.era else { return (store.state.now, applied) }
        }
        clock = StoreClock(clock.mode, store: store.state.now, system: timeline.now)
        try await durable()
        return (store.state.now, applied)
    }

    public func setMode(_ mode: StoreClock.Mode) async throws -> Instant {
        await settled()
        try catchUp()
        clock = StoreClock(mode, store: store.state.now, system: timeline.now)
        ring()
        try await durable()
        return store.state.now
    }

    public var mode: StoreClock.Mode { clock.mode }

    /// Lets happen what is due by now; for the program to call from time to time while the clock goes by itself.
    ///
    /// At a rate the time itself is noted too: it could not be known again after a restart.
    public func tick() async throws {
        await settled()
        if case .rate = clock.mode { try catchUp() } else { _ = try present() }
        ring()
        try await durable()
    }

    /// The bytes of a snapshot, and the event after which it was made.
    public func snapshot() -> (sequence: Int64, bytes: [UInt8]) {
        (store.state.sequence, store.state.bytes())
    }

    /// The store's time, after all that is due until then.
    private func present() throws -> Instant {
        let now = time()
        if now > store.state.now, store.isDue(until: now) { try record(store.advance(to: now)) }
        return now
    }

    /// Moves the state to the store's time: what is decided next happens then.
    func catchUp() throws {
        let now = time()
        guard now > store.state.now else { return }
        try record(store.advance(to: now))
    }

    func time() -> Instant {
        latest = max(latest, store.state.now, clock.now(current: store.state.now, system: timeline.now))
        return latest
    }

    /// Hands events to the journal, in the order of their decision; this never suspends.
    private func record(_ events: [StoreEvent]) throws {
        guard !events.isEmpty else { return }
        let first = store.state.sequence - Int64(events.count) + 1
        do {
            try commit.enqueue(
                JournalBatch(sequence: first, count: events.count, bytes: StoreEvent.bytes(of: events)))
        } catch {
            throw Failure.journal(error)
        }
        ring()
    }

    func durable() async throws {
        do {
            try await commit.durable(through: store.state.sequence)
        } catch {
            throw Failure.journal(error)
        }
    }
}

extension StoreEvent {
    /// The form of a batch: the events one after the other.
    package static func bytes(of events: [StoreEvent]) -> [UInt8] {
        var bytes = ByteWriter()
        for event in events { bytes.value(event) }
        return bytes.bytes
    }

    /// The events of a batch; nil for bytes that this version can't read.
    package static func events(in batch: JournalBatch) -> [StoreEvent]? {
        var bytes = ByteReader(batch.bytes)
        var events: [StoreEvent] = []
        do throws(ByteReader.Failure) {
            for _ in 0..<batch.count { events.append(try bytes.value()) }
        } catch {
            return nil
        }
        return bytes.isAtEnd ? events : nil
    }
}
