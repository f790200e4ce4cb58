import WindfallCPostgreSQL

extension PostgreSQLConnection {
    /// Waits for notifications on the channels that the connection listens to.
    ///
    /// - Returns: the names of the channels on which something came; nil when the connection was interrupted.
    /// - Throws: ``PostgreSQLError`` of the kind `lost`.
    package mutating func nextNotifications() throws(PostgreSQLError) -> [String]? {
        while true {
            let channels = takeNotifications()
            if !channels.isEmpty { return channels }
            let ready = windfall_wait(unsafe PQsocket(handle), 0, interrupter.event, Self.probeInterval)
            if ready < 0 || ready & Int32(windfall_ready_read) != 0 {
                guard ready > 0, unsafe PQconsumeInput(handle) == 1 else {
                    isBroken = true
                    throw unsafe .newest(.receive, of: handle)
                }
            }
            if ready > 0, ready & Int32(windfall_ready_event) != 0 { return nil }
            // A server that is gone without a word is found by asking it something.
            if ready == 0 { _ = try run([PostgreSQLStatement("SELECT 1")]) }
        }
    }

    /// How long a silent server is trusted, in milliseconds.
    private static let probeInterval: Int32 = 30_000

    private func takeNotifications() -> [String] {
        var channels: [String] = []
        while let notification = unsafe PQnotifies(handle) {
            unsafe channels.append(String(cString: notification.pointee.relname))
            unsafe PQfreemem(notification)
        }
        return channels
    }
}
