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

    /// The verdict in one word, as answers write it.
    package var word: String {
        switch self {
        case .genuine: "genuine"
        case .notGenuine: "notGenuine"
        case .unreadable: "unreadable"
        case .unchecked: "unchecked"
        }
    }

    /// The problem's code; nil for what is genuine.
    package var code: String? {
        switch self {
        case .genuine: nil
        case .notGenuine(let code), .unreadable(let code), .unchecked(let code): code
        }
    }

    /// Reads what ``word`` and ``code`` wrote; nil for anything else.
    package init?(word: String, code: String?) {
        switch (word, code) {
        case ("genuine", nil): self = .genuine
        case ("notGenuine", let code?): self = .notGenuine(code: code)
        case ("unreadable", let code?): self = .unreadable(code: code)
        case ("unchecked", let code?): self = .unchecked(code: code)
        default: return nil
        }
    }
}

/// One receipt that one user sent: its content hash and its user are its identity, so that it is stored once however often
/// it is sent. Its bytes lie beside it: ``SubmissionRecords/receipt(of:in:)``.
package struct Submission: Hashable, Sendable {
    /// Random, for the address of its verification.
    package var id: String
    package var user: UserKey
    /// SHA-256 of the receipt's bytes.
    package var digest: [UInt8]
    /// As in `receipt --json`: `app-receipt`, `transaction-receipt`, `jws-transaction`, …
    package var kind: String
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
    package var attempts = 0
    /// The job that asks the store, or asked it last; nil where the store need not be asked.
    package var job: String?

    /// What the receipt's facts carry as their proof: a definite no withdraws what it alone proved.
    package var proof: String { id }

    /// A submission of which the store was not asked yet.
    ///
    /// - Parameters:
    ///   - id: random text.
    ///   - digest: SHA-256 of the receipt's bytes.
    ///   - kind: as in `receipt --json`.
    ///   - received: in wall time.
    package init(
        id: String, user: UserKey, digest: [UInt8], kind: String, environment: Environment?, verdict: LocalVerdict,
        status: SubmissionStatus, reason: String? = nil, received: Instant
    ) {
        self.id = id
        self.user = user
        self.digest = digest
        self.kind = kind
        self.environment = environment
        self.verdict = verdict
        self.status = status
        self.reason = reason
        receivedDate = received
    }
}
