public import WindfallCommerce
public import WindfallTimeline

/// What the store can be asked to do. Time comes with the call, identifiers from counters in the state.
public enum StoreCommand: Sendable {
    // Connect.
    case addDeveloper(name: String)
    /// Registers an app, or changes it; values that are nil stay as they are.
    case putApp(bundleID: String, AppChange)
    /// Registers a product, or changes it; it is for sale after the delay.
    case putProduct(bundleID: String, ProductDefinition, propagationDelay: Duration)
    /// Makes a new shared secret; the old ones stay valid until they are removed.
    case addSecret(StoreEvent.SecretOwner)
    case removeSecret(StoreEvent.SecretOwner, String)

    /// Takes the public half of a new key, as the DER of a SubjectPublicKeyInfo on P-256.
    case addKey(DeveloperNumber, publicKey: [UInt8])
    case revokeKey(DeveloperNumber, String)
    /// Opens a test account under a name, or changes where the one of that name shops.
    case putTester(String, storefront: Storefront?)
    case setVolumePurchase(AccountNumber, bundleID: String, expires: Instant?)

    // Accounts and devices.
    case openAccount(isSandbox: Bool, storefront: Storefront, organizer: AccountNumber?)
    case changeAccount(AccountNumber, AccountChange)
    case addDevice(AccountNumber, bundleID: String, appVersion: String?, identifier: [UInt8])

    // Payments.
    case buy(Purchase)
    /// Somebody approved or declined a deferred purchase (F9).
    case settle(TransactionNumber, isApproved: Bool)
    /// The person settled what interrupted a purchase, or what a renewal failed of.
    case resolve(TransactionNumber)
    case finish(TransactionNumber)
    /// Customer support pays money back (F31).
    case refund(TransactionNumber, reason: Int64, percentage: Int64)
    /// A family member's access ends.
    case revoke(TransactionNumber)
    /// Asks for all that can be restored (F13).
    case restore(DeviceNumber)
    case refreshReceipt(DeviceNumber)
    case changeSubscription(TransactionNumber, SubscriptionChange)

    // What only tests do; transactions can be taken out for test accounts alone.
    /// Ends a subscription at once.
    case expire(TransactionNumber)
    /// Lets a subscription's period be over at once: it renews, fails to, or ends.
    case renew(TransactionNumber)
    /// Takes a transaction out of the ledger, and all that came of the same purchase.
    case erase(TransactionNumber)
    /// Takes all transactions of an account out of the ledger.
    case clear(AccountNumber)

    /// What is changed of an app.
    public struct AppChange: Hashable, Sendable {
        public var developer: DeveloperNumber?
        public var platform: AppRecord.Platform?
        public var isNewsstand: Bool?
        public var version: String?
        public var receiptLifetime: Int64?
        public var notifications: AppRecord.NotificationAddresses?
        /// The `.storekit` file that the products came from, as JSON.
        public var configuration: String?

        public init() {}
    }

    /// What is changed of an account.
    public struct AccountChange: Hashable, Sendable {
        public var cardPays: Bool?
        public var asksToBuy: Bool?
        public var isInterrupted: Bool?
        public var canMakePayments: Bool?
        public var storefront: Storefront?
        public var isSpoilt: Bool?
        /// How fast subscriptions run, for test accounts. With another rate than real time they renew twelve times, unless
        /// a limit is given.
        public var timeRate: TimeRate?
        /// How many times a subscription renews; 0 for no limit.
        public var renewalLimit: Int64?
        public var failsRenewals: Bool?
        public var hasGracePeriod: Bool?
        /// What each purchase fails with.
        public var purchaseFailure: TransactionRecord.Failure?

        public init() {}
    }

    /// What is changed of a subscription.
    public struct SubscriptionChange: Hashable, Sendable {
        public var isAutoRenewing: Bool?
        /// The product of the next period, of the same group.
        public var productID: String?
        /// Asks for consent to a higher price, or answers.
        public var priceConsent: SubscriptionRecord.PriceConsent?

        public init(
            isAutoRenewing: Bool? = nil, productID: String? = nil,
            priceConsent: SubscriptionRecord.PriceConsent? = nil
        ) {
            self.isAutoRenewing = isAutoRenewing
            self.productID = productID
            self.priceConsent = priceConsent
        }
    }
}

/// A payment: a product, a quantity and what the app says about it (F7).
public struct Purchase: Hashable, Sendable {
    /// The most of a product that one payment may ask for.
    public static let maximumQuantity: Int64 = 10

    public var device: DeviceNumber
    public var productID: String
    public var quantity: Int64 = 1
    public var applicationUsername: String?
    public var appAccountToken: String?
    /// Whether the sandbox is to act as if somebody else must approve.
    public var simulatesAskToBuy = false
    public var offerType: Int64 = 0
    public var offerID: String?
    /// The client's own identifier: one identifier, one charge, however often it comes.
    public var paymentID: String?
    /// Bought outside the app, as from the store's own pages: nobody is asked, and all devices hear of it.
    public var isOutside = false

    public init(device: DeviceNumber, productID: String) {
        self.device = device
        self.productID = productID
    }
}
