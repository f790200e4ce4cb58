import StoreKitTest

/// What a test does with a session; every member, with Apple's labels and defaults.
enum SessionSurface {
    /// Uses: SKTestSession
    static func made(from file: URL) throws -> [SKTestSession] {
        let named = file.deletingPathExtension().lastPathComponent
        return [
            try SKTestSession(contentsOf: file), try SKTestSession(contentsOfURL: file),
            try SKTestSession(configurationFileNamed: named),
        ]
    }

    /// Uses: SKTestSession
    static func set(_ session: SKTestSession) {
        session.disableDialogs = true
        session.askToBuyEnabled = true
        session.interruptedPurchasesEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        session.failTransactionsEnabled = true
        session.failureError = .invalidSignature
        session.storefront = "GBR"
        session.locale = Locale(identifier: "en_GB")
        session.timeRate = .monthlyRenewalEveryFiveMinutes
    }

    static func lines(of session: SKTestSession) -> [String] {
        [
            "\(session.disableDialogs)", "\(session.askToBuyEnabled)", "\(session.interruptedPurchasesEnabled)",
            "\(session.shouldEnterBillingRetryOnRenewal)", "\(session.billingGracePeriodIsEnabled)",
            "\(session.failTransactionsEnabled)", "\(session.failureError.rawValue)", session.storefront,
            session.locale.identifier, "\(session.timeRate.rawValue)",
        ]
    }

    /// Uses: SKTestSession
    ///
    /// Each does something to a transaction that is not there, so each must say so.
    static let onTransactions: [(String, @Sendable (SKTestSession) throws -> Void)] = [
        ("delete", { try $0.deleteTransaction(identifier: 999) }),
        ("refund", { try $0.refundTransaction(identifier: 999) }),
        ("resolve", { try $0.resolveIssueForTransaction(identifier: 999) }),
        ("approve", { try $0.approveAskToBuyTransaction(identifier: 999) }),
        ("decline", { try $0.declineAskToBuyTransaction(identifier: 999) }),
        ("enable", { try $0.enableAutoRenewForTransaction(identifier: 999) }),
        ("disable", { try $0.disableAutoRenewForTransaction(identifier: 999) }),
        ("request", { try $0.requestPriceIncreaseConsentForTransaction(identifier: 999) }),
        ("consent", { try $0.consentToPriceIncreaseForTransaction(identifier: 999) }),
        ("declinePrice", { try $0.declinePriceIncreaseForTransaction(identifier: 999) }),
    ]

    /// Uses: SKTestSession
    ///
    /// Each asks for a product that is not there, so each must say so.
    static let onProducts: [(String, @Sendable (SKTestSession) async throws -> Void)] = [
        ("expire", { try $0.expireSubscription(productIdentifier: "com.example.none") }),
        ("renew", { try $0.forceRenewalOfSubscription(productIdentifier: "com.example.none") }),
        ("buy", { try $0.buyProduct(productIdentifier: "com.example.none") }),
        ("buyOptions", { try await $0.buyProduct(identifier: "com.example.none", options: [.quantity(1)]) }),
        ("buyPlain", { try await $0.buyProduct(identifier: "com.example.none") }),
    ]

    /// Uses: SKTestSession
    static func clear(_ session: SKTestSession) -> Int {
        session.clearTransactions()
        session.resetToDefaultState()
        return session.allTransactions().count
    }

    /// Uses: SKTestTransaction
    static func lines(of transaction: SKTestTransaction) -> [String] {
        let identifiers: [UInt] = [transaction.identifier, transaction.originalTransactionIdentifier]
        return [
            "\(identifiers.count)", transaction.productIdentifier, "\(transaction.state.rawValue)",
            transaction.purchaseDate > .distantPast ? "dated" : "-", transaction.expirationDate == nil ? "-" : "ends",
            transaction.cancelDate == nil ? "-" : "cancelled", "\(transaction.autoRenewingEnabled)",
            "\(transaction.hasPurchaseIssue)", "\(transaction.pendingAskToBuyConfirmation)",
            "\(transaction.isPendingPriceIncreaseConsent)",
        ]
    }

    /// Uses: SKTestSession.TimeRate
    static let rates: [(SKTestSession.TimeRate, Int)] = [
        (.realTime, 0), (.oneHourIsOneDay, 1), (.thirtyMinutesIsOneDay, 2), (.fiveMinutesIsOneDay, 3),
        (.oneMinuteIsOneDay, 4), (.thirtySecondsIsOneDay, 5), (.oneSecondIsOneDay, 6), (.monthlyRenewalEveryHour, 10),
        (.monthlyRenewalEveryThirtyMinutes, 11), (.monthlyRenewalEveryFifteenMinutes, 12),
        (.monthlyRenewalEveryFiveMinutes, 13), (.monthlyRenewalEveryThirtySeconds, 15),
        (.oneRenewalEveryFifteenMinutes, 1000), (.oneRenewalEveryFiveMinutes, 1001), (.oneRenewalEveryMinute, 1002),
        (.oneRenewalEveryThirtySeconds, 1003), (.oneRenewalEveryTenSeconds, 1004), (.oneRenewalEveryTwoSeconds, 1005),
    ]

    /// Uses: SKTestError.Code, SKTestError, StoreKitTest
    static let codes: [(SKTestError.Code, Int)] = [
        (.serviceUnavailable, 0), (.invalidProductIdentifier, 1), (.invalidProductType, 2), (.invalidURL, 3),
        (.fileNotFound, 4), (.noSubscriptionFound, 5), (.noTransactionFound, 6), (.invalidAction, 7),
    ]

    static func code(of error: any Error) -> Int? {
        (error as? SKTestError).map(\.code.rawValue)
    }

    static let domain: String = SKTestErrorDomain
}
