import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

@Suite("App receipts that Apple signed", .needsFixtures)
struct AppReceiptFixtureTests {
    static let signedByApple = ["ios-sandbox", "ios-production", "macos"]
        .flatMap { Fixtures.files("app-receipt-\($0)", ".b64", ".der") }
    static let signedByXcode = Fixtures.files("app-receipt-xcode", ".b64", ".der")

    @Test("F28: a receipt of Apple is genuine at any later time, long after its certificates", arguments: signedByApple)
    func genuine(path: String) throws {
        let reading = try Verifier().read(appReceipt: Fixtures.decoded(path), at: Fixtures.now)
        #expect(reading.problem == nil)
        #expect(reading.signer != nil)
    }

    @Test("F43: a receipt of Xcode is refused as a local test, unless that was asked for", arguments: signedByXcode)
    func local(path: String) throws {
        let bytes = try Fixtures.decoded(path)
        #expect(try Verifier().read(appReceipt: bytes, at: Fixtures.now).problem?.code == .localTesting)
        var trust = Trust.apple
        trust.allowsLocalTesting = true
        let reading = try Verifier(trust: trust).read(appReceipt: bytes, at: Fixtures.now)
        #expect(reading.problem == nil)
        #expect(reading.environment == .xcode)
    }

    @Test("F28, F29: every attribute is read as the file has it", arguments: signedByApple + signedByXcode)
    func attributes(path: String) throws {
        let receipt = try Verifier().read(appReceipt: Fixtures.decoded(path), at: Fixtures.now).content
        let expected = try Fixtures.json(Fixtures.companion(of: path, ".expected.json"))
        for attribute in expected.object?["attributes"]?.array ?? [] {
            let attribute = try #require(attribute.object)
            let type = try #require(attribute["type"]?.int64)
            let value = try #require(attribute["v"]?.text ?? attribute["hex"]?.text)
            #expect(
                same(receipt.value(ofAttribute: type), value, isBytes: attribute["hex"] != nil), "attribute \(type)")
        }
        let entries = expected.object?["in_app"]?.array ?? []
        #expect(receipt.inApp.count == entries.count)
        for (entry, expectedEntry) in zip(receipt.inApp, entries) {
            for member in try #require(expectedEntry.object).members {
                let type = try #require(Int64(member.key))
                let value = try #require(member.value.text)
                #expect(same(entry.value(ofAttribute: type), value, isBytes: false), "in-app attribute \(type)")
            }
        }
    }

    /// Whether a value is the expected one; dates are compared as instants, since they are written in several ways.
    private func same(_ found: FoundValue, _ expected: String, isBytes: Bool) -> Bool {
        switch found {
        case .text(let text): text ?? "" == expected
        case .number(let number): number.map(String.init) ?? "" == expected
        case .flag(let flag): (flag.map { $0 ? "1" : "0" } ?? "") == expected
        case .instant(let instant): expected.isEmpty ? instant == nil : instant == Instant(rfc3339: expected)
        case .bytes(let bytes): bytes.map { Hexadecimal.encode($0) } == expected
        case .other(let attribute): attribute.map { isBytes ? Hexadecimal.encode($0.value) : $0.text } == expected
        }
    }
}

/// A field's value by its type.
enum FoundValue {
    case text(String?), number(Int64?), flag(Bool?), instant(Instant?), bytes(ArraySlice<UInt8>?)
    case other(ReceiptAttribute?)
}

extension AppReceipt {
    func value(ofAttribute type: Int64) -> FoundValue {
        switch type {
        case 0: .text(receiptType)
        case 1: .number(appItemID)
        case 2: .text(bundleID)
        case 3: .text(applicationVersion)
        case 4: .bytes(opaqueValue)
        case 5: .bytes(deviceHash)
        case 8: .instant(transactionDate)
        case 10: .text(ageRating)
        case 11: .number(developerID)
        case 12: .instant(creationDate)
        case 15: .number(downloadID)
        case 16: .number(versionExternalIdentifier)
        case 18: .instant(originalPurchaseDate)
        case 19: .text(originalApplicationVersion)
        case 21: .instant(expirationDate)
        default: .other(others.first { $0.type == type })
        }
    }
}

extension InAppEntry {
    func value(ofAttribute type: Int64) -> FoundValue {
        switch type {
        case 1701: .number(quantity)
        case 1702: .text(productID)
        case 1703: .text(transactionID)
        case 1704: .instant(purchaseDate)
        case 1705: .text(originalTransactionID)
        case 1706: .instant(originalPurchaseDate)
        case 1707: .number(productTypeCode)
        case 1708: .instant(expiresDate)
        case 1710: .number(itemID)
        case 1711: .number(webOrderLineItemID)
        case 1712: .instant(cancellationDate)
        case 1713: .flag(isTrialPeriod)
        case 1719: .flag(isInIntroOfferPeriod)
        case 1721: .text(promotionalOfferID)
        default: .other(others.first { $0.type == type })
        }
    }
}

extension ReceiptAttribute {
    /// The attribute's inner value as text; a number in decimal.
    var text: String {
        let bytes = Array(value)
        var reader = DERReader(0..<bytes.count)
        guard let element = try? reader.next(in: bytes.span) else { return "unreadable" }
        if let number = try? element.integer(in: bytes.span) { return String(number) }
        return String(decoding: bytes[element.content], as: UTF8.self)
    }
}
