/// Carries requests to servers: over sockets, or in memory for tests and simulations.
package protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer. Any status is an answer.
    ///
    /// - Throws: ``HTTPClientError``; `.cancelled` soon after the caller's task is cancelled.
    func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse
}

extension HTTPTransport {
    /// Sends a request under the usual limits.
    package func send(_ request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
        try await send(request, limits: HTTPLimits())
    }
}
