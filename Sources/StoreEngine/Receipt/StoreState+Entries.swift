import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

/// The purchases in an app receipt (F29, F30).
extension StoreState {
    /// - Parameter sequence: the event with which the receipt is made; what happened later does not show.
    func entries(
        of number: DeviceNumber, _ device: DeviceRecord, madeWith sequence: Int64
    ) throws(StoreRefusal) -> [InAppEntry] {
        var entries: [InAppEntry] = []
        let bought = transactions(of: device.account)
        let restored = newestRestores(bought, on: number, madeWith: sequence)
        for transactionNumber in bought {
            let transaction = try transaction(transactionNumber)
            guard transaction.app == device.app, transaction.state == .purchased,
                transaction.boughtSequence <= sequence,
                transaction.origin != .restore
            else { continue }
            let product = try product(transaction.product)
            let isGone =
                product.type == .consumable && transaction.isFinished && transaction.finishedSequence <= sequence
            if isGone { continue }
            // On a device that restored it, a purchase shows as the restored transaction.
            let shown = transaction.original == transactionNumber ? restored[transactionNumber] : nil
            let shownTransaction = try shown.map { number throws(StoreRefusal) in try self.transaction(number) }
            entries.append(
                entry(shown ?? transactionNumber, shownTransaction ?? transaction, product, madeWith: sequence))
        }
        return entries
    }

    /// For each restored non-consumable and free subscription, the newest transaction that a restore on the device made.
    private func newestRestores(
        _ bought: [TransactionNumber], on device: DeviceNumber, madeWith sequence: Int64
    ) -> [TransactionNumber: TransactionNumber] {
        var newest: [TransactionNumber: TransactionNumber] = [:]
        for number in bought {
            guard let transaction = try? transaction(number), transaction.origin == .restore,
                transaction.device == device, transaction.boughtSequence <= sequence, transaction.expiresDate == nil
            else { continue }
            newest[transaction.original] = number
        }
        return newest
    }

    /// One purchase as an entry.
    private func entry(
        _ number: TransactionNumber, _ transaction: TransactionRecord, _ product: ProductRecord,
        madeWith sequence: Int64
    ) -> InAppEntry {
        let isSandbox = transaction.isSandbox
        var entry = InAppEntry(
            productID: product.productID, transactionID: StoreText.transactionID(number, isSandbox: isSandbox))
        entry.quantity = transaction.quantity
        entry.originalTransactionID = StoreText.transactionID(transaction.original, isSandbox: isSandbox)
        // Receipts tell whole seconds.
        entry.purchaseDate = Instant(seconds: transaction.purchaseDate.seconds)
        entry.originalPurchaseDate = Instant(seconds: transaction.originalPurchaseDate.seconds)
        entry.productTypeCode = product.type.receiptCode
        entry.expiresDate = transaction.expiresDate.map { Instant(seconds: $0.seconds) }
        entry.itemID = isSandbox ? 0 : StoreText.itemID(transaction.product)
        entry.webOrderLineItemID = StoreText.webOrderLineItemID(transaction.webOrderLineItem, isSandbox: isSandbox)
        if let revocation = transaction.revocation, revocation.sequence <= sequence {
            entry.cancellationDate = Instant(seconds: revocation.date.seconds)
        }
        entry.isTrialPeriod = transaction.isTrial
        if product.type == .autoRenewable {
            entry.isInIntroOfferPeriod = transaction.isInIntroductoryPeriod
        }
        if transaction.offerType == OfferType.promotional.rawValue64 {
            entry.promotionalOfferID = transaction.details?.offerID
        }
        entry.others = Self.emptyAttributes
        return entry
    }

    /// Attributes that each entry of Apple's has without a value.
    private static let emptyAttributes: [ReceiptAttribute] =
        [1709, 1714, 1715, 1716, 1717, 1718].map { ReceiptAttribute(type: $0, value: DERWriter.utf8String("")[...]) }
        + [ReceiptAttribute(type: 1722, value: DERWriter.integer(0)[...])]
}
