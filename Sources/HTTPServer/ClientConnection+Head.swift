import Synchronization
import WindfallHTTP

extension ClientConnection {
    /// The head of a request was read.
    ///
    /// What two servers could read in two ways is refused: then nobody hides a request in another one's body (RFC 9112,
    /// 6.3 and 11.2).
    /// - Returns: false to close the connection.
    func head(method: String, version: String) -> Bool {
        let target = state.withLock { $0.target }
        guard let method = HTTPMethod(method) else { return refuse(.badRequest("The method is none.")) }
        guard let headers = handle.headers() else { return refuse(.badRequest("A header field is none.")) }
        guard let target else { return refuse(.badRequest("The address is no UTF-8.")) }
        if let error = framing(of: headers, version: version) { return refuse(error, to: method) }
        let limit = door.traffic.settings.bodyBytes
        let length = headers["Content-Length"].map { Int($0) ?? .max }
        if let length, length > limit { return refuse(.bodyTooLarge(limit: limit), to: method) }
        var request = HTTPRequest(method, HTTPURL(origin: door.listener.origin, target: target), headers: headers)
        request.remoteAddress = remoteAddress
        if let length { request.body.reserveCapacity(length) }
        state.withLock { state in
            state.request = request
            state.phase = .receiving
            state.since = door.traffic.now
        }
        return true
    }

    /// Sends a refusal at once, past the library, which takes no answer in the middle of a body; the connection ends with
    /// it. What the client is still sending is read and thrown away for a while: closing a socket that has bytes to read
    /// would reset it, and the client would lose the refusal.
    @discardableResult
    func refuse(_ error: APIError, to method: HTTPMethod = .get) -> Bool {
        handle.sendLast(PlainAnswer.bytes(of: error.response.completed(for: method)))
        state.withLock { state in
            state.request = nil
            state.phase = .discarding
            state.since = door.traffic.now
        }
        return true
    }

    /// What is wrong with the fields that say where the request ends, and whose it is.
    private func framing(of headers: HTTPHeaders, version: String) -> APIError? {
        let lengths = headers.values(of: "Content-Length")
        let codings = headers.values(of: "Transfer-Encoding")
        if lengths.count > 1 || (lengths.count == 1 && !codings.isEmpty) {
            return .badRequest("The length of the body is given twice.", field: "Content-Length")
        }
        if let length = lengths.first, length.isEmpty || !length.utf8.allSatisfy({ (48...57).contains($0) }) {
            return .badRequest("The length of the body is no number.", field: "Content-Length")
        }
        if let coding = codings.first, codings.count > 1 || coding.lowercased() != "chunked" || version != "HTTP/1.1" {
            return .badRequest("The body is coded in a way that is not taken.", field: "Transfer-Encoding")
        }
        if headers.values(of: "Host").count > 1 {
            return .badRequest("The host is given twice.", field: "Host")
        }
        return nil
    }
}

/// An answer as it stands on the wire.
enum PlainAnswer {
    /// - Parameter response: whole, with its length; no body is coded.
    static func bytes(of response: HTTPResponse) -> [UInt8] {
        var text =
            "HTTP/1.1 \(response.status.code) \(response.status == .contentTooLarge ? "Content Too Large" : "Bad Request")\r\n"
        for field in response.headers.fields { text += "\(field.name): \(field.value)\r\n" }
        return Array("\(text)Connection: close\r\n\r\n".utf8) + response.body
    }
}
