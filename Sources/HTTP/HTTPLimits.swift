/// What one request may cost. Nothing is unlimited.
package struct HTTPLimits: Hashable, Sendable {
    /// From the call to the last byte of the answer, redirects and the wait for a free connection included.
    package var totalTime: Duration
    /// From the call to a connection that is ready, its TLS included.
    package var connectTime: Duration
    /// The most bytes of a body, as they come.
    package var responseBytes: Int
    /// The most bytes of status lines and header fields, interim responses included.
    package var headerBytes: Int
    /// How many redirects are followed; with none, the redirect itself is the answer.
    package var redirects: Int

    package init(
        totalTime: Duration = .seconds(30), connectTime: Duration = .seconds(5),
        responseBytes: Int = 8 * 1024 * 1024, headerBytes: Int = 64 * 1024, redirects: Int = 0
    ) {
        self.totalTime = totalTime
        self.connectTime = connectTime
        self.responseBytes = responseBytes
        self.headerBytes = headerBytes
        self.redirects = redirects
    }
}
