/// The address of a resource on a server: `http` or `https` and nothing else (RFC 9110, 4.2).
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Hashable, Sendable {
        case http, https

        var port: UInt16 { self == .http ? 80 : 443 }
    }

    /// A server, as far as an address names it. Credentials for one are no other's business.
    package struct Origin: Hashable, Sendable, CustomStringConvertible {
        package let scheme: Scheme
        /// In small letters; an IPv6 address stands in brackets.
        package let host: String
        package let port: UInt16

        /// - Parameter host: in small letters; an IPv6 address in brackets.
        package init(scheme: Scheme, host: String, port: UInt16) {
            self.scheme = scheme
            self.host = host
            self.port = port
        }

        package var description: String {
            "\(scheme.rawValue)://\(host)" + (port == scheme.port ? "" : ":\(port)")
        }
    }

    package let origin: Origin
    /// Path and query as they go into the request, beginning with a slash.
    package let target: String

    /// The longest address that is read, in bytes.
    private static let longest = 16_384

    /// Reads an absolute address.
    ///
    /// - Parameter text: visible ASCII characters; a fragment is dropped, since it never reaches a server.
    /// - Returns: nil for another scheme, for a user's name or password in it, or for what is no address. International
    ///   names must come in their ASCII form.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let whole = text.prefix { $0 != "#" }
        guard let colon = whole.firstIndex(of: ":"), let scheme = Scheme(rawValue: whole[..<colon].lowercased()),
            whole[colon...].hasPrefix("://")
        else { return nil }
        let rest = whole[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let (host, port) = Self.hostAndPort(authority, scheme) else { return nil }
        origin = Origin(scheme: scheme, host: host, port: port)
        let path = rest[authority.endIndex...]
        target = path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// The address of a request that came to a server.
    ///
    /// - Parameter target: as it stands in the request line; ``HTTPTarget`` reads it.
    package init(origin: Origin, target: String) {
        self.origin = origin
        self.target = target
    }

    /// The whole address in its shortest form.
    package var text: String { origin.description + target }

    /// The server and the path; a query may hold secrets and is left out.
    package var description: String { origin.description + target.prefix { $0 != "?" } }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
            && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
    }

    private static func hostAndPort(_ authority: Substring, _ scheme: Scheme) -> (String, UInt16)? {
        let host: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[...end]
            let inside = host.dropFirst().dropLast()
            guard inside.contains(":"), inside.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                return nil
            }
        } else {
            host = authority.prefix { $0 != ":" }
            guard !host.isEmpty, host.utf8.count <= 255, host.allSatisfy(isOfName) else { return nil }
        }
        let rest = authority[host.endIndex...]
        if rest.isEmpty || rest == ":" { return (host.lowercased(), scheme.port) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.allSatisfy(\.isWholeNumber), let port = UInt16(digits), port > 0 else {
            return nil
        }
        return (host.lowercased(), port)
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isWholeNumber || character == "." || character == "-" || character == "_"
    }
}
