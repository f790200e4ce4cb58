import Foundation
import Testing
import WindfallTimeline

@Suite struct InstantRoundTripTests {
    @Test("Every instant of the years 1 to 9999 is read again from its texts", arguments: 1...8 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        let random = SeededRandomness(seed: seed)
        for round in 0..<2_000 {
            // Half of them in the years of the store.
            let range: ClosedRange<Int64> =
                round.isMultiple(of: 2) ? 0...4_102_444_799_999 : -62_135_596_800_000...253_402_300_799_999
            let instant = Instant(milliseconds: random.number(in: range))
            let second = Instant(seconds: instant.seconds)
            #expect(Instant(rfc3339: instant.rfc3339) == instant)
            #expect(Instant(rfc3339: second.rfc3339) == second)
            #expect(Instant(storeText: instant.storeText) == second)
        }
    }

    @Test(
        "Pacific texts of a hundred years are read again, an hour earlier at most",
        arguments: 1...4 as ClosedRange<UInt64>)
    func pacificRoundTrip(seed: UInt64) throws {
        let random = SeededRandomness(seed: seed)
        for _ in 0..<1_000 {
            let instant = Instant(seconds: random.number(in: 0...4_102_444_799))
            let read = try #require(Instant(storeText: instant.pacificStoreText))
            #expect(read == instant || instant - read == .seconds(3600), "\(instant.pacificStoreText)")
            #expect(read.pacificStoreText == instant.pacificStoreText)
        }
    }

    @Test("Foundation, asked independently, gives the same texts", arguments: 1...4 as ClosedRange<UInt64>)
    func agreesWithFoundation(seed: UInt64) {
        let random = SeededRandomness(seed: seed)
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<500 {
            let instant = Instant(seconds: random.number(in: 0...32_503_680_000))
            let date = Date(timeIntervalSince1970: TimeInterval(instant.seconds))
            #expect(date.formatted(style) == instant.rfc3339)
        }
    }
}

extension SeededRandomness {
    /// A number of a range, nearly evenly.
    fileprivate func number(in range: ClosedRange<Int64>) -> Int64 {
        let word = bytes(count: 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return range.lowerBound + Int64(word % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
