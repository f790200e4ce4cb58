import Testing
import WindfallTimeline

@Suite struct BackoffTests {
    @Test("Each wait is twice as long as the one before, up to the limit, for ever")
    func doubles() {
        let backoff = Backoff(first: .seconds(2), limit: .seconds(60))
        let waits = [Int.min, 0, 1, 2, 3, 5, 6, 7, 1000, .max].map(backoff.longestWait(afterFailures:))
        #expect(waits == [2, 2, 2, 4, 8, 32, 60, 60, 60, 60].map { Duration.seconds($0) })
    }

    @Test("Chance takes away no more than it may, and is spread over it", arguments: [0, 1, 50, 100])
    func jitter(percent: Int) {
        let backoff = Backoff(first: .milliseconds(1000), limit: .seconds(60), jitterPercent: percent)
        let randomness = SeededRandomness(seed: 7)
        let waits = (0..<500).map { _ in backoff.wait(afterFailures: 1, randomness) }
        let least = Duration.milliseconds(1000 - 10 * percent)
        #expect(waits.allSatisfy { least <= $0 && $0 <= .milliseconds(1000) })
        let isSpread = (waits.max() ?? .zero) - (waits.min() ?? .zero) >= .milliseconds(9 * percent)
        #expect(isSpread)
    }

    @Test("Nonsense becomes the nearest sense")
    func clamps() {
        let backoff = Backoff(first: .zero, limit: .seconds(-1), jitterPercent: 700)
        #expect(backoff.first == .milliseconds(1) && backoff.limit == .milliseconds(1) && backoff.jitterPercent == 100)
        #expect(Backoff(first: .seconds(1), limit: .seconds(2), jitterPercent: -1).jitterPercent == 0)
        let endless = Backoff(first: .seconds(Int64.max), limit: .seconds(Int64.max))
        #expect(endless.wait(afterFailures: .max, SeededRandomness(seed: 1)) > .seconds(Int64.max / 2))
    }
}
