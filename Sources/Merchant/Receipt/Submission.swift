package import WindfallCommerce
package import WindfallTimeline

/// Where the verification of a submission stands.
package enum SubmissionStatus: String, Hashable, Sendable, CaseIterable {
    /// The store has not answered yet; it is asked until it does (F18).
    case pending
    /// The store, or its signature where it need not be asked, says that the purchases are real.
    case valid
    /// A definite no.
    case refused
    /// The store can't be asked until the operator mends something; nothing is withdrawn.
    case held
}

/// What the receipt's own bytes prove, without the store (D4).
package enum LocalVerdict: Hashable, Sendable {
    case genuine
    /// The signature, the chain or what was compared does not hold; a problem's code.
    case notGenuine(code: String)
    case unreadable(code: String)
    /// It could not be decided now.
    case unchecked(code: String)
}

/// One receipt that one user sent: its content hash and its user are its identity, so that it is stored once however often
/// it is sent.
package struct Submission: Hashable, Sendable {
    /// Random, for the address of its verification.
    package var id: String
    package var user: UserKey
    /// SHA-256 of ``receipt``.
    package var digest: [UInt8]
    /// As in `receipt --json`: `app-receipt`, `transaction-receipt`, `jws-transaction`, …
    package var kind: String
    /// The bytes that prove it: DER, a property list or a compact JWS, whatever it was wrapped in when it came.
    package var receipt: [UInt8]
    /// The signed word on where it was made; the store's answer replaces it. Nil while nobody tells.
    package var environment: Environment?
    package var verdict: LocalVerdict
    package var status: SubmissionStatus
    /// A stable code for ``status``; nil where it says all.
    package var reason: String?
    /// In wall time.
    package var receivedDate: Instant
    package var concludedDate: Instant?
    /// How often the store was asked.
    package var attempts: Int

    /// What the receipt's facts carry as their proof: a definite no withdraws what it alone proved.
    package var proof: String { id }
}
