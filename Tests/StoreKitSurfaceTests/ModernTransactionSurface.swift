import StoreKit

/// What an app reads of the modern interface's signed values, and what it says when it buys.
enum ModernTransactionSurface {
    /// Uses: Transaction
    static func lines(of transaction: Transaction) -> [String] {
        let identifiers: [UInt64] = [transaction.id, transaction.originalID]
        let dates = [
            transaction.purchaseDate, transaction.originalPurchaseDate, transaction.expirationDate,
            transaction.revocationDate, transaction.signedDate,
        ]
        return [
            transaction.productID, transaction.productType.rawValue, transaction.appBundleID,
            "\(transaction.purchasedQuantity)", "\(transaction.isUpgraded)", transaction.ownershipType.rawValue,
            transaction.reason.rawValue, ModernValueSurface.text(of: transaction.storefront),
            transaction.environment.rawValue, "\(transaction.price ?? 0)", transaction.currency?.identifier ?? "-",
            transaction.reasonStringRepresentation, transaction.environmentStringRepresentation,
            transaction.storefrontCountryCode, transaction.currencyCode ?? "-", transaction.webOrderLineItemID ?? "-",
            transaction.subscriptionGroupID ?? "-", "\(transaction.revocationReason == .developerIssue)",
            "\(transaction.revocationType == .fullRefund)", "\(transaction.revocationPercentage ?? 0)",
            transaction.revocationTypeStringRepresentation ?? "-", "\(transaction.appAccountToken == nil)",
            "\(transaction.offer == nil)", "\(transaction.offerType == .introductory)", transaction.offerID ?? "-",
            transaction.offerPaymentModeStringRepresentation ?? "-", transaction.offerPeriodStringRepresentation ?? "-",
            "\(transaction.billingPlanType == nil)", "\(transaction.commitmentInfo == nil)",
            "\(identifiers.count) \(dates.count)", "\(transaction.appTransactionID.isEmpty)",
            "\(transaction.deviceVerification.count) \(transaction.deviceVerificationNonce)".isEmpty ? "-" : "bound",
            "\(transaction.jsonRepresentation.count > 0)",
        ]
    }

    /// Uses: VerificationResult
    static func lines(of result: VerificationResult<Transaction>) -> [String] {
        let standing =
            switch result {
            case .verified(let transaction): "verified \(transaction.productID)"
            case .unverified(let transaction, let error): "unverified \(transaction.productID) \(error)"
            }
        return [
            standing, (try? result.payloadValue)?.productID ?? "-", result.unsafePayloadValue.productID,
            result.jwsRepresentation, "\(result.headerData.count)", "\(result.payloadData.count)",
            "\(result.signatureData.count)", "\(result.signedData.count)", "\(result.signedDate)",
            "\(result.deviceVerification.count)", "\(result.deviceVerificationNonce)",
        ]
    }

    /// Uses: AppTransaction
    static func lines(of app: AppTransaction) -> [String] {
        [
            "\(app.appID ?? 0)", app.appVersion, "\(app.appVersionID ?? 0)", app.bundleID, app.environment.rawValue,
            app.originalAppVersion, "\(app.originalPurchaseDate)", "\(app.preorderDate == nil)",
            app.originalPlatform.rawValue, app.originalPlatformStringRepresentation, app.appTransactionID,
            "\(app.deviceVerification.count)", "\(app.deviceVerificationNonce)", "\(app.signedDate)",
            "\(app.jsonRepresentation.count)",
        ]
    }

    /// Uses: Product.PurchaseOption, Product.SubscriptionOffer
    static func options(_ token: UUID) -> Set<Product.PurchaseOption> {
        let signature = Product.SubscriptionOffer.Signature(
            keyID: "KEY", nonce: token, timestamp: 1, signature: Data([1]))
        let list: [Product.PurchaseOption] = [
            .appAccountToken(token), .quantity(2), .simulatesAskToBuyInSandbox(true),
            .onStorefrontChange(shouldContinuePurchase: { $0.countryCode == "USA" }),
            .custom(key: "text", value: "a"), .custom(key: "number", value: 1.5), .custom(key: "flag", value: true),
            .custom(key: "bytes", value: Data([1])),
            .promotionalOffer(offerID: "a", keyID: "KEY", nonce: token, signature: Data([1]), timestamp: 1),
            .promotionalOffer(offerID: "b", signature: signature),
            .introductoryOfferEligibility(compactJWS: "a.b.c"), .billingPlanType(.upFront),
        ]
        return Set(list + Product.PurchaseOption.promotionalOffer("c", compactJWS: "a.b.c"))
    }

    /// Uses: Product.PurchaseOption
    static func winBack(_ offer: Product.SubscriptionOffer) -> Product.PurchaseOption {
        .winBackOffer(offer)
    }

    /// Uses: Product.PurchaseResult
    static func text(of result: Product.PurchaseResult) -> String {
        switch result {
        case .success(let transaction): transaction.unsafePayloadValue.productID
        case .userCancelled: "cancelled"
        case .pending: "pending"
        }
    }

    /// Uses: Product.PurchaseError
    static let purchaseErrors: [Product.PurchaseError] = [
        .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
        .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
    ]

    /// Uses: StoreKitError
    static let errors: [StoreKitError] = [
        .unknown, .userCancelled, .networkError(URLError(.timedOut)), .systemError(CancellationError()),
        .notAvailableInStorefront, .notEntitled, .unsupported,
    ]

    /// Uses: InvalidRequestError
    static func text(of error: InvalidRequestError) -> String {
        let code: Int64 = error.code
        return "\(code) \(error.message)"
    }

    /// Uses: Transaction.RefundRequestError
    static let refundErrors: [Transaction.RefundRequestError] = [.duplicateRequest, .failed]

    /// Uses: Transaction.RefundRequestStatus
    static let refundStatus: [Transaction.RefundRequestStatus] = [.success, .userCancelled]
}
