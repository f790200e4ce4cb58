import Testing
import WindfallCryptography

@Suite struct DigestTests {
    @Test("SHA-1 and SHA-256 are told apart")
    func toldApart() {
        #expect(DigestAlgorithm.sha1 != .sha256)
    }
}
