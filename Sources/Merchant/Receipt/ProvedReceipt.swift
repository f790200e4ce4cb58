import WindfallCommerce
import WindfallSignedData

/// A receipt as its own bytes prove it, before anything is stored.
struct ProvedReceipt {
    /// Without what they were wrapped in.
    var bytes: [UInt8]
    /// SHA-256 of ``bytes``.
    var digest: [UInt8]
    var kind: SignedContent.Kind
    /// The signed word on where it was made; nil where nobody signs it, as in an iOS 6 style receipt (F19).
    var environment: Environment?
    var verdict: LocalVerdict
    /// What it shows; empty where that is the store's to say (D4).
    var facts: FactList
    /// Whether it says that nothing was bought (O6); false where it does not say.
    var isWithoutPurchases: Bool

    /// Reads a receipt's content.
    ///
    /// - Parameter proof: what its facts carry as their proof.
    /// - Throws: ``ReceiptRefusal`` for what does not show a user's purchases, or is not genuine.
    init(
        _ reading: Reading<SignedContent>, bytes: [UInt8], digest: [UInt8], proof: String
    ) throws(ReceiptRefusal) {
        kind = reading.content.kind
        verdict = .genuine
        if let problem = reading.problem {
            guard problem.code.answer == .unchecked else { throw ReceiptRefusal(problem, kind: kind.rawValue) }
            verdict = .unchecked(code: problem.code.name)
        }
        self.bytes = bytes
        self.digest = digest
        facts = FactList()
        isWithoutPurchases = false
        switch reading.content {
        case .appReceipt(let receipt):
            environment = reading.environment
            isWithoutPurchases = receipt.inApp.isEmpty
            if let environment, verdict == .genuine {
                facts = FactList(receipt: receipt, environment: environment, proof: proof)
            }
        case .transaction(let payload):
            environment = reading.environment
            if verdict == .genuine {
                facts = FactList(transaction: payload, renewal: nil, basis: .local, proof: proof)
            }
        case .transactionReceipt:
            environment = nil
        case .renewalInfo, .appTransaction, .notification:
            throw ReceiptRefusal(unexpected: kind)
        }
    }

    /// Where its verification stands when it comes, under the app's rules.
    func standing(under policy: MerchantApp.GrantPolicy) -> (status: SubmissionStatus, reason: String?) {
        // No store knows what a development machine signed.
        if environment?.isLocal == true { return (.valid, Problem.Code.localTesting.name) }
        switch kind {
        case .transaction:
            // The signature is the store's own word at its signing date, so there is nothing to ask.
            if verdict == .genuine, policy == .local { return (.valid, nil) }
            return (.held, "server_api_needed")
        default:
            return (.pending, isWithoutPurchases ? "no_purchases" : nil)
        }
    }

    /// What its own facts are about.
    var transactions: Set<TransactionKey> { Set(facts.purchases.map(\.key)) }
}
