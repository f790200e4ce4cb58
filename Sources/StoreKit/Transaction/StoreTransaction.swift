import Foundation
import WindfallCStoreKit
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// A transaction as the store tells of it, proved where it gives something.
struct StoreTransaction: Hashable, Sendable {
    /// The payment of ours that it came of; nil for what the store did by itself.
    var paymentID: String?
    var snapshot: TransactionSnapshot
    var transactionIdentifier: String

    /// Reads a transaction of an answer.
    ///
    /// - Throws: ``StoreAskError/foreign(reason:)`` for what the protocol does not have, and for a purchase without the
    ///   signature of a trusted store.
    init(_ json: JSON, for link: StoreLink) throws(StoreAskError) {
        guard let identifier = json["transactionId"]?.text, let productIdentifier = json["productId"]?.text,
            let word = json["state"]?.text, let state = Self.states[word],
            let quantity = json["quantity"]?.int64.flatMap(Int.init(exactly:)),
            let milliseconds = json["purchaseDate"]?.int64
        else { throw .foreign(reason: "The store's answer lacks parts of a transaction.") }
        paymentID = json["paymentId"]?.text
        transactionIdentifier = identifier
        var terms = PaymentTerms()
        terms.productIdentifier = productIdentifier
        terms.quantity = quantity
        terms.applicationUsername = json["applicationUsername"]?.text
        snapshot = TransactionSnapshot(
            terms: terms, state: state, transactionIdentifier: identifier, date: Date(milliseconds: milliseconds))
        if state == .failed { snapshot.error = Self.failure(json["error"]?.text) }
        guard snapshot.isDone else { return }
        if let first = json["originalTransactionId"]?.text, first != identifier,
            let date = json["originalPurchaseDate"]?.int64
        {
            snapshot.original = TransactionSnapshot.Original(
                transactionIdentifier: first, date: Date(milliseconds: date))
        }
        snapshot.signed = try Self.proved(json, identifier, productIdentifier, for: link)
        let receipt = json["transactionReceipt"]?.text
        snapshot.receipt = receipt.flatMap { Data(base64Encoded: $0) }
    }

    private static let states: [String: SKPaymentTransactionState] = [
        "purchased": .purchased, "restored": .restored, "failed": .failed, "deferred": .deferred,
    ]

    /// Why a purchase failed after it was asked for. A parent's no is told as the person's own.
    private static func failure(_ word: String?) -> SKError {
        switch word {
        case "approval_declined":
            SKError(.paymentCancelled, userInfo: [NSLocalizedDescriptionKey: "The purchase was not approved."])
        case "card_declined":
            SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The card was declined."])
        case "interrupted":
            SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The store wants something settled first."])
        case "invalid_offer_identifier": SKError(.invalidOfferIdentifier)
        case "invalid_offer_signature": SKError(.invalidSignature)
        case "missing_offer_parameters": SKError(.missingOfferParams)
        case "invalid_offer_price": SKError(.invalidOfferPrice)
        default: SKError(.unknown)
        }
    }

    /// The signed form, once it is proved and speaks of the same purchase.
    private static func proved(
        _ json: JSON, _ identifier: String, _ productIdentifier: String, for link: StoreLink
    ) throws(StoreAskError) -> String {
        guard let signed = json["signedTransactionInfo"]?.text else {
            throw .foreign(reason: "The store's answer has a purchase without a signature.")
        }
        let problem: Problem?
        do throws(Problem) {
            let reading: Reading<TransactionPayload> = try link.verifier.read(
                jws: Array(signed.utf8), expecting: Expectation(bundleID: link.settings.bundleID),
                at: link.settings.timeline.now)
            guard reading.problem != nil || reading.content.transactionId == identifier,
                reading.problem != nil || reading.content.productId == productIdentifier
            else { throw Problem(.malformed, "the signed purchase is another one") }
            guard reading.problem != nil || Self.isHere(reading.environment, link) else {
                throw Problem(.malformed, "the purchase is of another environment")
            }
            problem = reading.problem
        } catch {
            problem = error
        }
        if let problem { throw .foreign(reason: "The purchase is not signed by a trusted store: \(problem.code).") }
        return signed
    }

    /// Whether a purchase is of the environment that the account is in. Test sessions have their own, which is believed only
    /// where local testing is allowed.
    private static func isHere(_ environment: Environment?, _ link: StoreLink) -> Bool {
        guard let account = link.account, environment == .sandbox || environment == .production else { return true }
        return (environment == .sandbox) == account.isSandbox
    }
}

extension Date {
    /// - Parameter milliseconds: since 1970 UTC.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }

    /// Milliseconds since 1970 UTC; nil where that is out of range.
    var milliseconds: Int64? {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded())
    }
}
