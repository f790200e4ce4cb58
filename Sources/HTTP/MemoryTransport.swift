/// The client's twin without sockets: servers are closures in the same process.
///
/// Limits on bytes and redirects hold as over sockets. Time does not pass here, so nothing times out but what a closure
/// says has timed out.
package struct MemoryTransport: HTTPTransport {
    /// Answers a request, or says why there is no answer.
    package typealias Server = @Sendable (HTTPRequest) async throws(HTTPClientError) -> HTTPResponse

    private let servers: [HTTPURL.Origin: Server]

    /// - Parameter servers: who answers where; elsewhere a connection is refused.
    package init(_ servers: [HTTPURL.Origin: Server]) {
        self.servers = servers
    }

    package func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
        var request = request
        var followed = 0
        while true {
            if Task.isCancelled { throw .cancelled }
            guard let server = servers[request.url.origin] else { throw .refused }
            let response = try await server(request)
            if Task.isCancelled { throw .cancelled }
            guard response.body.count <= limits.responseBytes, Self.size(of: response.headers) <= limits.headerBytes
            else {
                throw .tooLarge
            }
            let location = response.headers["Location"].map { $0.hasPrefix("/") ? "\(request.url.origin)\($0)" : $0 }
            let next = try Redirect.next(
                after: response, to: request, location: location, followed: followed, limit: limits.redirects)
            guard let next else { return response }
            request = next
            followed += 1
        }
    }

    /// As many bytes as the fields have on the wire: a colon, a blank and a line end each.
    private static func size(of headers: HTTPHeaders) -> Int {
        headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }
}
