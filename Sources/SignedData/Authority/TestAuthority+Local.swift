import WindfallCryptography
package import WindfallTimeline

/// An authority for tests inside one process, as Xcode has: two certificates that signed themselves.
extension TestAuthority {
    /// Makes an authority that signs as Xcode does and nothing else.
    ///
    /// - Parameter randomness: serial numbers; keys always come from OpenSSL's own randomness.
    package static func local(randomness: some Randomness) throws(Failure) -> TestAuthority {
        do {
            let maker = CertificateMaker(randomness: randomness)
            let receipts = try maker.root("Windfall Test StoreKit", .rsa(bits: 2048), .sha256)
            let payloads = try maker.root("Windfall Test StoreKit Testing", .p256, .sha256)
            return try TestAuthority(
                receipts: receipts, transactions: receipts, payloads: payloads, localReceipts: receipts,
                localPayloads: payloads)
        } catch {
            throw Failure("keys and certificates can't be made: \(error)")
        }
    }

    /// Trust in what this authority signs as Xcode does, and in nobody else, also not in others who sign so.
    package var localTrust: Trust {
        var trust = Trust.nobody
        trust.allowsLocalTesting = true
        trust.localSigners = Set((localReceipts.certificates + localPayloads.certificates).map(\.sha256))
        return trust
    }
}
