/// How the account came to own it (Apple: inAppOwnershipType).
public struct OwnershipType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It bought it.
    public static let purchased = OwnershipType(rawValue: "PURCHASED")
    /// A member of the family bought it.
    public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
}

/// What caused a transaction (Apple: transactionReason).
public struct TransactionReason: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person bought it.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// The store renewed a subscription.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
}

/// The platform on which an app was first bought (Apple: originalPlatform).
public struct OriginalPlatform: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// iPhone and iPad.
    public static let iOS = OriginalPlatform(rawValue: "iOS")
    /// Mac.
    public static let macOS = OriginalPlatform(rawValue: "macOS")
    /// Apple TV.
    public static let tvOS = OriginalPlatform(rawValue: "tvOS")
    /// Apple Vision.
    public static let visionOS = OriginalPlatform(rawValue: "visionOS")
}
