package import WindfallHTTP
import WindfallSignedData

/// The store as two hosts and a control interface, all over HTTP values: sockets are somebody else's.
public struct StoreBox: Sendable {
    /// What the box needs from outside.
    public struct Configuration: Sendable {
        /// The secret of control and Connect; without it, nothing is answered there.
        public var controlToken: String
        /// Waits; for long polls. Tests give one that does not sleep.
        public var pause: @Sendable (Duration) async throws -> Void

        public init(controlToken: String, pause: @escaping @Sendable (Duration) async throws -> Void) {
            self.controlToken = controlToken
            self.pause = pause
        }
    }

    public let service: StoreService
    public let receipts: ReceiptOffice
    let verification: VerifyReceiptOffice
    let configuration: Configuration
    /// What control and Connect answered to requests with a key.
    let answered = Idempotency()

    public init(service: StoreService, desk: ReceiptDesk, configuration: Configuration) {
        self.service = service
        receipts = ReceiptOffice(service: service, desk: desk)
        verification = VerifyReceiptOffice(receipts: receipts)
        self.configuration = configuration
    }

    /// What one of the two hosts answers: `/verifyReceipt` and the StoreKit protocol.
    package func host(isSandbox: Bool) -> HTTPService {
        router(isSandbox: isSandbox).service
    }

    /// The routes of one of the two hosts, to which others can be added.
    package func router(isSandbox: Bool) -> Router {
        var router = Router()
        addVerifyReceipt(to: &router, isSandbox: isSandbox)
        addStoreKit(to: &router, isSandbox: isSandbox)
        return router
    }

    /// The routes of control and Connect, without their guard.
    package var controlRouter: Router {
        var router = Router()
        addClock(to: &router)
        addAccounts(to: &router)
        addPurchases(to: &router)
        addTransactions(to: &router)
        addReceipts(to: &router)
        addJournal(to: &router)
        addConnect(to: &router)
        return router
    }

    /// Control and Connect; for this machine and holders of the token only.
    package var control: HTTPService {
        // Digests are compared, so that the time that it takes tells nothing of the token.
        let token = Fingerprint.sha256(Array(configuration.controlToken.utf8))
        let service = controlRouter.service
        let known = answered.around(service)
        return LoopbackGuard.around { request in
            guard let given = request.bearerToken, Fingerprint.sha256(Array(given.utf8)) == token else {
                return APIError.unauthorized.response
            }
            return await known(request)
        }
    }
}

extension StoreBox {
    /// Waits for the first answer that a look gives, at most so long.
    ///
    /// - Parameter seconds: how long; what is more than ``longestWait`` counts as that.
    /// - Parameter look: gives an answer, or waits for a change and gives nil.
    /// - Returns: nil when the time is over.
    func waited<Answer: Sendable>(
        seconds: Int64, _ look: @escaping @Sendable () async throws -> Answer?
    ) async throws -> Answer? {
        guard seconds > 0 else { return nil }
        let pause = configuration.pause
        return try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    if let answer = try await look() { return answer }
                }
                return nil
            }
            group.addTask {
                try await pause(.seconds(min(seconds, Self.longestWait)))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// The longest that a request is kept waiting for a change, in seconds.
    static let longestWait: Int64 = 60

    /// The tokens of the journal's seed, which changes where another journal takes the place.
    func tokens() async throws -> StoreTokens {
        StoreTokens(seed: try await service.read { $0.seed })
    }
}

/// Runs a body and turns what it throws into the one shape of errors.
func answering<Value>(_ body: () async throws -> Value) async throws(APIError) -> Value {
    do {
        return try await body()
    } catch let error as APIError {
        throw error
    } catch let refusal as StoreRefusal {
        throw APIError(refusal)
    } catch {
        throw APIError(.internalError, "store_stopped", "The store can't go on; its log says why.")
    }
}

extension APIError {
    init(_ refusal: StoreRefusal) {
        let status: HTTPStatus =
            switch refusal.code {
            case .notFound: .notFound
            case .invalid: .badRequest
            case .forbidden: .unprocessable
            case .paymentsDisabled, .spoiltAccount: .forbidden
            default: .conflict
            }
        self.init(status, refusal.code.name, refusal.message, field: refusal.field)
    }
}
