package import WindfallCryptography

extension TransactionReceipt {
    /// The two kinds of signature that iOS 6 style receipts have had.
    public enum Version: UInt8, Hashable, Sendable, CaseIterable {
        /// Until 2015: a key of 1024 bits, under the iTunes Store authority.
        case version2 = 2
        /// From 2017: the key of app receipts, 2048 bits.
        case version3 = 3
    }

    /// Signs a purchase and writes the receipt round it.
    ///
    /// - Parameters:
    ///   - purchase: the signed entries, in order, under their names with hyphens.
    ///   - environment: `Sandbox`, or nil for production, where the entry is absent.
    ///   - pod: the store's data centre.
    ///   - identity: the signer: 1024 bits for version 2, 2048 for version 3; only its own certificate is embedded.
    /// - Returns: the outer property list, not yet in base64.
    package static func sign(
        _ purchase: [Entry], environment: String?, pod: String, version: Version, with identity: SigningIdentity
    ) throws(CryptographyError) -> [UInt8] {
        let inner = PropertyList.write(purchase)
        let signed = [version.rawValue] + inner
        let signature = try identity.key.sign(signed.span, digest: .sha1)
        let certificate = identity.certificates[0].der
        let length = UInt32(certificate.count)
        let blob =
            [version.rawValue] + signature + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
            + certificate
        var outer = [
            Entry(key: "signature", value: Base64.encode(blob.span)),
            Entry(key: "purchase-info", value: Base64.encode(inner.span)),
        ]
        if let environment { outer.append(Entry(key: "environment", value: environment)) }
        outer += [Entry(key: "pod", value: pod), Entry(key: "signing-status", value: "0")]
        return PropertyList.write(outer)
    }
}
