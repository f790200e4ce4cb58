import StoreKit

/// What an app reads of the modern interface's values.
enum ModernValueSurface {
    /// Uses: Product
    static func lines(of product: Product) -> [String] {
        [
            product.id, product.type.rawValue, product.displayName, product.description, "\(product.price)",
            product.displayPrice, "\(product.isFamilyShareable)", product.subscription == nil ? "once" : "renews",
            "\(product.jsonRepresentation.count > 0)", product.price.formatted(product.priceFormatStyle),
            Product.SubscriptionPeriod.Unit.month.formatted(product.subscriptionPeriodUnitFormatStyle),
        ]
    }

    /// Uses: Product.ProductType
    static let types: [(Product.ProductType, String)] = [
        (.consumable, "Consumable"), (.nonConsumable, "Non-Consumable"), (.nonRenewable, "Non-Renewing Subscription"),
        (.autoRenewable, "Auto-Renewable Subscription"),
    ]

    /// Uses: Product.SubscriptionPeriod
    static let periods: [(SubscriptionPeriod, Product.SubscriptionPeriod.Unit, Int)] = [
        (.weekly, .week, 1), (.monthly, .month, 1), (.yearly, .year, 1), (.everyThreeDays, .day, 3),
        (.everyTwoWeeks, .week, 2), (.everyTwoMonths, .month, 2), (.everyThreeMonths, .month, 3),
        (.everySixMonths, .month, 6),
    ]

    static func text(of period: Product.SubscriptionPeriod) -> String {
        let range = period.dateRange(referenceDate: Date(timeIntervalSince1970: 0))
        return "\(period.value) \(period.unit) \(range.lowerBound.timeIntervalSince1970)"
    }

    /// Uses: Product.SubscriptionOffer
    static func lines(of offer: Product.SubscriptionOffer) -> [String] {
        let kinds: [Product.SubscriptionOffer.OfferType] = [.introductory, .promotional, .winBack]
        let modes: [Product.SubscriptionOffer.PaymentMode] = [.payAsYouGo, .payUpFront, .freeTrial]
        return [
            offer.id ?? "-", offer.type.rawValue, "\(offer.price)", offer.displayPrice, text(of: offer.period),
            "\(offer.periodCount)", offer.paymentMode.rawValue, "\(kinds.contains(offer.type))",
            "\(modes.contains(offer.paymentMode))",
        ]
    }

    /// Uses: Product.SubscriptionInfo
    static func lines(of subscription: SubscriptionInfo) -> [String] {
        let states: [SubscriptionRenewalState] = [
            .subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked,
        ]
        let offers =
            [subscription.introductoryOffer].compactMap { $0 } + subscription.promotionalOffers
            + subscription.winBackOffers
        let terms = subscription.pricingTerms.map { "\($0.billingPrice) \($0.billingDisplayPrice) \($0.billingPeriod)" }
        return offers.flatMap(lines(of:)) + states.map { "\($0.rawValue)" } + terms + [
            subscription.subscriptionGroupID, text(of: subscription.subscriptionPeriod), "\(subscription.groupLevel)",
            subscription.groupDisplayName,
        ]
    }

    /// Uses: Product.SubscriptionInfo.Status
    static func renewal(of status: SubscriptionStatus) throws -> (SubscriptionRenewalState, Transaction) {
        _ = try status.renewalInfo.payloadValue
        return (status.state, try status.transaction.payloadValue)
    }

    /// Uses: Product.SubscriptionInfo.RenewalInfo
    static func lines(of renewal: SubscriptionRenewalInfo) -> [String] {
        let dates = [renewal.gracePeriodExpirationDate, renewal.renewalDate, renewal.recentSubscriptionStartDate]
        return [
            "\(renewal.originalTransactionID)", renewal.currentProductID, "\(renewal.willAutoRenew)",
            renewal.autoRenewPreference ?? "-", "\(renewal.expirationReason == .billingError)",
            "\(renewal.priceIncreaseStatus == .noIncreasePending)", "\(renewal.isInBillingRetry)", "\(dates.count)",
            "\(renewal.renewalPrice ?? 0)", renewal.currency?.identifier ?? "-", "\(renewal.offer == nil)",
            "\(renewal.eligibleWinBackOfferIDs)", renewal.environment.rawValue, "\(renewal.signedDate)",
            "\(renewal.deviceVerification.count)", "\(renewal.deviceVerificationNonce)",
            "\(renewal.appAccountToken == nil)", renewal.appTransactionID, "\(renewal.jsonRepresentation.count)",
            renewal.offerID ?? "-", "\(renewal.offerType == .code)",
            renewal.offerPaymentModeStringRepresentation ?? "-",
            renewal.offerPeriodStringRepresentation ?? "-", renewal.environmentStringRepresentation,
            renewal.currencyCode ?? "-", "\(renewal.renewalBillingPlanType == .monthly)",
            "\(renewal.commitmentInfo == nil)",
        ]
    }

    /// Uses: Storefront
    static func text(of storefront: Storefront) -> String {
        "\(storefront.countryCode) \(storefront.id) \(storefront.currency?.identifier ?? "-")"
    }

    /// Uses: PurchaseIntent
    static func text(of intent: PurchaseIntent) -> String {
        "\(intent.id) \(intent.product.id) \(intent.offer?.id ?? "-")"
    }

    /// Uses: AppStore
    static let environments: [(AppStore.Environment, String)] = [
        (.production, "Production"), (.sandbox, "Sandbox"), (.xcode, "Xcode"),
    ]

    /// Uses: AppStore
    static let platforms: [(AppStore.Platform, String)] = [
        (.iOS, "iOS"), (.macOS, "macOS"), (.tvOS, "tvOS"), (.visionOS, "visionOS"),
    ]

    static var maySell: Bool { AppStore.canMakePayments }
}
