/// The keys that only a transaction receipt (iOS 6) has, since it stands alone (F24).
extension ReceiptLine {
    /// The app's CFBundleIdentifier.
    public var bid: String? {
        get { self[text: "bid"] }
        set { self[text: "bid"] = newValue }
    }

    /// The app version.
    public var bvrs: String? {
        get { self[identifier: "bvrs"] }
        set { self[identifier: "bvrs"] = newValue }
    }

    /// The App Store's number of the product.
    public var itemId: String? {
        get { self[identifier: "item_id"] }
        set { self[identifier: "item_id"] = newValue }
    }

    /// The App Store's number of the app; production, and sometimes the sandbox (D8).
    public var appItemId: String? {
        get { self[identifier: "app_item_id"] }
        set { self[identifier: "app_item_id"] = newValue }
    }

    /// The App Store's number of the app version; production (D8).
    public var versionExternalIdentifier: String? {
        get { self[identifier: "version_external_identifier"] }
        set { self[identifier: "version_external_identifier"] = newValue }
    }

    /// The device's UDID; zeros in the sandbox of 2012.
    public var uniqueIdentifier: String? {
        get { self[text: "unique_identifier"] }
        set { self[text: "unique_identifier"] = newValue }
    }

    /// The device as the vendor's apps see it; since iOS 6.
    public var uniqueVendorIdentifier: String? {
        get { self[text: "unique_vendor_identifier"] }
        set { self[text: "unique_vendor_identifier"] = newValue }
    }
}
