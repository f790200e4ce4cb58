import WindfallHTTP

extension HTTPRequest {
    /// A request to a server of this machine.
    static func to(
        _ target: String, _ method: HTTPMethod = .get, headers: HTTPHeaders = HTTPHeaders(), body: String = ""
    ) -> HTTPRequest {
        HTTPRequest(method, HTTPURL(origin: .local, target: target), headers: headers, body: Array(body.utf8))
    }
}

extension HTTPURL.Origin {
    /// `http://127.0.0.1:8180`.
    static let local: HTTPURL.Origin = {
        guard let url = HTTPURL("http://127.0.0.1:8180/") else { fatalError("a constant is no address") }
        return url.origin
    }()
}

extension HTTPResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
