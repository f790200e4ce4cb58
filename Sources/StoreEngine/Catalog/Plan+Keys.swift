import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

/// Keys, testers and volume purchases (F28, F33).
extension Plan {
    mutating func addKey(_ developer: DeveloperNumber, _ publicKey: [UInt8]) throws(StoreRefusal) -> Store.Subject {
        _ = try state.developer(developer)
        guard MadeKey.isPublicKey(publicKey) else {
            throw StoreRefusal(.invalid, "the key is none on P-256", field: "publicKey")
        }
        let number = state.connect.keys.count + 1
        let key = KeyRecord(
            keyID: state.keyID(number), developer: developer, publicKey: publicKey, created: now, revoked: nil)
        record(.keyAdded(key))
        return .key(key.keyID)
    }

    mutating func revokeKey(_ developer: DeveloperNumber, _ keyID: String) throws(StoreRefusal) -> Store.Subject {
        let key = try state.key(keyID, of: developer)
        if key.revoked == nil { record(.keyRevoked(keyID, at: now)) }
        return .key(keyID)
    }

    mutating func putTester(_ name: String, _ storefront: Storefront?) throws(StoreRefusal) -> Store.Subject {
        guard Self.isTesterName(name) else {
            throw StoreRefusal(.invalid, "a tester's name looks like an e-mail address", field: "name")
        }
        if let known = state.connect.testers[name] {
            var change = StoreCommand.AccountChange()
            change.storefront = storefront
            return storefront == nil ? .account(known) : try changeAccount(known, change)
        }
        let subject = try openAccount(isSandbox: true, storefront ?? .usa, nil)
        if case .account(let number) = subject { record(.testerNamed(name, number)) }
        return subject
    }

    /// Lets an account's receipts of an app be those of a volume purchase, which expire; nil ends that.
    mutating func setVolumePurchase(
        _ account: AccountNumber, _ bundleID: String, _ expires: Instant?
    ) throws(StoreRefusal) -> Store.Subject {
        _ = try state.account(account)
        let app = try state.app(bundleID: bundleID)
        record(.volumePurchaseSet(account, app, expires: expires))
        return .account(account)
    }

    private static func isTesterName(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x2F }
    }
}

extension StoreState {
    /// Who the keys of a developer account are issued by: the `iss` of a token.
    public func issuerID(of developer: DeveloperNumber) -> String {
        Self.uuidText(SeededBytes.make(16, from: "issuer \(seed) \(developer.value)")).lowercased()
    }

    /// A key of a developer account, revoked or not.
    public func key(_ keyID: String, of developer: DeveloperNumber) throws(StoreRefusal) -> KeyRecord {
        let found = connect.keys.first { $0.keyID == keyID && $0.developer == developer }
        guard let found else { throw .unknown("key") }
        return found
    }

    /// The name of the n-th key: ten letters and digits, no two alike.
    fileprivate func keyID(_ number: Int) -> String {
        let digits = Array("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        var round = 0
        while true {
            let bytes = SeededBytes.make(10, from: "key \(seed) \(number) \(round)")
            let text = String(bytes.map { digits[Int($0) % digits.count] })
            if !connect.keys.contains(where: { $0.keyID == text }) { return text }
            round += 1
        }
    }

    /// When the receipts of an account in an app expire, if they are made at an instant (F28); nil for never.
    func receiptExpiry(_ account: AccountNumber, _ app: AppNumber, madeAt instant: Instant) -> Instant? {
        let purchase = ConnectRecords.VolumePurchase(account: account, app: app)
        if let expires = connect.volumePurchases[purchase] { return expires }
        return (try? self.app(app).receiptLifetime).flatMap { instant.adding(milliseconds: $0) }
    }
}
