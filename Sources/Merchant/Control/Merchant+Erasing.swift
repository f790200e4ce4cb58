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
    /// What was sold stays for finance, without a person; the trail's chain still verifies and says *erased*. Who is not
    /// known, or was erased before, changes nothing.
    private func erase(_ user: UserKey, by caller: Caller) async throws(APIError) {
        let now = clock.now
        try await storing { () throws(StorageError) in
            try await database.write(.statement) { [trail, ledger, submissions, renewals] scope throws(StorageError) in
                // The entry names nobody: it is not about a user any more.
                try trail.append(
                    .userErased, aboutApp: user.app, content: ["keyId": .string(caller.keyID)], at: now.wall,
                    in: scope)
                try trail.erase(user, at: now.wall, in: scope)
                let absorbed = try ledger.erase(user, at: now, in: scope)
                for one in absorbed { try trail.erase(one, at: now.wall, in: scope) }
                for one in [user] + absorbed {
                    try renewals.erase(one, in: scope)
                    try submissions.erase(one, in: scope)
                }
            }
        }
    }
}

extension AuditKind {
    static let userErased = AuditKind(rawValue: "user.erased")
}
