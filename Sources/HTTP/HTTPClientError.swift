/// Why a request has no answer. It holds nothing of the request or of what came back.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// How far a request had come.
    package enum Phase: Hashable, Sendable {
        /// Waiting for a free connection, or for the addresses of the name.
        case resolving
        case connecting
        /// The TLS handshake.
        case securing
        /// The request is being sent, or was; no byte of an answer came.
        case waiting
        /// The answer has begun.
        case receiving
    }

    /// Why a connection could not be made secure.
    package enum TLSFailure: Hashable, Sendable {
        /// The server's certificate leads to no trusted authority.
        case untrusted
        case expired
        case notYetValid
        /// The certificate is for another name.
        case wrongName
        /// The certificate is refused for another reason; OpenSSL's X509_V_ERR code.
        case certificate(code: Int)
        /// The two sides found no common protocol, or one broke it.
        case handshake
        /// The authorities to trust can't be read.
        case rootsUnreadable
    }

    /// Why a redirect was not followed.
    package enum RedirectRefusal: Hashable, Sendable {
        /// More redirects than the limit.
        case tooMany
        /// It leads to no address of a server.
        case address
        /// It leads from `https` to `http`.
        case insecure
    }

    /// The name has no address, or the name service did not answer.
    case nameNotResolved
    /// The policy forbids each address of the name.
    case addressRefused
    /// Nobody listens there.
    case refused
    /// No way leads there.
    case unreachable
    case timedOut(Phase)
    case tlsFailed(TLSFailure)
    /// The connection ended before the answer was whole.
    case reset
    /// The answer is not HTTP.
    case malformed
    /// The answer has more bytes than the limit.
    case tooLarge
    case redirectRefused(RedirectRefusal)
    /// The caller's task was cancelled.
    case cancelled
    /// This side can't: no memory, no sockets left, or a library that lacks something; the library's own code.
    case unavailable(code: Int)
}

extension HTTPClientError: CustomStringConvertible {
    /// A few words that complete "no answer: …".
    package var description: String {
        switch self {
        case .nameNotResolved: "the name has no address"
        case .addressRefused: "the address is not allowed"
        case .refused: "the connection was refused"
        case .unreachable: "the address can't be reached"
        case .timedOut(let phase): "timed out while \(phase)"
        case .tlsFailed(let failure): "TLS failed (\(failure))"
        case .reset: "the connection ended too early"
        case .malformed: "the answer is not HTTP"
        case .tooLarge: "the answer is too large"
        case .redirectRefused(let refusal): "a redirect was not followed (\(refusal))"
        case .cancelled: "cancelled"
        case .unavailable(let code): "the client can't send (libcurl \(code))"
        }
    }
}
