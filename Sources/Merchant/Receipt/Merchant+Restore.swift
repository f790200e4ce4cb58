import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallStorage
import WindfallTimeline

/// `POST /v1/apps/{app}/users/{user}/restore`: what a user owns, on whatever device and whatever the store's queue
/// restores (F14, F22), and a new question to the store about it.
extension Merchant {
    /// How long a user's receipts are not asked about again.
    private static let restorePause = Duration.seconds(60)

    private enum Restoring: Error {
        /// There is nothing to ask, or it was asked a short time ago.
        case nothingToAsk
    }

    func addRestore(to router: inout Router) {
        router.on(.post, "/v1/apps/{app}/users/{user}/restore") { [self] request, arguments async throws(APIError) in
            let user = try user(arguments)
            let app = try await authorize(
                request, app: arguments["app"], roles: Set(Role.allCases), user: user
            ).app
            let key = UserKey(app: app.bundleID, user: user)
            let asked = try await askAgain(about: key)
            let owned = clock.store.now
            let book = try await storing { () async throws(StorageError) in
                try await database.read { [ledger] scope throws(StorageError) in
                    try ledger.book(of: key, app: app, at: owned, in: scope)
                }
            }
            var json = book.json.object ?? JSONObject()
            json["verifications"] = .array(asked.map(JSON.string))
            return .json(.object(json))
        }
    }

    /// Puts the user's newest receipts into the queue once more.
    ///
    /// - Returns: their verifications.
    private func askAgain(about user: UserKey) async throws(APIError) -> [String] {
        let now = clock.wall.now
        let host = settings.value.production
        let result = try await storing { () async throws(StorageError) in
            try await database.attempt(.statement) {
                [trail, submissions, queue] scope throws(StorageError) -> Result<[String], Restoring> in
                try trail.append(.restoreRequested, about: user, content: [:], at: now, in: scope)
                let again = try submissions.askAgain(about: user, at: now, pause: Self.restorePause, in: scope)
                guard !again.isEmpty else { return .failure(.nothingToAsk) }
                for question in again {
                    try queue.enqueueLater(
                        NewJob(verifying: question.id, as: question.job, at: host, due: now), at: now, in: scope)
                }
                return .success(again.map(\.id))
            }
        }
        return if case .success(let verifications) = result { verifications } else { [] }
    }
}

extension AuditKind {
    /// The store is asked again, since the user wants to have everything.
    static let restoreRequested = AuditKind(rawValue: "restore.requested")
}
