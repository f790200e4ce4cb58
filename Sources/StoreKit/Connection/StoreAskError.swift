import Foundation
import FoundationNetworking
import WindfallHTTP

/// Why the store did not do what it was asked, as far as it matters to a payment.
enum StoreAskError: Error, Hashable, Sendable {
    /// The question never reached the store: nothing was charged.
    case notSent(HTTPClientError)
    /// The question may have arrived, but there is no answer, or only one that says to come again.
    case lost(reason: String)
    /// The store said no.
    case refused(status: Int, code: String, message: String)
    /// What came back is not an answer of this store.
    case foreign(reason: String)
    /// Nothing says which store to ask.
    case unconnected(SKError)

    /// The error that Apple's library would give.
    var skError: SKError {
        switch self {
        case .notSent(let error): Self.unreachable(error.description)
        case .lost(let reason): Self.unreachable(reason)
        case .refused(let status, let code, let message): Self.refusal(status, code, message)
        case .foreign(let reason): SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: reason])
        case .unconnected(let error): error
        }
    }

    private static func unreachable(_ reason: String) -> SKError {
        SKError(
            .unknown,
            userInfo: [
                NSLocalizedDescriptionKey: "Cannot connect to the store: \(reason).",
                NSUnderlyingErrorKey: URLError(.notConnectedToInternet),
            ])
    }

    /// The words are the store's own (`StoreRefusal`).
    private static func refusal(_ status: Int, _ code: String, _ message: String) -> SKError {
        let kind: SKError.Code =
            switch code {
            case "payments_not_allowed": .paymentNotAllowed
            case "not_found", "not_for_sale": .storeProductNotAvailable
            case "invalid_value": .paymentInvalid
            case "unauthorized", "account_spoilt": .clientInvalid
            case "invalid_offer_identifier": .invalidOfferIdentifier
            case "invalid_offer_signature": .invalidSignature
            case "missing_offer_parameters": .missingOfferParams
            case "invalid_offer_price": .invalidOfferPrice
            case "ineligible_for_offer": .ineligibleForOffer
            default: status == 401 ? .clientInvalid : .unknown
            }
        return SKError(kind, userInfo: [NSLocalizedDescriptionKey: message, "WindfallCode": code])
    }
}
