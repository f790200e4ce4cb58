import Testing

/// A client that others wrote, from the Python package index.
enum Client: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case inapppy
    case itunesIAP = "itunes-iap"
    case pyinapp
    case appStoreServerLibrary = "app-store-server-library"
    case applePurchaseReceiptVerifier = "apple-purchase-receipt-verifier"

    private var version: String {
        switch self {
        case .inapppy: "2.5.2"
        case .itunesIAP: "2.6.1"
        case .pyinapp: "0.1.5"
        case .appStoreServerLibrary: "3.1.2"
        case .applePurchaseReceiptVerifier: "0.12.0"
        }
    }

    /// What the package index is asked for.
    var requirement: String { "\(rawValue)==\(version)" }

    /// The script that uses it, in the folder of scripts.
    var script: String { "check_\(rawValue.replacing("-", with: "")).py" }

    var testDescription: String { "\(rawValue) \(version)" }
}
