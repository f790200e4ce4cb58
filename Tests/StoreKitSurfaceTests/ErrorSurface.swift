import StoreKit

/// What a wrapper does with errors.
///
/// Uses: SKError
enum ErrorSurface {
    /// In every form in which one is made.
    static let made: [SKError] = [
        SKError(.paymentCancelled), SKError(.paymentCancelled, userInfo: [NSLocalizedDescriptionKey: "No."]),
        SKError(_nsError: NSError(domain: SKErrorDomain, code: SKError.paymentCancelled.rawValue)),
    ]

    static func lines(of error: SKError) -> [String] {
        let code: SKError.Code = error.code
        let bridged = error as NSError
        return [
            "\(code.rawValue)", "\(error.errorCode)", SKError.errorDomain, bridged.domain, "\(bridged.code)",
            "\(error.userInfo.count)", error.localizedDescription.isEmpty ? "-" : "described",
        ]
    }

    /// Every code as a static member of the error, as `catch SKError.paymentCancelled` and `SKError.unknown.rawValue` use.
    static let codes: [(code: SKError.Code, number: Int)] = [
        (SKError.unknown, 0), (SKError.clientInvalid, 1), (SKError.paymentCancelled, 2), (SKError.paymentInvalid, 3),
        (SKError.paymentNotAllowed, 4), (SKError.storeProductNotAvailable, 5),
        (SKError.cloudServicePermissionDenied, 6), (SKError.cloudServiceNetworkConnectionFailed, 7),
        (SKError.cloudServiceRevoked, 8), (SKError.privacyAcknowledgementRequired, 9),
        (SKError.unauthorizedRequestData, 10), (SKError.invalidOfferIdentifier, 11), (SKError.invalidSignature, 12),
        (SKError.missingOfferParams, 13), (SKError.invalidOfferPrice, 14), (SKError.overlayCancelled, 15),
        (SKError.overlayInvalidConfiguration, 16), (SKError.overlayTimeout, 17), (SKError.ineligibleForOffer, 18),
        (SKError.unsupportedPlatform, 19), (SKError.overlayPresentedInBackgroundScene, 20),
    ]

    /// What was caught, by pattern.
    static func caught(_ error: any Error) -> String {
        do {
            throw error
        } catch SKError.paymentCancelled {
            return "cancelled"
        } catch let error as SKError {
            return "code \(error.code.rawValue)"
        } catch {
            return "foreign"
        }
    }
}
