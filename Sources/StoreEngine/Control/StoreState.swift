import WindfallCommerce
public import WindfallTimeline

/// All that the store knows, as a value. Only ``apply(_:)`` changes it.
///
/// The first group of properties is the state proper, which is written to snapshots and digested; the second is looked up
/// in, and follows from the first.
public struct StoreState: Sendable {
    /// What secrets and tokens are made from, so that a run can be repeated.
    public let seed: UInt64
    /// The store's time. For a reader it may be later than the last event tells: that time passed is no event.
    public private(set) var now: Instant
    /// The time that the events tell; it is what is written and digested.
    private(set) var eventTime: Instant
    /// How many events made this state.
    public private(set) var sequence: Int64 = 0
    public private(set) var developers: [DeveloperRecord] = []
    public private(set) var apps: [AppRecord] = []
    public private(set) var products: [ProductRecord] = []
    public private(set) var accounts: [AccountRecord] = []
    public private(set) var devices: [DeviceRecord] = []
    public private(set) var transactions: [TransactionRecord] = []
    public private(set) var subscriptions: [TransactionNumber: SubscriptionRecord] = [:]
    /// How the subscriptions of test accounts run, and what fails for them; others have no entry.
    public private(set) var terms: [AccountNumber: AccountTerms] = [:]

    /// Keys, testers and volume purchases.
    public internal(set) var connect = ConnectRecords()
    /// Payments that made no transaction, in the order in which they came.
    public private(set) var payments: [PaymentRecord] = []
    /// The offers of the next renewals of running subscriptions.
    public private(set) var pendingOffers: [TransactionNumber: PendingOffer] = [:]

    /// How often a reset has put another state in the place of the one before. It is written nowhere.
    var era: Int64 = 0

    private(set) var index = StoreIndex()

    /// An empty store.
    public init(seed: UInt64, now: Instant) {
        self.seed = seed
        self.now = now
        eventTime = now
    }

    /// The same state at a later time, for somebody who reads.
    func seen(at instant: Instant) -> StoreState {
        var state = self
        state.now = max(now, instant)
        return state
    }

    /// A state whose parts were read; what they are looked up by is built here.
    init(
        seed: UInt64, now: Instant, sequence: Int64, developers: [DeveloperRecord], apps: [AppRecord],
        products: [ProductRecord], accounts: [AccountRecord], devices: [DeviceRecord],
        transactions: [TransactionRecord], subscriptions: [(TransactionNumber, SubscriptionRecord)],
        terms: [AccountNumber: AccountTerms], payments: [PaymentRecord],
        pendingOffers: [(TransactionNumber, PendingOffer)]
    ) {
        self.init(seed: seed, now: now)
        self.sequence = sequence
        self.developers = developers
        self.apps = apps
        self.products = products
        self.accounts = accounts
        self.devices = devices
        self.transactions = transactions
        self.terms = terms
        self.subscriptions = Dictionary(subscriptions) { _, last in last }
        self.payments = payments
        self.pendingOffers = Dictionary(pendingOffers) { _, last in last }
        for (place, payment) in payments.enumerated() { index.paymentAnswered(payment, at: place) }
        for (place, app) in apps.enumerated() { index.appAdded(app, AppNumber(Int64(place + 1))) }
        for (place, product) in products.enumerated() {
            guard let app = product.app.index(in: apps.count) else { continue }
            index.productAdded(product, apps[app].developer, ProductNumber(Int64(place + 1)))
        }
        for (place, account) in accounts.enumerated() { index.accountOpened(account, count: place + 1) }
        // What changed when is not kept: after a snapshot everything counts as changed with it.
        for place in accounts.indices { index.changed(AccountNumber(Int64(place + 1)), at: sequence) }
        index.catalogChanged(at: sequence)
        for (place, device) in devices.enumerated() { index.deviceAdded(device, DeviceNumber(Int64(place + 1))) }
        for (place, transaction) in transactions.enumerated() {
            var bought = transaction
            bought.revocation = nil
            let number = TransactionNumber(Int64(place + 1))
            guard transaction.state != .erased else {
                index.noteKey(of: transaction)
                continue
            }
            index.transactionAdded(bought, number, type(of: transaction))
            index.transactionChanged(from: bought, to: transaction, number, type(of: transaction))
        }
        for (number, subscription) in subscriptions {
            index.subscriptionChanged(number, subscription, began: beginning(of: number))
        }
    }
}

extension StoreState {
    /// Takes an event in.
    ///
    /// - Precondition: the event was decided on this very state; replaying a journal from its start fulfils that.
    public mutating func apply(_ event: StoreEvent) {
        sequence += 1
        switch event {
        case .clockMoved(let instant):
            now = max(now, instant)
            eventTime = now
        case .developerAdded(let name): developers.append(DeveloperRecord(name: name))
        case .secretAdded(let owner, let secret): changeSecrets(of: owner) { $0.append(secret) }
        case .secretRemoved(let owner, let secret): changeSecrets(of: owner) { $0.removeAll { $0 == secret } }
        case .appPut(let number, let app): put(app, number)
        case .productPut(let number, let app, let definition, let availableFrom):
            put(definition, of: app, number, availableFrom)
        case .keyAdded(let key): connect.keys.append(key)
        case .keyRevoked(let keyID, let instant):
            guard let place = connect.keys.firstIndex(where: { $0.keyID == keyID }) else { return }
            connect.keys[place].revoked = instant
        case .testerNamed(let name, let account): connect.testers[name] = account
        case .volumePurchaseSet(let account, let app, let expires):
            connect.volumePurchases[ConnectRecords.VolumePurchase(account: account, app: app)] = expires
            index.changed(account, at: sequence)
        case .accountOpened(let account):
            accounts.append(account)
            index.accountOpened(account, count: accounts.count)
        case .accountChanged(let number, let account):
            guard let place = number.index(in: accounts.count) else { return }
            accounts[place] = account
            index.changed(number, at: sequence)
        case .deviceAdded(let device):
            devices.append(device)
            index.deviceAdded(device, DeviceNumber(Int64(devices.count)))
        case .deviceUpdated(let number, let appVersion):
            guard let place = number.index(in: devices.count) else { return }
            devices[place].appVersion = appVersion
            index.changed(devices[place].account, at: sequence)
        case .receiptMade(let number, let instant):
            guard let place = number.index(in: devices.count) else { return }
            devices[place].receiptSequence = sequence
            devices[place].receiptDate = instant
        case .transactionAdded(let transaction): add(transaction)
        case .transactionChanged(let number, let transaction): change(number, transaction)
        case .transactionFinished(let number):
            guard let place = number.index(in: transactions.count) else { return }
            transactions[place].finishedSequence = sequence
            index.changed(transactions[place].account, at: sequence)
        case .subscriptionChanged(let number, let subscription):
            subscriptions[number] = subscription
            if subscription.state == .expired || subscription.state == .revoked { pendingOffers[number] = nil }
            index.changed(subscription.account, at: sequence)
            index.subscriptionChanged(number, subscription, began: beginning(of: number))
        case .accountTermsChanged(let number, let changed):
            terms[number] = changed == AccountTerms() ? nil : changed
            index.changed(number, at: sequence)
        case .transactionErased(let number): erase(number)
        case .subscriptionErased(let number): eraseSubscription(number)
        case .paymentAnswered(let payment):
            payments.append(payment)
            index.paymentAnswered(payment, at: payments.count - 1)
        case .offerTaken(let number, let offer):
            pendingOffers[number] = offer
            if let subscription = subscriptions[number] { index.changed(subscription.account, at: sequence) }
        }
    }

    private mutating func changeSecrets(of owner: StoreEvent.SecretOwner, _ change: (inout [String]) -> Void) {
        index.catalogChanged(at: sequence)
        switch owner {
        case .developer(let number):
            guard let place = number.index(in: developers.count) else { return }
            change(&developers[place].secrets)
        case .app(let number):
            guard let place = number.index(in: apps.count) else { return }
            change(&apps[place].secrets)
        }
    }

    private mutating func put(_ app: AppRecord, _ number: AppNumber) {
        index.catalogChanged(at: sequence)
        if let place = number.index(in: apps.count) {
            apps[place] = app
        } else {
            apps.append(app)
            index.appAdded(app, AppNumber(Int64(apps.count)))
        }
    }

    private mutating func put(
        _ definition: String, of app: AppNumber, _ number: ProductNumber, _ availableFrom: Instant
    ) {
        guard let product = ProductRecord(app: app, definition: definition, availableFrom: availableFrom) else {
            return
        }
        index.catalogChanged(at: sequence)
        if let place = number.index(in: products.count) {
            products[place] = product
        } else {
            products.append(product)
            guard let place = app.index(in: apps.count) else { return }
            index.productAdded(product, apps[place].developer, ProductNumber(Int64(products.count)))
        }
    }

    private mutating func add(_ transaction: TransactionRecord) {
        var transaction = transaction
        transaction.sequence = sequence
        if transaction.state == .purchased { transaction.boughtSequence = sequence }
        transactions.append(transaction)
        // A renewal, or a purchase that begins the chain anew, takes the offer's place.
        if transaction.origin == .renewal || transaction.origin == .purchase, transaction.state == .purchased {
            pendingOffers[transaction.original] = nil
        }
        index.changed(transaction.account, at: sequence)
        index.transactionAdded(transaction, TransactionNumber(Int64(transactions.count)), type(of: transaction))
    }

    private mutating func change(_ number: TransactionNumber, _ changed: TransactionRecord) {
        guard let place = number.index(in: transactions.count) else { return }
        var transaction = changed
        transaction.sequence = sequence
        if transaction.state == .purchased, transactions[place].state != .purchased {
            transaction.boughtSequence = sequence
        }
        if transactions[place].revocation == nil { transaction.revocation?.sequence = sequence }
        index.transactionChanged(from: transactions[place], to: transaction, number, type(of: transaction))
        transactions[place] = transaction
        index.changed(transaction.account, at: sequence)
    }

    private mutating func erase(_ number: TransactionNumber) {
        guard let place = number.index(in: transactions.count), transactions[place].state != .erased else { return }
        let erased = transactions[place]
        transactions[place].state = .erased
        transactions[place].sequence = sequence
        index.transactionErased(erased, number)
        index.owns(nil, erased)
        for other in index.transactions(of: erased.account) {
            guard let place = other.index(in: transactions.count), transactions[place].product == erased.product
            else { continue }
            index.owns(transactions[place], erased, type(of: erased))
        }
        index.changed(erased.account, at: sequence)
    }

    private mutating func eraseSubscription(_ number: TransactionNumber) {
        guard let erased = subscriptions.removeValue(forKey: number) else { return }
        index.changed(erased.account, at: sequence)
        index.forgetNewest(of: erased.account, group: erased.group)
        for (other, subscription) in subscriptions
        where subscription.account == erased.account && subscription.group == erased.group {
            index.subscriptionChanged(other, subscription, began: beginning(of: other))
        }
    }

    /// The event with which a transaction was bought; 0 before.
    private func beginning(of number: TransactionNumber) -> Int64 {
        number.index(in: transactions.count).map { transactions[$0].boughtSequence } ?? 0
    }

    private func type(of transaction: TransactionRecord) -> ProductType? {
        transaction.product.index(in: products.count).map { products[$0].type }
    }

    /// What falls due next and still holds.
    mutating func nextDue(until instant: Instant) -> DueQueue.Entry? {
        while let entry = index.due.first, entry.instant <= instant {
            if subscriptions[entry.subscription]?.due == entry.instant { return entry }
            index.due.removeFirst()
        }
        return nil
    }
}
