import Testing
import WindfallHTTP
import WindfallMerchant
import WindfallTimeline

/// When a host of the store is asked, and when it is left alone.
@Suite struct StoreGateTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private let randomness = SeededRandomness(seed: 1)

    private func later(_ seconds: Int64) -> Instant { Instant(milliseconds: Self.now.milliseconds + seconds * 1000) }

    private func failing(_ times: Int) -> StoreGate {
        var gate = StoreGate()
        for _ in 0..<times {
            _ = gate.admit(at: Self.now)
            gate.failed(at: Self.now, retryAfter: nil, randomness)
        }
        return gate
    }

    @Test("F18: ten failures in a row, and the host is left alone; nine, and it is asked")
    func opens() {
        var nine = failing(StoreGate.failureLimit - 1)
        let ninth = nine.admit(at: Self.now)
        #expect(ninth == .go && nine.isOpen)
        var ten = failing(StoreGate.failureLimit)
        guard case .wait(let until) = ten.admit(at: Self.now) else {
            Issue.record("the gate is open")
            return
        }
        #expect(until > Self.now && until <= later(5))
        #expect(!ten.isOpen)
    }

    @Test("F18: after the rest one question goes ahead, and the others wait for it")
    func probe() {
        var gate = failing(StoreGate.failureLimit)
        let first = gate.admit(at: later(6))
        #expect(first == .go)
        guard case .wait = gate.admit(at: later(6)) else {
            Issue.record("two questions go ahead")
            return
        }
        let callsBack = gate.succeeded(at: later(6))
        let next = [gate.admit(at: later(6)), gate.admit(at: later(6))]
        #expect(callsBack && next == [.go, .go])
        let callsAgain = gate.succeeded(at: later(60))
        #expect(!callsAgain)
    }

    @Test("F18: a process that has just begun calls back with its first good answer: others may have met an outage")
    func begins() {
        var gate = StoreGate()
        gate.answered()
        let first = gate.succeeded(at: Self.now)
        let second = gate.succeeded(at: later(60))
        #expect(first && !second)
    }

    @Test("F18: a host that is there one moment and away the next calls back every five seconds at most, and does")
    func flickers() {
        var gate = StoreGate()
        _ = gate.succeeded(at: Self.now)
        var calls: [Int64] = []
        for second in 1...12 {
            gate.failed(at: later(Int64(second)), retryAfter: nil, randomness)
            let isCalled = gate.succeeded(at: later(Int64(second)))
            if isCalled { calls.append(Int64(second)) }
        }
        #expect(calls == [5, 10])
        let last = gate.succeeded(at: later(15))
        #expect(last)
    }

    @Test("F18, O25: a host is well for a minute after a good answer; one that decides nothing is there, no more")
    func well() {
        var gate = failing(StoreGate.failureLimit)
        #expect(!gate.isWell(at: Self.now))
        gate.answered()
        #expect(gate.isOpen && !gate.isWell(at: Self.now))
        _ = gate.succeeded(at: Self.now)
        #expect(gate.isWell(at: later(59)) && !gate.isWell(at: later(60)) && !gate.isWell(at: later(-1)))
    }

    @Test("F18: the rests grow, to a minute at most")
    func grows() {
        var gate = failing(StoreGate.failureLimit)
        var now = Self.now
        for _ in 0..<20 {
            now = now.adding(.seconds(120)) ?? now
            let admission = gate.admit(at: now)
            #expect(admission == .go)
            gate.failed(at: now, retryAfter: nil, randomness)
            guard case .wait(let until) = gate.admit(at: now) else {
                Issue.record("the gate is open")
                return
            }
            #expect(until - now <= .seconds(60))
        }
    }

    @Test("A question that was not asked to its end lets the next one go ahead")
    func abandoned() {
        var gate = failing(StoreGate.failureLimit)
        let first = gate.admit(at: later(6))
        gate.abandoned()
        let second = gate.admit(at: later(6))
        #expect(first == .go && second == .go)
    }

    @Test("Retry-After closes the way at once, for as long as it says")
    func retryAfter() {
        var gate = StoreGate()
        _ = gate.admit(at: Self.now)
        gate.failed(at: Self.now, retryAfter: .seconds(90), randomness)
        let (early, late) = (gate.admit(at: later(89)), gate.admit(at: later(90)))
        #expect(early == .wait(until: later(90)) && late == .go)
    }

    /// 2023-11-14 22:13:20 GMT is the present here.
    private static let fields: [(String, Duration?)] = [
        ("0", .zero), ("120", .seconds(120)), ("86400", .seconds(86_400)), ("86401", RetryAfter.longest),
        ("99999999999999999999", RetryAfter.longest), ("Tue, 14 Nov 2023 22:14:20 GMT", .seconds(60)),
        ("Tuesday, 14-Nov-23 22:14:20 GMT", .seconds(60)), ("Tue Nov 14 22:14:20 2023", .seconds(60)),
        ("Sun Nov  5 22:14:20 2023", .zero), ("Sun, 06 Nov 1994 08:49:37 GMT", .zero),
        ("Tue, 14 Nov 2033 22:14:20 GMT", RetryAfter.longest), ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil),
        ("Tue, 14 Nov 2023", nil), ("0x10", nil), ("Tue, 32 Nov 2023 22:14:20 GMT", nil),
    ]

    @Test("Retry-After is read in seconds and in the three forms of an HTTP date, and never believed beyond a day")
    func forms() throws {
        for (text, wait) in Self.fields {
            var headers = HTTPHeaders()
            try headers.append("Retry-After", text)
            #expect(RetryAfter.wait(headers, at: Self.now) == wait, "\(text)")
        }
        #expect(RetryAfter.wait(HTTPHeaders(), at: Self.now) == nil)
    }
}
