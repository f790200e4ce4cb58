import Testing
import WindfallMerchant

@Suite struct SecretTests {
    @Test("F41: a secret is not shown by what prints it")
    func isNotShown() {
        let secret = Secret("p4ssword")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
            #expect(!text.contains("p4ss") && !text.contains("112"))
        }
        #expect(secret.text == "p4ssword")
    }
}
