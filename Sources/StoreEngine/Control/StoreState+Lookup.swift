public import WindfallCommerce
import WindfallTimeline

/// Finding things, with a refusal for what is not there.
extension StoreState {
    func developer(_ number: DeveloperNumber) throws(StoreRefusal) -> DeveloperRecord {
        guard let place = number.index(in: developers.count) else { throw .unknown("developer") }
        return developers[place]
    }

    public func app(_ number: AppNumber) throws(StoreRefusal) -> AppRecord {
        guard let place = number.index(in: apps.count) else { throw .unknown("app") }
        return apps[place]
    }

    /// The app with a bundle identifier.
    public func app(bundleID: String) throws(StoreRefusal) -> AppNumber {
        guard let number = index.apps[bundleID] else { throw .unknown("app") }
        return number
    }

    public func product(_ number: ProductNumber) throws(StoreRefusal) -> ProductRecord {
        guard let place = number.index(in: products.count) else { throw .unknown("product") }
        return products[place]
    }

    /// A product of an app by its identifier, for sale or not.
    public func product(_ productID: String, of app: AppNumber) throws(StoreRefusal) -> ProductNumber {
        let key = StoreIndex.ProductKey(developer: try self.app(app).developer, productID: productID)
        guard let number = index.products[key], try product(number).app == app else { throw .unknown("product") }
        return number
    }

    /// A product of a developer by its identifier (F3).
    func productNumber(_ productID: String, developer: DeveloperNumber) -> ProductNumber? {
        index.products[StoreIndex.ProductKey(developer: developer, productID: productID)]
    }

    /// The newest key of a subscription purchase that was given out.
    var lastWebOrderLineItem: Int64 { index.webOrderLineItem }

    /// The products of an app, in the order in which they were registered.
    public func products(of app: AppNumber) -> [ProductNumber] {
        index.productsByApp[app] ?? []
    }

    public func account(_ number: AccountNumber) throws(StoreRefusal) -> AccountRecord {
        guard let place = number.index(in: accounts.count) else { throw .unknown("account") }
        return accounts[place]
    }

    public func device(_ number: DeviceNumber) throws(StoreRefusal) -> DeviceRecord {
        guard let place = number.index(in: devices.count) else { throw .unknown("device") }
        return devices[place]
    }

    /// The devices of an account.
    func devices(of account: AccountNumber) -> [DeviceNumber] {
        index.devicesByAccount[account] ?? []
    }

    /// The devices of an account that have an app.
    public func devices(of account: AccountNumber, with app: AppNumber) -> [DeviceNumber] {
        (index.devicesByAccount[account] ?? []).filter { number in
            number.index(in: devices.count).map { devices[$0].app == app } ?? false
        }
    }

    public func transaction(_ number: TransactionNumber) throws(StoreRefusal) -> TransactionRecord {
        guard let place = number.index(in: transactions.count) else { throw .unknown("transaction") }
        return transactions[place]
    }

    /// The transactions of an account, in the order of the ledger.
    public func transactions(of account: AccountNumber) -> [TransactionNumber] {
        index.transactions(of: account)
    }

    /// The event after which anything of an account changed last.
    public func lastChange(of account: AccountNumber) -> Int64 {
        account.index(in: index.changes.count).map { index.changes[$0] } ?? 0
    }

    /// An event's number as those know it who remember things: after a reset the same number is another event.
    func stamp(_ sequence: Int64) -> Int64 {
        era &<< 44 &+ sequence
    }

    /// The event after which anything changed last that is told to others about an account: of the account itself, or of
    /// apps, products and secrets.
    func lastToldChange(of account: AccountNumber) -> Int64 {
        stamp(max(lastChange(of: account), index.catalogChange))
    }

    /// How an account's subscriptions run, and what fails for it.
    public func terms(of account: AccountNumber) -> AccountTerms {
        terms[account] ?? AccountTerms()
    }

    public func subscription(_ original: TransactionNumber) throws(StoreRefusal) -> SubscriptionRecord {
        guard let subscription = subscriptions[original] else { throw .unknown("subscription") }
        return subscription
    }

    /// The newest subscription of an account in a group, running or not, under its first transaction.
    public func newestSubscription(of account: AccountNumber, group: String) -> TransactionNumber? {
        index.newest[StoreIndex.GroupKey(account: account, group: group)]?.subscription
    }

    /// The first purchase of a product that the account owns for ever.
    public func owned(_ product: ProductNumber, by account: AccountNumber) -> TransactionNumber? {
        index.owned[StoreIndex.Pair(first: account, second: product)]
    }

    /// The transaction that a payment led to, by the client's own identifier of it.
    public func payment(_ paymentID: String, on device: DeviceNumber) -> TransactionNumber? {
        index.payments[StoreIndex.PaymentKey(device: device, paymentID: paymentID)]
    }

    /// A payment that made no transaction, by the client's own identifier of it.
    func answeredPayment(_ paymentID: String, on device: DeviceNumber) -> PaymentRecord? {
        index.answeredPayments[StoreIndex.PaymentKey(device: device, paymentID: paymentID)].map { payments[$0] }
    }

    /// The copies of a purchase that family members hold.
    func shares(of transaction: TransactionNumber) -> [TransactionNumber] {
        index.shares[transaction] ?? []
    }

    /// The other accounts of an account's family.
    func family(of number: AccountNumber) -> [AccountNumber] {
        guard let account = try? account(number) else { return [] }
        let organizer = account.organizer ?? number
        return ([organizer] + (index.members[organizer] ?? [])).filter { $0 != number }
    }

    /// Money that came in and went out, in thousandths, for one currency of one environment.
    public func books(isSandbox: Bool, currency: Currency) -> (charged: Int64, refunded: Int64) {
        let books = index.books[StoreIndex.BooksKey(isSandbox: isSandbox, currency: currency)] ?? StoreIndex.Books()
        return (books.charged, books.refunded)
    }
}
