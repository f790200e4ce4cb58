public import WindfallCommerce
import WindfallCryptography

extension AppReceipt {
    /// The hash that binds a receipt to a device (F32): SHA-1 over the device's identifier, the octets of attribute 4 and
    /// the octets of attribute 2, its tag and length included.
    ///
    /// - Parameter deviceID: the 16 bytes of identifierForVendor (iOS, iPadOS, tvOS, watchOS), or the 6 bytes of the
    ///   network address (macOS).
    /// - Returns: 20 bytes.
    public func hash(deviceID: [UInt8]) -> [UInt8] {
        var bytes = deviceID
        bytes.append(contentsOf: opaqueValue ?? [])
        bytes.append(contentsOf: bundleIDValue ?? DERWriter.utf8String(bundleID)[...])
        return Digest.bytes(.sha1, of: bytes.span)
    }

    /// Whether the receipt is for a device: its own hash is the one made with the device's identifier.
    public func isFor(deviceID: [UInt8]) -> Bool {
        guard let deviceHash else { return false }
        return deviceHash.elementsEqual(hash(deviceID: deviceID))
    }
}
