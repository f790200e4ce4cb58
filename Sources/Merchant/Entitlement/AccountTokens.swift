import WindfallCommerce
import WindfallJSON
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

    /// Makes a token stand for a user, so that purchases that carry it are his, also those that were told already and are
    /// nobody's.
    ///
    /// - Returns: whether it stands for the user: not where it stands for another one.
    func register(
        _ token: AccountToken, for user: UserKey, at now: Moment, in scope: borrowing WriteScope
    ) throws(StorageError) -> Bool {
        try lock(user, in: scope)
        let added = try scope.run(
            """
            INSERT INTO account_token (app, token, person) VALUES ($1, $2, $3)
            ON CONFLICT (app, token) DO NOTHING
            """, [.text(user.app), .text(token.text), .text(user.user.text)])
        guard added > 0 else {
            let row = try scope.row(
                "SELECT person FROM account_token WHERE app = $1 AND token = $2",
                [.text(user.app), .text(token.text)])
            return try row?.text(0) == user.user.text
        }
        var originals: [TransactionKey] = []
        for row in try scope.rows(
            Self.purchasesOfToken, [.text(user.app), .text(token.text)])
        {
            originals.append(try row.transactionKey(0))
        }
        let assigned = try HolderTable(app: user.app).assign(originals.sorted(), to: nil, in: scope)
        try trail.append(
            .accountTokenRegistered, about: user,
            content: ["purchases": Self.auditContent(of: assigned.mapValues { _ in .assigned })], at: now.wall,
            in: scope)
        let claims = assigned.sorted { $0.key < $1.key }.map { original, holder in
            Claim(original: original, person: holder.text, decision: .assigned)
        }
        try ClaimLog(app: user.app).add(claims, at: now, in: scope)
        return true
    }

    /// SQLite has to be told the index: it would read all facts of the app.
    private static let purchasesOfToken = SQL(
        sqlite: """
            SELECT DISTINCT environment, original FROM fact INDEXED BY fact_token
            WHERE app = $1 AND token = $2 AND token <> ''
            """,
        postgreSQL: """
            SELECT DISTINCT environment, original FROM fact WHERE app = $1 AND token = $2 AND token <> ''
            """)

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

extension AuditKind {
    /// A token stands for the user from now on.
    static let accountTokenRegistered = AuditKind(rawValue: "user.account_token_registered")
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
