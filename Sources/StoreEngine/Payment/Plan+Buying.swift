import WindfallCommerce
import WindfallTimeline

/// Buying (F5 to F9, F12, D3).
extension Plan {
    /// What a payment is about, looked up.
    private struct Order {
        var purchase: Purchase
        var device: DeviceRecord
        var account: AccountRecord
        var product: ProductRecord
        var number: ProductNumber
    }

    mutating func buy(_ purchase: Purchase) throws(StoreRefusal) -> Store.Subject {
        if let known = try state.answered(purchase) { return .transaction(known) }
        let order = try order(purchase)
        let failure = state.terms(of: order.device.account).purchaseFailure
        if failure != .none {
            return .transaction(add(transaction(order, .failed, original: nextTransaction, failure: failure)))
        }
        if let owned = state.owned(order.number, by: order.device.account) {
            return .transaction(add(transaction(order, .purchased, original: owned), thenReceiptOf: purchase.device))
        }
        if order.product.type == .autoRenewable, let running = running(order) {
            return try change(running, to: order)
        }
        return .transaction(try sell(order))
    }

    private func order(_ purchase: Purchase) throws(StoreRefusal) -> Order {
        let device = try state.device(purchase.device)
        let account = try state.account(device.account)
        guard !account.isSpoilt else {
            throw StoreRefusal(.spoiltAccount, "the test account was used against production and is of no use any more")
        }
        guard account.conduct.canMakePayments else {
            throw StoreRefusal(.paymentsDisabled, "in-app purchase is disabled for the account")
        }
        let number = try state.product(purchase.productID, of: device.app)
        let product = try state.product(number)
        guard product.isForSale(in: account.storefront, at: now) else {
            throw StoreRefusal(.notForSale, "the product is not for sale here and now", field: "productId")
        }
        guard (1...Purchase.maximumQuantity).contains(purchase.quantity),
            purchase.quantity == 1 || product.type == .consumable || product.type == .nonRenewing
        else {
            throw StoreRefusal(
                .invalid, "a payment asks for 1 to \(Purchase.maximumQuantity), and for 1 of what is owned for ever",
                field: "quantity")
        }
        try checkOffer(purchase, of: product, for: device.account)
        return Order(purchase: purchase, device: device, account: account, product: product, number: number)
    }

    /// Charges, defers or fails, as the account's owner, family and bank have it.
    private mutating func sell(_ order: Order) throws(StoreRefusal) -> TransactionNumber {
        let conduct = order.account.conduct
        let simulatesAsking = order.purchase.simulatesAskToBuy && order.account.isSandbox
        if conduct.asksToBuy || simulatesAsking, !order.purchase.isOutside {
            return add(transaction(order, .deferred, original: nextTransaction))
        }
        if conduct.isInterrupted, !order.purchase.isOutside {
            return add(transaction(order, .interrupted, original: nextTransaction, failure: .interrupted))
        }
        if !conduct.cardPays {
            return add(transaction(order, .failed, original: nextTransaction, failure: .cardDeclined))
        }
        let number = nextTransaction
        var sold = transaction(order, .purchased, original: number)
        charge(&sold, order.product, order.account)
        _ = add(sold, thenReceiptOf: order.purchase.device)
        if sold.expiresDate != nil { begin(sold, number, order.product) }
        share(sold, number, order.product)
        return number
    }

    /// The transaction of an order before anything is charged.
    private func transaction(
        _ order: Order, _ state: TransactionRecord.State, original: TransactionNumber,
        failure: TransactionRecord.Failure = .none
    ) -> TransactionRecord {
        let purchase = order.purchase
        var transaction = TransactionRecord(
            isSandbox: order.account.isSandbox, account: order.device.account,
            device: purchase.isOutside ? nil : purchase.device,
            app: order.device.app, product: order.number, state: state, original: original, purchaseDate: now,
            originalPurchaseDate: (try? self.state.transaction(original).originalPurchaseDate) ?? now)
        transaction.quantity = purchase.quantity
        transaction.failure = failure
        transaction.offerType = purchase.offerType
        let parts = [purchase.applicationUsername, purchase.appAccountToken, purchase.offerID, purchase.paymentID]
        if parts.contains(where: { $0 != nil }) {
            transaction.details = TransactionRecord.Details(
                applicationUsername: purchase.applicationUsername, appAccountToken: purchase.appAccountToken,
                offerID: purchase.offerID, paymentID: purchase.paymentID)
        }
        return transaction
    }

    /// Adds a transaction, and makes the receipt of the device anew, as each purchase does.
    mutating func add(_ transaction: TransactionRecord, thenReceiptOf device: DeviceNumber?) -> TransactionNumber {
        let number = add(transaction)
        if let device { record(.receiptMade(device, at: now)) }
        return number
    }

    /// The subscription of the order's group that runs now.
    private func running(_ order: Order) -> TransactionNumber? {
        guard let original = state.newestSubscription(of: order.device.account, group: order.product.group),
            let subscription = try? state.subscription(original), subscription.isRunning
        else { return nil }
        return original
    }

    /// Buys a product of a group in which a subscription runs (D3): never a second charge for what runs.
    private mutating func change(_ original: TransactionNumber, to order: Order) throws(StoreRefusal) -> Store.Subject {
        var subscription = try state.subscription(original)
        let running = try state.product(subscription.product)
        if subscription.product == order.number {
            let isWithOffer = order.purchase.offerID != nil
            guard !subscription.isAutoRenewing || subscription.renewalProduct != order.number || isWithOffer else {
                throw StoreRefusal(.alreadySubscribed, "the subscription runs already", field: "productId")
            }
            subscription.isAutoRenewing = true
            subscription.renewalProduct = order.number
            subscription.renewalChanged = now
            record(.subscriptionChanged(original, subscription))
            takeOffer(of: order.purchase, for: original)
            return answer(order.purchase, with: subscription.last)
        }
        let isUpgrade =
            order.product.level < running.level
            || order.product.level == running.level && order.product.period == running.period
        guard isUpgrade else {
            subscription.isAutoRenewing = true
            subscription.renewalProduct = order.number
            subscription.renewalChanged = now
            record(.subscriptionChanged(original, subscription))
            takeOffer(of: order.purchase, for: original)
            return answer(order.purchase, with: subscription.last)
        }
        guard order.account.conduct.cardPays else {
            return .transaction(add(transaction(order, .failed, original: original, failure: .cardDeclined)))
        }
        return .transaction(try upgrade(original, subscription, to: order))
    }

    /// Answers a payment with a transaction that is there, and remembers that.
    private mutating func answer(_ purchase: Purchase, with number: TransactionNumber) -> Store.Subject {
        if purchase.paymentID != nil { record(.paymentAnswered(PaymentRecord(purchase, transaction: number))) }
        return .transaction(number)
    }

    /// Ends the running period at once, pays its rest back, and begins the new product (bug report O8).
    private mutating func upgrade(
        _ original: TransactionNumber, _ subscription: SubscriptionRecord, to order: Order
    ) throws(StoreRefusal) -> TransactionNumber {
        var replaced = try state.transaction(subscription.last)
        replaced.isUpgraded = true
        if replaced.revocation == nil {
            replaced.revocation = TransactionRecord.Revocation(
                date: now, reason: 0, percentage: unusedPercentage(of: replaced))
        }
        record(.transactionChanged(subscription.last, replaced))
        takeCopies(of: subscription.last)
        let number = nextTransaction
        var sold = transaction(order, .purchased, original: original)
        charge(&sold, order.product, order.account, allowsIntroduction: false)
        _ = add(sold, thenReceiptOf: order.purchase.device)
        var changed = subscription
        changed.product = order.number
        changed.renewalProduct = order.number
        changed.isAutoRenewing = true
        let terms = order.product.terms(of: sold)
        let hasOwnPeriod = terms?.hasOwnPeriod ?? false
        changed.anchor = hasOwnPeriod ? sold.expiresDate ?? now : now
        changed.periods = hasOwnPeriod ? 0 : 1
        changed.introductoryPeriodsLeft = terms?.periodsAfterFirst ?? 0
        changed.expires = sold.expiresDate ?? now
        changed.last = number
        changed.state = .active
        changed.expirationIntent = 0
        changed.circumstances = SubscriptionRecord.Circumstances()
        record(.subscriptionChanged(original, changed))
        share(sold, number, order.product)
        return number
    }

    /// How much of a period was not used yet, in hundredths, rounded down.
    private func unusedPercentage(of transaction: TransactionRecord) -> Int64 {
        guard let expires = transaction.expiresDate, expires > transaction.purchaseDate, now < expires else { return 0 }
        let whole = expires.milliseconds - transaction.purchaseDate.milliseconds
        let rest = expires.milliseconds - max(now, transaction.purchaseDate).milliseconds
        return rest * 100 / whole
    }
}
