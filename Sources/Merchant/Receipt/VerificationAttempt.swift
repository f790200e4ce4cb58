package import WindfallCommerce
import WindfallStorage
package import WindfallTimeline

/// How one question to the store went.
package struct VerificationAttempt: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// It answered with a status of `verifyReceipt`.
        case status(Int)
        /// No answer in time, or no connection: never a no (F18).
        case timeout
        /// An answer of HTTP that is not 200.
        case http(Int)
        /// Nothing that can be understood.
        case unreadable

        /// The outcome in one word, as answers write it.
        package var word: String {
            switch self {
            case .status: "status"
            case .timeout: "timeout"
            case .http: "http"
            case .unreadable: "unreadable"
            }
        }

        /// The number that belongs to ``word``: of `verifyReceipt` or of HTTP.
        package var number: Int? {
            switch self {
            case .status(let number), .http(let number): number
            case .timeout, .unreadable: nil
            }
        }

        /// Reads what ``word`` and ``number`` wrote; nil for anything else.
        package init?(word: String, number: Int?) {
            switch (word, number) {
            case ("status", let number?): self = .status(number)
            case ("http", let number?): self = .http(number)
            case ("timeout", nil): self = .timeout
            case ("unreadable", nil): self = .unreadable
            default: return nil
            }
        }
    }

    /// In wall time.
    package var date: Instant
    package var host: String
    package var outcome: Outcome

    package init(date: Instant, host: String, outcome: Outcome) {
        self.date = date
        self.host = host
        self.outcome = outcome
    }
}

/// An answer of the store that said something, as it came.
package struct StoreAnswer: Hashable, Sendable {
    /// Which submission it was asked about.
    package var submission: String
    /// The environment whose host answered.
    package var environment: Environment
    /// When it came, in the store's time: facts that it does not date itself are as new as this.
    package var date: Instant
    package var body: [UInt8]

    package init(submission: String, environment: Environment, date: Instant, body: [UInt8]) {
        self.submission = submission
        self.environment = environment
        self.date = date
        self.body = body
    }
}
