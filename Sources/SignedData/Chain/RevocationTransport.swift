/// Carries questions to OCSP responders. This module reads and proves bytes; whoever uses it has the network.
public protocol RevocationTransport: Sendable {
    /// Posts a question (RFC 6960, appendix A.1) and returns the body of the answer.
    ///
    /// It must come to an end by itself: a responder that says nothing is an outage after a few seconds. Redirects need not
    /// be followed, and a body of more than 64 KiB is of no use.
    ///
    /// - Parameters:
    ///   - question: an OCSPRequest in DER, to be sent as `application/ocsp-request`.
    ///   - address: an absolute `http` or `https` address, out of a certificate whose chain was proved.
    /// - Returns: the body of an answer with status 200.
    func post(_ question: [UInt8], to address: String) async throws(RevocationOutage) -> [UInt8]
}

/// Why a responder's answer could not be had.
public struct RevocationOutage: Error, Hashable, Sendable {
    /// A few words for a person, such as `timed out while connecting` or `status 503`.
    public var reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}
