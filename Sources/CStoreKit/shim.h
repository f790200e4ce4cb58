// Apple's enumerations of StoreKit and StoreKitTest, as C enumerations that are open: a raw value that is not listed is
// kept, as on Apple's systems. A Swift enumeration would refuse it.
// Source: Apple's StoreKit and StoreKitTest documentation, raw values of each case.
#ifndef WINDFALL_CSTOREKIT_H
#define WINDFALL_CSTOREKIT_H

#define SK_OPEN __attribute__((enum_extensibility(open)))

/// How far a payment's transaction has come (F9).
typedef enum SK_OPEN SKPaymentTransactionState : long {
    SKPaymentTransactionStatePurchasing __attribute__((swift_name("purchasing"))) = 0,
    SKPaymentTransactionStatePurchased __attribute__((swift_name("purchased"))) = 1,
    SKPaymentTransactionStateFailed __attribute__((swift_name("failed"))) = 2,
    SKPaymentTransactionStateRestored __attribute__((swift_name("restored"))) = 3,
    SKPaymentTransactionStateDeferred __attribute__((swift_name("deferred"))) = 4,
} SKPaymentTransactionState;

/// How far a download of hosted content has come.
typedef enum SK_OPEN SKDownloadState : long {
    SKDownloadStateWaiting __attribute__((swift_name("waiting"))) = 0,
    SKDownloadStateActive __attribute__((swift_name("active"))) = 1,
    SKDownloadStatePaused __attribute__((swift_name("paused"))) = 2,
    SKDownloadStateFinished __attribute__((swift_name("finished"))) = 3,
    SKDownloadStateFailed __attribute__((swift_name("failed"))) = 4,
    SKDownloadStateCancelled __attribute__((swift_name("cancelled"))) = 5,
} SKDownloadState;

/// The unit of a subscription's period.
typedef enum SK_OPEN SKProductPeriodUnit : unsigned long {
    SKProductPeriodUnitDay __attribute__((swift_name("day"))) = 0,
    SKProductPeriodUnitWeek __attribute__((swift_name("week"))) = 1,
    SKProductPeriodUnitMonth __attribute__((swift_name("month"))) = 2,
    SKProductPeriodUnitYear __attribute__((swift_name("year"))) = 3,
} SKProductPeriodUnit;

/// How an offer is paid.
typedef enum SK_OPEN SKProductDiscountPaymentMode : unsigned long {
    SKProductDiscountPaymentModePayAsYouGo __attribute__((swift_name("payAsYouGo"))) = 0,
    SKProductDiscountPaymentModePayUpFront __attribute__((swift_name("payUpFront"))) = 1,
    SKProductDiscountPaymentModeFreeTrial __attribute__((swift_name("freeTrial"))) = 2,
} SKProductDiscountPaymentMode;

/// What kind of offer it is; a subscription offer is a promotional one.
typedef enum SK_OPEN SKProductDiscountType : unsigned long {
    SKProductDiscountTypeIntroductory __attribute__((swift_name("introductory"))) = 0,
    SKProductDiscountTypeSubscription __attribute__((swift_name("subscription"))) = 1,
} SKProductDiscountType;

/// Whether a product is shown in the store's own window.
typedef enum SK_OPEN SKProductStorePromotionVisibility : long {
    SKProductStorePromotionVisibilityDefault __attribute__((swift_name("default"))) = 0,
    SKProductStorePromotionVisibilityShow __attribute__((swift_name("show"))) = 1,
    SKProductStorePromotionVisibilityHide __attribute__((swift_name("hide"))) = 2,
} SKProductStorePromotionVisibility;

/// Why something failed; the codes of SKErrorDomain.
typedef enum SK_OPEN SKErrorCode : long {
    SKErrorUnknown __attribute__((swift_name("unknown"))) = 0,
    SKErrorClientInvalid __attribute__((swift_name("clientInvalid"))) = 1,
    SKErrorPaymentCancelled __attribute__((swift_name("paymentCancelled"))) = 2,
    SKErrorPaymentInvalid __attribute__((swift_name("paymentInvalid"))) = 3,
    SKErrorPaymentNotAllowed __attribute__((swift_name("paymentNotAllowed"))) = 4,
    SKErrorStoreProductNotAvailable __attribute__((swift_name("storeProductNotAvailable"))) = 5,
    SKErrorCloudServicePermissionDenied __attribute__((swift_name("cloudServicePermissionDenied"))) = 6,
    SKErrorCloudServiceNetworkConnectionFailed __attribute__((swift_name("cloudServiceNetworkConnectionFailed"))) = 7,
    SKErrorCloudServiceRevoked __attribute__((swift_name("cloudServiceRevoked"))) = 8,
    SKErrorPrivacyAcknowledgementRequired __attribute__((swift_name("privacyAcknowledgementRequired"))) = 9,
    SKErrorUnauthorizedRequestData __attribute__((swift_name("unauthorizedRequestData"))) = 10,
    SKErrorInvalidOfferIdentifier __attribute__((swift_name("invalidOfferIdentifier"))) = 11,
    SKErrorInvalidSignature __attribute__((swift_name("invalidSignature"))) = 12,
    SKErrorMissingOfferParams __attribute__((swift_name("missingOfferParams"))) = 13,
    SKErrorInvalidOfferPrice __attribute__((swift_name("invalidOfferPrice"))) = 14,
    SKErrorOverlayCancelled __attribute__((swift_name("overlayCancelled"))) = 15,
    SKErrorOverlayInvalidConfiguration __attribute__((swift_name("overlayInvalidConfiguration"))) = 16,
    SKErrorOverlayTimeout __attribute__((swift_name("overlayTimeout"))) = 17,
    SKErrorIneligibleForOffer __attribute__((swift_name("ineligibleForOffer"))) = 18,
    SKErrorUnsupportedPlatform __attribute__((swift_name("unsupportedPlatform"))) = 19,
    SKErrorOverlayPresentedInBackgroundScene __attribute__((swift_name("overlayPresentedInBackgroundScene"))) = 20,
} SKErrorCode;

/// How fast time goes for the subscriptions of a test session.
typedef enum SK_OPEN SKTestTimeRate : long {
    SKTestTimeRateRealTime __attribute__((swift_name("realTime"))) = 0,
    SKTestTimeRateOneHourIsOneDay __attribute__((swift_name("oneHourIsOneDay"))) = 1,
    SKTestTimeRateThirtyMinutesIsOneDay __attribute__((swift_name("thirtyMinutesIsOneDay"))) = 2,
    SKTestTimeRateFiveMinutesIsOneDay __attribute__((swift_name("fiveMinutesIsOneDay"))) = 3,
    SKTestTimeRateOneMinuteIsOneDay __attribute__((swift_name("oneMinuteIsOneDay"))) = 4,
    SKTestTimeRateThirtySecondsIsOneDay __attribute__((swift_name("thirtySecondsIsOneDay"))) = 5,
    SKTestTimeRateOneSecondIsOneDay __attribute__((swift_name("oneSecondIsOneDay"))) = 6,
    SKTestTimeRateMonthlyRenewalEveryHour __attribute__((swift_name("monthlyRenewalEveryHour"))) = 10,
    SKTestTimeRateMonthlyRenewalEveryThirtyMinutes __attribute__((swift_name("monthlyRenewalEveryThirtyMinutes"))) = 11,
    SKTestTimeRateMonthlyRenewalEveryFifteenMinutes __attribute__((swift_name("monthlyRenewalEveryFifteenMinutes"))) = 12,
    SKTestTimeRateMonthlyRenewalEveryFiveMinutes __attribute__((swift_name("monthlyRenewalEveryFiveMinutes"))) = 13,
    SKTestTimeRateMonthlyRenewalEveryThirtySeconds __attribute__((swift_name("monthlyRenewalEveryThirtySeconds"))) = 15,
    SKTestTimeRateOneRenewalEveryFifteenMinutes __attribute__((swift_name("oneRenewalEveryFifteenMinutes"))) = 1000,
    SKTestTimeRateOneRenewalEveryFiveMinutes __attribute__((swift_name("oneRenewalEveryFiveMinutes"))) = 1001,
    SKTestTimeRateOneRenewalEveryMinute __attribute__((swift_name("oneRenewalEveryMinute"))) = 1002,
    SKTestTimeRateOneRenewalEveryThirtySeconds __attribute__((swift_name("oneRenewalEveryThirtySeconds"))) = 1003,
    SKTestTimeRateOneRenewalEveryTenSeconds __attribute__((swift_name("oneRenewalEveryTenSeconds"))) = 1004,
    SKTestTimeRateOneRenewalEveryTwoSeconds __attribute__((swift_name("oneRenewalEveryTwoSeconds"))) = 1005,
} SKTestTimeRate;

/// Why a test session does not do what it was asked; the codes of SKTestErrorDomain.
typedef enum SK_OPEN SKTestErrorCode : long {
    SKTestErrorServiceUnavailable __attribute__((swift_name("serviceUnavailable"))) = 0,
    SKTestErrorInvalidProductIdentifier __attribute__((swift_name("invalidProductIdentifier"))) = 1,
    SKTestErrorInvalidProductType __attribute__((swift_name("invalidProductType"))) = 2,
    SKTestErrorInvalidURL __attribute__((swift_name("invalidURL"))) = 3,
    SKTestErrorFileNotFound __attribute__((swift_name("fileNotFound"))) = 4,
    SKTestErrorNoSubscriptionFound __attribute__((swift_name("noSubscriptionFound"))) = 5,
    SKTestErrorNoTransactionFound __attribute__((swift_name("noTransactionFound"))) = 6,
    SKTestErrorInvalidAction __attribute__((swift_name("invalidAction"))) = 7,
} SKTestErrorCode;

#undef SK_OPEN

#endif
