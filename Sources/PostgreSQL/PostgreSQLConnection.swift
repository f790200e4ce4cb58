import WindfallCPostgreSQL

/// One connection to a PostgreSQL server; closed when its owner lets go of it.
///
/// A connection is used by one thread at a time, which is why it is not `Sendable`. Its calls block, up to the limits of
/// its ``Settings``; the ``interrupter`` ends one from another thread.
@safe package struct PostgreSQLConnection: ~Copyable {
    /// How a connection behaves. Milliseconds, all of them.
    package struct Settings: Hashable, Sendable {
        /// How long the way to the server may take; whole seconds, two at least, are libpq's grain.
        package var connectLimit: Int32
        /// How long one statement may run; the server stops it then.
        package var statementLimit: Int32
        /// How long the server may be silent beyond ``statementLimit`` until the connection counts as lost.
        package var silenceLimit: Int32

        package init(connectLimit: Int32 = 5000, statementLimit: Int32 = 10_000, silenceLimit: Int32 = 5000) {
            self.connectLimit = connectLimit
            self.statementLimit = statementLimit
            self.silenceLimit = silenceLimit
        }
    }

    let handle: OpaquePointer
    let settings: Settings
    /// The names of the prepared statements, by their SQL. SQL is constant, so there are only so many.
    var prepared: [String: String] = [:]
    /// How many names were given.
    var namesGiven = 0
    /// Whether the connection can be used no more.
    package internal(set) var isBroken = false
    /// Asks the server to stop a running statement.
    let cancellation: StopRequest
    /// Stops from any thread, and for good, what the connection does: the running statement and all later ones fail with
    /// 57014, a wait for notifications ends.
    package let interrupter: Interrupter
    /// Whether the interrupter was seen.
    var isStopping = false

    /// Connects to a server.
    ///
    /// - Parameter url: `postgres://…` or `postgresql://…`, as libpq reads it (several hosts, a socket's folder as
    ///   `host`, `sslmode`); `https://www.postgresql.org/docs/current/libpq-connect.html`.
    /// - Parameter interrupter: one that others know already.
    /// - Throws: ``PostgreSQLError`` of the kind `lost`.
    package init(
        url: String, _ settings: Settings = Settings(), interrupter: Interrupter? = nil
    ) throws(PostgreSQLError) {
        let interrupter = if let interrupter { interrupter } else { try Interrupter() }
        let (opened, cancellation) = try unsafe Self.open(url, settings)
        unsafe handle = opened
        self.settings = settings
        self.cancellation = cancellation
        self.interrupter = interrupter
    }

    deinit { unsafe PQfinish(handle) }

    private static func open(
        _ url: String, _ settings: Settings
    ) throws(PostgreSQLError) -> (OpaquePointer, StopRequest) {
        guard !url.utf8.contains(0) else {
            throw PostgreSQLError(.connect, state: PostgreSQLError.lostState, detail: "the URL has a zero byte")
        }
        // What the URL says goes before what stands ahead of it.
        let seconds = max(2, (settings.connectLimit + 999) / 1000)
        let options = [
            ("connect_timeout", String(seconds)), ("fallback_application_name", "windfall"), ("dbname", url),
            ("client_encoding", "UTF8"),
        ]
        guard let handle = unsafe connect(options) else {
            throw PostgreSQLError(.connect, state: "53200", detail: "out of memory")
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQsetnonblocking(handle, 1) == 0,
            let cancellation = unsafe StopRequest(of: handle)
        else {
            let error = unsafe PostgreSQLError.newest(.connect, of: handle)
            unsafe PQfinish(handle)
            throw error
        }
        unsafe windfall_drop_notices(handle)
        do throws(PostgreSQLError) {
            try unsafe prepareSession(handle, settings)
        } catch {
            unsafe PQfinish(handle)
            throw error
        }
        return unsafe (handle, cancellation)
    }

    private static func connect(_ options: [(keyword: String, value: String)]) -> OpaquePointer? {
        let words = options.flatMap { [Array($0.keyword.utf8CString), Array($0.value.utf8CString)] }
        let bytes = words.flatMap { $0 }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            var keywords: [UnsafePointer<CChar>?] = unsafe []
            var values: [UnsafePointer<CChar>?] = unsafe []
            var place = 0
            for (index, word) in words.enumerated() {
                let pointer = unsafe bytes.baseAddress.map { unsafe $0 + place }
                if index.isMultiple(of: 2) {
                    unsafe keywords.append(pointer)
                } else {
                    unsafe values.append(pointer)
                }
                place += word.count
            }
            unsafe keywords.append(nil)
            unsafe values.append(nil)
            return unsafe PQconnectdbParams(keywords, values, 1)
        }
    }

    /// Limits are set after connecting, since poolers between us and the server refuse them as start options.
    private static func prepareSession(_ handle: OpaquePointer, _ settings: Settings) throws(PostgreSQLError) {
        let script = """
            SET statement_timeout = \(max(1, settings.statementLimit));
            SET idle_in_transaction_session_timeout = \(idleLimit);
            SET standard_conforming_strings = on;
            SET TimeZone = 'UTC'
            """
        guard let answer = unsafe PQexec(handle, script) else { throw unsafe .newest(.connect, of: handle) }
        let result = unsafe ServerResult(owning: answer)
        guard result.status == PGRES_COMMAND_OK else { throw result.error }
    }

    /// After how many milliseconds the server ends a write scope of which it hears nothing.
    private static let idleLimit: Int32 = 60_000

    /// Whether a write scope is open, also one that has failed.
    package var isInScope: Bool {
        let status = unsafe PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// The server's version as a number: 150018 for 15.18.
    package var serverVersion: Int32 { unsafe PQserverVersion(handle) }
}

extension PostgreSQLConnection {
    /// Marks the connection as one that is not to be used any more.
    package mutating func giveUp() { isBroken = true }
}
