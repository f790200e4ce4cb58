import WindfallHTTP
import WindfallStorage

extension APIError {
    /// What a client hears when the database fails: nothing was stored, and it can try again.
    ///
    /// With `outcomeUnknown` the change may be there all the same; since everything that a client sends may be sent twice,
    /// the advice is the same.
    init(_ error: StorageError) {
        switch error {
        case .unavailable, .timedOut, .conflict, .cancelled:
            self.init(
                .serviceUnavailable, "database_unavailable", "The database can't be used just now; nothing was stored.",
                next: "Send the same again in a few seconds.", headers: Self.retryAfter(seconds: 5))
        default:
            self.init(.internalError, "internal_error", "The server has a fault; its log says more.")
        }
    }

    private static func retryAfter(seconds: Int) -> HTTPHeaders {
        var headers = HTTPHeaders()
        // A name and digits are always a header field.
        try? headers.append("Retry-After", String(seconds))
        return headers
    }
}

/// Works with the database; its failures become what a client hears.
func storing<Value: Sendable>(
    _ body: () async throws(StorageError) -> Value
) async throws(APIError) -> Value {
    do throws(StorageError) {
        return try await body()
    } catch {
        throw APIError(error)
    }
}
