public import WindfallTimeline

/// The store as a deterministic state machine: commands are decided, events change the state, and nothing else does.
///
/// No clock and no chance inside: the same commands at the same instants give the same events, identifiers and state.
public struct Store: Sendable {
    public private(set) var state: StoreState

    /// What a command led to.
    public struct Decision: Sendable {
        /// What was decided and has been applied, in order.
        public var events: [StoreEvent]
        /// The thing that the command was about, where it made or found one.
        public var subject: Subject = .none
    }

    /// What a decision made or found.
    public enum Subject: Hashable, Sendable {
        case none
        case developer(DeveloperNumber)
        case app(AppNumber)
        case product(ProductNumber)
        case account(AccountNumber)
        case device(DeviceNumber)
        case transaction(TransactionNumber)
        case transactions([TransactionNumber])
        case secret(String)
        case key(String)
    }

    public init(_ state: StoreState) {
        self.state = state
    }

    /// Decides a command at the state's own time and takes the outcome in.
    ///
    /// - Throws: ``StoreRefusal``; nothing has changed then.
    public mutating func handle(_ command: StoreCommand) throws(StoreRefusal) -> Decision {
        let decision = try decide(command)
        for event in decision.events { state.apply(event) }
        return decision
    }

    /// Decides without changing anything.
    ///
    /// The plan refers to the state, so it must be gone before the state changes, or each change would copy the ledger.
    private func decide(_ command: StoreCommand) throws(StoreRefusal) -> Decision {
        var plan = Plan(state)
        let subject = try plan.decide(command)
        return Decision(events: plan.events, subject: subject)
    }

    private func decide(_ due: DueQueue.Entry) -> [StoreEvent] {
        var plan = Plan(state)
        if due.instant > state.now { plan.record(.clockMoved(to: due.instant)) }
        plan.fallDue(due.subscription, at: due.instant)
        return plan.events
    }

    /// Whether something falls due until an instant.
    mutating func isDue(until instant: Instant) -> Bool {
        state.nextDue(until: instant) != nil
    }

    /// Moves the clock. Everything that falls due on the way happens in order, at its own instant.
    ///
    /// - Parameter limit: how many events to make at most before returning, so that a long way can be gone in pieces.
    /// - Returns: the events; the clock has arrived once the last one is ``StoreEvent/clockMoved(to:)`` to `instant`. None
    ///   when the clock is there or beyond.
    public mutating func advance(to instant: Instant, limit: Int = .max) -> [StoreEvent] {
        var events: [StoreEvent] = []
        while events.count < limit, let due = state.nextDue(until: instant) {
            let decided = decide(due)
            for event in decided { state.apply(event) }
            events += decided
        }
        if events.count < limit, instant > state.now {
            let moved = StoreEvent.clockMoved(to: instant)
            state.apply(moved)
            events.append(moved)
        }
        return events
    }

    /// Takes in events that were decided earlier, from the journal.
    public mutating func replay(_ events: [StoreEvent]) {
        for event in events { state.apply(event) }
    }
}
