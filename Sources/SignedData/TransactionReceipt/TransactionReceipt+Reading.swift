public import WindfallTimeline

extension TransactionReceipt {
    /// Reads the decoded text of a receipt.
    ///
    /// - Parameter bytes: the outer property list; not base64.
    /// - Throws: ``Problem`` with the answer *unreadable*; inside the signed part the offset counts from its start and the
    ///   field is `purchase-info`.
    package init(reading bytes: Span<UInt8>) throws(Problem) {
        var outer: [String: String] = [:]
        for entry in try PropertyList.read(bytes) { outer[entry.key] = entry.value }
        guard let purchaseText = outer["purchase-info"] else {
            throw Problem(.malformed, "the receipt has no signed part", field: "purchase-info")
        }
        let signed = try Self.decode(purchaseText, field: "purchase-info")
        purchase = try PropertyList.read(signed.span, field: "purchase-info")
        purchaseBytes = signed
        if let text = outer["signature"] { signature = try Self.decode(text, field: "signature") }
        environmentName = outer["environment"]
        pod = outer["pod"]
        signingStatus = outer["signing-status"]
    }

    private static func decode(_ text: String, field: String) throws(Problem) -> [UInt8] {
        do {
            return try Base64.decode(Array(text.utf8).span)
        } catch {
            throw Problem(.notBase64, "the part is not base64", offset: error.offset, field: field)
        }
    }

    /// When the transaction took place, which is when it was signed: `purchase-date-ms`, else `purchase-date`.
    public var purchaseDate: Instant? {
        if let text = self["purchase-date-ms"], let milliseconds = Int64(text) {
            return Instant(milliseconds: milliseconds)
        }
        return self["purchase-date"].flatMap { Instant(storeText: $0) }
    }
}
