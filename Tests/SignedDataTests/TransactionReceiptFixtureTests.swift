import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData

@Suite("iOS 6 style receipts", .needsFixtures)
struct TransactionReceiptFixtureTests {
    static let all = Fixtures.files("transaction-receipt-ios6", ".b64")
    static let unsigned = ["sanitised-2015-fake-signature", "apple-mock-legacyTransaction"]

    @Test("F24: a receipt that Apple signed is genuine, versions 2 and 3", arguments: all)
    func genuine(path: String) throws {
        let reading = try Verifier().read(Fixtures.bytes(path), at: Fixtures.now)
        #expect(reading.content.kind == .transactionReceipt)
        if Self.unsigned.contains(where: path.contains) {
            #expect(!reading.isGenuine)
        } else {
            #expect(reading.problem == nil)
        }
    }

    @Test("F24: every signed entry is read, in order", arguments: all.filter { !$0.contains("apple-mock") })
    func entries(path: String) throws {
        guard
            case .transactionReceipt(let receipt) = try Verifier().read(Fixtures.bytes(path), at: Fixtures.now).content
        else {
            Issue.record("another kind")
            return
        }
        let expected = try #require(try Fixtures.json(Fixtures.companion(of: path, ".expected.json")).object)
        let pairs = try #require(expected["purchase_info"]?.object)
        #expect(receipt.purchase.map(\.key) == pairs.keys)
        for entry in receipt.purchase { #expect(pairs[entry.key]?.text == entry.value, "\(entry.key)") }
        #expect(receipt.environmentName == expected["outer"]?.object?["environment"]?.text)
        #expect(receipt.pod == expected["outer"]?.object?["pod"]?.text)
    }
}
