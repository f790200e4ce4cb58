import Synchronization
package import WindfallTimeline

/// How many requests somebody may send: so many at once, and as many again within a minute.
///
/// It holds for one process; names of whom nothing was heard for a minute are forgotten.
package final class RequestBudget: Sendable {
    /// What is left to somebody.
    private struct Purse {
        /// In parts of which a request has ``RequestBudget/request``.
        var left: Int64
        var filled: Instant
    }

    private struct Book {
        var purses: [String: Purse] = [:]
        var swept = Instant(milliseconds: 0)
    }

    /// In milliseconds.
    private static let minute: Int64 = 60_000
    /// So fine that each millisecond fills in whole parts: else who asks all the time would never have one.
    private static let request = minute

    private let book = Mutex(Book())
    /// How many names are known at most. Where there are more, those who used little are forgotten: whoever makes up names
    /// keeps nobody else out, and loses no limit that he has reached.
    private let names: Int

    package init(names: Int = 100_000) {
        self.names = max(1, names)
    }

    /// Takes one request out of somebody's budget.
    ///
    /// - Parameters:
    ///   - perMinute: how many there are; zero or less is none.
    ///   - now: in wall time.
    /// - Returns: nil when there was one left, else in how many seconds there will be, at least 1.
    package func take(_ name: String, perMinute: Int, at now: Instant) -> Int? {
        guard perMinute > 0 else { return 60 }
        let rate = Int64(min(perMinute, 1_000_000))
        let whole = rate * Self.request
        return book.withLock { book in
            sweep(&book, at: now)
            if book.purses[name] == nil, book.purses.count >= names { makeRoom(in: &book, whole: whole) }
            var purse = book.purses[name] ?? Purse(left: whole, filled: now)
            // A clock that was set back fills nothing.
            let passed = min(Self.minute, max(0, now.milliseconds - purse.filled.milliseconds))
            purse.left = min(whole, purse.left + passed * rate)
            purse.filled = now
            let missing = Self.request - purse.left
            if missing <= 0 { purse.left -= Self.request }
            book.purses[name] = purse
            return missing <= 0 ? nil : Int(max(1, (missing + rate * 1_000 - 1) / (rate * 1_000)))
        }
    }

    /// Forgets whose budget is full again.
    private func sweep(_ book: inout Book, at now: Instant) {
        let passed = now.milliseconds - book.swept.milliseconds
        guard passed >= Self.minute || passed < 0 else { return }
        book.swept = now
        book.purses = book.purses.filter { now.milliseconds - $0.value.filled.milliseconds < Self.minute }
    }

    /// Forgets who has more than half of his budget left; all, where that makes no room.
    private func makeRoom(in book: inout Book, whole: Int64) {
        book.purses = book.purses.filter { $0.value.left <= whole / 2 }
        if book.purses.count >= names - names / 4 { book.purses = [:] }
    }
}
