/// What a format asks of its signer's certificates.
package enum ChainRule: Hashable, Sendable {
    /// An app receipt: leaf, intermediate and root; the leaf is marked.
    case appReceipt
    /// A JWS: leaf, intermediate and root; leaf and intermediate are marked, as Apple's own library asks.
    case jws
    /// An iOS 6 style receipt of version 2: the leaf alone, under the iTunes Store authority.
    case transactionVersion2
    /// An iOS 6 style receipt of version 3: the leaf of app receipts alone.
    case transactionVersion3
    /// Xcode or local testing: one certificate that signed itself and proves nothing.
    case local

    /// The marker extension of the leaf.
    var leafMarker: String? {
        switch self {
        case .appReceipt, .jws, .transactionVersion3: CertificateMarker.receipt
        case .transactionVersion2: CertificateMarker.transaction
        case .local: nil
        }
    }

    /// The marker extension of the intermediate, where one is embedded.
    var intermediateMarker: String? {
        self == .jws ? CertificateMarker.intermediate : nil
    }

    /// How many certificates a chain has, the anchor included.
    var length: Int {
        switch self {
        case .appReceipt, .jws: 3
        case .transactionVersion2, .transactionVersion3: 2
        case .local: 1
        }
    }
}
