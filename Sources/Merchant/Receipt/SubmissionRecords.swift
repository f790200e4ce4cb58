package import WindfallCommerce
package import WindfallStorage
package import WindfallTimeline

/// The submissions as rows, and what became of each.
package struct SubmissionRecords: Sendable {
    package static let schema = Schema(component: "receipt", migrations: [])

    package init() {}

    /// Adds a submission, unless the same user has sent the same receipt before.
    ///
    /// - Returns: nil when it was added, else the one that is there.
    package func insert(_ submission: Submission, in scope: borrowing WriteScope) throws(StorageError) -> Submission? {
        preconditionFailure("not there yet")
    }

    package func submission(_ id: String, in scope: borrowing ReadScope) throws(StorageError) -> Submission? {
        preconditionFailure("not there yet")
    }

    package func submission(_ id: String, in scope: borrowing WriteScope) throws(StorageError) -> Submission? {
        preconditionFailure("not there yet")
    }

    /// Writes down how a question to the store went; ``Submission/attempts`` counts them.
    package func add(
        _ attempt: VerificationAttempt, to id: String, in scope: borrowing WriteScope
    ) throws(StorageError) {
        preconditionFailure("not there yet")
    }

    /// How the questions went, the first one first.
    package func history(of id: String, in scope: borrowing ReadScope) throws(StorageError) -> [VerificationAttempt] {
        preconditionFailure("not there yet")
    }

    /// Keeps a store's answer that said something, as it came: everything can be recomputed from these.
    package func keep(
        answer: [UInt8], to id: String, from environment: Environment, at date: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) {
        preconditionFailure("not there yet")
    }

    /// Changes where a verification stands.
    ///
    /// - Parameters:
    ///   - environment: nil leaves what is known.
    ///   - date: when it was concluded; nil for `pending` and `held`.
    package func set(
        _ status: SubmissionStatus, reason: String?, environment: Environment?, concluded date: Instant?, of id: String,
        in scope: borrowing WriteScope
    ) throws(StorageError) {
        preconditionFailure("not there yet")
    }
}

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
