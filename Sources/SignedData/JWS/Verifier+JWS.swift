public import WindfallCommerce
import WindfallCryptography
public import WindfallTimeline

extension Verifier {
    /// Reads a JWS of the App Store and tells whether it is genuine.
    ///
    /// The chain is leaf, intermediate and a trusted root, which is looked for among the trusted ones: the third
    /// certificate that came is not believed. Certificates are judged at the payload's signing date.
    ///
    /// - Parameters:
    ///   - text: the compact form: three parts in base64url.
    ///   - expectation: the bundle identifier to compare with, where the kind of payload has one; devices are not compared.
    ///   - now: for certificates where the payload has no signing date.
    /// - Throws: ``Problem`` with the answer *unreadable*.
    ///
    /// Source: RFC 7515; RFC 7518, 3.4; Apple, "JWSTransaction", "JWSRenewalInfo", "AppTransaction".
    public func read<Payload: SignedPayload>(
        jws text: [UInt8], as _: Payload.Type = Payload.self, expecting expectation: Expectation = Expectation(),
        at now: Instant
    ) throws(Problem) -> Reading<Payload> {
        let parsed = try ParsedJWS(reading: text, limit: limit)
        return try judge(parsed, as: Payload.self, expecting: expectation, at: now)
    }

    /// Judges a JWS that was taken apart.
    func judge<Payload: SignedPayload>(
        _ parsed: ParsedJWS, as _: Payload.Type, expecting expectation: Expectation, at now: Instant
    ) throws(Problem) -> Reading<Payload> {
        let payload = Payload(json: parsed.payload)
        try Self.checkFields(payload)
        var reading = Reading(content: payload, environment: payload.environment, problem: nil, signer: nil)
        do throws(Problem) {
            reading.chains = [try prove(parsed, payload, signer: &reading.signer, at: now)]
            let mismatch = expectation.problem(bundleID: payload.signedBundleID, field: "bundleId")
            if Payload.namesApp, let mismatch { throw mismatch }
        } catch {
            // A header that can't be read is as unreadable as any other part.
            guard error.code.answer != .unreadable else { throw error }
            reading.problem = error
        }
        return reading
    }

    private func prove(
        _ parsed: ParsedJWS, _ payload: some SignedPayload, signer: inout Signer?, at now: Instant
    ) throws(Problem) -> SigningChain {
        let text = parsed.text.span
        let chain = try signingChain(of: parsed.parts, in: text, for: payload.environment, signer: &signer)
        signer = chain.signer
        if let problem = chain.problem(signedAt: payload.signedDate ?? now) { throw problem }
        guard chain.key.kind == .p256 else {
            throw Problem(.algorithmNotAllowed, "the signer's key is not P-256", certificate: chain.signer.subject)
        }
        let signed = text.extracting(parsed.parts.signed)
        guard chain.key.verifiesRaw(parsed.signature.span, of: signed, digest: .sha256) else {
            throw Problem(.signatureMismatch, "the signature is not the signer's over this payload")
        }
        return chain
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
        let rules = try rules(for: environment, of: .jws)
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
        let embedded = rule == .jws ? [try header.certificate(1)] : []
        return try SigningChain(leaf: leaf, embedded: embedded, rule: rule, trust: trust)
    }
}
