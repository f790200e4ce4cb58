import WindfallCPostgreSQL

/// Asks a server to stop what it does for a connection; the statement then fails with 57014.
@safe final class StopRequest {
    private let handle: OpaquePointer

    /// nil where there is no connection.
    init?(of connection: OpaquePointer) {
        guard let handle = unsafe PQgetCancel(connection) else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe PQfreeCancel(handle) }

    /// Asks over a connection of its own, and waits until the server has taken the request, not until it has effect.
    ///
    /// A server that has not begun the statement yet forgets the request, so it is sent again until the end is there.
    func send() {
        var words = [CChar](repeating: 0, count: 256)
        // Whether it was taken is seen from the statement.
        unsafe _ = PQcancel(handle, &words, Int32(words.count))
    }
}
