import Dispatch
import Synchronization
package import WindfallHTTP
import WindfallHTTPClient
package import WindfallSignedData
import WindfallTimeline

/// Carries questions to OCSP responders over HTTP (RFC 6960, appendix A.1).
package struct RevocationOverHTTP: RevocationTransport {
    private let transport: any HTTPTransport

    /// Responders answer within milliseconds, with about two thousand bytes.
    private static let limits = HTTPLimits(
        totalTime: .seconds(10), connectTime: .seconds(5), responseBytes: 64 * 1024, redirects: 2)

    package init(over transport: any HTTPTransport) {
        self.transport = transport
    }

    package func post(_ question: [UInt8], to address: String) async throws(RevocationOutage) -> [UInt8] {
        guard let url = HTTPURL(address) else { throw RevocationOutage("the certificate names no usable address") }
        let request = HTTPRequest(
            .post, url,
            headers: ["Content-Type": "application/ocsp-request", "Accept": "application/ocsp-response"], body: question
        )
        let response: HTTPResponse
        do throws(HTTPClientError) {
            response = try await transport.send(request, limits: Self.limits)
        } catch {
            throw RevocationOutage(error.description)
        }
        guard response.status == .ok else { throw RevocationOutage("status \(response.status)") }
        return response.body
    }
}

extension RevocationOverHTTP {
    /// Asks and waits. For the program's first thread, which has nothing else to do: no other may block.
    static func ask(about reading: Reading<SignedContent>, at now: Instant) -> Problem? {
        let client: HTTPClient
        do {
            client = try HTTPClient()
        } catch {
            return Problem(.revocationUnknown, "whether a certificate was revoked could not be asked: \(error)")
        }
        let check = RevocationCheck(transport: RevocationOverHTTP(over: client))
        let answer = Mutex<Problem?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task {
            let problem = await check.check(reading, at: now)
            answer.withLock { $0 = problem }
            isDone.signal()
        }
        isDone.wait()
        return answer.withLock { $0 }
    }
}
