import WindfallCommerce
import WindfallJSON

/// The body of a request to `/verifyReceipt` (F17).
struct VerifyRequest: Sendable {
    /// The receipt's text as it was sent: base64.
    var receipt: String
    /// The shared secret.
    var password: String?
    /// Leaves the newest transaction of each subscription in `latest_receipt_info`.
    var excludesOldTransactions: Bool

    /// - Parameter body: JSON, whatever content type it came with (clients send several).
    /// - Throws: the status that the store answers: 21000 for what is no JSON object, 21002 without a receipt.
    init(_ body: [UInt8]) throws(VerificationRefusal) {
        guard let object = (try? JSON(reading: body.span))?.object else {
            throw VerificationRefusal(.unreadableRequest)
        }
        guard let receipt = object["receipt-data"]?.text, !receipt.isEmpty else {
            throw VerificationRefusal(.malformedReceipt)
        }
        self.receipt = receipt
        password = object["password"]?.text
        excludesOldTransactions = object["exclude-old-transactions"]?.isTrue ?? false
    }
}

/// A status other than *valid*.
struct VerificationRefusal: Error, Hashable {
    var status: VerificationStatus
    var environment: Environment?

    init(_ status: VerificationStatus, environment: Environment? = nil) {
        self.status = status
        self.environment = environment
    }
}
