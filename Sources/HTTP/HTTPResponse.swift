/// A server's answer, whole.
package struct HTTPResponse: Hashable, Sendable {
    package var status: HTTPStatus
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// How it gets to the client; anything but `.whole` is a fault that somebody asked for.
    package var delivery = Delivery.whole

    /// How a server lets a client have its answer.
    package enum Delivery: Hashable, Sendable {
        case whole
        /// Never: the connection stays open, and silent, until the client leaves.
        case noAnswer
        /// Not at all: the connection is reset.
        case reset
        /// Only so many bytes of the body, then the connection ends; the head still names the whole length.
        case truncated(after: Int)
    }

    package init(_ status: HTTPStatus, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
