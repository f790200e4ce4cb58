import WindfallSignedData
import WindfallTimeline

/// The state in one canonical form: lists in the order of their numbers, dictionaries sorted. Snapshots and the digest are
/// made from it.
extension StoreState {
    /// The version of the form.
    private static let format: UInt8 = 2
    /// Set in the first byte where what test accounts have beside follows.
    private static let testingFlag: UInt8 = 0x20
    /// Set in the first byte where keys, testers and volume purchases follow.
    private static let connectFlag: UInt8 = 0x10
    /// Set in the first byte where offers of next renewals follow.
    private static let offersFlag: UInt8 = 0x40

    /// The canonical bytes: equal states give equal bytes.
    public func bytes() -> [UInt8] {
        var bytes = ByteWriter()
        let rare = subscriptions.filter { $0.value.rare != nil }.sorted { $0.key < $1.key }
        let isTesting = !terms.isEmpty || !rare.isEmpty
        bytes.byte(
            Self.format | (isTesting ? Self.testingFlag : 0) | (connect.isEmpty ? 0 : Self.connectFlag)
                | (pendingOffers.isEmpty ? 0 : Self.offersFlag))
        bytes.count(seed)
        bytes.value(eventTime)
        bytes.integer(sequence)
        bytes.list(developers)
        bytes.list(apps)
        bytes.list(products)
        bytes.list(accounts)
        bytes.list(devices)
        bytes.list(transactions)
        bytes.list(subscriptions.sorted { $0.key < $1.key }) { bytes, entry in
            bytes.value(entry.key)
            bytes.value(entry.value)
        }
        bytes.list(payments)
        if isTesting {
            bytes.list(terms.sorted { $0.key < $1.key }) { bytes, entry in
                bytes.value(entry.key)
                bytes.value(entry.value)
            }
            bytes.list(rare) { bytes, entry in
                bytes.value(entry.key)
                bytes.value(entry.value.circumstances)
            }
        }
        if !pendingOffers.isEmpty {
            bytes.list(pendingOffers.sorted { $0.key < $1.key }) { bytes, entry in
                bytes.value(entry.key)
                bytes.value(entry.value)
            }
        }
        if !connect.isEmpty { bytes.value(connect) }
        return bytes.bytes
    }

    /// SHA-256 over the canonical bytes, in hexadecimal digits.
    public var digest: String {
        Fingerprint.sha256(bytes())
    }

    /// Reads what ``bytes()`` wrote and builds the index anew.
    ///
    /// - Returns: nil for bytes that are no state of this version.
    public init?(_ snapshot: [UInt8]) {
        var bytes = ByteReader(snapshot)
        do throws(ByteReader.Failure) {
            let first = try bytes.byte()
            guard first & ~(Self.connectFlag | Self.testingFlag | Self.offersFlag) == Self.format else { return nil }
            let seed = try bytes.unsigned()
            let now: Instant = try bytes.value()
            let sequence = try bytes.integer()
            let developers: [DeveloperRecord] = try bytes.list()
            let apps: [AppRecord] = try bytes.list()
            let products: [ProductRecord] = try bytes.list()
            let accounts: [AccountRecord] = try bytes.list()
            let devices: [DeviceRecord] = try bytes.list()
            let transactions: [TransactionRecord] = try bytes.list()
            var subscriptions = try bytes.list { bytes throws(ByteReader.Failure) in
                (try bytes.value(TransactionNumber.self), try bytes.value(SubscriptionRecord.self))
            }
            let payments: [PaymentRecord] = try bytes.list()
            let terms = first & Self.testingFlag == 0 ? [:] : try Self.readTesting(&bytes, &subscriptions)
            var offers: [(TransactionNumber, PendingOffer)] = []
            if first & Self.offersFlag != 0 {
                offers = try bytes.list { bytes throws(ByteReader.Failure) in
                    (try bytes.value(TransactionNumber.self), try bytes.value(PendingOffer.self))
                }
            }
            self.init(
                seed: seed, now: now, sequence: sequence, developers: developers, apps: apps, products: products,
                accounts: accounts, devices: devices, transactions: transactions, subscriptions: subscriptions,
                terms: terms, payments: payments, pendingOffers: offers)
            if first & Self.connectFlag != 0 { connect = try bytes.value() }
        } catch {
            return nil
        }
        guard bytes.isAtEnd else { return nil }
    }

    /// Reads what test accounts have beside: terms of accounts, and circumstances into the subscriptions.
    private static func readTesting(
        _ bytes: inout ByteReader, _ subscriptions: inout [(TransactionNumber, SubscriptionRecord)]
    ) throws(ByteReader.Failure) -> [AccountNumber: AccountTerms] {
        let terms = try bytes.list { bytes throws(ByteReader.Failure) in
            (try bytes.value(AccountNumber.self), try bytes.value(AccountTerms.self))
        }
        let rare = try bytes.list { bytes throws(ByteReader.Failure) in
            (try bytes.value(TransactionNumber.self), try bytes.value(SubscriptionRecord.Circumstances.self))
        }
        let circumstances = Dictionary(rare) { _, last in last }
        for place in subscriptions.indices {
            guard let known = circumstances[subscriptions[place].0] else { continue }
            subscriptions[place].1.circumstances = known
        }
        return Dictionary(terms) { _, last in last }
    }
}
