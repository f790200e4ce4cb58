import WindfallCommerce
import WindfallCryptography
public import WindfallTimeline

extension Verifier {
    /// Reads an iOS 6 style receipt of one transaction and tells whether it is genuine.
    ///
    /// The leaf is judged at the transaction's purchase date. Its issuer is not embedded: it must be one of the store
    /// authorities that the trust names.
    ///
    /// - Parameters:
    ///   - bytes: the outer property list; not base64.
    ///   - expectation: the bundle identifier to compare with; devices are not compared.
    ///   - now: for certificates where the receipt has no purchase date.
    /// - Throws: ``Problem`` with the answer *unreadable*.
    public func read(
        transactionReceipt bytes: [UInt8], expecting expectation: Expectation = Expectation(), at now: Instant
    ) throws(Problem) -> Reading<TransactionReceipt> {
        try checkSize(bytes.count)
        let receipt = try TransactionReceipt(reading: bytes.span)
        var reading = Reading(
            content: receipt, environment: receipt.environmentName.map(Environment.init(rawValue:)), problem: nil,
            signer: nil)
        do throws(Problem) {
            reading.chains = [try prove(receipt, signer: &reading.signer, at: now)]
            if let problem = expectation.problem(bundleID: receipt.bundleID, field: "bid") { throw problem }
        } catch {
            reading.problem = error
        }
        return reading
    }

    private func prove(
        _ receipt: TransactionReceipt, signer: inout Signer?, at now: Instant
    ) throws(Problem) -> SigningChain {
        guard let bytes = receipt.signature else {
            throw Problem(.signatureMismatch, "the receipt is not signed", field: "signature")
        }
        let blob = try SignatureBlob(reading: bytes.span)
        let chain = try signingChain(of: blob, in: bytes.span, signer: &signer)
        signer = chain.signer
        if let problem = chain.problem(signedAt: receipt.purchaseDate ?? now) { throw problem }
        guard case .rsa = chain.key.kind else {
            throw Problem(.algorithmNotAllowed, "the signer's key is not RSA", certificate: chain.signer.subject)
        }
        // The version byte stands before the decoded purchase-info.
        let signed = [blob.version] + receipt.purchaseBytes
        guard chain.key.verifies(bytes.span.extracting(blob.signature), of: signed.span, digest: .sha1) else {
            throw Problem(.signatureMismatch, "the signature is not the signer's over this receipt", field: "signature")
        }
        return chain
    }

    private func signingChain(
        of blob: SignatureBlob, in bytes: Span<UInt8>, signer: inout Signer?
    ) throws(Problem) -> SigningChain {
        let rule: ChainRule = blob.version == 2 ? .transactionVersion2 : .transactionVersion3
        let certificateBytes = bytes.extracting(blob.certificate)
        let nobody: [UInt8] = []
        if let chain = memory.chain(for: certificateBytes, signer: nobody.span, rule: rule) { return chain }
        let leaf: Certificate
        do {
            leaf = try Certificate(der: certificateBytes)
        } catch {
            throw Problem(
                .untrustedRoot, "the signer's certificate can't be read", offset: blob.certificate.lowerBound,
                field: "signature")
        }
        signer = Signer(leaf)
        let chain = try SigningChain(leaf: leaf, embedded: [], rule: rule, trust: trust)
        memory.remember(chain, for: certificateBytes, signer: nobody.span, rule: rule)
        return chain
    }
}
