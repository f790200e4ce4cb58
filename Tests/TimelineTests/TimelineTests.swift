import Testing
import WindfallTimeline

@Suite struct TimelineTests {
    @Test("The system's timeline counts milliseconds since 1970")
    func systemTime() {
        let now = SystemTimeline().now.milliseconds
        // 2026-01-01 to 2100-01-01: seconds, microseconds or another epoch would all lie outside.
        #expect((1_767_225_600_000..<4_102_444_800_000).contains(now))
    }

    @Test("A virtual timeline moves only when it is told to")
    func virtualTime() {
        let timeline = VirtualTimeline(now: Instant(milliseconds: 1000))
        #expect(timeline.now == timeline.now)
        #expect(timeline.advance(by: .milliseconds(1)) == Instant(milliseconds: 1001))
        #expect(timeline.now == Instant(milliseconds: 1001))
        timeline.advance(by: .seconds(-2))
        #expect(timeline.now == Instant(milliseconds: -999))
        timeline.set(to: Instant(milliseconds: 7))
        #expect(timeline.now == Instant(milliseconds: 7))
    }

    @Test("A virtual timeline stops at the ends of time")
    func ends() {
        let timeline = VirtualTimeline(now: Instant(milliseconds: 1))
        #expect(timeline.advance(by: .seconds(Int64.max)) == Instant(milliseconds: .max))
        #expect(timeline.advance(by: .milliseconds(1)) == Instant(milliseconds: .max))
        #expect(timeline.advance(by: .seconds(Int64.min)) == Instant(milliseconds: .min))
        #expect(timeline.advance(by: .milliseconds(-1)) == Instant(milliseconds: .min))
    }

    @Test("A virtual timeline that many move at once loses no move")
    func concurrentMoves() async {
        let timeline = VirtualTimeline(now: Instant(milliseconds: 0))
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { timeline.advance(by: .milliseconds(1)) } }
            }
        }
        #expect(timeline.now == Instant(milliseconds: 8_000))
    }
}
