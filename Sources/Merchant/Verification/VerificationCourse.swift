package import WindfallCommerce

/// One attempt to get a verdict of the store on a receipt: what happens goes in, what is to be done comes out.
///
/// Each attempt begins with the production store (F19): what an earlier receipt, or an earlier attempt, found counts
/// nothing. A verdict comes from a definite answer alone (F18).
package struct VerificationCourse: Hashable, Sendable {
    /// Whether an answer is about what was asked.
    package enum Fit: Hashable, Sendable {
        case fits
        /// The answer's receipt is another app's (F41).
        case otherApp
        /// The answer contradicts itself or the host that gave it.
        case contradiction
    }

    package enum Event: Hashable, Sendable {
        /// The attempt begins.
        case due
        /// The store answered with a status.
        case answered(VerificationStatus, isRetryable: Bool?, Fit)
        /// It answered with a status of HTTP that is not 200.
        case http(Int)
        /// No answer came: no connection, or not in time.
        case timedOut
        /// An answer came that nobody understands.
        case unreadable
    }

    package enum Action: Hashable, Sendable {
        /// Ask the store of this environment.
        case ask(Environment)
        /// The store of this environment says that the receipt is genuine.
        case conclude(Environment)
        /// A definite no, with a stable code.
        case refuse(String)
        /// Nobody can get an answer before the operator mends something; a stable code.
        case hold(String)
        /// Try again later, for ever; a stable code that says why.
        case retry(String)
    }

    /// Whether the receipt's own bytes were found wanting: only then is 21002 a no.
    private let failedLocally: Bool
    private let sandbox: MerchantApp.SandboxPolicy
    private var environment = Environment.production
    private var hasSwitched = false

    package init(failedLocally: Bool, sandbox: MerchantApp.SandboxPolicy) {
        self.failedLocally = failedLocally
        self.sandbox = sandbox
    }

    /// What is to be done now.
    package mutating func handle(_ event: Event) -> Action {
        switch event {
        case .due:
            environment = .production
            hasSwitched = false
            return .ask(environment)
        case .answered(let status, let isRetryable, let fit):
            return answered(status, isRetryable, fit)
        case .http(401), .http(403):
            return .hold("store_refuses_access")
        case .http(let status):
            return .retry(status == 429 || status == 503 ? "store_busy" : "store_http_status")
        case .timedOut:
            return .retry("timeout")
        case .unreadable:
            return .retry("unreadable_answer")
        }
    }

    private mutating func answered(_ status: VerificationStatus, _ isRetryable: Bool?, _ fit: Fit) -> Action {
        switch status.meaning(isRetryable: isRetryable) {
        case .valid, .expired:
            switch fit {
            case .fits: break
            case .otherApp: return .refuse("other_app")
            case .contradiction: return .retry("unreadable_answer")
            }
            if environment == .sandbox, sandbox == .refuse { return .refuse("sandbox_not_allowed") }
            return .conclude(environment)
        case .refused:
            return .refuse(status == .accountNotFound ? "account_not_found" : "not_authentic")
        case .malformed:
            return failedLocally ? .refuse("malformed_receipt") : .retry("store_status")
        case .passing:
            return .retry("store_status")
        case .held:
            switch status {
            case .wrongSecret: return .hold("wrong_secret")
            case .unreadableRequest: return .hold("unreadable_request")
            default: return .hold("store_fault")
            }
        case .elsewhere(let other):
            // Each store sends to the other one: neither has answered.
            guard other != environment, !hasSwitched else { return .retry("store_status") }
            environment = other
            hasSwitched = true
            return .ask(other)
        }
    }
}
