public import Foundation
import WindfallCommerce
import WindfallTimeline

/// A purchase, a renewal or a shared purchase, as the store signed it (F29).
///
/// Source: Apple, "Transaction".
public struct Transaction: Identifiable, Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    public let id: UInt64
    /// The first transaction of the product or subscription.
    public let originalID: UInt64
    public let webOrderLineItemID: String?
    public let productID: String
    public let productType: Product.ProductType
    public let subscriptionGroupID: String?
    public let appBundleID: String
    public let purchaseDate: Date
    public let originalPurchaseDate: Date
    /// The end of the paid period; auto-renewables only.
    public let expirationDate: Date?
    public let purchasedQuantity: Int
    /// Whether a higher plan took its place.
    public let isUpgraded: Bool
    public let ownershipType: OwnershipType
    /// When it was taken back (F31).
    public let revocationDate: Date?
    public let revocationReason: RevocationReason?
    public let revocationType: RevocationType?
    /// How much was paid back, 0 to 100.
    public let revocationPercentage: Decimal?
    public let appAccountToken: UUID?
    public let offer: Offer?
    public let reason: Reason
    public let storefront: Storefront
    public let environment: AppStore.Environment
    /// For all of the quantity, in units of the currency.
    public let price: Decimal?
    public let currency: Locale.Currency?
    public let appTransactionID: String
    public let deviceVerification: Data
    public let deviceVerificationNonce: UUID
    public let signedDate: Date
    public let billingPlanType: Product.SubscriptionInfo.BillingPlanType?
    public let commitmentInfo: CommitmentInfo?
    let signed: SignedForm

    /// - Returns: nil where the payload lacks what each transaction has.
    init?(_ payload: TransactionPayload, _ signed: SignedForm) {
        guard let id = payload.transactionId.flatMap({ UInt64($0) }), let productID = payload.productId,
            let bundleID = payload.bundleId, let purchased = payload.purchaseDate, let type = payload.type,
            let signedDate = payload.signedDate, let environment = payload.environment
        else { return nil }
        self.id = id
        originalID = payload.originalTransactionId.flatMap { UInt64($0) } ?? id
        webOrderLineItemID = payload.webOrderLineItemId
        self.productID = productID
        productType = Product.ProductType(rawValue: type.rawValue)
        subscriptionGroupID = payload.subscriptionGroupIdentifier
        appBundleID = bundleID
        purchaseDate = Date(purchased)
        originalPurchaseDate = Date(payload.originalPurchaseDate ?? purchased)
        expirationDate = payload.expiresDate.map { Date($0) }
        purchasedQuantity = payload.quantity.flatMap { Int(exactly: $0) } ?? 1
        isUpgraded = payload.isUpgraded ?? false
        ownershipType = OwnershipType(rawValue: (payload.inAppOwnershipType ?? .purchased).rawValue)
        revocationDate = payload.revocationDate.map { Date($0) }
        revocationReason = payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
        revocationType = payload.revocationType.map { RevocationType(rawValue: $0.rawValue) }
        revocationPercentage = payload.revocationPercentage.map { Decimal(thousandths: $0) }
        appAccountToken = payload.appAccountToken.flatMap { UUID(uuidString: $0) }
        offer = Offer(payload)
        reason = Reason(rawValue: (payload.transactionReason ?? .purchase).rawValue)
        storefront = Storefront(countryCode: payload.storefront ?? "", id: payload.storefrontId)
        self.environment = AppStore.Environment(rawValue: environment.rawValue)
        price = payload.price.map { Decimal(thousandths: $0) }
        currency = payload.currency.map { Locale.Currency($0) }
        appTransactionID = payload.appTransactionId ?? ""
        deviceVerification = payload.deviceVerification.flatMap { Data(base64Encoded: $0) } ?? Data()
        deviceVerificationNonce = UUID(nonce: payload.deviceVerificationNonce)
        self.signedDate = Date(signedDate)
        billingPlanType = payload.billingPlanType.map { .init(rawValue: $0.rawValue) }
        commitmentInfo = payload.commitmentInfo.flatMap(CommitmentInfo.init)
        self.signed = signed
    }

    /// The payload that was signed.
    public var jsonRepresentation: Data { signed.payload }
    public var debugDescription: String { String(decoding: signed.payload, as: UTF8.self) }

    public static func == (a: Transaction, b: Transaction) -> Bool { a.signed == b.signed }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(signed)
    }
}

extension Transaction {
    public var offerType: OfferType? { offer?.type }
    public var offerID: String? { offer?.id }
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }
    /// ISO 8601.
    public var offerPeriodStringRepresentation: String? { offer?.periodText }
    public var environmentStringRepresentation: String { environment.rawValue }
    public var reasonStringRepresentation: String { reason.rawValue }
    public var revocationTypeStringRepresentation: String? { revocationType?.rawValue }
    public var storefrontCountryCode: String { storefront.countryCode }
    public var currencyCode: String? { currency?.identifier }
}

extension Date {
    init(_ instant: Instant) {
        self.init(milliseconds: instant.milliseconds)
    }
}

extension Decimal {
    init(thousandths: Int64) {
        self = NSDecimalNumber(mantissa: thousandths.magnitude, exponent: -3, isNegative: thousandths < 0).decimalValue
    }
}

extension UUID {
    /// - Parameter nonce: the nonce of a signed payload; all zeros without one.
    init(nonce: String?) {
        self =
            nonce.flatMap { UUID(uuidString: $0) } ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}
