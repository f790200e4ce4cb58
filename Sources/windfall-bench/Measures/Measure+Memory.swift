import WindfallCommerce
import WindfallSignedData

extension Measure {
    /// Whether memory stays flat: what is resident after many verifications, beside what was after the first 10,000.
    static var memory: Measure {
        Measure(
            name: "memory", summary: "resident memory after many verifications of all formats, some of them refused",
            unit: "KiB"
        ) { issuer in
            .figure {
                let verifications = try verifications(issuer)
                let early = min(10_000, issuer.verifications / 2)
                var atFirst = 0
                for index in 0..<issuer.verifications {
                    if index == early { atFirst = try ResidentMemory.kibibytes() }
                    guard try verifications[index % verifications.count]() else { throw Stopwatch.WrongAnswer() }
                }
                let atEnd = try ResidentMemory.kibibytes()
                return Figure(
                    runs: issuer.verifications, median: Double(atEnd), ratio: Double(atEnd) / Double(atFirst),
                    ratioOf: "resident memory after \(early)")
            }
        }
    }

    /// One of each kind, the notification and the app receipt also with a signature that is wrong.
    private static func verifications(_ issuer: SampleIssuer) throws -> [() throws -> Bool] {
        let verifier = issuer.verifier()
        let date = issuer.date
        let receipt = try issuer.receipt(purchases: 10)
        let transactionReceipt = try issuer.transactionReceipt()
        let transaction = try issuer.transaction()
        let notification = try issuer.notification()
        // The last byte of a receipt belongs to its signature.
        var forgedReceipt = receipt
        forgedReceipt[forgedReceipt.count - 1] ^= 1
        // The payload of another JWS before a signature of this one.
        let parts = try CompactJWS(reading: transaction.span)
        let other = try CompactJWS(reading: notification.span)
        let forgedNotification = Array(
            notification[other.signed] + transaction[(parts.signature.lowerBound - 1)...])
        return [
            { try verifier.read(jws: transaction, as: TransactionPayload.self, at: date).isGenuine },
            { try verifier.read(appReceipt: receipt, at: date).isGenuine },
            { try verifier.read(transactionReceipt: transactionReceipt, at: date).isGenuine },
            { try !verifier.read(appReceipt: forgedReceipt, at: date).isGenuine },
            { try verifier.read(jws: transaction, as: TransactionPayload.self, at: date).isGenuine },
            { try verifier.read(appReceipt: receipt, at: date).isGenuine },
            { try verifier.read(notification: notification, at: date).isGenuine },
            { try !verifier.read(notification: forgedNotification, at: date).isGenuine },
        ]
    }
}
