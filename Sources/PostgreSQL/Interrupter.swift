import WindfallCPostgreSQL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Stops what a connection does, from any thread, for good.
package final class Interrupter: Sendable {
    /// An `eventfd`; it stays raised.
    let event: Int32

    /// - Throws: ``PostgreSQLError`` when the process has no file descriptor left.
    package init() throws(PostgreSQLError) {
        event = windfall_make_event()
        guard event >= 0 else { throw PostgreSQLError(.receive, state: "53000", detail: "no file descriptor") }
    }

    deinit { close(event) }

    package func interrupt() { windfall_raise_event(event) }
}
