/// A path from a leaf to an anchor whose signatures and constraints hold (RFC 5280 6.1), for any point in time.
package struct CertificatePath: Sendable {
    /// The leaf first, then each one's issuer. The anchor's certificate is the last one, where the anchor has one.
    package let certificates: [Certificate]
    /// The anchor's position among those that were given.
    package let anchorIndex: Int

    /// The longest path that is looked for: Apple's have three certificates.
    private static let depthLimit: Int32 = 8

    /// Builds and checks a path: signatures, basic constraints, path length, key usage, critical extensions.
    ///
    /// Not checked, for the caller to do: whether the certificates were valid at the instant in question, what the
    /// leaf is for, and whether one was revoked. SHA-1 and short keys pass, since old receipts have them.
    ///
    /// - Parameters:
    ///   - untrusted: certificates that may lie on the way, in any order.
    ///   - anchors: the only ones that end a path; no system store is asked.
    package static func verify(
        leaf: Certificate, untrusted: [Certificate], anchors: [PathAnchor]
    ) throws(PathFailure) -> CertificatePath {
        let check = try PathCheck(leaf: leaf, untrusted: untrusted, anchors: anchors)
        return try check.run(depthLimit: depthLimit)
    }
}
