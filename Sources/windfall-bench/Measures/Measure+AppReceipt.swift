import WindfallSignedData

extension Measure {
    /// An app receipt of usual size, whose chain is known already.
    static var appReceipt: Measure {
        Measure(
            name: "app-receipt", summary: "an app receipt with 10 purchases read and proved, its chain known"
        ) { issuer in
            let bytes = try issuer.receipt(purchases: 10)
            return .time(
                reading(bytes, issuer), beside: .bareRSA(try Bare.receipt(bytes, by: issuer.authority.receipts)))
        }
    }

    /// The first app receipt of a chain.
    static var coldAppReceipt: Measure {
        Measure(name: "app-receipt-cold", summary: "the same by a verifier that has seen no chain") { issuer in
            let bytes = try issuer.receipt(purchases: 10)
            let trust = issuer.authority.trust
            let work = Work { try Verifier(trust: trust).read(appReceipt: bytes, at: issuer.date).isGenuine }
            return .time(work, beside: .bareRSA(try Bare.receipt(bytes, by: issuer.authority.receipts)))
        }
    }

    /// How the cost of a purchase grows with the number of purchases.
    static var purchases: Measure {
        Measure(
            name: "purchases", summary: "a purchase of a receipt with 10,000, beside one of a receipt with 100",
            unit: "us/purchase"
        ) { issuer in
            var many = reading(try issuer.receipt(purchases: 10_000), issuer)
            many.items = 10_000
            var few = reading(try issuer.receipt(purchases: 100), issuer)
            few.items = 100
            return .time(many, beside: Comparison(work: few, ratio: .ofCosts, name: "cost of a purchase of 100"))
        }
    }

    /// Xcode's form: indefinite lengths, and a certificate that signed itself.
    static var xcodeReceipt: Measure {
        Measure(
            name: "xcode-receipt", summary: "an app receipt as Xcode writes it, in BER, with 10 purchases"
        ) { issuer in
            let bytes = try issuer.xcodeReceipt(purchases: 10)
            let verifier = issuer.verifier(allowsLocalTesting: true)
            let work = Work { try verifier.read(appReceipt: bytes, at: issuer.date).isGenuine }
            return .time(work, beside: .bareRSA(try Bare.receipt(bytes, by: issuer.authority.localReceipts)))
        }
    }

    private static func reading(_ bytes: [UInt8], _ issuer: SampleIssuer) -> Work {
        let verifier = issuer.verifier()
        return Work { try verifier.read(appReceipt: bytes, at: issuer.date).isGenuine }
    }
}
