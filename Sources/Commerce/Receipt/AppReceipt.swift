public import WindfallTimeline

/// What an app receipt says: one signed file for the app on a device (F28).
///
/// A field is nil where the receipt does not have the attribute or has it empty. The comment of each field begins with
/// the number of its attribute.
public struct AppReceipt: Hashable, Sendable {
    /// 0: the store's word for the environment, for example `Production` or `ProductionSandbox`.
    public var receiptType: String?
    /// 1: the App Store's number of the app; 0 in the sandbox (D8).
    public var appItemID: Int64?
    /// 2: CFBundleIdentifier.
    public var bundleID: String
    /// 2: its octets as they stand in the receipt, tag and length included, which go into the device hash (F32); nil for a
    /// receipt that was not read from bytes.
    public var bundleIDValue: ArraySlice<UInt8>?
    /// 3: CFBundleVersion (iOS) or CFBundleShortVersionString (Mac) at the time of the receipt.
    public var applicationVersion: String?
    /// 4: bytes that go into the device hash (F32).
    public var opaqueValue: ArraySlice<UInt8>?
    /// 5: SHA-1 over device identifier, opaque value and the octets of attribute 2 (F32).
    public var deviceHash: ArraySlice<UInt8>?
    /// 8: unnamed by Apple; in production at or before the creation date, empty in the sandbox.
    public var transactionDate: Instant?
    /// 10: the age rating, for example `4+`.
    public var ageRating: String?
    /// 11: the seller's number; 0 in the sandbox.
    public var developerID: Int64?
    /// 12: when this receipt was made; certificates are judged at this instant.
    public var creationDate: Instant?
    /// 15: 0 in the sandbox; needs 64 bits.
    public var downloadID: Int64?
    /// 16: the store's number of the app version; 0 in the sandbox (D8).
    public var versionExternalIdentifier: Int64?
    /// 17: the purchases, in the order of the receipt, which means nothing.
    public var inApp: [InAppEntry] = []
    /// 18: when the app itself was first bought; in the sandbox always 2013-08-01T07:00:00Z.
    public var originalPurchaseDate: Instant?
    /// 19: the app version that was first bought; in the sandbox always `1.0`.
    public var originalApplicationVersion: String?
    /// 21: when the receipt expires (Volume Purchase Program); nil means never (F28).
    public var expirationDate: Instant?
    /// 22: unnamed by Apple; taken to be the date of a pre-order.
    public var preorderDate: Instant?
    /// All other attributes, known to occur or not, in the order of the receipt.
    public var others: [ReceiptAttribute] = []

    /// - Parameter bundleID: CFBundleIdentifier of the app that the receipt is for.
    public init(bundleID: String) {
        self.bundleID = bundleID
    }
}
