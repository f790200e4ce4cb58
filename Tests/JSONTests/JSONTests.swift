import Testing
import WindfallJSON

@Suite struct JSONValueTests {
    @Test("Null is not false")
    func nullIsNotFalse() {
        #expect(JSON.null != JSON.bool(false))
    }
}
