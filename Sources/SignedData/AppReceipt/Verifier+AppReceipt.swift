public import WindfallCommerce
import WindfallCryptography
public import WindfallTimeline

extension Verifier {
    /// Reads an app receipt and tells whether it is genuine.
    ///
    /// Certificates are judged at the receipt's own creation date, not at `now` (a receipt stays genuine after its
    /// certificates have run out).
    ///
    /// - Parameters:
    ///   - bytes: a PKCS#7 envelope in DER, or in BER as Xcode writes it; not base64.
    ///   - expectation: bundle identifier and device to compare with.
    ///   - now: for the receipt's own expiry (F28), and for certificates where the receipt has no creation date.
    /// - Returns: all fields, also those of cancelled purchases (F31), and the first problem found.
    /// - Throws: ``Problem`` with the answer *unreadable*.
    ///
    /// Source: Apple, "Validating receipts on the device"; RFC 5652, 5.
    public func read(
        appReceipt bytes: [UInt8], expecting expectation: Expectation = Expectation(), at now: Instant
    ) throws(Problem) -> Reading<AppReceipt> {
        try checkSize(bytes.count)
        let envelope = try SignedEnvelope(reading: bytes.span)
        let receipt: AppReceipt
        switch envelope.content {
        case .inPlace(let range): receipt = try AppReceipt(reading: bytes, range, purchaseLimit: purchaseLimit)
        case .joined(let payload, let start):
            receipt = try AppReceipt(
                reading: payload, payload.indices, base: start, purchaseLimit: purchaseLimit)
        }
        var reading = Reading(content: receipt, environment: receipt.environment, problem: nil, signer: nil)
        do throws(Problem) {
            reading.chains = [try prove(envelope, of: bytes, receipt, signer: &reading.signer, at: now)]
            try compare(receipt, with: expectation, at: now)
        } catch {
            reading.problem = error
        }
        return reading
    }

    /// Proves the signature over an envelope's content, and tells by which chain.
    private func prove(
        _ envelope: SignedEnvelope, of bytes: [UInt8], _ receipt: AppReceipt, signer: inout Signer?, at now: Instant
    ) throws(Problem) -> SigningChain {
        let chain = try signingChain(of: envelope, in: bytes.span, for: receipt.environment, signer: &signer)
        signer = chain.signer
        if let problem = chain.problem(signedAt: receipt.creationDate ?? now) { throw problem }
        guard case .rsa = chain.key.kind else {
            throw Problem(.algorithmNotAllowed, "the signer's key is not RSA", certificate: chain.signer.subject)
        }
        guard try envelope.isSigned(by: chain.key, in: bytes) else {
            throw Problem(.signatureMismatch, "the signature is not the signer's over this receipt")
        }
        return chain
    }

    /// What the caller asked for, after the signature: nothing here is told of data that is not proved.
    private func compare(
        _ receipt: AppReceipt, with expectation: Expectation, at now: Instant
    ) throws(Problem) {
        if let problem = expectation.problem(bundleID: receipt.bundleID, field: "bundle_id") { throw problem }
        if let deviceID = expectation.deviceID, !receipt.isFor(deviceID: deviceID) {
            throw Problem(.deviceMismatch, "the receipt is for another device", field: "sha1_hash")
        }
        if receipt.hasExpired(at: now), let expirationDate = receipt.expirationDate {
            throw Problem(.expired, "the receipt expired at \(expirationDate.rfc3339)", field: "expiration_date")
        }
    }

    /// The chain of the envelope's signer: remembered, or proved now.
    private func signingChain(
        of envelope: SignedEnvelope, in bytes: Span<UInt8>, for environment: Environment?, signer: inout Signer?
    ) throws(Problem) -> SigningChain {
        let certificateBytes = bytes.extracting(envelope.certificates)
        let signerBytes = bytes.extracting(envelope.signer.identifier)
        let rules = try rules(for: environment, of: .appReceipt)
        for rule in rules {
            if let chain = memory.chain(for: certificateBytes, signer: signerBytes, rule: rule) { return chain }
        }
        let (leaf, others) = try envelope.signerCertificate(in: bytes)
        signer = Signer(leaf)
        var refusal: Problem?
        for rule in rules {
            do throws(Problem) {
                let chain = try SigningChain(leaf: leaf, embedded: others, rule: rule, trust: trust)
                memory.remember(chain, for: certificateBytes, signer: signerBytes, rule: rule)
                return chain
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? Problem(.untrustedRoot, "no chain was tried")
    }
}
