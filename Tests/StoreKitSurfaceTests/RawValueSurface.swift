import StoreKit

/// Apple's raw values, case by case.
enum RawValueSurface {
    /// Uses: SKPaymentTransactionState
    static let transactionStates: [(SKPaymentTransactionState, Int)] = [
        (.purchasing, 0), (.purchased, 1), (.failed, 2), (.restored, 3), (.deferred, 4),
    ]

    /// Uses: SKDownloadState
    static let downloadStates: [(SKDownloadState, Int)] = [
        (.waiting, 0), (.active, 1), (.paused, 2), (.finished, 3), (.failed, 4), (.cancelled, 5),
    ]

    /// Uses: SKProduct.PeriodUnit
    static let periodUnits: [(SKProduct.PeriodUnit, UInt)] = [(.day, 0), (.week, 1), (.month, 2), (.year, 3)]

    /// Uses: SKProductDiscount.PaymentMode
    static let paymentModes: [(SKProductDiscount.PaymentMode, UInt)] = [
        (.payAsYouGo, 0), (.payUpFront, 1), (.freeTrial, 2),
    ]

    /// Uses: SKProductDiscount.Type
    static let discountTypes: [(SKProductDiscount.`Type`, UInt)] = [(.introductory, 0), (.subscription, 1)]

    /// Uses: SKProductStorePromotionVisibility
    static let visibilities: [(SKProductStorePromotionVisibility, Int)] = [(.default, 0), (.show, 1), (.hide, 2)]

    /// Uses: SKError.Code
    static let errorCodes: [(SKError.Code, Int)] = [
        (.unknown, 0), (.clientInvalid, 1), (.paymentCancelled, 2), (.paymentInvalid, 3), (.paymentNotAllowed, 4),
        (.storeProductNotAvailable, 5), (.cloudServicePermissionDenied, 6), (.cloudServiceNetworkConnectionFailed, 7),
        (.cloudServiceRevoked, 8), (.privacyAcknowledgementRequired, 9), (.unauthorizedRequestData, 10),
        (.invalidOfferIdentifier, 11), (.invalidSignature, 12), (.missingOfferParams, 13), (.invalidOfferPrice, 14),
        (.overlayCancelled, 15), (.overlayInvalidConfiguration, 16), (.overlayTimeout, 17), (.ineligibleForOffer, 18),
        (.unsupportedPlatform, 19), (.overlayPresentedInBackgroundScene, 20),
    ]
}
