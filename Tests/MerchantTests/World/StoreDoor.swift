import Synchronization
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// The way from the merchant to the two hosts of the store, on which a test puts faults.
final class StoreDoor: HTTPTransport {
    static let production = HTTPURL.Origin(scheme: .http, host: "buy.store.example", port: 80)
    static let sandbox = HTTPURL.Origin(scheme: .http, host: "sandbox.store.example", port: 80)

    /// What happens to a question instead of the box's answer.
    enum Fault: Sendable {
        /// Nobody answers in time; so long it took.
        case silence(Duration)
        case reset
        case refused
        /// A status of `verifyReceipt`, with what else the answer holds.
        case status(Int, JSONObject = [:])
        /// A status of HTTP with a web page.
        case http(Int, retryAfter: String? = nil)
        /// A web page with status 200.
        case webPage
        /// The box's answer, this much later.
        case slow(Duration)
        /// Another answer than the box's.
        case changed(@Sendable (JSONObject) -> JSONObject)
        /// The box has answered, and the answer is lost.
        case lost
        /// The worker dies: before the box has the question, or with the answer in its hands.
        case death(answered: Bool)
    }

    /// A question that came to a host.
    struct Question: Sendable {
        var environment: Environment
        var body: JSON
        var date: Instant
    }

    private struct State {
        /// Of each host: what comes first, and what comes always after that.
        var once: [Environment: [Fault]] = [:]
        var always: [Environment: Fault] = [:]
        var questions: [Question] = []
        var death: @Sendable () -> Void = {}
    }

    private let hosts: [Environment: MemoryServer]
    private let time: VirtualTimeline
    private let state = Mutex(State())

    init(shop: WorldShop, time: VirtualTimeline) {
        hosts = [
            .production: MemoryServer(service: shop.box.host(isSandbox: false)),
            .sandbox: MemoryServer(service: shop.box.host(isSandbox: true)),
        ]
        self.time = time
    }

    // MARK: Faults

    /// Puts faults before the next questions, one each.
    func once(_ faults: Fault..., at environment: Environment = .production) {
        state.withLock { $0.once[environment, default: []] += faults }
    }

    /// Puts a fault before all questions; nil takes it away.
    func always(_ fault: Fault?, at environment: Environment = .production) {
        state.withLock { $0.always[environment] = fault }
    }

    /// Says what the death of a worker is.
    func whenWorkerDies(_ death: @escaping @Sendable () -> Void) {
        state.withLock { $0.death = death }
    }

    /// Takes away all faults.
    func mend() {
        state.withLock { ($0.once, $0.always) = ([:], [:]) }
    }

    /// What was asked, in order.
    var questions: [Question] { state.withLock { $0.questions } }

    /// Which hosts were asked, in order.
    var asked: [Environment] { questions.map(\.environment) }

    func forgetQuestions() { state.withLock { $0.questions = [] } }

    // MARK: Carrying

    func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
        let environment: Environment
        switch request.url.origin {
        case Self.production: environment = .production
        case Self.sandbox: environment = .sandbox
        default: throw .refused
        }
        let bytes = request.body
        let body = (try? JSON(reading: bytes.span)) ?? .null
        let now = time.now
        let fault = state.withLock { state -> Fault? in
            state.questions.append(Question(environment: environment, body: body, date: now))
            guard let first = state.once[environment]?.first else { return state.always[environment] }
            state.once[environment]?.removeFirst()
            return first
        }
        return try await answer(request, from: environment, fault)
    }

    private func answer(
        _ request: HTTPRequest, from environment: Environment, _ fault: Fault?
    ) async throws(HTTPClientError) -> HTTPResponse {
        guard let host = hosts[environment] else { throw .refused }
        switch fault {
        case nil: return try await host.respond(to: request)
        case .silence(let duration):
            time.advance(by: duration)
            throw .timedOut(.waiting)
        case .reset: throw .reset
        case .refused: throw .refused
        case .status(let status, let more):
            var json: JSONObject = ["status": .integer(Int64(status))]
            for member in more { json[member.key] = member.value }
            return .json(.object(json))
        case .http(let code, let retryAfter):
            return Self.page(HTTPStatus(code), retryAfter)
        case .webPage: return Self.page(.ok, nil)
        case .slow(let duration):
            time.advance(by: duration)
            return try await host.respond(to: request)
        case .changed(let change):
            let response = try await host.respond(to: request)
            let bytes = response.body
            guard let json = (try? JSON(reading: bytes.span))?.object else { return response }
            return .json(.object(change(json)))
        case .lost:
            _ = try await host.respond(to: request)
            throw .reset
        case .death(let answered):
            let response = answered ? try await host.respond(to: request) : nil
            state.withLock { $0.death }()
            guard let response else { throw .cancelled }
            return response
        }
    }

    private static func page(_ status: HTTPStatus, _ retryAfter: String?) -> HTTPResponse {
        var response = HTTPResponse(status, body: Array("<html><body>We'll be back soon.</body></html>".utf8))
        try? response.headers.append("Content-Type", "text/html")
        if let retryAfter { try? response.headers.append("Retry-After", retryAfter) }
        return response
    }
}
