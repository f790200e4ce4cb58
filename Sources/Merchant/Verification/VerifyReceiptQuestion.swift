package import WindfallCommerce
package import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// The question of `verifyReceipt` (F17), and what its answer is taken for.
package struct VerifyReceiptQuestion: Sendable {
    /// The longest answer, in bytes.
    package static let longestAnswer = 16 * 1024 * 1024

    private let body: [UInt8]
    private let app: MerchantApp

    /// - Parameters:
    ///   - receipt: the bytes that were signed.
    ///   - app: whose receipt it is; its secret goes to the store and nowhere else.
    package init(receipt: [UInt8], app: MerchantApp) {
        var body = JSONObject()
        body["receipt-data"] = .string(Base64.encode(receipt.span))
        body["password"] = app.sharedSecret.map { .string($0.text) }
        body["exclude-old-transactions"] = false
        self.body = JSON.object(body).bytes()
        self.app = app
    }

    /// The request to a store.
    package func request(to origin: HTTPURL.Origin) -> HTTPRequest {
        var request = HTTPRequest(.post, HTTPURL(origin: origin, target: "/verifyReceipt"), body: body)
        // Letters are always a header field.
        try? request.headers.append("Content-Type", "application/json")
        return request
    }

    /// Reads a store's answer.
    ///
    /// - Parameter environment: the store that gave it.
    /// - Returns: what happened, and the answer where it says that the receipt is genuine and is about what was asked.
    package func event(
        of response: HTTPResponse, from environment: Environment
    ) -> (event: VerificationCourse.Event, answer: VerifyReceiptAnswer?) {
        guard response.status == .ok else { return (.http(response.status.code), nil) }
        guard let answer = Self.answer(in: response.body), let status = answer.status else {
            return (.unreadable, nil)
        }
        let isGenuine = answer.meaning == .valid || answer.meaning == .expired
        let fit = isGenuine ? fit(of: answer, from: environment) : .fits
        return (
            .answered(status, isRetryable: answer.isRetryable, fit), isGenuine && fit == .fits ? answer : nil
        )
    }

    private static func answer(in body: [UInt8]) -> VerifyReceiptAnswer? {
        // Why it can't be read is of no use to anybody: it may be a web page.
        guard let object = (try? JSON(reading: body.span))?.object else { return nil }
        return VerifyReceiptAnswer(json: object)
    }

    /// Whether an answer that says *genuine* is about this app, and from the store that was asked.
    private func fit(of answer: VerifyReceiptAnswer, from environment: Environment) -> VerificationCourse.Fit {
        if let named = answer.environment, named != environment { return .contradiction }
        guard let receipt = answer.receipt else { return .contradiction }
        if receipt.isTransactionReceipt {
            guard let bundleID = receipt.json["bid"]?.text else { return .contradiction }
            return bundleID == app.bundleID ? .fits : .otherApp
        }
        guard let bundleID = receipt.bundleId else { return .contradiction }
        guard bundleID == app.bundleID else { return .otherApp }
        // The sandbox knows no number (D8).
        guard environment == .production, let appleID = app.appleID, let found = receipt.appItemId, found != 0 else {
            return .fits
        }
        return found == appleID ? .fits : .otherApp
    }
}
