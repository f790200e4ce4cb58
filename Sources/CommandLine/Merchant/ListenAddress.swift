/// Where the merchant server listens: an address in digits and a port, as `127.0.0.1:8080` or `[::1]:8080`.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// IPv4 or IPv6 in digits, without brackets.
    package var host: String
    /// 0 for any that is free.
    package var port: UInt16

    package static let usual = ListenAddress(host: "127.0.0.1", port: 8080)

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// - Parameter text: `HOST:PORT`; `localhost` stands for 127.0.0.1, and `*` for all addresses of IPv4.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        switch host {
        case "localhost": host = "127.0.0.1"
        case "*": host = "0.0.0.0"
        default: break
        }
        if host.hasPrefix("["), host.hasSuffix("]"), host.contains(":") {
            host = String(host.dropFirst().dropLast())
            guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
        } else {
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 4, parts.allSatisfy({ $0.allSatisfy(\.isNumber) && UInt8($0) != nil }) else {
                return nil
            }
        }
        self.init(host: host, port: port)
    }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    package var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
