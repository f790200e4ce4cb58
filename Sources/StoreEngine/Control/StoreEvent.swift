public import WindfallTimeline

/// What was decided. The state follows from the events alone; they are what the journal keeps.
public enum StoreEvent: Hashable, Sendable {
    /// Whose shared secret.
    public enum SecretOwner: Hashable, Sendable {
        case developer(DeveloperNumber)
        case app(AppNumber)
    }

    /// The clock moved; what fell due on the way stands before this.
    case clockMoved(to: Instant)
    case developerAdded(name: String)
    case secretAdded(SecretOwner, String)
    case secretRemoved(SecretOwner, String)
    /// A new app (the next number), or a known one changed.
    case appPut(AppNumber, AppRecord)
    /// A new product (the next number), or a known one changed: its definition as JSON, and from when it is for sale.
    case productPut(ProductNumber, AppNumber, definition: String, availableFrom: Instant)
    /// A developer account has a new key.
    case keyAdded(KeyRecord)
    case keyRevoked(String, at: Instant)
    /// A test account has a name.
    case testerNamed(String, AccountNumber)
    /// An account's receipts of an app expire, or no longer do.
    case volumePurchaseSet(AccountNumber, AppNumber, expires: Instant?)
    case accountOpened(AccountRecord)
    case accountChanged(AccountNumber, AccountRecord)
    case deviceAdded(DeviceRecord)
    case deviceUpdated(DeviceNumber, appVersion: String)
    /// A device's receipt was made anew.
    case receiptMade(DeviceNumber, at: Instant)
    /// The next transaction of the ledger.
    case transactionAdded(TransactionRecord)
    case transactionChanged(TransactionNumber, TransactionRecord)
    case transactionFinished(TransactionNumber)
    /// A subscription began, was renewed, or changed.
    case subscriptionChanged(TransactionNumber, SubscriptionRecord)
    /// How an account's subscriptions run, and what fails for it.
    case accountTermsChanged(AccountNumber, AccountTerms)
    /// A test took a transaction out of the ledger.
    case transactionErased(TransactionNumber)
    /// A test took the last transaction of a subscription out of the ledger.
    case subscriptionErased(TransactionNumber)
    /// A payment was answered with a transaction that was there already.
    case paymentAnswered(PaymentRecord)
    /// A running subscription has an offer for its next renewal.
    case offerTaken(TransactionNumber, PendingOffer)
}
