import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// `DELETE /v1/apps/{app}/users/{user}`: a person is forgotten, and the books stay.
extension Merchant {
    func addErasing(to router: inout Router) {
        router.on(.delete, "/v1/apps/{app}/users/{user}") { [self] request, arguments async throws(APIError) in
            let user = try user(arguments)
            let (caller, app) = try await authorize(
                request, app: arguments["app"], roles: [.server, .operator], user: user)
            try await erase(UserKey(app: app.bundleID, user: user), by: caller)
            return .empty()
        }
    }

    /// Removes a user's name, receipts, possessions and what the trail's entries about him say; all of it or nothing.
    ///
    /// What was sold stays for finance, without a person; the trail's chain still verifies and says *erased*. Erasing
    /// somebody who is not known, or was erased before, changes nothing and leaves no entry.
    private func erase(_ user: UserKey, by caller: Caller) async throws(APIError) {
        let now = clock.now
        try await storing { () throws(StorageError) in
            try await database.write(.statement) { [trail, ledger, submissions, renewals] scope throws(StorageError) in
                try ledger.lock(user, in: scope)
                guard try Self.isKnown(user, in: scope) else { return }
                // The entry names nobody: it is not about a user any more.
                try trail.append(
                    .userErased, aboutApp: user.app, content: ["keyId": .string(caller.keyID)], at: now.wall,
                    in: scope)
                let erasure = try ledger.erase(user, at: now, in: scope)
                for one in [user] + erasure.absorbed {
                    try trail.erase(one, at: now.wall, in: scope)
                    try renewals.erase(one, in: scope)
                    try submissions.erase(one, in: scope)
                }
                try ledger.removeTokens(of: erasure, in: scope)
            }
        }
    }

    /// Whether there is anything of a user.
    private static func isKnown(_ user: UserKey, in scope: borrowing WriteScope) throws(StorageError) -> Bool {
        let row = try scope.row(
            """
            SELECT CASE WHEN EXISTS (SELECT 1 FROM audit_chain WHERE app = $1 AND subject = $2)
                OR EXISTS (SELECT 1 FROM submission WHERE app = $1 AND user_name = $2)
                OR EXISTS (SELECT 1 FROM holder WHERE app = $1 AND person = $2)
                OR EXISTS (SELECT 1 FROM former_holder WHERE app = $1 AND person = $2)
                OR EXISTS (SELECT 1 FROM claim WHERE app = $1 AND person = $2)
                OR EXISTS (SELECT 1 FROM claim WHERE app = $1 AND other = $2 AND other <> '')
                OR EXISTS (SELECT 1 FROM account_token WHERE app = $1 AND person = $2)
                OR EXISTS (SELECT 1 FROM merged WHERE app = $1 AND (person = $2 OR anonymous = $2))
                OR EXISTS (SELECT 1 FROM spending WHERE app = $1 AND person = $2)
                THEN 1 ELSE 0 END
            """, [.text(user.app), .text(user.user.text)])
        return try row?.flag(0) ?? false
    }
}

extension AuditKind {
    static let userErased = AuditKind(rawValue: "user.erased")
}
