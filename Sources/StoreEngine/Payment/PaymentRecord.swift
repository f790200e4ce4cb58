/// A payment with an identifier of its own that made no transaction: a downgrade, or renewal that was turned on by buying.
///
/// Payments that made one are found in the transaction. Sent again, either gives the same answer (one identifier, one
/// charge).
public struct PaymentRecord: Hashable, Sendable {
    /// What was asked for.
    public var purchase: Purchase
    /// What was answered.
    public var transaction: TransactionNumber

    public init(_ purchase: Purchase, transaction: TransactionNumber) {
        self.purchase = purchase
        self.transaction = transaction
    }
}

extension StoreState {
    /// The transaction that a payment was answered with before; nil for one that is new.
    ///
    /// A payment that was refused is new: nothing was charged for it and nothing is known of it.
    /// - Throws: ``StoreRefusal``, `payment_conflict`, where the identifier was sent with another payment.
    func answered(_ purchase: Purchase) throws(StoreRefusal) -> TransactionNumber? {
        guard let paymentID = purchase.paymentID else { return nil }
        let known: TransactionNumber
        let isSame: Bool
        if let record = answeredPayment(paymentID, on: purchase.device) {
            known = record.transaction
            isSame = record.purchase == purchase
        } else if let number = payment(paymentID, on: purchase.device) {
            known = number
            isSame = isPayment(purchase, of: try transaction(number))
        } else {
            return nil
        }
        guard isSame else {
            throw StoreRefusal(.paymentConflict, "the identifier was sent before with another payment", field: "uuid")
        }
        return known
    }

    /// Whether a transaction is what a payment asked for.
    private func isPayment(_ purchase: Purchase, of transaction: TransactionRecord) -> Bool {
        let details = transaction.details
        return (try? product(transaction.product).productID) == purchase.productID
            && transaction.quantity == purchase.quantity
            && details?.applicationUsername == purchase.applicationUsername
            && details?.appAccountToken == purchase.appAccountToken && details?.offerID == purchase.offerID
            && (purchase.offerType == 0 || purchase.offerType == transaction.offerType)
    }
}

extension Purchase: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(device)
        bytes.text(productID)
        bytes.integer(quantity)
        bytes.optional(applicationUsername)
        bytes.optional(appAccountToken)
        bytes.integer(offerType)
        bytes.optional(offerID)
        bytes.optional(paymentID)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        self.init(device: try bytes.value(), productID: try bytes.text())
        quantity = try bytes.integer()
        applicationUsername = try bytes.optional()
        appAccountToken = try bytes.optional()
        offerType = try bytes.integer()
        offerID = try bytes.optional()
        paymentID = try bytes.optional()
    }
}

extension PaymentRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(purchase)
        bytes.value(transaction)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        purchase = try bytes.value()
        transaction = try bytes.value()
    }
}
