import Synchronization
import Testing
import WindfallHTTP

@Suite("Idempotency keys")
struct IdempotencyTests {
    /// Counts how often a service did its work.
    private final class Work: Sendable {
        let count = Atomic(0)
        let status: HTTPStatus
        init(status: HTTPStatus) { self.status = status }

        var service: HTTPService {
            { _ in .text("\(self.count.wrappingAdd(1, ordering: .relaxed).newValue)", status: self.status) }
        }
    }

    private func request(key: String, token: String = "a", body: String = "1", _ method: HTTPMethod = .post) throws
        -> HTTPRequest
    {
        var request = HTTPRequest.to("/purchases", method, body: body)
        try request.headers.append("Idempotency-Key", key)
        try request.headers.append("Authorization", "Bearer \(token)")
        return request
    }

    @Test("The same request with the same key has the same answer and does nothing again")
    func again() async throws {
        let work = Work(status: .created)
        let service = Idempotency().around(work.service)
        let first = await service(try request(key: "k"))
        let second = await service(try request(key: "k"))
        #expect(first.status == .created)
        #expect(first.headers["Idempotency-Replayed"] == nil)
        #expect(second.headers["Idempotency-Replayed"] == "true")
        #expect(second.status == first.status)
        #expect(second.text == "1")
        #expect(work.count.load(ordering: .relaxed) == 1)
    }

    @Test("Another key, another caller and no key are other requests")
    func others() async throws {
        let work = Work(status: .created)
        let service = Idempotency().around(work.service)
        for request in [
            try request(key: "k"), try request(key: "l"), try request(key: "k", token: "b"),
            HTTPRequest.to("/purchases", .post),
            HTTPRequest.to("/purchases", .post),
        ] {
            _ = await service(request)
        }
        #expect(work.count.load(ordering: .relaxed) == 5)
    }

    @Test("A key with another body or another method is 422, and nothing happens")
    func mismatch() async throws {
        let work = Work(status: .created)
        let service = Idempotency().around(work.service)
        _ = await service(try request(key: "k"))
        #expect(await service(try request(key: "k", body: "2")).status == .unprocessable)
        #expect(await service(try request(key: "k", .put)).status == .unprocessable)
        #expect(work.count.load(ordering: .relaxed) == 1)
    }

    @Test("While the first request is under way, the second is 409")
    func underWay() async throws {
        let idempotency = Idempotency()
        let request = try request(key: "k")
        let inner = idempotency.around { _ in .text("never") }
        let outer = idempotency.around { request in
            let second = await inner(request)
            #expect(second.status == .conflict)
            #expect(second.headers["Retry-After"] == "1")
            return .text("first")
        }
        #expect(await outer(request).text == "first")
        #expect(await inner(request).text == "first")
    }

    @Test("What is worth another try is not kept", arguments: [500, 503, 429])
    func notKept(code: Int) async throws {
        let work = Work(status: HTTPStatus(code))
        let service = Idempotency().around(work.service)
        _ = await service(try request(key: "k"))
        #expect(await service(try request(key: "k")).text == "2")
    }

    @Test("A refusal is kept as any other answer")
    func refusalKept() async throws {
        let work = Work(status: .conflict)
        let service = Idempotency().around(work.service)
        _ = await service(try request(key: "k"))
        #expect(await service(try request(key: "k")).text == "1")
    }

    @Test("An answer that was lost on the way arrives the second time")
    func lost() async throws {
        let service = Idempotency().around { _ in
            var response = HTTPResponse.text("paid")
            response.delivery = .noAnswer
            return response
        }
        #expect(await service(try request(key: "k")).delivery == .noAnswer)
        #expect(await service(try request(key: "k")).delivery == .whole)
    }

    @Test("Keys that are empty or too long are refused", arguments: [0, 256])
    func badKeys(length: Int) async throws {
        let work = Work(status: .ok)
        let service = Idempotency().around(work.service)
        #expect(await service(try request(key: String(repeating: "k", count: length))).status == .badRequest)
        #expect(work.count.load(ordering: .relaxed) == 0)
    }

    @Test("A caller's oldest answers go first, one that is under way never, and others' stay")
    func bounded() {
        var records = IdempotencyRecords(answersPerCaller: 3)
        let fingerprint = IdempotencyRecords.Fingerprint(of: .to("/"))
        #expect(records.claim("open", of: "a", for: fingerprint) == .first)
        #expect(records.claim("0", of: "b", for: fingerprint) == .first)
        records.conclude("0", of: "b", with: .empty())
        for number in 0..<100 {
            #expect(records.claim("\(number)", of: "a", for: fingerprint) == .first)
            records.conclude("\(number)", of: "a", with: .empty())
            #expect(records.count <= 3 + 2)
        }
        #expect(records.claim("open", of: "a", for: fingerprint) == .underWay)
        #expect(records.claim("0", of: "b", for: fingerprint) == .answered(.empty()))
        #expect(records.claim("96", of: "a", for: fingerprint) == .first)
        #expect(records.claim("97", of: "a", for: fingerprint) == .answered(.empty()))
        records.release("96", of: "a")
        #expect(records.claim("96", of: "a", for: fingerprint) == .first)
    }
}
