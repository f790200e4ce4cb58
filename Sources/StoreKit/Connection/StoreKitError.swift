public import Foundation

/// Why the store's modern API failed.
///
/// Source: Apple, "StoreKitError".
public enum StoreKitError: Error, LocalizedError, Sendable {
    /// Something else.
    case unknown
    /// The person cancelled.
    case userCancelled
    /// The store could not be reached.
    case networkError(URLError)
    /// The system failed.
    case systemError(any Error)
    /// The product is not for sale in the person's country.
    case notAvailableInStorefront
    /// The app may not sell.
    case notEntitled
    /// The system or the store can't do it.
    case unsupported

    public var errorDescription: String? {
        switch self {
        case .unknown: "The store failed for a reason that is not known."
        case .userCancelled: "The request was cancelled."
        case .networkError(let error): "The store could not be reached: \(error.localizedDescription)"
        case .systemError(let error): "The system failed: \(error.localizedDescription)"
        case .notAvailableInStorefront: "The product is not for sale in this country."
        case .notEntitled: "The app may not sell."
        case .unsupported: "The store can't do this."
        }
    }
}
