/// Why a server cannot start.
package enum HTTPServerError: Error, Hashable, Sendable {
    /// The address is neither IPv4 nor IPv6 in digits.
    case noAddress(String)
    /// Another program listens on the port.
    case portInUse(UInt16)
    /// The port, or the address, is not for this process.
    case notAllowed(UInt16)
    /// The address is not one of this machine.
    case addressNotAvailable(String)
    /// The system refuses; its own error number.
    case system(code: Int32)
    /// The library starts no threads.
    case notStarted
}

extension HTTPServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAddress(let address): "\(address) is no address in digits"
        case .portInUse(let port): "port \(port) is in use by another program"
        case .notAllowed(let port): "this user may not listen on port \(port)"
        case .addressNotAvailable(let address): "\(address) is no address of this machine"
        case .system(let code): "the system refuses to listen (error \(code))"
        case .notStarted: "the HTTP library starts no threads"
        }
    }
}
