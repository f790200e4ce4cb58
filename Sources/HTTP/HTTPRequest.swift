/// A question to a server.
package struct HTTPRequest: Hashable, Sendable {
    package var method: HTTPMethod
    package var url: HTTPURL
    /// `Host`, `Content-Length` and `Transfer-Encoding` follow from the rest; the transport writes its own.
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// The client's address in digits, where a server took the request from a socket.
    package var remoteAddress: String?

    package init(_ method: HTTPMethod, _ url: HTTPURL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
