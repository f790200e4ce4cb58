/// A server's twin without sockets: the same service, reached by a function call.
///
/// It answers as the server over sockets does, byte for byte but for `Date` and `Connection`: bodies have their limit,
/// `HEAD` has no body, and an answer that is to be lost is lost.
package struct MemoryServer: Sendable {
    private let service: HTTPService
    private let bodyLimit: Int

    /// - Parameter bodyLimit: the most bytes of a request's body.
    package init(bodyLimit: Int = 4 * 1024 * 1024, service: @escaping HTTPService) {
        self.service = service
        self.bodyLimit = bodyLimit
    }

    /// Answers one request.
    ///
    /// - Throws: what a client would see: `.timedOut` for an answer that never comes, `.reset` for one that breaks off.
    package func respond(to request: HTTPRequest) async throws(HTTPClientError) -> HTTPResponse {
        var request = request
        if request.headers["Host"] == nil { request.headers.append(contentsOf: Self.host(of: request.url.origin)) }
        if request.headers["Content-Length"] == nil, !request.body.isEmpty {
            request.headers.append(contentsOf: HTTPHeaders(known: "Content-Length", String(request.body.count)))
        }
        request.remoteAddress = "127.0.0.1"
        guard request.body.count <= bodyLimit else {
            return APIError.bodyTooLarge(limit: bodyLimit).response.completed(for: request.method)
        }
        let response = await service(request)
        switch response.delivery {
        case .whole: return response.completed(for: request.method)
        case .noAnswer: throw .timedOut(.waiting)
        case .reset, .truncated: throw .reset
        }
    }

    /// A client that reaches this server at one address, and nothing anywhere else.
    package func transport(at origin: HTTPURL.Origin) -> MemoryTransport {
        MemoryTransport([origin: respond])
    }

    private static func host(of origin: HTTPURL.Origin) -> HTTPHeaders {
        let authority = origin.description.drop { $0 != "/" }.dropFirst(2)
        return HTTPHeaders(known: "Host", String(authority))
    }
}
