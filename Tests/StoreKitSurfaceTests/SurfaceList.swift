import Testing

/// One type of Apple's, or what stands outside of types, with what it offers.
struct SurfaceType: Sendable, CustomTestStringConvertible {
    var name: String
    /// Functions with their labels, properties, cases with a dot in front.
    var members: [String]

    var testDescription: String { name }
}

/// Every declaration of Apple's original StoreKit that this package means to offer, by name.
///
/// Source: Apple's StoreKit documentation.
enum SurfaceList {
    /// What stands outside of types.
    static let globals = SurfaceType(
        name: "StoreKit",
        members: [
            "SKErrorDomain", "SKReceiptPropertyIsExpired", "SKReceiptPropertyIsRevoked",
            "SKReceiptPropertyIsVolumePurchase", "SKTerminateForInvalidReceipt()", "SKDownloadTimeRemainingUnknown",
            "appStoreReceiptURL",
        ])

    static let original: [SurfaceType] = [
        SurfaceType(
            name: "SKPaymentTransactionState",
            members: [".purchasing", ".purchased", ".failed", ".restored", ".deferred"]),
        SurfaceType(
            name: "SKDownloadState", members: [".waiting", ".active", ".paused", ".finished", ".failed", ".cancelled"]),
        SurfaceType(name: "SKProduct.PeriodUnit", members: [".day", ".week", ".month", ".year"]),
        SurfaceType(name: "SKProductDiscount.PaymentMode", members: [".payAsYouGo", ".payUpFront", ".freeTrial"]),
        SurfaceType(name: "SKProductDiscount.Type", members: [".introductory", ".subscription"]),
        SurfaceType(name: "SKProductStorePromotionVisibility", members: [".default", ".show", ".hide"]),
        SurfaceType(name: "SKError.Code", members: errorCodes.map { ".\($0)" }),
        SurfaceType(
            name: "SKError",
            members: [
                "init(_:userInfo:)", "init(_nsError:)", "code", "userInfo", "errorCode", "localizedDescription",
                "errorDomain",
            ] + errorCodes),
        SurfaceType(name: "SKRequest", members: ["init()", "delegate", "start()", "cancel()"]),
        SurfaceType(name: "SKRequestDelegate", members: ["requestDidFinish(_:)", "request(_:didFailWithError:)"]),
        SurfaceType(name: "SKProductsRequest", members: ["init(productIdentifiers:)"]),
        SurfaceType(name: "SKProductsRequestDelegate", members: ["productsRequest(_:didReceive:)"]),
        SurfaceType(name: "SKProductsResponse", members: ["products", "invalidProductIdentifiers"]),
        SurfaceType(
            name: "SKProduct",
            members: [
                "localizedDescription", "localizedTitle", "price", "priceLocale", "productIdentifier", "isDownloadable",
                "downloadContentLengths", "contentVersion", "downloadContentVersion", "subscriptionPeriod",
                "introductoryPrice", "discounts", "subscriptionGroupIdentifier", "isFamilyShareable",
            ]),
        SurfaceType(name: "SKProductSubscriptionPeriod", members: ["numberOfUnits", "unit"]),
        SurfaceType(
            name: "SKProductDiscount",
            members: [
                "identifier", "type", "price", "priceLocale", "subscriptionPeriod", "numberOfPeriods", "paymentMode",
            ]),
        SurfaceType(name: "SKReceiptRefreshRequest", members: ["init(receiptProperties:)", "receiptProperties"]),
        SurfaceType(
            name: "SKPayment",
            members: [
                "init(product:)", "productIdentifier", "quantity", "applicationUsername", "requestData",
                "simulatesAskToBuyInSandbox", "paymentDiscount",
            ]),
        SurfaceType(
            name: "SKMutablePayment",
            members: [
                "init(product:)", "productIdentifier", "quantity", "applicationUsername", "requestData",
                "simulatesAskToBuyInSandbox", "paymentDiscount",
            ]),
        SurfaceType(
            name: "SKPaymentDiscount",
            members: [
                "init(identifier:keyIdentifier:nonce:signature:timestamp:)", "identifier", "keyIdentifier", "nonce",
                "signature", "timestamp",
            ]),
        SurfaceType(
            name: "SKPaymentQueue",
            members: [
                "default()", "canMakePayments()", "delegate", "storefront", "transactions", "transactionObservers",
                "add(_:)", "remove(_:)", "finishTransaction(_:)", "restoreCompletedTransactions()",
                "restoreCompletedTransactions(withApplicationUsername:)", "start(_:)", "pause(_:)", "resume(_:)",
                "cancel(_:)", "showPriceConsentIfNeeded()", "presentCodeRedemptionSheet()",
            ]),
        SurfaceType(
            name: "SKPaymentTransactionObserver",
            members: [
                "paymentQueue(_:updatedTransactions:)", "paymentQueue(_:removedTransactions:)",
                "paymentQueue(_:restoreCompletedTransactionsFailedWithError:)",
                "paymentQueueRestoreCompletedTransactionsFinished(_:)", "paymentQueue(_:updatedDownloads:)",
                "paymentQueue(_:shouldAddStorePayment:for:)", "paymentQueueDidChangeStorefront(_:)",
                "paymentQueue(_:didRevokeEntitlementsForProductIdentifiers:)",
            ]),
        SurfaceType(
            name: "SKPaymentQueueDelegate",
            members: ["paymentQueue(_:shouldContinue:in:)", "paymentQueueShouldShowPriceConsent(_:)"]),
        SurfaceType(
            name: "SKPaymentTransaction",
            members: [
                "payment", "transactionState", "transactionIdentifier", "transactionDate", "error", "original",
                "downloads", "transactionReceipt",
            ]),
        SurfaceType(name: "SKStorefront", members: ["countryCode", "identifier"]),
        SurfaceType(
            name: "SKDownload",
            members: [
                "state", "downloadState", "contentIdentifier", "contentVersion", "contentURL", "contentLength",
                "expectedContentLength", "progress", "timeRemaining", "error", "transaction",
                "contentURL(forProductID:)", "deleteContent(forProductID:)",
            ]),
    ]

    private static let errorCodes = [
        "unknown", "clientInvalid", "paymentCancelled", "paymentInvalid", "paymentNotAllowed",
        "storeProductNotAvailable", "cloudServicePermissionDenied", "cloudServiceNetworkConnectionFailed",
        "cloudServiceRevoked", "privacyAcknowledgementRequired", "unauthorizedRequestData", "invalidOfferIdentifier",
        "invalidSignature", "missingOfferParams", "invalidOfferPrice", "overlayCancelled",
        "overlayInvalidConfiguration", "overlayTimeout", "ineligibleForOffer", "unsupportedPlatform",
        "overlayPresentedInBackgroundScene",
    ]
}
