/// Why a purchase was refunded (Apple: revocationReason).
public struct RevocationReason: OpenCode {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Any other reason, for example a purchase by accident.
    public static let other = RevocationReason(rawValue: 0)
    /// Something about the app was wrong, or seemed so.
    public static let appIssue = RevocationReason(rawValue: 1)
}

/// How much of a purchase was taken back (Apple: revocationType).
public struct RevocationType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All was refunded.
    public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
    /// A part was refunded.
    public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    /// Family Sharing of it ended; nothing was refunded.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
}
