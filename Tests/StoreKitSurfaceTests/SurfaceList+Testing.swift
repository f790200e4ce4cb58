extension SurfaceList {
    /// Every declaration of Apple's StoreKitTest.
    ///
    /// Source: Apple's StoreKitTest documentation.
    static let testing: [SurfaceType] =
        [
            SurfaceType(name: "StoreKitTest", members: ["SKTestErrorDomain"]),
            SurfaceType(
                name: "SKTestSession",
                members: [
                    "init(configurationFileNamed:)", "init(contentsOf:)", "init(contentsOfURL:)", "disableDialogs",
                    "askToBuyEnabled", "interruptedPurchasesEnabled", "shouldEnterBillingRetryOnRenewal",
                    "billingGracePeriodIsEnabled", "failTransactionsEnabled", "failureError", "storefront", "locale",
                    "timeRate", "resetToDefaultState()", "clearTransactions()", "allTransactions()",
                    "deleteTransaction(identifier:)", "refundTransaction(identifier:)",
                    "resolveIssueForTransaction(identifier:)", "approveAskToBuyTransaction(identifier:)",
                    "declineAskToBuyTransaction(identifier:)", "enableAutoRenewForTransaction(identifier:)",
                    "disableAutoRenewForTransaction(identifier:)", "expireSubscription(productIdentifier:)",
                    "forceRenewalOfSubscription(productIdentifier:)",
                    "requestPriceIncreaseConsentForTransaction(identifier:)",
                    "consentToPriceIncreaseForTransaction(identifier:)",
                    "declinePriceIncreaseForTransaction(identifier:)",
                    "buyProduct(productIdentifier:)", "buyProduct(identifier:options:)", "setSimulatedError(_:forAPI:)",
                    "simulatedError(forAPI:)",
                ]),
            SurfaceType(
                name: "SKTestSession.TimeRate",
                members: [
                    ".realTime", ".oneHourIsOneDay", ".thirtyMinutesIsOneDay", ".fiveMinutesIsOneDay",
                    ".oneMinuteIsOneDay", ".thirtySecondsIsOneDay", ".oneSecondIsOneDay", ".monthlyRenewalEveryHour",
                    ".monthlyRenewalEveryThirtyMinutes", ".monthlyRenewalEveryFifteenMinutes",
                    ".monthlyRenewalEveryFiveMinutes", ".monthlyRenewalEveryThirtySeconds",
                    ".oneRenewalEveryFifteenMinutes", ".oneRenewalEveryFiveMinutes", ".oneRenewalEveryMinute",
                    ".oneRenewalEveryThirtySeconds", ".oneRenewalEveryTenSeconds", ".oneRenewalEveryTwoSeconds",
                ]),
            SurfaceType(
                name: "SKTestTransaction",
                members: [
                    "identifier", "originalTransactionIdentifier", "productIdentifier", "state", "purchaseDate",
                    "expirationDate", "cancelDate", "autoRenewingEnabled", "hasPurchaseIssue",
                    "pendingAskToBuyConfirmation", "isPendingPriceIncreaseConsent",
                ]),
            SurfaceType(
                name: "SKTestError.Code",
                members: [
                    ".serviceUnavailable", ".invalidProductIdentifier", ".invalidProductType", ".invalidURL",
                    ".fileNotFound", ".noSubscriptionFound", ".noTransactionFound", ".invalidAction",
                ]),
            SurfaceType(name: "SKTestError", members: ["code"]),
            SurfaceType(name: "SKTestFailure", members: []),
            SurfaceType(name: "FailableStoreKitAPI", members: apis.map(\.member)),
        ] + apis.map { SurfaceType(name: "StoreKit\($0.type)API", members: ["init()"]) }
        + ["SKTestFailures"].map { SurfaceType(name: $0, members: []) }
        + apis.map { SurfaceType(name: "SKTestFailures.\($0.type)", members: []) }

    /// The calls that a test session can make fail.
    static let apis: [(type: String, member: String)] = [
        ("LoadProducts", ".loadProducts"), ("Purchase", ".purchase"), ("Verification", ".verification"),
        ("AppTransaction", ".appTransaction"), ("AppStoreSync", ".appStoreSync"),
        ("SubscriptionStatus", ".subscriptionStatus"), ("ManageSubscriptions", ".manageSubscriptions"),
        ("OfferCodeRedeem", ".offerCodeRedeem"), ("RefundRequest", ".refundRequest"),
    ]
}
