import Synchronization
package import WindfallCommerce
import WindfallHTTP
import WindfallJSON
package import WindfallSignedData
package import WindfallTimeline

/// A store inside an app's own process, for one account and one device, without a journal.
///
/// It answers at once and on the caller's thread, so that callers who can't suspend may use it, whatever else waits.
package final class LocalStore: Sendable {
    private struct State: Sendable {
        var store: Store
        /// How far the store's time is ahead of the system's.
        var lead: Duration = .zero
    }

    /// An account with a device that has the app.
    package struct Customer: Hashable, Sendable {
        package let account: AccountNumber
        package let device: DeviceNumber
        package let app: AppNumber
    }

    package let customer: Customer
    /// The token with which the device asks the StoreKit protocol.
    package let token: String
    let desk: ReceiptDesk
    private let timeline: any Timeline
    private let state: Mutex<State>

    /// Opens a store with the products of a `.storekit` file.
    ///
    /// - Parameters:
    ///   - device: the identifier of the device, 16 bytes.
    ///   - settings: the account as it is to be.
    /// - Throws: ``StoreRefusal`` for what the store can't sell.
    package init(
        _ configuration: StoreKitConfiguration, bundleID: String, device: [UInt8],
        settings: StoreCommand.AccountChange, authority: TestAuthority, token: String, timeline: any Timeline
    ) throws(StoreRefusal) {
        var store = Store(StoreState(seed: 1, now: timeline.now))
        let products = configuration.catalog.products
        _ = try store.handle(.addDeveloper(name: "Tests"))
        var app = StoreCommand.AppChange()
        app.isNewsstand = products.contains { $0.productType == .free }
        _ = try store.handle(.putApp(bundleID: bundleID, app))
        for product in products {
            _ = try store.handle(.putProduct(bundleID: bundleID, product, propagationDelay: .zero))
        }
        let storefront = settings.storefront ?? .usa
        let account = AccountNumber(1)
        _ = try store.handle(.openAccount(isSandbox: true, storefront: storefront, organizer: nil))
        _ = try store.handle(.changeAccount(account, settings))
        _ = try store.handle(.addDevice(account, bundleID: bundleID, appVersion: nil, identifier: device))
        customer = Customer(
            account: account, device: DeviceNumber(1), app: try store.state.app(bundleID: bundleID))
        desk = ReceiptDesk(localAuthority: authority)
        self.token = token
        self.timeline = timeline
        state = Mutex(State(store: store))
    }

    /// Does what it is asked, after all that is due until now.
    ///
    /// - Throws: ``StoreRefusal``; nothing has changed then.
    @discardableResult
    package func perform(_ command: StoreCommand) throws(StoreRefusal) -> Store.Subject {
        try state.withLock { state throws(StoreRefusal) in
            catchUp(&state)
            return try state.store.handle(command).subject
        }
    }

    /// Looks at the state, after all that is due until now.
    package func read<Value: Sendable>(
        _ body: (StoreState) throws(StoreRefusal) -> Value
    ) throws(StoreRefusal) -> Value {
        try state.withLock { state throws(StoreRefusal) in
            catchUp(&state)
            return try body(state.store.state)
        }
    }

    /// Moves the clock ahead; everything due on the way happens in order. From then on it goes as the system's does, that
    /// much ahead of it.
    package func advance(by duration: Duration) {
        state.withLock { state in
            state.lead += max(duration, .zero)
            catchUp(&state)
        }
    }

    private func catchUp(_ state: inout State) {
        guard let now = timeline.now.adding(state.lead) else { return }
        _ = state.store.advance(to: now)
    }
}

/// What it signs.
extension LocalStore {
    /// The JWS of a transaction.
    package func signed(_ number: TransactionNumber) throws -> String {
        let (payload, sequence) = try read { state throws(StoreRefusal) in
            (try state.transactionPayload(number, signedAt: state.now), try state.transaction(number).sequence)
        }
        let paper = ReceiptDesk.Paper.transaction(number)
        let known = desk.remembered(paper, changedAt: sequence)
        return String(decoding: try known ?? desk.sign(payload.json, as: paper, changedAt: sequence), as: UTF8.self)
    }

    /// The JWS of a subscription's renewal information.
    package func signedRenewal(_ original: TransactionNumber) throws -> String {
        let (payload, sequence) = try read { state throws(StoreRefusal) in
            (try state.renewalInfoPayload(original, signedAt: state.now), state.sequence)
        }
        return String(
            decoding: try desk.sign(payload.json, as: .renewalInfo(original), changedAt: sequence), as: UTF8.self)
    }

    /// The device's receipt as it was last made, in base64; nil while there is none.
    func receipt() throws -> String? {
        let device = customer.device
        let (receipt, sequence) = try read { state throws(StoreRefusal) in
            (try state.appReceipt(of: device), try state.device(device).receiptSequence)
        }
        guard sequence > 0 else { return nil }
        let paper = ReceiptDesk.Paper.appReceipt(device)
        let bytes =
            try desk.remembered(paper, changedAt: sequence)
            ?? desk.sign(receipt, as: paper, changedAt: sequence)
        return Base64.encode(bytes.span)
    }

    /// The iOS 6 style receipt of a transaction, in base64.
    func transactionReceipt(_ number: TransactionNumber) throws -> String {
        let (entries, sequence) = try read { state throws(StoreRefusal) in
            (try state.transactionReceipt(of: number), try state.transaction(number).sequence)
        }
        let bytes = try desk.sign(entries, isSandbox: true, as: .transactionReceipt(number), changedAt: sequence)
        return Base64.encode(bytes.span)
    }
}
