import WindfallCryptography
import WindfallTimeline

/// Which certificate to ask about, and whom.
struct RevocationQuestion: Sendable {
    let certificate: Certificate
    /// Whose key the certificate's signature was proved with.
    let issuer: PathAnchor
    /// The responders that the certificate names, the first ones.
    var addresses: ArraySlice<String> { certificate.ocspURLs.prefix(Self.mostAddresses) }

    /// Apple's certificates name one.
    private static let mostAddresses = 3
    /// By how much a responder's clock may differ, in seconds.
    private static let allowedSkew: Int64 = 300
    /// Apple's answers have about two thousand bytes.
    private static let longestAnswer = 64 * 1024

    /// The bytes to send.
    func bytes() throws(CryptographyError) -> [UInt8] {
        try OCSP.request(for: certificate, issuer: issuer)
    }

    /// What an answer says.
    ///
    /// - Parameter now: when it must be current.
    func finding(in answer: [UInt8], at now: Instant) -> RevocationFinding {
        guard answer.count <= Self.longestAnswer else { return RevocationFinding(.unknown("the answer is too large")) }
        do throws(OCSPFailure) {
            let found = try OCSP.finding(
                in: answer.span, for: certificate, issuer: issuer, at: now.seconds, allowedSkew: Self.allowedSkew)
            let status: RevocationFinding.Status =
                switch found.status {
                case .good: .good
                case .revoked(let seconds, let reason): .revoked(at: Instant(seconds: seconds), reason: reason)
                case .unknown: .unknown("the responder does not know the certificate")
                }
            return RevocationFinding(status, nextUpdate: found.nextUpdate.map(Instant.init(seconds:)))
        } catch {
            return RevocationFinding(.unknown(Self.words(error)))
        }
    }

    private static func words(_ failure: OCSPFailure) -> String {
        switch failure {
        case .unreadable: "the answer can't be read"
        case .unsuccessful(let status): "the responder declined (OCSP response status \(status))"
        case .otherCertificate: "the answer is about another certificate"
        case .signature: "the answer's signature is not the responder's"
        case .responderNotAuthorised: "the responder may not speak for the issuer"
        case .notCurrent: "the answer is not current"
        case .operationFailed: "the answer could not be checked"
        }
    }
}

extension SigningChain {
    /// The certificates to ask about, as Apple's library for servers does: the leaf and the intermediate, never the root.
    ///
    /// One that has run out by now, or is not valid yet, is left out: responders answer only for certificates that are
    /// current, so there is nobody to ask, and old receipts would all be in doubt.
    func revocationQuestions(at now: Instant) throws(CryptographyError) -> [RevocationQuestion] {
        var questions: [RevocationQuestion] = []
        for (index, certificate) in certificates.enumerated() where certificate.validity.contains(now) {
            if index + 1 < certificates.count {
                questions.append(
                    RevocationQuestion(certificate: certificate, issuer: .certificate(certificates[index + 1])))
            } else if let anchor {
                questions.append(RevocationQuestion(certificate: certificate, issuer: try anchor.pathAnchor))
            }
        }
        return questions
    }
}
