public import Foundation
public import WindfallCStoreKit

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of StoreKit's errors.
public let SKErrorDomain: String = "SKErrorDomain"

/// Why a request or a payment failed.
///
/// It is a value of its own: on Linux an `NSError` is never converted to it, so the library always hands out this type.
/// Source: Apple, "SKError".
public struct SKError: _BridgedStoredNSError {
    /// The kinds of failure; raw values that are not listed are kept.
    public typealias Code = SKErrorCode

    /// The same as an `NSError`.
    public let _nsError: NSError

    /// - Parameter _nsError: an error of the domain ``SKErrorDomain``.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    /// ``SKErrorDomain``.
    public static var _nsErrorDomain: String { SKErrorDomain }
    /// ``SKErrorDomain``.
    public static var errorDomain: String { SKErrorDomain }

    // Foundation's own definitions of these two call each other on Linux, for ever.
    /// The code alone: equal errors have equal codes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// The hash of the code.
    public var hashValue: Int { _nsError.code.hashValue }
}

extension SKErrorCode: @retroactive _ErrorCodeProtocol {
    /// The error that has these codes.
    public typealias _ErrorType = SKError
}

extension SKError {
    /// Anything else went wrong.
    public static var unknown: Code { .unknown }
    /// The client may not do what it asked for.
    public static var clientInvalid: Code { .clientInvalid }
    /// The person cancelled: nothing needs to be shown (F9).
    public static var paymentCancelled: Code { .paymentCancelled }
    /// A parameter of the payment was not understood.
    public static var paymentInvalid: Code { .paymentInvalid }
    /// The person may not pay (F6).
    public static var paymentNotAllowed: Code { .paymentNotAllowed }
    /// The product is not for sale in the storefront (F5).
    public static var storeProductNotAvailable: Code { .storeProductNotAvailable }
    /// The person did not allow access to cloud services.
    public static var cloudServicePermissionDenied: Code { .cloudServicePermissionDenied }
    /// The device could not reach the network.
    public static var cloudServiceNetworkConnectionFailed: Code { .cloudServiceNetworkConnectionFailed }
    /// The person revoked the permission for the cloud service.
    public static var cloudServiceRevoked: Code { .cloudServiceRevoked }
    /// The person has not acknowledged the store's privacy policy.
    public static var privacyAcknowledgementRequired: Code { .privacyAcknowledgementRequired }
    /// The app may not use the request data.
    public static var unauthorizedRequestData: Code { .unauthorizedRequestData }
    /// The offer's identifier is not valid.
    public static var invalidOfferIdentifier: Code { .invalidOfferIdentifier }
    /// The offer's signature is not valid.
    public static var invalidSignature: Code { .invalidSignature }
    /// A parameter of the offer is missing.
    public static var missingOfferParams: Code { .missingOfferParams }
    /// The offer's price is not valid.
    public static var invalidOfferPrice: Code { .invalidOfferPrice }
    /// An overlay was cancelled.
    public static var overlayCancelled: Code { .overlayCancelled }
    /// An overlay's configuration is not valid.
    public static var overlayInvalidConfiguration: Code { .overlayInvalidConfiguration }
    /// An overlay took too long.
    public static var overlayTimeout: Code { .overlayTimeout }
    /// The person may not have the offer.
    public static var ineligibleForOffer: Code { .ineligibleForOffer }
    /// The platform does not support it.
    public static var unsupportedPlatform: Code { .unsupportedPlatform }
    /// An overlay was shown by a scene in the background.
    public static var overlayPresentedInBackgroundScene: Code { .overlayPresentedInBackgroundScene }
}
