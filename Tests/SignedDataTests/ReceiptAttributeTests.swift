import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData

@Suite("App receipts whose signature is right and whose content is not")
struct ReceiptAttributeTests {
    private static let app = HandmadeAttribute.text(2, "com.example.notes")
    private static let product = HandmadeAttribute.text(1702, "coins")
    private static let transaction = HandmadeAttribute.text(1703, "1000")

    /// Reads a receipt with these attributes, signed by a trusted signer.
    private func read(_ attributes: [HandmadeAttribute]) throws -> Reading<AppReceipt> {
        try read(payload: attributes.payload)
    }

    private func read(payload: [UInt8]) throws -> Reading<AppReceipt> {
        let bytes = try SignedEnvelope.sign(payload, with: Small.receipts, digest: .sha256)
        return try Verifier(trust: Small.receipts.trust).read(appReceipt: bytes, at: Issued.date)
    }

    private func problem(_ attributes: [HandmadeAttribute]) -> Problem? {
        #expect(throws: Problem.self) { try read(attributes) }
    }

    @Test("The least that a receipt may hold is the app")
    func least() throws {
        let reading = try read([Self.app])
        #expect(reading.isGenuine && reading.content.bundleID == "com.example.notes" && reading.environment == nil)
        let nameless = problem([])
        #expect(nameless?.code == .malformed && nameless?.field == "bundle_id")
    }

    @Test(
        "A single-valued attribute that comes twice is malformed, and named",
        arguments: [
            (2, "bundle_id"), (3, "application_version"), (12, "receipt_creation_date"), (21, "expiration_date"),
        ] as [(Int64, String)])
    func twice(type: Int64, field: String) {
        let value: HandmadeAttribute =
            type == 12 || type == 21 ? .date(type, "2024-08-06T12:00:00Z") : .text(type, "com.example.other")
        let found = problem([Self.app, value, value])
        #expect(found?.code == .malformed && found?.field == field)
    }

    @Test("Attributes of an entry that come twice are malformed, and named")
    func twiceInEntry() {
        let found = problem([Self.app, .purchase([Self.product, Self.transaction, Self.product])])
        #expect(found?.code == .malformed && found?.field == "in_app.product_id")
    }

    @Test("Unknown attributes may come as often as they like, and are kept")
    func unknown() throws {
        let attributes =
            [Self.app] + (0..<3).map { HandmadeAttribute(900, [UInt8($0)]) } + [.init(-1, []), .init(.max, [1])]
        let others = try read(attributes).content.others
        #expect(others.map(\.type) == [900, 900, 900, -1, .max])
        #expect(others.map { Array($0.value) } == [[0], [1], [2], [], [1]])
    }

    @Test(
        "Bytes after an attribute's own value are refused, and the attribute is named",
        arguments: [
            (0, "receipt_type"), (1, "app_item_id"), (2, "bundle_id"), (12, "receipt_creation_date"), (17, "in_app"),
        ] as [(Int64, String)])
    func bytesAfterValue(type: Int64, field: String) {
        let value =
            switch type {
            case 1: DERWriter.integer(7)
            case 12: DERWriter.ia5String("2024-08-06T12:00:00Z")
            case 17: [Self.product, Self.transaction].payload
            default: DERWriter.utf8String("text")
            }
        let found = problem([HandmadeAttribute(type, value + [0x05, 0x00])] + (type == 2 ? [] : [Self.app]))
        #expect(found?.code == .trailingBytes && found?.field == field)
    }

    @Test(
        "A date that is none is malformed, named, and shown where it stands",
        arguments: [
            "2024-02-30T12:00:00Z", "2024-08-06", "2024-08-06T12:00:00", "2024-08-06T12:00:00+24:00", "yesterday",
            "2024-08-06T12:00:60Z", "0000-01-01T00:00:00Z", " 2024-08-06T12:00:00Z", "2024-08-06T12:00:00Z ", "0",
        ])
    func unreadableDate(text: String) throws {
        for (type, field) in [(12, "receipt_creation_date"), (8, "transaction_date"), (21, "expiration_date")]
            as [(Int64, String)]
        {
            let found = problem([Self.app, .date(type, text)])
            #expect(found?.code == .malformed && found?.field == field)
            let offset = try #require(found?.offset)
            let bytes = try SignedEnvelope.sign(
                [Self.app, .date(type, text)].payload, with: Small.receipts, digest: .sha256)
            #expect(bytes[offset...].starts(with: text.utf8))
        }
        let found = problem([Self.app, .purchase([Self.product, Self.transaction, .date(1708, text)])])
        #expect(found?.code == .malformed && found?.field == "in_app.expires_date")
    }

    @Test("An empty text is no date, in each attribute that is one")
    func emptyDates() throws {
        let dates = [8, 12, 18, 21, 22].map { HandmadeAttribute.date($0, "") }
        let entry = [1704, 1706, 1708, 1712].map { HandmadeAttribute.date($0, "") }
        let receipt = try read([Self.app] + dates + [.purchase([Self.product, Self.transaction] + entry)]).content
        #expect(receipt.creationDate == nil && receipt.expirationDate == nil && receipt.originalPurchaseDate == nil)
        #expect(receipt.transactionDate == nil && receipt.preorderDate == nil)
        #expect(receipt.inApp[0].purchaseDate == nil && receipt.inApp[0].cancellationDate == nil)
        #expect(receipt.inApp[0].expiresDate == nil && receipt.inApp[0].originalPurchaseDate == nil)
    }

    @Test("A purchase without product or transaction is malformed, and says which")
    func incomplete() {
        let noProduct = problem([Self.app, .purchase([Self.transaction])])
        #expect(noProduct?.code == .malformed && noProduct?.field == "in_app.product_id")
        let noTransaction = problem([Self.app, .purchase([Self.product])])
        #expect(noTransaction?.code == .malformed && noTransaction?.field == "in_app.transaction_id")
        let empty = problem([Self.app, .purchase([])])
        #expect(empty?.code == .malformed && empty?.field == "in_app.product_id")
    }

    @Test(
        "A value of another type than its attribute's is malformed, and named",
        arguments: [
            (0, DERWriter.integer(1), "receipt_type"), (1, DERWriter.utf8String("1"), "app_item_id"),
            (2, DERWriter.element(.octetString, []), "bundle_id"), (12, DERWriter.integer(5), "receipt_creation_date"),
            (15, [2, 9, 0, 255, 255, 255, 255, 255, 255, 255, 255], "download_id"), (2, [0x0C, 1, 0xFF], "bundle_id"),
            (17, DERWriter.sequence(), "in_app"),
        ] as [(Int64, [UInt8], String)])
    func otherType(type: Int64, value: [UInt8], field: String) {
        let found = problem([HandmadeAttribute(type, value)] + (type == 2 ? [] : [Self.app]))
        #expect(found?.code == .malformed && found?.field == field)
    }

    @Test("An attribute without a value is cut short", arguments: [0, 1, 2, 8, 12, 17, 21] as [Int64])
    func noValue(type: Int64) {
        #expect(problem([HandmadeAttribute(type, [])] + (type == 2 ? [] : [Self.app]))?.code == .truncated)
    }

    @Test("A payload that is no SET of attributes is unreadable")
    func payloads() {
        for payload in [
            DERWriter.sequence(Self.app.bytes), DERWriter.constructed(.set, [Self.app.bytes]) + [0],
            DERWriter.constructed(.set, [DERWriter.integer(2)]),
            DERWriter.constructed(.set, [DERWriter.sequence(DERWriter.integer(2), DERWriter.integer(1))]),
            DERWriter.constructed(
                .set, [DERWriter.sequence(DERWriter.integer(2), DERWriter.integer(1), [0x04, 0, 0x05, 0])]),
            DERWriter.constructed(.set, [DERWriter.sequence(DERWriter.integer(2), [0x04, 0])]), [0x31], [0x31, 0x80],
        ] {
            let found = #expect(throws: Problem.self) { try read(payload: payload) }
            #expect(found?.code.answer == .unreadable)
        }
    }
}
