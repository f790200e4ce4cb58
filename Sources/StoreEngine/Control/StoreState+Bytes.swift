import WindfallSignedData
import WindfallTimeline

/// The state in one canonical form: lists in the order of their numbers, dictionaries sorted. Snapshots and the digest are
/// made from it.
extension StoreState {
    /// The version of the form.
    private static let format: UInt8 = 1
    /// Set in the first byte where keys, testers and volume purchases follow; states without any are written as before.
    private static let connectFlag: UInt8 = 0x10

    /// The canonical bytes: equal states give equal bytes.
    public func bytes() -> [UInt8] {
        var bytes = ByteWriter()
        bytes.byte(Self.format | (connect.isEmpty ? 0 : Self.connectFlag))
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
            guard first & ~Self.connectFlag == Self.format else { return nil }
            let seed = try bytes.unsigned()
            let now: Instant = try bytes.value()
            let sequence = try bytes.integer()
            self.init(
                seed: seed, now: now, sequence: sequence, developers: try bytes.list(), apps: try bytes.list(),
                products: try bytes.list(), accounts: try bytes.list(), devices: try bytes.list(),
                transactions: try bytes.list(),
                subscriptions: try bytes.list { bytes throws(ByteReader.Failure) in
                    (try bytes.value(TransactionNumber.self), try bytes.value(SubscriptionRecord.self))
                })
            if first & Self.connectFlag != 0 { connect = try bytes.value() }
        } catch {
            return nil
        }
        guard bytes.isAtEnd else { return nil }
    }
}
