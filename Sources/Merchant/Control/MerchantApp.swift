package import WindfallCommerce

/// What the configuration says of one app (F21).
package struct MerchantApp: Hashable, Sendable {
    /// On whose word something is granted.
    package enum GrantPolicy: String, Hashable, Sendable, CaseIterable {
        /// On the receipt's own signature, at once; the store's answer can take it back.
        case local
        /// Only on the store's answer.
        case store
    }

    /// What becomes of sandbox purchases (D6). In all cases they are marked, and never counted as income.
    package enum SandboxPolicy: String, Hashable, Sendable, CaseIterable {
        /// Receipts of the sandbox are refused.
        case refuse
        /// They are recorded and give nothing.
        case record
        /// They are recorded and give what paid ones give.
        case grant
    }

    /// The bundle identifier.
    package var bundleID: String
    /// The app's number in the store; nil where it is not known. Without it nothing that names it is compared.
    package var appleID: Int64?
    /// The password of `verifyReceipt`; nil where the app sells no auto-renewable subscriptions.
    package var sharedSecret: Secret?
    package var grants = GrantPolicy.local
    package var sandbox = SandboxPolicy.record
    package var transfers = TransferPolicy.refuse
    /// Whether receipts that a development machine signed are taken (F43).
    package var allowsLocalTesting = false
    /// The keys with which the developer's backend signs user tokens.
    package var userTokenKeys: [UserTokenKey] = []
    /// The folder with the products' files: `<folder>/<product>/<file>`; nil where none are served.
    package var contentFolder: String?

    package init(bundleID: String) {
        self.bundleID = bundleID
    }

    /// What purchases give, with the products' own rules.
    package func rules(products: [String: ProductRule]) -> OwnershipRules {
        var rules = OwnershipRules(products: products)
        rules.grantsOnLocalProof = grants == .local
        var counted: Set<Environment> = [.production]
        if sandbox == .grant { counted.insert(.sandbox) }
        if allowsLocalTesting { counted.formUnion([.xcode, .localTesting]) }
        rules.countedEnvironments = counted
        return rules
    }
}

/// A key that user tokens are signed with, and the one algorithm that it is for.
package enum UserTokenKey: Hashable, Sendable {
    /// HMAC with SHA-256 (RFC 7518, 3.2); at least 32 bytes.
    case hs256(Secret)
    /// ECDSA on P-256 with SHA-256 (RFC 7518, 3.4): the public key as SubjectPublicKeyInfo in DER.
    case es256(publicKey: [UInt8])
}
