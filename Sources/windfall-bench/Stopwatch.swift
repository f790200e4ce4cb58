#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Times work in small batches, several kinds of work in turns, so that what disturbs the machine hits all alike.
enum Stopwatch {
    /// Which time counts.
    enum Clock {
        /// What the process spends on its processors: what else runs on the machine matters little.
        case processor
        /// What passes: for work on several threads.
        case wall
    }

    /// How long a batch takes: long against the clock's own cost, short against the turns that the system gives others.
    private static let batch = Duration.milliseconds(1)

    /// The batches of one kind of work.
    struct Times {
        fileprivate(set) var runs = 0
        /// Microseconds for each item, a number for each batch.
        fileprivate var batches: [Double] = []

        /// The median of the batches, in microseconds for each item.
        var median: Double {
            let sorted = batches.sorted()
            guard !sorted.isEmpty else { return 0 }
            return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        }
    }

    /// Work did not give the answer that it must.
    struct WrongAnswer: Error, CustomStringConvertible {
        var description: String { "what is measured gave a wrong answer" }
    }

    /// Times several kinds of work.
    ///
    /// - Parameter duration: how long all of it takes together, besides the warming up.
    static func times(of works: [Work], by clock: Clock, for duration: Duration) throws -> [Times] {
        let calls = try works.map { try callsForBatch($0, clock) }
        var times = works.map { _ in Times() }
        let end = ContinuousClock.now.advanced(by: duration)
        repeat {
            for place in works.indices {
                let elapsed = try time(works[place], calls: calls[place], clock)
                times[place].runs += calls[place]
                times[place].batches.append(elapsed / Double(calls[place] * works[place].items))
            }
        } while ContinuousClock.now < end
        return times
    }

    /// Warms up, and finds how many calls fill a batch.
    private static func callsForBatch(_ work: Work, _ clock: Clock) throws -> Int {
        // The first call makes what later ones find ready.
        _ = try time(work, calls: 1, clock)
        var calls = 1
        while true {
            let elapsed = try time(work, calls: calls, clock)
            if elapsed >= batch.microseconds { return calls }
            calls *= 2
        }
    }

    /// The microseconds that some calls take together.
    private static func time(_ work: Work, calls: Int, _ clock: Clock) throws -> Double {
        var isRight = true
        let start = microseconds(on: clock)
        for _ in 0..<calls where try !work.call() { isRight = false }
        let end = microseconds(on: clock)
        guard isRight else { throw WrongAnswer() }
        return end - start
    }

    /// What a clock shows, in microseconds since some moment.
    private static func microseconds(on clock: Clock) -> Double {
        switch clock {
        // POSIX: a million to the second, whatever the resolution.
        case .processor: Double(processorClock())
        case .wall: (ContinuousClock.now - start).microseconds
        }
    }

    private static let start = ContinuousClock.now

    private static func processorClock() -> clock_t { clock() }
}

extension Duration {
    /// The whole duration in microseconds.
    fileprivate var microseconds: Double { self / .microseconds(1) }
}
