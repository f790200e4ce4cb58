import Synchronization

/// Honours `Idempotency-Key`: a change that is asked for twice happens once, and is answered twice.
///
/// The second answer is the first one with `Idempotency-Replayed: true`. A key that comes with another request gets 422,
/// one whose request is still under way 409. Answers of 500 and above, and 429, are not kept: they are worth another try.
package final class Idempotency: Sendable {
    /// In bytes.
    private static let longestKey = 255
    private let records: Mutex<IdempotencyRecords>

    package init(answersPerCaller: Int = 1_000) {
        records = Mutex(IdempotencyRecords(answersPerCaller: answersPerCaller))
    }

    /// A service that honours keys.
    ///
    /// - Parameter caller: whose key it is; by the bearer token, unless said otherwise.
    package func around(
        caller: @escaping @Sendable (HTTPRequest) -> String = { $0.bearerToken ?? "" }, _ service: @escaping HTTPService
    ) -> HTTPService {
        { request in
            guard let key = request.headers["Idempotency-Key"], request.method != .get, request.method != .head else {
                return await service(request)
            }
            guard !key.isEmpty, key.utf8.count <= Self.longestKey else {
                return APIError.badRequest("A key has 1 to \(Self.longestKey) bytes.", field: "Idempotency-Key")
                    .response
            }
            return await self.respond(to: request, key: key, caller: caller(request), service)
        }
    }

    /// Forgets what was answered: what a key did is undone. Keys whose requests are under way stay.
    package func forget() {
        records.withLock { $0.forgetAnswers() }
    }

    private func respond(
        to request: HTTPRequest, key: String, caller: String, _ service: HTTPService
    ) async -> HTTPResponse {
        let fingerprint = IdempotencyRecords.Fingerprint(of: request)
        switch records.withLock({ $0.claim(key, of: caller, for: fingerprint) }) {
        case .first: break
        case .underWay: return Self.underWay.response
        case .otherRequest: return Self.otherRequest.response
        case .answered(var response):
            response.headers.append(contentsOf: HTTPHeaders(known: "Idempotency-Replayed", "true"))
            return response
        }
        let response = await service(request)
        records.withLock { records in
            if response.status.code >= 500 || response.status == .tooManyRequests {
                records.release(key, of: caller)
            } else {
                // A fault in the delivery was for the first time only: trying again is what keys are for.
                var kept = response
                kept.delivery = .whole
                records.conclude(key, of: caller, with: kept)
            }
        }
        return response
    }

    private static let underWay = APIError(
        .conflict, "idempotency_under_way", "The request with this key is still under way.",
        field: "Idempotency-Key", next: "Try again in a second.", headers: HTTPHeaders(known: "Retry-After", "1"))
    private static let otherRequest = APIError(
        .unprocessable, "idempotency_mismatch", "This key came with another request before.",
        field: "Idempotency-Key", next: "Use a new key for each request.")
}
