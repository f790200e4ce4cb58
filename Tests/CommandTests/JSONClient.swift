import WindfallHTTP
import WindfallHTTPClient
import WindfallJSON

/// Asks servers over sockets, and reads JSON.
struct JSONClient: Sendable {
    struct Answer: Sendable {
        var status: Int
        var json: JSON
    }

    private let client: HTTPClient

    init() throws {
        client = try HTTPClient()
    }

    /// - Throws: `HTTPClientError` where no answer came, and what is wrong with one that is no JSON.
    func send(
        _ method: HTTPMethod, _ address: String, token: String, _ body: JSON? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        guard let url = HTTPURL(address) else { throw HTTPClientError.nameNotResolved }
        var request = HTTPRequest(method, url, body: body?.bytes() ?? [])
        try request.headers.append("Authorization", "Bearer \(token)")
        if body != nil { try request.headers.append("Content-Type", "application/json") }
        for (name, value) in headers { try request.headers.append(name, value) }
        let response = try await client.send(request, limits: HTTPLimits(totalTime: .seconds(120)))
        let bytes = response.body
        return Answer(status: response.status.code, json: bytes.isEmpty ? .null : try JSON(reading: bytes.span))
    }
}
