public import Foundation

extension Bundle {
    /// Where the app's receipt lies, or will lie once there is one; nil where no store is configured.
    ///
    /// Files that import StoreKit alone read this. In a file that imports Foundation too, Foundation's property of the
    /// same name wins, which is always nil on Linux; ``storeReceiptURL`` means this one everywhere.
    @_disfavoredOverload
    public var appStoreReceiptURL: URL? { storeReceiptURL }

    /// The same as ``appStoreReceiptURL``, under a name that Foundation has not.
    public var storeReceiptURL: URL? {
        guard self === Bundle.main else { return nil }
        return (try? StoreConnection.resolved())?.receiptURL
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The property of a receipt refresh that makes the sandbox give an expired receipt.
public let SKReceiptPropertyIsExpired: String = "expired"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The property of a receipt refresh that makes the sandbox give a revoked receipt.
public let SKReceiptPropertyIsRevoked: String = "revoked"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The property of a receipt refresh that makes the sandbox give a receipt of a volume purchase.
public let SKReceiptPropertyIsVolumePurchase: String = "vpp"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Ends the app since its receipt is not valid, with the exit status by which a Mac's store gets a new one.
///
/// Source: Apple, "SKTerminateForInvalidReceipt".
public func SKTerminateForInvalidReceipt() {
    exit(173)
}
