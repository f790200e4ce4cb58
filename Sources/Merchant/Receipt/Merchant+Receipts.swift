import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// `POST /v1/apps/{app}/users/{user}/receipts`, `GET /v1/verifications/{id}`.
extension Merchant {
    func addReceipts(to router: inout Router) {
        router.on(.post, "/v1/apps/{app}/users/{user}/receipts") { [self] request, arguments async throws(APIError) in
            let user = try user(arguments)
            let app = try await authorize(
                request, app: arguments["app"], roles: Set(Role.allCases), user: user
            ).app
            let key = UserKey(app: app.bundleID, user: user)
            try spendBudget(of: key)
            return try await receive(request, from: key, app: app)
        }
        router.on(.get, "/v1/verifications/{id}") { [self] request, arguments async throws(APIError) in
            .json(try await verification(arguments["id"], asked: request).json)
        }
    }

    /// A verification, for whoever may speak for its user; for others there is none.
    private func verification(
        _ id: String, asked request: HTTPRequest
    ) async throws(APIError) -> VerificationAnswer {
        // A bad key hears the same, whatever is there.
        _ = try await caller(of: request)
        let submission = try await storing { () async throws(StorageError) in
            try await database.read { [submissions] scope throws(StorageError) in
                try submissions.submission(id, in: scope)
            }
        }
        guard let user = submission?.user else { throw .notFound }
        let app: MerchantApp
        do throws(APIError) {
            app = try await authorize(request, app: user.app, roles: Set(Role.allCases), user: user.user).app
        } catch {
            throw error.status == .serviceUnavailable ? error : .notFound
        }
        guard let answer = try await answer(to: id, app: app, withHistory: true) else { throw .notFound }
        return answer
    }

    /// Takes one receipt out of what a user may send in a minute.
    ///
    /// - Throws: ``APIError`` 429.
    private func spendBudget(of user: UserKey) throws(APIError) {
        let limit = settings.value.receiptsPerMinute
        let name = "receipts \(user.app) \(user.user)"
        guard let seconds = budget.take(name, perMinute: limit, at: clock.wall.now) else { return }
        var headers = HTTPHeaders()
        // A name and digits are always a header field.
        try? headers.append("Retry-After", String(seconds))
        throw APIError(
            .tooManyRequests, "too_many_requests", "A user may send \(limit) receipts in a minute.",
            next: "Try again in \(seconds) seconds.", headers: headers)
    }

    /// Takes a receipt, and waits for the store's answer if the client would like to.
    private func receive(
        _ request: HTTPRequest, from user: UserKey, app: MerchantApp
    ) async throws(APIError) -> HTTPResponse {
        guard let text = try request.json().object?["receipt"]?.text else {
            throw APIError(
                .badRequest, "missing_field", "The body is no object with the text `receipt`.", field: "receipt")
        }
        let taken = try await intake.take(text, from: user, app: app)
        let wait = WaitPreference(request.headers)
        var answer = try await self.answer(for: taken, app: app)
        if let wait, answer.submission.status == .pending {
            await waitForConclusion(of: taken.submission.id, within: wait)
            do throws(APIError) {
                answer = try await self.answer(to: taken.submission.id, app: app) ?? answer
            } catch {
                // The receipt is stored: what was true before the waiting is answered.
            }
        }
        var response = HTTPResponse.json(answer.json, status: answer.status)
        if let wait {
            // A word and a number are always a header field.
            try? response.headers.append("Preference-Applied", wait.text)
        }
        return response
    }
}
