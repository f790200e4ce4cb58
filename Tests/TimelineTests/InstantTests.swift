import Testing
import WindfallTimeline

@Suite struct InstantTests {
    @Test("An earlier instant compares as smaller")
    func order() {
        #expect(Instant(milliseconds: -1) < Instant(milliseconds: 0))
    }
}
