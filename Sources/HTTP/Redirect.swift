/// What follows from a response that points elsewhere (RFC 9110, 15.4).
package enum Redirect {
    /// The request to send next.
    ///
    /// - Parameters:
    ///   - location: the response's `Location` as an absolute address; nil when it has none that is one.
    ///   - followed: how many redirects were followed before.
    /// - Returns: nil when the response is the answer: it is no redirect, it names no location, or redirects are not asked for.
    /// - Throws: `.redirectRefused`.
    package static func next(
        after response: HTTPResponse, to request: HTTPRequest, location: String?, followed: Int, limit: Int
    ) throws(HTTPClientError) -> HTTPRequest? {
        guard limit > 0, codes.contains(response.status.code), response.headers["Location"] != nil else { return nil }
        guard followed < limit else { throw .redirectRefused(.tooMany) }
        guard let url = location.flatMap(HTTPURL.init) else { throw .redirectRefused(.address) }
        guard request.url.origin.scheme == .http || url.origin.scheme == .https else {
            throw .redirectRefused(.insecure)
        }
        var next = request
        next.url = url
        if becomesGet(request.method, response.status.code) {
            next.method = .get
            next.body = []
            contentFields.forEach { next.headers.remove($0) }
        }
        if url.origin != request.url.origin { secretFields.forEach { next.headers.remove($0) } }
        return next
    }

    private static let codes: Set<Int> = [301, 302, 303, 307, 308]
    private static let contentFields = ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location"]
    /// What one server was told in confidence.
    private static let secretFields = ["Authorization", "Cookie", "User-Token"]

    /// 303 asks for it; after 301 and 302 every browser does so with POST.
    private static func becomesGet(_ method: HTTPMethod, _ code: Int) -> Bool {
        switch code {
        case 303: method != .get && method != .head
        case 301, 302: method == .post
        default: false
        }
    }
}
