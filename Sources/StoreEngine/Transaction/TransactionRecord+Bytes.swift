import WindfallCommerce
import WindfallTimeline

extension Money: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.integer(thousandths)
        bytes.text(currency.rawValue)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        // Any amount but the one that has no opposite.
        let thousandths = try bytes.integer(in: -.max ... .max)
        self.init(thousandths: thousandths, currency: Currency(rawValue: try bytes.text()))
    }
}

extension TransactionRecord.Revocation: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(date)
        bytes.integer(reason)
        bytes.integer(percentage)
        bytes.integer(sequence)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        date = try bytes.value()
        reason = try bytes.integer()
        percentage = try bytes.integer(in: 0...100)
        sequence = try bytes.integer()
    }
}

extension TransactionRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.flag(isSandbox)
        bytes.value(account)
        bytes.optional(device)
        bytes.value(app)
        bytes.value(product)
        bytes.integer(quantity)
        bytes.value(state)
        bytes.value(origin)
        bytes.value(failure)
        bytes.value(original)
        bytes.value(purchaseDate)
        bytes.value(originalPurchaseDate)
        bytes.optional(expiresDate)
        bytes.integer(webOrderLineItem)
        bytes.optional(charged)
        bytes.integer(offerType)
        bytes.flag(isTrial)
        bytes.flag(isUpgraded)
        bytes.optional(revocation)
        bytes.integer(boughtSequence)
        bytes.integer(sequence)
        bytes.integer(finishedSequence)
        bytes.optional(details) { bytes, details in
            for part in details.parts { bytes.optional(part) }
            bytes.optional(details.sharedFrom)
        }
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        isSandbox = try bytes.flag()
        account = try bytes.value()
        device = try bytes.optional()
        app = try bytes.value()
        product = try bytes.value()
        quantity = try bytes.integer()
        state = try bytes.value()
        origin = try bytes.value()
        failure = try bytes.value()
        original = try bytes.value()
        purchaseDate = try bytes.value()
        originalPurchaseDate = try bytes.value()
        expiresDate = try bytes.optional()
        webOrderLineItem = try bytes.tally()
        charged = try bytes.optional()
        offerType = try bytes.integer()
        isTrial = try bytes.flag()
        isUpgraded = try bytes.flag()
        revocation = try bytes.optional()
        boughtSequence = try bytes.integer()
        sequence = try bytes.integer()
        finishedSequence = try bytes.integer()
        details = try bytes.optional { bytes throws(ByteReader.Failure) in
            Details(
                applicationUsername: try bytes.optional(), appAccountToken: try bytes.optional(),
                offerID: try bytes.optional(), paymentID: try bytes.optional(), sharedFrom: try bytes.optional())
        }
    }
}
