import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// `/control/v1/clock`, `/digest`.
extension StoreBox {
    func addClock(to router: inout Router) {
        let box = self
        router.on(.get, "/control/v1/clock") { [service] _, arguments async throws(APIError) in
            let after = try arguments.item("after", as: Int64.self)
            let seconds = try arguments.item("wait", as: Int64.self) ?? 0
            return try await answering { () async throws -> HTTPResponse in
                let mode = await service.mode
                let start = try await service.read { $0.now }
                let instant = after.map { Instant(milliseconds: $0) } ?? start
                _ = try await box.waited(seconds: seconds) { () async throws -> Bool? in
                    let now = try await service.read { $0.now }
                    let present = await service.mode
                    if now > instant || present != mode { return true }
                    await service.clockChange(after: instant, from: mode)
                    return nil
                }
                return .json(Self.clockJSON(try await service.read { $0.now }, await service.mode))
            }
        }
        router.on(.post, "/control/v1/clock") { [service] request, _ async throws(APIError) in
            let body = try RequestBody(request)
            return try await answering { () async throws -> HTTPResponse in
                if let word = try body.text("mode") {
                    _ = try await service.setMode(try Self.mode(word, rate: try body.integer("rate")))
                    return .json(Self.clockJSON(try await service.read { $0.now }, await service.mode))
                }
                let now = try await service.read { $0.now }
                let moved = try await service.advance(to: try Self.target(of: body, from: now))
                return .json(["now": .integer(moved.now.milliseconds), "applied": .integer(Int64(moved.applied))])
            }
        }
        router.on(.get, "/control/v1/digest") { [service] _, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                let (digest, events) = try await service.read { ($0.digest, $0.sequence) }
                return .json(["sha256": .string(digest), "events": .integer(events)])
            }
        }
    }

    private static func clockJSON(_ now: Instant, _ mode: StoreClock.Mode) -> JSON {
        switch mode {
        case .real: ["now": .integer(now.milliseconds), "mode": "real", "rate": 1]
        case .stepped: ["now": .integer(now.milliseconds), "mode": "stepped", "rate": 0]
        case .rate(let rate): ["now": .integer(now.milliseconds), "mode": "rate", "rate": .integer(rate)]
        }
    }

    private static func mode(_ word: String, rate: Int64?) throws(APIError) -> StoreClock.Mode {
        switch word {
        case "real": return .real
        case "stepped": return .stepped
        case "rate":
            guard let rate, (1...StoreClock.highestRate).contains(rate) else {
                throw RequestBody.problem("rate", "is not 1 to \(StoreClock.highestRate)")
            }
            return .rate(rate)
        default: throw RequestBody.problem("mode", "is none of real, stepped and rate")
        }
    }

    /// Where the clock is to go: by a calendar period, or to an instant.
    private static func target(of body: RequestBody, from now: Instant) throws(APIError) -> Instant {
        if let milliseconds = try body.integer("to") {
            guard milliseconds >= now.milliseconds else { throw RequestBody.problem("to", "lies in the past") }
            return Instant(milliseconds: milliseconds)
        }
        let text = try body.require("advance", try body.text("advance"))
        if let period = Period(text), let target = now.adding(period, times: 1) { return target }
        guard let duration = ClockStep(text), let target = now.adding(milliseconds: duration.milliseconds) else {
            throw RequestBody.problem("advance", "is no period such as P1M, P3D or PT5M")
        }
        return target
    }
}

/// A step of hours, minutes and seconds: `PT1H30M`, `PT5M`, `PT10S` (ISO 8601).
struct ClockStep {
    let milliseconds: Int64

    init?(_ text: String) {
        guard text.hasPrefix("PT"), text.utf8.count > 3, text.utf8.count < 24 else { return nil }
        var total: Int64 = 0
        var number: Int64?
        var units: [Character] = ["H", "M", "S"]
        for character in text.dropFirst(2) {
            if let digit = character.wholeNumberValue, character.isASCII {
                guard number ?? 0 < 1_000_000_000 else { return nil }
                number = (number ?? 0) * 10 + Int64(digit)
            } else {
                guard let count = number, let place = units.firstIndex(of: character) else { return nil }
                total += count * (character == "H" ? 3_600_000 : character == "M" ? 60_000 : 1000)
                units.removeFirst(place + 1)
                number = nil
            }
        }
        guard number == nil else { return nil }
        milliseconds = total
    }
}
