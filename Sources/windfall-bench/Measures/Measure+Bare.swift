import WindfallSignedData

extension Measure {
    /// What the ratios of JWS are of.
    static var bareP256: Measure {
        Measure(name: "bare-p256", summary: "OpenSSL's check of a transaction's signature and nothing else") { issuer in
            .time(try Bare.jws(try issuer.transaction(), by: issuer.authority.payloads), beside: nil)
        }
    }

    /// What the ratios of receipts are of.
    static var bareRSA: Measure {
        Measure(
            name: "bare-rsa-2048",
            summary: "OpenSSL's check of the signature of an app receipt with 10 purchases and nothing else"
        ) { issuer in
            .time(try Bare.receipt(try issuer.receipt(purchases: 10), by: issuer.authority.receipts), beside: nil)
        }
    }
}
