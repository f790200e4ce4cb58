import Synchronization
package import WindfallTimeline

/// How many requests somebody may send: so many at once, and as many again within a minute.
///
/// It holds for one process; names of whom nothing was heard for a minute are forgotten.
package final class RequestBudget: Sendable {
    /// What is left to somebody.
    private struct Purse {
        /// Thousandths of a request.
        var left: Int64
        var filled: Instant
    }

    private struct Book {
        var purses: [String: Purse] = [:]
        var swept = Instant(milliseconds: 0)
    }

    private let book = Mutex(Book())
    /// How many names are known at most; where there are more, whoever is new has to wait.
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
        let whole = Int64(min(perMinute, 1_000_000)) * 1000
        return book.withLock { book in
            sweep(&book, at: now)
            guard book.purses[name] != nil || book.purses.count < names else { return 1 }
            var purse = book.purses[name] ?? Purse(left: whole, filled: now)
            // A clock that was set back fills nothing.
            let passed = min(60_000, max(0, now.milliseconds - purse.filled.milliseconds))
            purse.left = min(whole, purse.left + passed * whole / 60_000)
            purse.filled = now
            let missing = 1000 - purse.left
            if missing <= 0 { purse.left -= 1000 }
            book.purses[name] = purse
            return missing <= 0 ? nil : Int(max(1, (missing * 60 + whole - 1) / whole))
        }
    }

    /// Forgets whose budget is full again.
    private func sweep(_ book: inout Book, at now: Instant) {
        let passed = now.milliseconds - book.swept.milliseconds
        guard passed >= 60_000 || passed < 0 else { return }
        book.swept = now
        book.purses = book.purses.filter { now.milliseconds - $0.value.filled.milliseconds < 60_000 }
    }
}
