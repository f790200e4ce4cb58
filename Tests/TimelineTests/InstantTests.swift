import Testing
import WindfallTimeline

@Suite struct InstantTests {
    @Test("An earlier instant compares as smaller")
    func order() {
        #expect(Instant(milliseconds: -1) < Instant(milliseconds: 0))
        #expect(Instant(milliseconds: .min) < Instant(milliseconds: .max))
    }

    @Test(
        "Seconds out of range become the nearest instant",
        arguments: [
            (0, 0), (1, 1000), (-1, -1000), (.max, .max), (.min, .min), (Int64.max / 1000, Int64.max / 1000 * 1000),
            (Int64.max / 1000 + 1, .max), (Int64.min / 1000 - 1, .min),
        ] as [(Int64, Int64)])
    func seconds(seconds: Int64, milliseconds: Int64) {
        #expect(Instant(seconds: seconds).milliseconds == milliseconds)
    }

    @Test(
        "Whole seconds are rounded toward the past",
        arguments: [
            (0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2), (.max, 9_223_372_036_854_775),
            (.min, -9_223_372_036_854_776),
        ] as [(Int64, Int64)])
    func wholeSeconds(milliseconds: Int64, seconds: Int64) {
        #expect(Instant(milliseconds: milliseconds).seconds == seconds)
    }

    @Test("A sum out of range is nil")
    func adding() {
        let instant = Instant(milliseconds: 5)
        #expect(instant.adding(milliseconds: -6) == Instant(milliseconds: -1))
        #expect(instant.adding(milliseconds: .max) == nil)
        #expect(Instant(milliseconds: .min).adding(milliseconds: -1) == nil)
        #expect(instant.adding(.seconds(2)) == Instant(milliseconds: 2005))
        #expect(instant.adding(.microseconds(-1999)) == Instant(milliseconds: 4))
        #expect(instant.adding(.seconds(Int64.max)) == nil)
        #expect(instant.adding(.seconds(Int64.min)) == nil)
        #expect(instant.adding(.milliseconds(Int64.max)) == nil)
        #expect(Instant(milliseconds: 0).adding(.milliseconds(Int64.min)) == Instant(milliseconds: .min))
    }

    @Test("A difference is exact, also between the ends of time")
    func difference() {
        #expect(Instant(milliseconds: 1500) - Instant(milliseconds: 2000) == .milliseconds(-500))
        let whole = Instant(milliseconds: .max) - Instant(milliseconds: .min)
        #expect(whole == .milliseconds(Int64.max) - .milliseconds(Int64.min))
        #expect(Instant(milliseconds: .min).adding(whole) == nil)
    }
}
