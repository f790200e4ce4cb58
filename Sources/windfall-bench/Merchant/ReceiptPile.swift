import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// Receipts of many people, each with purchases of its own, as apps send them.
struct ReceiptPile: Sendable {
    /// How many purchases a receipt has: it is then about 5 kB long.
    private static let purchases = 2

    /// The requests, one for each person.
    let requests: [HTTPRequest]
    /// What the store answers, by the receipt as it is sent.
    let answers: [String: [UInt8]]

    /// Signs them, on all processors.
    init(count: Int, by issuer: SampleIssuer) throws {
        let lot = max(1, count / 8)
        let (authority, date) = (issuer.authority, issuer.date)
        let parts = try Waiting.run {
            try await withThrowingTaskGroup(of: [(HTTPRequest, String, [UInt8])].self) { group in
                for start in stride(from: 0, to: count, by: lot) {
                    group.addTask {
                        try (start..<min(start + lot, count)).map { person in
                            var receipt = SampleReceipt.receipt(purchases: Self.purchases, at: date)
                            receipt.receiptType = "Production"
                            receipt.appItemID = 1
                            for place in receipt.inApp.indices {
                                let id = String(3_000_000_000_000_000 + person * 10 + place)
                                receipt.inApp[place].transactionID = id
                                receipt.inApp[place].originalTransactionID = id
                            }
                            return try Self.parcel(receipt, try authority.sign(receipt), person)
                        }
                    }
                }
                var parts: [(HTTPRequest, String, [UInt8])] = []
                for try await part in group { parts += part }
                return parts
            }
        }
        requests = parts.map(\.0)
        answers = Dictionary(parts.map { ($0.1, $0.2) }) { first, _ in first }
    }

    private static func parcel(
        _ receipt: AppReceipt, _ signed: [UInt8], _ person: Int
    ) throws -> (HTTPRequest, String, [UInt8]) {
        let text = Base64.encode(signed.span)
        let path = "/v1/apps/\(SampleMerchant.bundleID)/users/user-\(person)/receipts"
        guard let url = HTTPURL("http://127.0.0.1:8080\(path)") else { throw Stopwatch.WrongAnswer() }
        let request = HTTPRequest(.post, url, body: JSON.object(["receipt": .string(text)]).bytes())
        let answer: JSONObject = [
            "status": 0, "environment": "Production",
            "receipt": .object(AnsweredReceipt(receipt: receipt, requestedAt: receipt.creationDate).json),
        ]
        return (request, text, JSON.object(answer).bytes())
    }
}
