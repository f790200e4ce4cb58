import WindfallCommerce
import WindfallHTTP
import WindfallJSON

/// `/verifyReceipt` on both hosts: HTTP 200 always, the trouble is in `status`.
extension StoreBox {
    private static let answerHeaders: HTTPHeaders = ["Content-Type": "application/json"]

    func addVerifyReceipt(to router: inout Router, isSandbox: Bool) {
        router.on(.post, "/verifyReceipt") { [verification] request, _ async throws(APIError) in
            let answer = try await answering { () async throws -> [UInt8] in
                try await verification.answer(request.body, isSandbox: isSandbox)
            }
            return HTTPResponse(.ok, headers: Self.answerHeaders, body: answer)
        }
        // Whatever is not a POST gets the status for it.
        router.on(.get, "/verifyReceipt") { _, _ async throws(APIError) in
            let answer = VerifyReceiptAnswer.error(status: .unreadableRequest)
            return .content(JSON.object(answer.json).bytes(.verifyReceipt), type: "application/json")
        }
    }
}
