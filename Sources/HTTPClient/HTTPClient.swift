import Synchronization
package import WindfallHTTP

/// Sends requests over sockets, thousands at a time, from one thread (libcurl's multi interface).
///
/// HTTP/1.1, with connections kept for later requests. Nothing is done that was not asked for: no redirects unless the
/// limits allow some, no proxies, no cookies, no compression, no credentials out of files. One client serves any number of
/// tasks; what must not share connections (other roots, another policy for addresses) needs a client of its own.
package final class HTTPClient: HTTPTransport {
    private let loop: TransferLoop
    private let count = Atomic<UInt>(0)

    /// - Throws: `.unavailable` when there is no thread or no memory for it.
    package init(_ settings: HTTPClientSettings = HTTPClientSettings()) throws(HTTPClientError) {
        loop = try TransferLoop(settings)
    }

    deinit { loop.stop() }

    /// Sends a request and waits for the whole answer.
    ///
    /// A kept connection that turns out to be closed is replaced once without a word; so a request can arrive twice, as
    /// it can whenever an answer is lost.
    ///
    /// - Throws: ``HTTPClientError``. `.cancelled` ends the transfer and closes its connection.
    package func send(
        _ request: HTTPRequest, limits: HTTPLimits
    ) async throws(HTTPClientError) -> HTTPResponse {
        let identifier = count.add(1, ordering: .relaxed).newValue
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.submit(TransferOrder(identifier, request, limits, continuation))
            }
        } onCancel: {
            loop.cancel(identifier)
        }
        return try outcome.get()
    }
}
