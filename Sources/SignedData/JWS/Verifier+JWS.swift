public import WindfallCommerce
import WindfallCryptography
import WindfallJSON
public import WindfallTimeline

extension Verifier {
    /// Reads a JWS of the App Store and tells whether it is genuine.
    ///
    /// The chain is leaf, intermediate and a trusted root, which is looked for among the trusted ones: the third
    /// certificate that came is not believed. Certificates are judged at the payload's signing date.
    ///
    /// - Parameters:
    ///   - text: the compact form: three parts in base64url.
    ///   - expectation: the bundle identifier to compare with; devices are not compared.
    ///   - now: for certificates where the payload has no signing date.
    /// - Throws: ``Problem`` with the answer *unreadable*.
    ///
    /// Source: RFC 7515; RFC 7518, 3.4; Apple, "JWSTransaction", "JWSRenewalInfo", "AppTransaction".
    public func read<Payload: SignedPayload>(
        jws text: [UInt8], as _: Payload.Type = Payload.self, expecting expectation: Expectation = Expectation(),
        at now: Instant
    ) throws(Problem) -> Reading<Payload> {
        try checkSize(text.count)
        let span = text.span
        let jws = try CompactJWS(reading: span)
        let payload = Payload(json: try CompactJWS.object(jws.payload, of: span, field: "payload"))
        try Self.checkFields(payload)
        let signature = try CompactJWS.decode(jws.signature, of: span, field: "signature")
        var reading = Reading(
            content: payload, environment: payload.environment, problem: nil, signer: nil)
        do throws(Problem) {
            let chain = try signingChain(of: jws, in: span, for: payload.environment, signer: &reading.signer)
            reading.signer = chain.signer
            if let problem = chain.problem(signedAt: payload.signedDate ?? now) { throw problem }
            guard chain.key.kind == .p256 else {
                throw Problem(.algorithmNotAllowed, "the signer's key is not P-256", certificate: chain.signer.subject)
            }
            guard chain.key.verifiesRaw(signature.span, of: span.extracting(jws.signed), digest: .sha256) else {
                throw Problem(.signatureMismatch, "the signature is not the signer's over this payload")
            }
            if let problem = expectation.problem(bundleID: payload.signedBundleID, field: "bundleId") { throw problem }
        } catch {
            reading.problem = error
        }
        return reading
    }

    /// Refuses fields of an unusable type where the proof itself depends on them; any other spoils itself only.
    private static func checkFields(_ payload: some SignedPayload) throws(Problem) {
        for field in payload.malformedFields() where fieldsOfProof.contains(field) {
            throw Problem(.malformed, "the field has another type than its own", field: field)
        }
    }

    /// The fields that say when, where and for which app the payload was signed.
    private static let fieldsOfProof: Set<String> = [
        "signedDate", "receiptCreationDate", "environment", "receiptType", "bundleId", "data", "data.environment",
        "data.bundleId", "summary", "summary.environment", "summary.bundleId", "externalPurchaseToken",
        "externalPurchaseToken.externalPurchaseId", "externalPurchaseToken.bundleId", "appData", "appData.environment",
        "appData.bundleId",
    ]

    /// The chain in the header: remembered by the header's bytes, or proved now.
    private func signingChain(
        of jws: CompactJWS, in text: Span<UInt8>, for environment: Environment?, signer: inout Signer?
    ) throws(Problem) -> SigningChain {
        let headerBytes = text.extracting(jws.header)
        let nobody: [UInt8] = []
        let rules = try rules(for: environment)
        for rule in rules {
            if let chain = memory.chain(for: headerBytes, signer: nobody.span, rule: rule) { return chain }
        }
        let header = try CertificateHeader(try CompactJWS.object(jws.header, of: text, field: "header"))
        guard !header.certificates.isEmpty else {
            throw Problem(.chainLength, "the header holds no certificates", field: "x5c")
        }
        let leaf = try header.certificate(0)
        signer = Signer(leaf)
        var refusal: Problem?
        for rule in rules {
            do throws(Problem) {
                let chain = try Self.chain(of: header, leaf: leaf, rule: rule, trust: trust)
                memory.remember(chain, for: headerBytes, signer: nobody.span, rule: rule)
                return chain
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? Problem(.untrustedRoot, "no chain was tried")
    }

    private static func chain(
        of header: CertificateHeader, leaf: Certificate, rule: ChainRule, trust: Trust
    ) throws(Problem) -> SigningChain {
        guard header.certificates.count == rule.length else {
            throw Problem(
                .chainLength, "the header holds \(header.certificates.count) certificates, not \(rule.length)",
                field: "x5c")
        }
        let embedded = rule == .store ? [try header.certificate(1)] : []
        return try SigningChain(leaf: leaf, embedded: embedded, rule: rule, trust: trust)
    }
}
