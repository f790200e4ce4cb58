/// What holds for all requests of one client, and so for the connections that they share.
package struct HTTPClientSettings: Hashable, Sendable {
    /// Which authorities may have signed a server's certificate.
    package enum Roots: Hashable, Sendable {
        /// The system's.
        case system
        /// The system's and these, in PEM.
        case systemAnd(pem: [UInt8])
        /// These alone, in PEM.
        case only(pem: [UInt8])
    }

    package var roots: Roots
    package var addresses: AddressPolicy
    /// The most connections at a time; a request beyond waits for a free one, within its own time.
    package var connections: Int
    /// The most connections at a time to one server.
    package var connectionsPerServer: Int
    /// How many connections are kept open for later requests.
    package var idleConnections: Int

    package init(
        roots: Roots = .system, addresses: AddressPolicy = .any, connections: Int = 2048,
        connectionsPerServer: Int = 512, idleConnections: Int = 128
    ) {
        self.roots = roots
        self.addresses = addresses
        self.connections = connections
        self.connectionsPerServer = connectionsPerServer
        self.idleConnections = idleConnections
    }
}
