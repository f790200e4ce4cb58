import WindfallCryptography
import WindfallSignedData

extension Measure {
    /// An iOS 6 style receipt, whose chain is known already.
    static var transactionReceipt: Measure {
        Measure(
            name: "transaction-receipt",
            summary: "an iOS 6 style receipt of version 3 read and proved, its chain known"
        ) { issuer in
            let bytes = try issuer.transactionReceipt()
            let verifier = issuer.verifier()
            let work = Work { try verifier.read(transactionReceipt: bytes, at: issuer.date).isGenuine }
            let identity = issuer.authority.receipts
            let signed = [3] + (try TransactionReceipt(reading: bytes.span)).purchaseBytes
            let signature = try identity.key.sign(signed.span, digest: .sha1)
            let bare = Work {
                BareVerification.verifies(
                    signature.span, of: signed.span, key: identity.certificates[0].publicKey, digest: .sha1)
            }
            return .time(work, beside: .bareRSA(bare))
        }
    }
}
