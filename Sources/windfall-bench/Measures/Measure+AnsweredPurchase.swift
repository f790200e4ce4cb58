import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine

extension Measure {
    /// How many unfinished consumables gather on one account.
    private static let gathered = 1000
    /// How many of them, the first and the last, are compared.
    private static let few = 100

    /// What a purchase costs when many are in the receipt already, which is not asked for.
    static var answeredPurchase: Measure {
        Measure(
            name: "purchase answered",
            summary:
                "a purchase over control, without receipts, by somebody who has 900 unfinished ones, beside one of the first",
            unit: "us/purchase"
        ) { issuer in
            .figure {
                let authority = issuer.authority
                let times = try Waiting.run {
                    let store = try await SampleStore(
                        journal: MemoryJournal(header: JournalHeader(format: 1, seed: 1)), people: 1)
                    let box = StoreBox(
                        service: store.service, desk: ReceiptDesk(authority: authority),
                        configuration: StoreBox.Configuration(controlToken: "token") { _ in })
                    let server = MemoryServer(service: box.control)
                    var times: [Duration] = []
                    for _ in 0..<gathered {
                        let start = ContinuousClock.now
                        guard try await server.respond(to: try request()).status == .created else {
                            throw Stopwatch.WrongAnswer()
                        }
                        times.append(ContinuousClock.now - start)
                    }
                    return times.map { $0 / .microseconds(1) }
                }
                let (first, last) = (times.prefix(few).sorted()[few / 2], times.suffix(few).sorted()[few / 2])
                return Figure(
                    runs: gathered, median: last, ratio: last / first, ratioOf: "cost of one of the first \(few)")
            }
        }
    }

    private static func request() throws -> HTTPRequest {
        guard let url = HTTPURL("http://127.0.0.1:8180/control/v1/purchases?receipts=false") else {
            throw Stopwatch.WrongAnswer()
        }
        let body: JSONObject = [
            "accountId": "1", "bundleId": .string(SampleStore.bundleID), "productId": .string(SampleStore.coins),
        ]
        var request = HTTPRequest(.post, url, body: JSON.object(body).bytes())
        try request.headers.append("Authorization", "Bearer token")
        return request
    }
}
