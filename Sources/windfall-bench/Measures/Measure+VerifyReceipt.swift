import WindfallHTTP
import WindfallHTTPClient
import WindfallHTTPServer
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine

extension Measure {
    /// How many requests one call makes, so that waiting for the call is little beside them.
    private static let requests = 64
    /// How many consumables stand in the receipt beside the subscription.
    private static let consumables = 9

    /// The same receipt again, with what the ledger knows beyond it, as a client on this machine sees it.
    static var verifyReceipt: Measure {
        Measure(
            name: "verifyReceipt",
            summary: "an unchanged receipt with 10 purchases answered by a store on real time, over a socket",
            unit: "us/request"
        ) { issuer in
            let asked = try Waiting.run { try await AskedStore(issuer.authority) }
            let served = try ServedStore(asked)
            return .time(
                Work(items: requests) { try served.ask("/verifyReceipt") },
                beside: Comparison(
                    work: Work(items: requests) { try served.ask(AskedStore.nothing) }, ratio: .ofSpeeds,
                    name: "speed of an empty answer of the same server and router"))
        }
    }

    /// The same without the socket: what is left is the store's own work.
    static var verifyReceiptInProcess: Measure {
        Measure(
            name: "verifyReceipt in process", summary: "the same without server and client", unit: "us/request"
        ) { issuer in
            let asked = try Waiting.run { try await AskedStore(issuer.authority) }
            return .time(
                Work(items: requests) { try asked.ask("/verifyReceipt") },
                beside: Comparison(
                    work: Work(items: requests) { try asked.ask(AskedStore.nothing) }, ratio: .ofSpeeds,
                    name: "speed of an empty answer through the same router"))
        }
    }

    /// A store that sold something, and the request that asks about it.
    private struct AskedStore: Sendable {
        static let nothing = "/nothing"

        let service: HTTPService
        let body: [UInt8]

        init(_ authority: TestAuthority) async throws {
            let store = try await SampleStore(
                journal: MemoryJournal(header: JournalHeader(format: 1, seed: 1)), people: 1)
            let device = store.devices[0]
            for turn in 0..<consumables { try await store.buy(turn) }
            _ = try await store.service.perform(.buy(Purchase(device: device, productID: SampleStore.monthly)))
            let box = StoreBox(
                service: store.service, desk: ReceiptDesk(authority: authority),
                configuration: StoreBox.Configuration(controlToken: "") { _ in })
            guard let receipt = try await box.receipts.appReceipt(of: device) else { throw Stopwatch.WrongAnswer() }
            body = JSON.object([
                "receipt-data": .string(Base64.encode(receipt.span)), "password": .string(store.secret),
            ]).bytes()
            var router = box.router(isSandbox: true)
            router.on(.post, Self.nothing) { _, _ in .empty(.ok) }
            service = router.service
        }

        func request(_ path: String, at origin: String) throws -> HTTPRequest {
            guard let url = HTTPURL(origin + path) else { throw Stopwatch.WrongAnswer() }
            return HTTPRequest(.post, url, body: body)
        }

        /// Whether an answer is the whole one.
        func isRight(_ response: HTTPResponse, to path: String) -> Bool {
            response.status == .ok && (path == Self.nothing ? response.body.isEmpty : response.body.count > body.count)
        }

        func ask(_ path: String) throws -> Bool {
            try Waiting.run {
                let request = try request(path, at: "http://127.0.0.1")
                for _ in 0..<requests {
                    guard isRight(await service(request), to: path) else { return false }
                }
                return true
            }
        }
    }

    /// The store behind a server, and a client that keeps its connection.
    private final class ServedStore {
        private let store: AskedStore
        private let server: HTTPServer
        private let client: HTTPClient
        private let serving: Task<Void, any Error>

        init(_ store: AskedStore) throws {
            self.store = store
            let server = try HTTPServer([.init(port: 0, service: store.service)])
            self.server = server
            client = try HTTPClient()
            serving = Task { try await server.run() }
        }

        deinit {
            server.stop()
            serving.cancel()
        }

        func ask(_ path: String) throws -> Bool {
            let (store, client) = (store, client)
            let origin = server.origins[0].description
            return try Waiting.run {
                let request = try store.request(path, at: origin)
                for _ in 0..<requests {
                    guard store.isRight(try await client.send(request), to: path) else { return false }
                }
                return true
            }
        }
    }
}
