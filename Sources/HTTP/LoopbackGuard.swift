/// Keeps web pages away from an interface that only this machine may use.
///
/// A page in a browser can send requests to 127.0.0.1, and one whose name is made to point there can read the answers. A
/// browser says where such a request comes from (`Origin`) or by which name it went (`Host`); a program of this machine
/// sends no `Origin` and names the machine.
package enum LoopbackGuard {
    private static let names: Set<String> = ["127.0.0.1", "localhost", "[::1]"]

    /// A service that answers only requests that name this machine and the listener's own port, and come from no page;
    /// the others get 403.
    package static func around(_ service: @escaping HTTPService) -> HTTPService {
        { request in
            if let refusal = refusal(of: request) { return refusal.response }
            return await service(request)
        }
    }

    /// Why a request is refused; nil when it is not.
    static func refusal(of request: HTTPRequest) -> APIError? {
        guard request.headers["Origin"] == nil else {
            return .forbidden("Web pages may not use this interface.", field: "Origin")
        }
        let hosts = request.headers.values(of: "Host")
        guard hosts.count == 1, let host = hosts.first, isOwn(host, port: request.url.origin.port) else {
            return .forbidden("This interface is used by the names of this machine only.", field: "Host")
        }
        return nil
    }

    private static func isOwn(_ host: String, port: UInt16) -> Bool {
        let host = host.lowercased()
        if port == HTTPURL.Scheme.http.port, names.contains(host) { return true }
        let ending = ":\(port)"
        return host.hasSuffix(ending) && names.contains(String(host.dropLast(ending.count)))
    }
}
