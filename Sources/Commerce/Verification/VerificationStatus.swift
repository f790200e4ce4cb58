/// What `verifyReceipt` says of a receipt (F26), with what follows from it.
///
/// The codes come for every type of product (D7). Source: Apple's page "status", which is longer than the founding
/// documents.
public struct VerificationStatus: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Valid; for an app receipt also when a subscription in it has ended.
    public static let valid = VerificationStatus(rawValue: 0)
    /// The request was not a POST, or its JSON could not be read.
    public static let unreadableRequest = VerificationStatus(rawValue: 21000)
    /// `receipt-data` is malformed or missing, or the store has a passing fault.
    public static let malformedReceipt = VerificationStatus(rawValue: 21002)
    /// The receipt could not be authenticated.
    public static let notAuthentic = VerificationStatus(rawValue: 21003)
    /// The shared secret is not the app's, or is missing where one is needed.
    public static let wrongSecret = VerificationStatus(rawValue: 21004)
    /// The receipt server cannot answer now.
    public static let serverUnavailable = VerificationStatus(rawValue: 21005)
    /// Valid, but the subscription has ended; transaction receipts of iOS 6 only, and the receipt comes with it.
    public static let subscriptionExpired = VerificationStatus(rawValue: 21006)
    /// A sandbox receipt was sent to production.
    public static let sandboxReceipt = VerificationStatus(rawValue: 21007)
    /// A production receipt was sent to the sandbox.
    public static let productionReceipt = VerificationStatus(rawValue: 21008)
    /// The store could not get at its own data; try again.
    public static let internalFault = VerificationStatus(rawValue: 21009)
    /// The account was not found or was deleted.
    public static let accountNotFound = VerificationStatus(rawValue: 21010)
    /// The codes by which the store says that it could not get at its own data, with `is-retryable` beside them.
    public static let internalFaults = 21100...21199

    /// What a status means for the purchase.
    public enum Meaning: Hashable, Sendable {
        /// The receipt is genuine.
        case valid
        /// The receipt is genuine, and the subscription that it is for has ended.
        case expired
        /// A definite no.
        case refused
        /// A definite no if the receipt's own signature fails too; else a passing fault of the store.
        case malformed
        /// Says nothing about the receipt: ask again, for ever (F18).
        case passing
        /// The request, the secret or the store is at fault, and asking again does not mend it: an alarm for the
        /// operator, and nothing is withdrawn.
        case held
        /// To be asked in the other environment (F19).
        case elsewhere(Environment)

        /// Whether the store has decided on the receipt.
        public var isDefinite: Bool {
            switch self {
            case .valid, .expired, .refused: true
            case .malformed, .passing, .held, .elsewhere: false
            }
        }
    }

    /// What the status means when the answer says nothing else.
    public var meaning: Meaning {
        meaning(isRetryable: nil)
    }

    /// What the status means together with the answer's `is-retryable`.
    ///
    /// - Parameter isRetryable: the answer's word; nil when it has none. It counts for ``internalFaults`` only.
    /// - Returns: ``Meaning/passing`` for a code that is not known: an answer that nobody understands is never a no.
    public func meaning(isRetryable: Bool?) -> Meaning {
        switch self {
        case .valid: .valid
        case .subscriptionExpired: .expired
        case .notAuthentic, .accountNotFound: .refused
        case .malformedReceipt: .malformed
        case .unreadableRequest, .wrongSecret: .held
        case .sandboxReceipt: .elsewhere(.sandbox)
        case .productionReceipt: .elsewhere(.production)
        case _ where Self.internalFaults.contains(rawValue): isRetryable == false ? .held : .passing
        default: .passing
        }
    }
}
