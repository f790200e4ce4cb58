import WindfallHTTP
import WindfallJSON

/// A store that knows the receipts of a pile and takes its time.
struct SlowStore: HTTPTransport {
    let answers: [String: [UInt8]]
    /// How long an answer takes, in milliseconds.
    let latency: ClosedRange<Int>

    func send(_ request: HTTPRequest, limits: HTTPLimits) async throws(HTTPClientError) -> HTTPResponse {
        let body = request.body
        guard let text = (try? JSON(reading: body.span))?["receipt-data"]?.text, let answer = answers[text] else {
            throw .refused
        }
        do {
            try await Task.sleep(for: .milliseconds(Int.random(in: latency)))
        } catch {
            throw .cancelled
        }
        return .content(answer, type: "application/json")
    }
}
