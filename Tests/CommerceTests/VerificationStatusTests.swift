import Testing
import WindfallCommerce
import WindfallJSON

@Suite("The status of verifyReceipt") struct VerificationStatusTests {
    @Test(
        "F26, D7: each code means what follows from it",
        arguments: [
            (0, .valid), (21000, .held), (21002, .malformed), (21003, .refused), (21004, .held), (21005, .passing),
            (21006, .expired), (21007, .elsewhere(.sandbox)), (21008, .elsewhere(.production)), (21009, .passing),
            (21010, .refused), (21100, .passing), (21199, .passing),
        ] as [(Int, VerificationStatus.Meaning)])
    func meaning(code: Int, meaning: VerificationStatus.Meaning) {
        #expect(VerificationStatus(rawValue: code).meaning == meaning)
    }

    @Test("F18: a code that nobody knows is never a no", arguments: [-1, 1, 200, 21001, 21011, 21099, 21200, Int.max])
    func unknown(code: Int) {
        #expect(VerificationStatus(rawValue: code).meaning == .passing)
    }

    @Test("F26: is-retryable decides on the codes of the store's own faults, and on no others")
    func retryable() {
        for code in [21100, 21150, 21199] {
            let status = VerificationStatus(rawValue: code)
            #expect(status.meaning(isRetryable: true) == .passing)
            #expect(status.meaning(isRetryable: false) == .held)
        }
        #expect(VerificationStatus.accountNotFound.meaning(isRetryable: true) == .refused)
        #expect(VerificationStatus.internalFault.meaning(isRetryable: false) == .passing)
    }

    @Test("Only valid, expired and refused are definite")
    func definite() {
        let definite = [VerificationStatus.valid, .subscriptionExpired, .notAuthentic, .accountNotFound]
        #expect(definite.allSatisfy { $0.meaning.isDefinite })
        let open = [
            VerificationStatus.unreadableRequest, .malformedReceipt, .wrongSecret, .serverUnavailable, .sandboxReceipt,
            .productionReceipt, .internalFault,
        ]
        #expect(open.allSatisfy { !$0.meaning.isDefinite })
    }

    @Test(
        "Both spellings of is-retryable are read, in each form",
        arguments: [
            (#""is-retryable":true"#, true), (#""is-retryable":"true""#, true), (#""is-retryable":1"#, true),
            (#""is-retryable":"1""#, true), (#""is_retryable":false"#, false), (#""is_retryable":"0""#, false),
            (#""is-retryable":[],"is_retryable":false"#, false), (#""is-retryable":2"#, nil), (#""x":1"#, nil),
        ] as [(String, Bool?)])
    func spelling(member: String, isRetryable: Bool?) throws {
        let answer = VerifyReceiptAnswer(json: try object(#"{"status":21104,\#(member)}"#))
        #expect(answer.isRetryable == isRetryable)
        #expect(answer.meaning == (isRetryable == false ? .held : .passing))
    }

    @Test("Setting is-retryable keeps the spelling that is there")
    func keepsSpelling() throws {
        var answer = VerifyReceiptAnswer(json: try object(#"{"is_retryable":"1","status":21100}"#))
        answer.isRetryable = false
        #expect(answer.json == ["is_retryable": false, "status": 21100])
        answer.isRetryable = nil
        #expect(answer.json == ["status": 21100])
    }

    @Test(
        "An answer without a usable status is no answer yet",
        arguments: ["{}", #"{"status":null}"#, #"{"status":"ok"}"#])
    func noStatus(text: String) throws {
        let answer = VerifyReceiptAnswer(json: try object(text))
        #expect(answer.status == nil && answer.meaning == .passing)
    }

    @Test("A status in a text is read")
    func textStatus() throws {
        #expect(VerifyReceiptAnswer(json: try object(#"{"status":"0"}"#)).meaning == .valid)
    }
}

@Suite("Environments") struct EnvironmentTests {
    @Test(
        "F19: a receipt type is compared as a whole, never by its beginning",
        arguments: [
            ("Production", .production), ("ProductionVPP", .production), ("ProductionSandbox", .sandbox),
            ("ProductionVPPSandbox", .sandbox), ("Xcode", .xcode), ("Sandbox", nil), ("production", nil), ("", nil),
            ("ProductionX", nil), ("Production ", nil),
        ] as [(String, Environment?)])
    func receiptType(text: String, environment: Environment?) {
        #expect(Environment(receiptType: text) == environment)
        var receipt = AppReceipt(bundleID: "com.example")
        #expect(receipt.environment == nil)
        receipt.receiptType = text
        #expect(receipt.environment == environment)
    }

    @Test("F43: Xcode and local testing are local, the stores are not")
    func local() {
        #expect(Environment.xcode.isLocal && Environment.localTesting.isLocal)
        #expect(!Environment.production.isLocal && !Environment.sandbox.isLocal)
    }
}
