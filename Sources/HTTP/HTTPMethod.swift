/// What a request asks for (RFC 9110, 9).
package struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// As it stands on the wire, for example `POST`.
    package let name: String

    /// - Returns: nil when the name is no token (RFC 9110, 5.6.2) or longer than 32 characters.
    package init?(_ name: String) {
        guard name.utf8.count <= 32, HTTPHeaders.isToken(name) else { return nil }
        self.name = name
    }

    private init(known name: String) {
        self.name = name
    }

    package var description: String { name }

    package static let get = HTTPMethod(known: "GET")
    package static let head = HTTPMethod(known: "HEAD")
    package static let post = HTTPMethod(known: "POST")
    package static let put = HTTPMethod(known: "PUT")
    package static let patch = HTTPMethod(known: "PATCH")
    package static let delete = HTTPMethod(known: "DELETE")
    package static let options = HTTPMethod(known: "OPTIONS")
}
