import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

@Suite("Devices whose receipts Apple signed", .needsFixtures)
struct DeviceFixtureTests {
    /// The receipts whose device is known, as their companions say.
    static let known: [String] = AppReceiptFixtureTests.signedByApple.filter { path in
        let expected = try? Fixtures.json(Fixtures.companion(of: path, ".expected.json"))
        return expected?.object?["guid_hex"] != nil
    }

    @Test("F32: six real receipts have a known device")
    func all() {
        #expect(Self.known.count == 6)
    }

    @Test("F32: a receipt is for its own device and no other", arguments: known)
    func device(path: String) throws {
        let bytes = try Fixtures.decoded(path)
        let expected = try Fixtures.json(Fixtures.companion(of: path, ".expected.json"))
        let device = try #require(expected.object?["guid_hex"]?.text.flatMap { Hexadecimal.decode($0) })
        let verifier = Verifier()
        func code(_ deviceID: [UInt8]) throws -> Problem.Code? {
            try verifier.read(appReceipt: bytes, expecting: .init(deviceID: deviceID), at: Fixtures.now).problem?.code
        }
        #expect(try code(device) == nil)
        var other = device
        other[other.count - 1] ^= 1
        for wrong in [other, [], Array(device.dropLast()), device + [0], Array(device.reversed())] {
            #expect(try code(wrong) == .deviceMismatch)
        }
        let receipt = try verifier.read(appReceipt: bytes, at: Fixtures.now).content
        #expect(receipt.hash(deviceID: device) == receipt.deviceHash.map(Array.init))
    }
}

@Suite("What a caller expects of a receipt")
struct ExpectationTests {
    private static let device: [UInt8] = [1, 2, 3, 4, 5, 6]

    /// A right receipt for the device, changed.
    private func bytes(_ change: (inout AppReceipt) -> Void = { _ in }) throws -> [UInt8] {
        var receipt = Issued.receipt()
        receipt.deviceHash = receipt.hash(deviceID: Self.device)[...]
        change(&receipt)
        return try Issued.authority.sign(receipt)
    }

    private func problem(
        _ bytes: [UInt8], bundleID: String? = nil, device: [UInt8]? = nil, at now: Instant = Issued.date
    ) throws -> Problem? {
        try Issued.verifier().read(
            appReceipt: bytes, expecting: .init(bundleID: bundleID, deviceID: device), at: now
        ).problem
    }

    @Test("F32: a receipt without hash, or with a hash of something else, is for no device")
    func device() throws {
        #expect(try problem(try bytes(), device: Self.device) == nil)
        let hashes: [ArraySlice<UInt8>?] = [nil, [], [0], ArraySlice(repeating: 0, count: 20)]
        for hash in hashes {
            let found = try problem(try bytes { $0.deviceHash = hash }, device: Self.device)
            #expect(found?.code == .deviceMismatch && found?.field == "sha1_hash")
        }
        #expect(try problem(try bytes { $0.opaqueValue = [9] }, device: Self.device)?.code == .deviceMismatch)
        #expect(
            try problem(try bytes { $0.bundleID = "com.example.other" }, device: Self.device)?.code == .deviceMismatch)
        #expect(try problem(try bytes { $0.deviceHash = nil }) == nil)
    }

    @Test(
        "A receipt for another app is refused, letter by letter",
        arguments: ["com.example.Notes", "com.example.notes2", "com.example", "", "com.example.notes "])
    func bundle(bundleID: String) throws {
        #expect(try problem(try bytes(), bundleID: "com.example.notes") == nil)
        let found = try problem(try bytes(), bundleID: bundleID)
        #expect(found?.code == .bundleMismatch && found?.field == "bundle_id")
        let transaction = try Issued.authority.sign(Issued.purchase, environment: nil)
        let verifier = Issued.verifier()
        #expect(
            verifier.outcome(transactionReceipt: transaction, expecting: .init(bundleID: bundleID))
                == .notGenuine(.bundleMismatch))
        let jws = try Issued.authority.sign(Issued.transaction)
        #expect(verifier.outcome(jws: jws, expecting: .init(bundleID: bundleID)) == .notGenuine(.bundleMismatch))
        let notification = Array(try Issued.authority.sign(Issued.notification()).utf8)
        #expect(verifier.outcome(notification, expecting: .init(bundleID: bundleID)) == .notGenuine(.bundleMismatch))
    }

    @Test("F28: a receipt of the volume programme ends at its expiration date, not a moment later")
    func expiry() throws {
        let expires = Instant(milliseconds: Issued.date.milliseconds + 86_400_000)
        let bytes = try bytes {
            $0.receiptType = "ProductionVPPSandbox"
            $0.expirationDate = expires
        }
        #expect(try problem(bytes, at: Issued.date) == nil)
        #expect(try problem(bytes, at: Instant(milliseconds: expires.milliseconds - 1)) == nil)
        for late in [expires, Instant(milliseconds: expires.milliseconds + 1), Instant(milliseconds: .max)] {
            let found = try problem(bytes, at: late)
            #expect(found?.code == .expired && found?.field == "expiration_date")
        }
    }

    @Test("Nothing but the first thing wrong is told: proof, then app, then device, then date")
    func order() throws {
        let right = try bytes { $0.expirationDate = Issued.date }
        var forged = right
        let text = Array("com.example.notes".utf8)
        let place = try #require(forged.indices.first { forged[$0...].starts(with: text) })
        forged[place] ^= 1
        func code(_ bytes: [UInt8], _ bundleID: String?, _ device: [UInt8]?) throws -> Problem.Code? {
            try problem(bytes, bundleID: bundleID, device: device)?.code
        }
        #expect(try code(forged, "com.example.notes", [0]) == .signatureMismatch)
        #expect(try code(right, "com.example.other", [0]) == .bundleMismatch)
        #expect(try code(right, "com.example.notes", [0]) == .deviceMismatch)
        #expect(try code(right, "com.example.notes", Self.device) == .expired)
        let foreign = try Verifier().read(
            appReceipt: right, expecting: .init(bundleID: "com.example.other"), at: Issued.date)
        #expect(foreign.problem?.code == .untrustedRoot)
    }
}
