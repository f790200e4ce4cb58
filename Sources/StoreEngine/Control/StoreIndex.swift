import WindfallCommerce
import WindfallTimeline

/// What the state is looked up by. It follows from the events alone and is built anew when a snapshot is read.
struct StoreIndex: Sendable {
    /// Two numbers as one key.
    struct Pair<First, Second>: Hashable, Sendable {
        var first: Number<First>
        var second: Number<Second>
    }

    struct GroupKey: Hashable, Sendable {
        var account: AccountNumber
        var group: String
    }

    struct ProductKey: Hashable, Sendable {
        var developer: DeveloperNumber
        var productID: String
    }

    struct PaymentKey: Hashable, Sendable {
        var device: DeviceNumber
        var paymentID: String
    }

    /// A subscription, and the event with which its first transaction was bought. The numbers don't tell which began
    /// last: a purchase that waited for approval may be bought after later ones.
    struct Beginning: Sendable {
        var subscription: TransactionNumber
        var sequence: Int64
    }

    /// Money that came in and went out, for one currency of one environment.
    struct Books: Hashable, Sendable {
        var charged: Int64 = 0
        var refunded: Int64 = 0
    }

    struct BooksKey: Hashable, Sendable {
        var isSandbox: Bool
        var currency: Currency
    }

    private(set) var apps: [String: AppNumber] = [:]
    private(set) var products: [ProductKey: ProductNumber] = [:]
    private(set) var productsByApp: [AppNumber: [ProductNumber]] = [:]
    private(set) var members: [AccountNumber: [AccountNumber]] = [:]
    private(set) var devicesByAccount: [AccountNumber: [DeviceNumber]] = [:]
    /// For each account, in the order of its number, its transactions in the order of the ledger.
    private(set) var transactions: [[TransactionNumber]] = []
    /// Non-consumables and free subscriptions that an account owns, with the first purchase.
    private(set) var owned: [Pair<AccountRecord, ProductRecord>: TransactionNumber] = [:]
    /// The subscription of an account in a group that began last, running or not.
    private(set) var newest: [GroupKey: Beginning] = [:]
    /// For each account, in the order of its number, the event after which anything of it changed last.
    private(set) var changes: [Int64] = []
    /// The event after which anything of apps, products or secrets changed last.
    private(set) var catalogChange: Int64 = 0
    private(set) var payments: [PaymentKey: TransactionNumber] = [:]
    /// Where payments that made no transaction stand in their list.
    private(set) var answeredPayments: [PaymentKey: Int] = [:]
    /// Copies of a purchase that family members hold.
    private(set) var shares: [TransactionNumber: [TransactionNumber]] = [:]
    private(set) var books: [BooksKey: Books] = [:]
    /// The newest key of a subscription purchase that was given out.
    private(set) var webOrderLineItem: Int64 = 0
    var due = DueQueue()
}

extension StoreIndex {
    mutating func appAdded(_ app: AppRecord, _ number: AppNumber) {
        apps[app.bundleID] = number
    }

    mutating func productAdded(_ product: ProductRecord, _ developer: DeveloperNumber, _ number: ProductNumber) {
        products[ProductKey(developer: developer, productID: product.productID)] = number
        productsByApp[product.app, default: []].append(number)
    }

    mutating func accountOpened(_ account: AccountRecord, count: Int) {
        transactions.append([])
        changes.append(0)
        if let organizer = account.organizer { members[organizer, default: []].append(AccountNumber(Int64(count))) }
    }

    /// Notes that something of an account changed.
    mutating func changed(_ account: AccountNumber, at sequence: Int64) {
        if let place = account.index(in: changes.count) { changes[place] = max(changes[place], sequence) }
    }

    /// Notes that something of an app, a product or a secret changed.
    mutating func catalogChanged(at sequence: Int64) {
        catalogChange = sequence
    }

    mutating func deviceAdded(_ device: DeviceRecord, _ number: DeviceNumber) {
        devicesByAccount[device.account, default: []].append(number)
    }

    mutating func transactionAdded(_ transaction: TransactionRecord, _ number: TransactionNumber, _ type: ProductType?)
    {
        if let place = transaction.account.index(in: transactions.count) { transactions[place].append(number) }
        webOrderLineItem = max(webOrderLineItem, transaction.webOrderLineItem)
        if let device = transaction.device, let paymentID = transaction.details?.paymentID {
            payments[PaymentKey(device: device, paymentID: paymentID)] = number
        }
        if let source = transaction.details?.sharedFrom { shares[source, default: []].append(number) }
        if transaction.state == .purchased { own(transaction, number, type) }
    }

    mutating func transactionChanged(
        from old: TransactionRecord, to new: TransactionRecord, _ number: TransactionNumber, _ type: ProductType?
    ) {
        webOrderLineItem = max(webOrderLineItem, new.webOrderLineItem)
        if old.state != .purchased, new.state == .purchased { own(new, number, type) }
        guard old.revocation == nil, let revocation = new.revocation else { return }
        let key = Pair(first: new.account, second: new.product)
        if owned[key] == new.original { owned[key] = nil }
        if let charged = new.charged, revocation.percentage > 0 {
            books[booksKey(new, charged), default: Books()].refunded.add(
                charged.share(percentage: revocation.percentage))
        }
    }

    mutating func paymentAnswered(_ payment: PaymentRecord, at place: Int) {
        guard let paymentID = payment.purchase.paymentID else { return }
        answeredPayments[PaymentKey(device: payment.purchase.device, paymentID: paymentID)] = place
    }

    /// - Parameter sequence: the event with which the subscription's first transaction was bought.
    mutating func subscriptionChanged(
        _ number: TransactionNumber, _ subscription: SubscriptionRecord, began sequence: Int64
    ) {
        let key = GroupKey(account: subscription.account, group: subscription.group)
        if (newest[key]?.sequence ?? -1) <= sequence {
            newest[key] = Beginning(subscription: number, sequence: sequence)
        }
        if let instant = subscription.due {
            due.insert(DueQueue.Entry(instant: instant, subscription: number))
        }
    }

    /// The transactions of an account, in the order of the ledger.
    func transactions(of account: AccountNumber) -> [TransactionNumber] {
        account.index(in: transactions.count).map { transactions[$0] } ?? []
    }

    /// Keeps an erased transaction's key of a subscription purchase from being given out again.
    mutating func noteKey(of transaction: TransactionRecord) {
        webOrderLineItem = max(webOrderLineItem, transaction.webOrderLineItem)
    }

    /// Forgets a transaction that a test took out of the ledger, with its money.
    mutating func transactionErased(_ transaction: TransactionRecord, _ number: TransactionNumber) {
        if let place = transaction.account.index(in: transactions.count) {
            transactions[place].removeAll { $0 == number }
        }
        if let device = transaction.device, let paymentID = transaction.details?.paymentID {
            payments[PaymentKey(device: device, paymentID: paymentID)] = nil
        }
        if let source = transaction.details?.sharedFrom { shares[source]?.removeAll { $0 == number } }
        guard transaction.state == .purchased, let charged = transaction.charged else { return }
        let key = booksKey(transaction, charged)
        books[key, default: Books()].charged.add(0 - charged.thousandths)
        if let revocation = transaction.revocation, revocation.percentage > 0 {
            books[key, default: Books()].refunded.add(
                0 - charged.share(percentage: revocation.percentage))
        }
    }

    /// Finds anew what an account owns of a product, transaction by transaction; nil begins.
    mutating func owns(
        _ transaction: TransactionRecord?, _ erased: TransactionRecord, _ type: ProductType? = nil
    ) {
        let key = Pair<AccountRecord, ProductRecord>(first: erased.account, second: erased.product)
        guard let transaction else {
            owned[key] = nil
            return
        }
        guard type == .nonConsumable || type == .free, transaction.state == .purchased,
            transaction.origin != .restore
        else { return }
        if owned[key] == nil { owned[key] = transaction.original }
        if transaction.revocation != nil, owned[key] == transaction.original { owned[key] = nil }
    }

    mutating func forgetNewest(of account: AccountNumber, group: String) {
        newest[GroupKey(account: account, group: group)] = nil
    }

    private mutating func own(_ transaction: TransactionRecord, _ number: TransactionNumber, _ type: ProductType?) {
        if let charged = transaction.charged {
            books[booksKey(transaction, charged), default: Books()].charged.add(charged.thousandths)
        }
        guard type == .nonConsumable || type == .free, transaction.origin != .restore else { return }
        let key = Pair<AccountRecord, ProductRecord>(first: transaction.account, second: transaction.product)
        if owned[key] == nil { owned[key] = transaction.original }
    }

    private func booksKey(_ transaction: TransactionRecord, _ charged: Money) -> BooksKey {
        BooksKey(isSandbox: transaction.isSandbox, currency: charged.currency)
    }
}

extension Int64 {
    /// Adds; a sum out of range, which no shop reaches, stops at its end.
    fileprivate mutating func add(_ other: Int64) {
        let sum = addingReportingOverflow(other)
        self = sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue
    }
}

extension Money {
    /// A percentage of the amount, rounded down to a whole thousandth.
    func share(percentage: Int64) -> Int64 {
        let hundredths = thousandths / 100 * percentage
        return hundredths + thousandths % 100 * percentage / 100
    }
}
