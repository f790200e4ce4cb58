import WindfallCommerce
public import WindfallTimeline

extension Verifier {
    /// Reads signed data of any kind and in any form, and tells whether it is genuine.
    ///
    /// - Parameters:
    ///   - input: DER, base64 (line breaks and lost plus signs are repaired), PEM, a property list, a compact JWS, or a JSON
    ///     body that carries one of these.
    ///   - expectation: bundle identifier and device to compare with; a device is compared for app receipts only.
    ///   - now: for the receipt's own expiry, and for certificates where the data has no signing date.
    /// - Throws: ``Problem`` with the answer *unreadable*; offsets count in the decoded bytes.
    public func read(
        _ input: [UInt8], expecting expectation: Expectation = Expectation(), at now: Instant
    ) throws(Problem) -> Reading<SignedContent> {
        try read(try DocumentForm(telling: input, limit: limit), expecting: expectation, at: now)
    }

    /// The same for data whose form is told already.
    package func read(
        _ form: DocumentForm, expecting expectation: Expectation = Expectation(), at now: Instant
    ) throws(Problem) -> Reading<SignedContent> {
        switch form {
        case .appReceipt(let bytes):
            return try read(appReceipt: bytes, expecting: expectation, at: now).map { .appReceipt($0) }
        case .transactionReceipt(let bytes):
            return try read(transactionReceipt: bytes, expecting: expectation, at: now).map { .transactionReceipt($0) }
        case .jws(let text):
            return try read(anyJWS: text, expecting: expectation, at: now)
        }
    }

    private func read(
        anyJWS text: [UInt8], expecting expectation: Expectation, at now: Instant
    ) throws(Problem) -> Reading<SignedContent> {
        let parsed = try ParsedJWS(reading: text, limit: limit)
        switch SignedContent.Kind(payload: parsed.payload) {
        case .notification:
            return try read(notification: parsed, expecting: expectation, at: now).map { .notification($0) }
        case .appTransaction:
            return try judge(parsed, as: AppTransactionPayload.self, expecting: expectation, at: now)
                .map { .appTransaction($0) }
        case .renewalInfo:
            return try judge(parsed, as: RenewalInfoPayload.self, expecting: expectation, at: now)
                .map { .renewalInfo($0) }
        case .transaction:
            return try judge(parsed, as: TransactionPayload.self, expecting: expectation, at: now)
                .map { .transaction($0) }
        case .appReceipt, .transactionReceipt, nil:
            throw Problem(
                .unknownFormat, "a JWS whose payload is of no kind that the App Store signs", field: "payload")
        }
    }
}
