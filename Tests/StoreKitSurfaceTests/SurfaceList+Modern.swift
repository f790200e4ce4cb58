extension SurfaceList {
    /// The modern interface as far as its values are here; what is not is named in the page of what is left out.
    ///
    /// Source: Apple's StoreKit documentation.
    static let modern: [SurfaceType] = [
        SurfaceType(
            name: "Product",
            members: [
                "id", "type", "displayName", "description", "price", "displayPrice", "isFamilyShareable",
                "subscription", "jsonRepresentation", "priceFormatStyle", "subscriptionPeriodFormatStyle",
                "subscriptionPeriodUnitFormatStyle", "products(for:)", "purchase(options:)", "latestTransaction",
                "currentEntitlement", "currentEntitlements",
            ]),
        SurfaceType(
            name: "Product.ProductType", members: [".consumable", ".nonConsumable", ".nonRenewable", ".autoRenewable"]),
        SurfaceType(name: "Product.PurchaseResult", members: [".success", ".userCancelled", ".pending"]),
        SurfaceType(
            name: "Product.PurchaseError",
            members: [
                ".invalidQuantity", ".productUnavailable", ".purchaseNotAllowed", ".ineligibleForOffer",
                ".invalidOfferIdentifier", ".invalidOfferPrice", ".invalidOfferSignature", ".missingOfferParameters",
            ]),
        SurfaceType(
            name: "Product.PurchaseOption",
            members: [
                "appAccountToken(_:)", "quantity(_:)", "simulatesAskToBuyInSandbox(_:)",
                "onStorefrontChange(shouldContinuePurchase:)", "custom(key:value:)",
                "promotionalOffer(offerID:keyID:nonce:signature:timestamp:)", "promotionalOffer(offerID:signature:)",
                "promotionalOffer(_:compactJWS:)", "introductoryOfferEligibility(compactJWS:)", "winBackOffer(_:)",
                "billingPlanType(_:)",
            ]),
        SurfaceType(
            name: "Product.SubscriptionPeriod",
            members: [
                "unit", "value", ".weekly", ".monthly", ".yearly", ".everyThreeDays", ".everyTwoWeeks",
                ".everyTwoMonths", ".everyThreeMonths", ".everySixMonths", "dateRange(referenceDate:)", ".day",
                ".week", ".month", ".year",
            ]),
        SurfaceType(
            name: "Product.SubscriptionOffer",
            members: [
                "id", "type", "price", "displayPrice", "period", "periodCount", "paymentMode", ".introductory",
                ".promotional", ".winBack", ".payAsYouGo", ".payUpFront", ".freeTrial",
                "Signature(keyID:nonce:timestamp:signature:)",
            ]),
        SurfaceType(
            name: "Product.SubscriptionInfo",
            members: [
                "introductoryOffer", "promotionalOffers", "winBackOffers", "subscriptionGroupID", "subscriptionPeriod",
                "groupLevel", "groupDisplayName", "pricingTerms", "isEligibleForIntroOffer",
                "isEligibleForIntroOffer(for:)", "status", "status(for:)", "status(transactionID:)", ".subscribed",
                ".expired", ".inBillingRetryPeriod", ".inGracePeriod", ".revoked",
            ]),
        SurfaceType(
            name: "Product.SubscriptionInfo.Status", members: ["state", "transaction", "renewalInfo", "updates", "all"]),
        SurfaceType(
            name: "Product.SubscriptionInfo.RenewalInfo",
            members: [
                "originalTransactionID", "currentProductID", "willAutoRenew", "autoRenewPreference", "expirationReason",
                "priceIncreaseStatus", "isInBillingRetry", "gracePeriodExpirationDate", "renewalDate", "renewalPrice",
                "currency", "recentSubscriptionStartDate", "offer", "eligibleWinBackOfferIDs", "environment",
                "signedDate", "deviceVerification", "deviceVerificationNonce", "appAccountToken", "appTransactionID",
                "jsonRepresentation", "offerID", "offerType", "offerPaymentModeStringRepresentation",
                "offerPeriodStringRepresentation", "environmentStringRepresentation", "currencyCode",
                "renewalBillingPlanType", "commitmentInfo", "advancedCommerceInfo",
            ]),
        SurfaceType(
            name: "Transaction",
            members: [
                "id", "originalID", "webOrderLineItemID", "productID", "productType", "subscriptionGroupID",
                "appBundleID", "purchaseDate", "originalPurchaseDate", "expirationDate", "purchasedQuantity",
                "isUpgraded", "ownershipType", "revocationDate", "revocationReason", "appAccountToken", "offer",
                "reason", "storefront", "environment", "price", "currency", "appTransactionID", "deviceVerification",
                "deviceVerificationNonce", "signedDate", "jsonRepresentation", "offerType", "offerID",
                "offerPaymentModeStringRepresentation", "offerPeriodStringRepresentation",
                "environmentStringRepresentation", "reasonStringRepresentation", "storefrontCountryCode",
                "currencyCode", "billingPlanType", "commitmentInfo", "revocationType", "revocationPercentage",
                "revocationTypeStringRepresentation", "advancedCommerceInfo", "subscriptionStatus", "finish()", "all",
                "unfinished", "currentEntitlements", "updates", "all(for:)", "currentEntitlements(for:)",
                "latest(for:)", "currentEntitlement(for:)",
            ]),
        SurfaceType(name: "Transaction.RefundRequestError", members: [".duplicateRequest", ".failed"]),
        SurfaceType(name: "Transaction.RefundRequestStatus", members: [".success", ".userCancelled"]),
        SurfaceType(
            name: "VerificationResult",
            members: [
                ".verified", ".unverified", "payloadValue", "unsafePayloadValue", "jwsRepresentation", "headerData",
                "payloadData", "signatureData", "signedData", "signedDate", "deviceVerification",
                "deviceVerificationNonce",
            ]),
        SurfaceType(
            name: "AppTransaction",
            members: [
                "appID", "appVersion", "appVersionID", "bundleID", "environment", "originalAppVersion",
                "originalPurchaseDate", "preorderDate", "originalPlatform", "originalPlatformStringRepresentation",
                "appTransactionID", "deviceVerification", "deviceVerificationNonce", "signedDate",
                "jsonRepresentation", "shared", "refresh()",
            ]),
        SurfaceType(
            name: "AppStore",
            members: [
                "canMakePayments", ".production", ".sandbox", ".xcode", ".iOS", ".macOS", ".tvOS", ".visionOS",
                "deviceVerificationID", "sync()", "ageRatingCode",
            ]),
        SurfaceType(name: "Storefront", members: ["countryCode", "id", "currency", "current", "updates"]),
        SurfaceType(name: "PurchaseIntent", members: ["product", "offer", "id", "intents"]),
        SurfaceType(
            name: "StoreKitError",
            members: [
                ".unknown", ".userCancelled", ".networkError", ".systemError", ".notAvailableInStorefront",
                ".notEntitled", ".unsupported",
            ]),
        SurfaceType(name: "InvalidRequestError", members: ["code", "message"]),
    ]
}
