import WindfallCommerce
import WindfallSignedData

extension Measure {
    /// A signed transaction, whose chain is known already.
    static var jwsTransaction: Measure {
        Measure(name: "jws-transaction", summary: "a signed transaction read and proved, its chain known") { issuer in
            let text = try issuer.transaction()
            let verifier = issuer.verifier()
            let work = Work {
                try verifier.read(jws: text, as: TransactionPayload.self, at: issuer.date).isGenuine
            }
            return .time(work, beside: .bareP256(try Bare.jws(text, by: issuer.authority.payloads)))
        }
    }

    /// The first signed transaction of a chain.
    static var coldJWS: Measure {
        Measure(name: "jws-transaction-cold", summary: "the same by a verifier that has seen no chain") { issuer in
            let text = try issuer.transaction()
            let trust = issuer.authority.trust
            let work = Work {
                try Verifier(trust: trust).read(jws: text, as: TransactionPayload.self, at: issuer.date).isGenuine
            }
            return .time(work, beside: .bareP256(try Bare.jws(text, by: issuer.authority.payloads)))
        }
    }

    /// Three signatures: the notification's, and those of the two JWS inside it.
    static var notification: Measure {
        Measure(
            name: "notification", summary: "a notification with two JWS inside it read and proved, the chain known"
        ) { issuer in
            let text = try issuer.notification()
            let verifier = issuer.verifier()
            let work = Work {
                let reading = try verifier.read(notification: text, at: issuer.date)
                return reading.isGenuine && reading.content.transaction != nil && reading.content.renewalInfo != nil
            }
            let payloads = issuer.authority.payloads
            let inside = try issuer.transaction()
            let bare = [try Bare.jws(text, by: payloads), try Bare.jws(inside, by: payloads)]
            let three = Work { try bare[0].call() && bare[1].call() && bare[1].call() }
            return .time(
                work, beside: Comparison(work: three, ratio: .ofSpeeds, name: "speed of three bare P-256 verifications")
            )
        }
    }
}
