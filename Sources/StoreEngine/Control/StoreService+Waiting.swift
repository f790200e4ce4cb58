public import WindfallTimeline

/// Waiting for a change without looking again and again.
extension StoreService {
    /// Returns when something of an account has changed after an event, or when the caller's task is cancelled.
    public func change(of account: AccountNumber, after sequence: Int64) async {
        let wish = ChangeBell.Wish.account(account, after: sequence)
        if !isTrue(wish) { await bell.wait(for: wish) }
    }

    /// Returns when the store's time is beyond an instant or its clock goes in another way, or when the caller's task is
    /// cancelled. A clock that goes by itself is looked at by ``tick()``.
    public func clockChange(after instant: Instant, from mode: StoreClock.Mode) async {
        let wish = ChangeBell.Wish.clock(after: instant, mode)
        if !isTrue(wish) { await bell.wait(for: wish) }
    }

    /// How many wait for a change, so that a test knows when to make it.
    package var waiting: Int { bell.waiting }

    /// Wakes those whose wish came true.
    func ring() {
        bell.ring { isTrue($0) }
    }

    private func isTrue(_ wish: ChangeBell.Wish) -> Bool {
        switch wish {
        case .account(let account, let sequence): store.state.lastChange(of: account) > sequence
        case .clock(let instant, let mode):
            clock.mode != mode || clock.now(current: store.state.now, system: timeline.now) > instant
        case .settled: !isReplacing
        }
    }

    /// Returns when the journal is not being replaced.
    func settled() async {
        while isReplacing { await bell.wait(for: .settled) }
    }
}
