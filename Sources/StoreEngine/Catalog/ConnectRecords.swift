public import WindfallTimeline

/// A developer account's key for in-app purchase: its holder signs requests to the server API and promotional offers with
/// it. The store has the public half alone.
public struct KeyRecord: Hashable, Sendable {
    /// Ten letters and digits, as in the `kid` of a token.
    public var keyID: String
    public var developer: DeveloperNumber
    /// The DER of a SubjectPublicKeyInfo on P-256.
    public var publicKey: [UInt8]
    public var created: Instant
    /// From when nothing that is signed with the key counts any more.
    public var revoked: Instant?
}

/// What Connect keeps beside developers, apps and products.
public struct ConnectRecords: Hashable, Sendable {
    /// An app that an account has from a volume purchase.
    public struct VolumePurchase: Hashable, Comparable, Sendable {
        public var account: AccountNumber
        public var app: AppNumber

        public static func < (a: Self, b: Self) -> Bool {
            a.account != b.account ? a.account < b.account : a.app < b.app
        }
    }

    /// In the order in which they were made.
    public internal(set) var keys: [KeyRecord] = []
    /// Test accounts by the name under which they sign in (F33).
    public internal(set) var testers: [String: AccountNumber] = [:]
    /// When the receipts of a volume purchase expire (F28).
    public internal(set) var volumePurchases: [VolumePurchase: Instant] = [:]

    var isEmpty: Bool { keys.isEmpty && testers.isEmpty && volumePurchases.isEmpty }
}

extension KeyRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.text(keyID)
        bytes.value(developer)
        bytes.blob(publicKey)
        bytes.value(created)
        bytes.optional(revoked)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        keyID = try bytes.text()
        developer = try bytes.value()
        publicKey = try bytes.blob()
        created = try bytes.value()
        revoked = try bytes.optional()
    }
}

extension ConnectRecords: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.list(keys)
        bytes.list(testers.sorted { $0.key < $1.key }) { bytes, entry in
            bytes.text(entry.key)
            bytes.value(entry.value)
        }
        bytes.list(volumePurchases.sorted { $0.key < $1.key }) { bytes, entry in
            bytes.value(entry.key.account)
            bytes.value(entry.key.app)
            bytes.value(entry.value)
        }
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        keys = try bytes.list()
        let testers = try bytes.list { bytes throws(ByteReader.Failure) in
            (try bytes.text(), try bytes.value(AccountNumber.self))
        }
        self.testers = Dictionary(testers) { _, last in last }
        let purchases = try bytes.list { bytes throws(ByteReader.Failure) in
            (
                VolumePurchase(account: try bytes.value(), app: try bytes.value()),
                try bytes.value(Instant.self)
            )
        }
        volumePurchases = Dictionary(purchases) { _, last in last }
    }
}
