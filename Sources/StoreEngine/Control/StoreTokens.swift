import WindfallSignedData

/// The tokens of accounts and devices: a number, and digits that only this store can make for it. Nothing is kept.
///
/// They keep apps of one test from those of another; a test store guards no money.
struct StoreTokens: Sendable {
    let seed: UInt64

    func token(_ account: AccountNumber) -> String {
        "account-\(account.value)-\(proof("account", account.value))"
    }

    func token(_ device: DeviceNumber) -> String {
        "device-\(device.value)-\(proof("device", device.value))"
    }

    /// The device that a token is of; nil for a token that this store did not make.
    func device(_ token: String) -> DeviceNumber? {
        number(token, "device").map(DeviceNumber.init)
    }

    /// The account that a token is of; nil for a token that this store did not make.
    func account(_ token: String) -> AccountNumber? {
        number(token, "account").map(AccountNumber.init)
    }

    private func number(_ token: String, _ kind: String) -> Int64? {
        let parts = token.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == kind, let number = Int64(parts[1]), parts[2] == proof(kind, number) else {
            return nil
        }
        return number
    }

    private func proof(_ kind: String, _ number: Int64) -> String {
        String(Fingerprint.sha256(Array("token \(seed) \(kind) \(number)".utf8)).prefix(32))
    }
}
