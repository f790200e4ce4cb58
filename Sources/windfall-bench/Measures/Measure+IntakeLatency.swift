import Synchronization
import WindfallHTTP
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

extension Measure {
    /// What the store is up to.
    private enum StoreDay: String, CaseIterable {
        case slow, down
    }

    /// How many receipts are sent as fast as they are taken, to know the rate.
    private static let sprint = 2_000
    /// For how long receipts come, in seconds.
    private static let span = 4.0
    /// What is asked for, in milliseconds.
    private static let goal = 30.0

    /// How long the answers take while receipts come at half of the rate that there could be.
    static var intakeLatencies: [Measure] {
        ["sqlite", "postgres"].flatMap { engine in
            StoreDay.allCases.map { latency(engine, $0) }
        }
    }

    private static func latency(_ engine: String, _ day: StoreDay) -> Measure {
        Measure(
            name: "latency \(engine) \(day)",
            summary: day == .slow
                ? "99 % of the answers come within this time at half the rate, while the store takes 3 to 6 s"
                : "the same while the store is down",
            unit: "ms"
        ) { issuer in
            .figure {
                guard let places = try Places(engine) else { return .absent(BenchServer.absence) }
                let trust = issuer.authority.trust
                let pile = try ReceiptPile(count: 10_000, by: issuer)
                let store: any HTTPTransport =
                    day == .slow ? SlowStore(answers: pile.answers, latency: 3_000...6_000) : SilentStore()
                let location = try places.next()
                let rate = try Waiting.run {
                    let merchant = try await SampleMerchant(location, trust: trust)
                    let start = ContinuousClock.now
                    try await merchant.send(pile.requests[..<sprint], callers: 256)
                    return Double(sprint) / ((ContinuousClock.now - start) / .seconds(1)) / 2
                }
                let fresh = try places.next()
                let requests = pile.requests.prefix(Int(rate * span))
                let times = try Waiting.run {
                    let merchant = try await SampleMerchant(fresh, trust: trust, store: store)
                    return try await answerTimes(merchant, requests, rate: rate)
                }
                let sorted = times.sorted()
                let worst = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
                return Figure(
                    runs: sorted.count, median: worst, ratio: worst / goal,
                    ratioOf: "the \(Int(goal)) ms asked for, at \(Int(rate)) receipts a second")
            }
        }
    }

    /// Sends requests at a steady rate, whether the ones before were answered or not.
    ///
    /// - Returns: how long each waited since its moment had come, in milliseconds.
    private static func answerTimes(
        _ merchant: SampleMerchant, _ requests: ArraySlice<HTTPRequest>, rate: Double
    ) async throws -> [Double] {
        let times = AnswerTimes()
        let work = Task { await merchant.merchant.run() }
        defer { work.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let start = ContinuousClock.now
            for (place, request) in requests.enumerated() {
                let due = start + .seconds(Double(place) / rate)
                if due > .now { try await Task.sleep(until: due, clock: .continuous) }
                group.addTask {
                    guard await merchant.send(request) else { throw Stopwatch.WrongAnswer() }
                    let time = (ContinuousClock.now - due) / .milliseconds(1)
                    times.add(time)
                }
            }
            try await group.waitForAll()
        }
        return times.all
    }
}

/// What many tasks have timed.
private final class AnswerTimes: Sendable {
    private let times = Mutex<[Double]>([])

    func add(_ time: Double) { times.withLock { $0.append(time) } }

    var all: [Double] { times.withLock { $0 } }
}

/// Empty databases, one after the other.
private final class Places {
    private let folder: BenchFolder
    private let server: BenchServer?
    private var count = 0

    /// Nil where there is no such engine.
    init?(_ engine: String) throws {
        folder = try BenchFolder()
        server = engine == "postgres" ? BenchServer() : nil
        if engine == "postgres", server == nil { return nil }
    }

    func next() throws -> DatabaseLocation {
        count += 1
        if let server { return .postgreSQL(url: try server.emptyDatabase()) }
        return .sqlite(path: "\(folder.path)/\(count).sqlite")
    }
}
