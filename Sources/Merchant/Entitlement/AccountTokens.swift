import WindfallCommerce
import WindfallStorage
import WindfallTimeline

extension EntitlementLedger {
    /// A user whose identifier is a UUID is named by purchases that carry it as their `appAccountToken`.
    func registerIfUUID(_ user: UserKey, in scope: borrowing WriteScope) throws(StorageError) {
        guard let token = AccountToken(user.user.text) else { return }
        try scope.runLater(
            """
            INSERT INTO account_token (app, token, person) VALUES ($1, $2, $3)
            ON CONFLICT (app, token) DO NOTHING
            """, [.text(user.app), .text(token.text), .text(user.user.text)])
    }

    /// Who a user was when something was sent: an anonymous one may have become a known one since.
    ///
    /// - Parameter sent: in wall time; nil for now.
    func successor(
        of user: UserKey, sent: Instant?, in scope: borrowing WriteScope
    ) throws(StorageError) -> UserKey {
        guard user.user.isAnonymous, let sent else { return user }
        let row = try scope.row(
            "SELECT person FROM merged WHERE app = $1 AND anonymous = $2 AND date >= $3 ORDER BY date LIMIT 1",
            [.text(user.app), .text(user.user.text), .instant(sent)])
        guard let row else { return user }
        return UserKey(app: user.app, user: try row.user(0))
    }
}

/// A UUID by which an app names its user in a purchase (`appAccountToken`).
struct AccountToken: Hashable, Sendable, LosslessStringConvertible {
    /// In small letters, which is how tokens are compared.
    let text: String

    /// - Parameter text: 36 characters (RFC 9562, 4); anything else gives nil.
    init?(_ text: String) {
        let bytes = Array(text.lowercased().utf8)
        guard bytes.count == 36 else { return nil }
        for (index, byte) in bytes.enumerated() {
            let isHyphen = byte == UInt8(ascii: "-")
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            guard [8, 13, 18, 23].contains(index) ? isHyphen : isDigit || isLetter else { return nil }
        }
        self.text = text.lowercased()
    }

    var description: String { text }
}
