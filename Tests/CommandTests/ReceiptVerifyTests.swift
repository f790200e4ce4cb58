import Testing
import WindfallCommandLine
import WindfallCommerce
import WindfallJSON
import WindfallSignedData

@Suite struct ReceiptVerifyTests {
    @Test("A receipt of a trusted authority is genuine: exit 0")
    func genuine() throws {
        let outcome = Authority.stage(with: try Authority.receipt()).run("receipt verify receipt --trust roots.pem")
        #expect(outcome.exitCode == .success)
        #expect(outcome.text.hasPrefix("GENUINE  app receipt\n"))
        #expect(outcome.remarks.isEmpty)
    }

    @Test(
        "What is asked for and does not hold makes it not genuine: exit 1 and the code",
        arguments: [
            ("--trust roots.pem --bundle-id com.example.other", "bundle_mismatch"),
            ("--trust roots.pem --device 000102030405060708090a0b0c0d0e0f", "device_mismatch"),
            ("--trust roots.pem --device 00-01-02-03-04-05", "device_mismatch"),
            ("", "untrusted_root"),
            ("--allow-local-testing", "untrusted_root"),
        ])
    func notGenuine(options: String, code: String) throws {
        let stage = Authority.stage(with: try Authority.receipt())
        let outcome = stage.run("receipt verify receipt --json \(options)")
        #expect(outcome.exitCode == .no)
        #expect(outcome.problemCode == code)
        #expect(outcome.json["verified"] == false)
        let text = stage.run("receipt verify receipt \(options)").text
        #expect(text.hasPrefix("NOT GENUINE  "))
        #expect(text.contains(code))
        #expect(stage.run("receipt show receipt \(options)").exitCode == .success)
    }

    @Test(
        "F32: a receipt is for the device whose identifier was hashed, however its digits are grouped",
        arguments: [
            "00112233-4455-6677-8899-AABBCCDDEEFF", "00112233445566778899aabbccddeeff",
        ])
    func device(digits: String) throws {
        let device: [UInt8] = (0..<16).map { UInt8($0) * 17 }
        let receipt = try Authority.receipt { $0.deviceHash = $0.hash(deviceID: device)[...] }
        let outcome = Authority.stage(with: receipt)
            .run("receipt verify receipt --trust roots.pem --bundle-id com.example.garden --device \(digits)")
        #expect(outcome.exitCode == .success)
    }

    @Test(
        "F28: --at is the present for the receipt's own expiry, in any of its forms",
        arguments: [
            ("2026-03-01", ExitCode.no), ("2026-02-28", .success), ("2026-03-01T00:00:00+01:00", .success),
            ("2026-03-01T00:00:00Z", .no), ("1772323199999", .success), ("1772323200000", .no), ("-1", .success),
        ])
    func expiry(date: String, exitCode: ExitCode) throws {
        let receipt = try Authority.receipt { $0.expirationDate = Authority.day(59) }
        let outcome = Authority.stage(with: receipt)
            .run("receipt verify receipt --trust roots.pem --json --at=\(date)")
        #expect(outcome.exitCode == exitCode)
        #expect(outcome.problemCode == (exitCode == .no ? "expired" : nil))
    }

    @Test("Without --at the present is the clock's")
    func clock() throws {
        let receipt = try Authority.receipt { $0.expirationDate = Authority.day(1) }
        #expect(Authority.stage(with: receipt).run("receipt verify receipt --trust roots.pem").exitCode == .no)
        var early = Authority.stage(with: receipt)
        early.now = Authority.day(0)
        #expect(early.run("receipt verify receipt --trust roots.pem").exitCode == .success)
    }

    @Test(
        "What can't be read ends with 3, and as JSON all the same",
        arguments: [
            ("", "unknown_format"), ("not a receipt!", "not_base64"), ("MIIT", "truncated"), ("{}", "unknown_format"),
            ("a.b", "malformed"), ("{\"receipt-data\": 1}", "unknown_format"),
        ])
    func unreadable(data: String, code: String) {
        for command in ["show", "verify"] {
            let stage = Authority.stage(with: Array(data.utf8))
            let outcome = stage.run("receipt \(command) receipt --json")
            #expect(outcome.exitCode == .unreadable)
            #expect(outcome.json.object?.keys == ["kind", "environment", "verified", "problem", "signer", "payload"])
            #expect(outcome.json["kind"] == .null)
            #expect(outcome.json["environment"] == .null)
            #expect(outcome.json["verified"] == false)
            #expect(outcome.json["signer"] == .null)
            #expect(outcome.json["payload"] == .null)
            #expect(outcome.problemCode == code)
            #expect(stage.run("receipt \(command) receipt").text.hasPrefix("UNREADABLE  "))
        }
    }

    @Test("Input beyond the limit is refused after the limit, not after its end")
    func tooLarge() {
        let outcome = Authority.stage(with: [UInt8](repeating: 0, count: 26_000_000))
            .run("receipt verify receipt --json")
        #expect(outcome.exitCode == .unreadable)
        #expect(outcome.problemCode == "too_large")
    }

    @Test("Standard input is read where - stands for the file")
    func standardInput() throws {
        var stage = Authority.stage(with: [])
        stage.standardInput = try Authority.receipt()
        #expect(stage.run("receipt verify - --trust roots.pem").exitCode == .success)
    }

    @Test("Data of Xcode passes only when it is asked for, and with a warning")
    func localTesting() throws {
        var payload = Authority.transaction
        payload["environment"] = "Xcode"
        let stage = Authority.stage(with: Array(try Authority.shared.sign(payload, isLocal: true).utf8))
        #expect(stage.run("receipt verify receipt --json").problemCode == "local_testing")
        #expect(stage.run("receipt verify receipt --trust roots.pem").exitCode == .no)
        let allowed = stage.run("receipt verify receipt --allow-local-testing")
        #expect(allowed.exitCode == .success)
        #expect(allowed.text.contains("anybody can sign"))
    }

    @Test("What was asked for and can't be compared is named")
    func notCompared() throws {
        let transaction = Authority.stage(with: Array(try Authority.shared.sign(Authority.transaction).utf8))
        let device = transaction.run("receipt verify receipt --trust roots.pem --device 00:11:22:33:44:55")
        #expect(device.exitCode == .success)
        #expect(device.remarks.count == 1)
        #expect(device.remarks.first?.contains("--device was not compared") == true)
        let renewal = Authority.stage(with: Array(try Authority.shared.sign(Authority.renewalInfo).utf8))
        let bundle = renewal.run("receipt verify receipt --trust roots.pem --bundle-id com.example.garden")
        #expect(bundle.remarks.first?.contains("--bundle-id was not compared") == true)
    }
}
