import Synchronization
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallStorage
import WindfallTimeline

/// The lines of a merchant's log.
final class WorldLog: Sendable {
    private let kept = Mutex<[String]>([])

    func take(_ line: [UInt8]) {
        kept.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    }

    var lines: [String] { kept.withLock { $0 } }

    /// The lines of an event.
    func lines(of event: String) -> [String] { lines.filter { $0.contains("\"event\":\"\(event)\"") } }
}

extension MerchantWorld {
    /// Asks the store about all that is due now.
    ///
    /// - Returns: how many questions were worked on.
    @discardableResult
    func work(_ merchant: Merchant? = nil) async throws -> Int {
        let merchant = merchant ?? self.merchant
        let worker = VerificationWorker(merchant: merchant)
        return try await merchant.verificationLoop.runDue { await worker.work($0) }
    }

    /// Works, and moves the time on to whatever is due next, until nothing waits or the time is over.
    ///
    /// - Parameter limit: how far the time moves at most.
    func workUntilQuiet(limit: Duration = .seconds(30 * 24 * 3_600)) async throws {
        let end = try #require(time.now.adding(limit))
        let queue = JobQueue(database)
        while true {
            try await work()
            let due = try await queue.nextDue(kind: VerificationWorker.kind)
            guard let due, due <= end else { return }
            if time.now < due { try await advance(to: due) }
        }
    }

    /// Moves the time of everybody.
    func advance(by duration: Duration) async throws {
        try await advance(to: try #require(time.now.adding(duration)))
    }

    func advance(to now: Instant) async throws {
        time.set(to: now)
        try await shop.setClock(to: now)
    }

    // MARK: Looking

    /// How many rows there are that a receipt leaves behind.
    struct Rows: Hashable, Sendable {
        var submissions = 0
        var jobs = 0
        var entries = 0
        var facts = 0
        var holders = 0
    }

    func rows() async throws -> Rows {
        let row = try await database.read { scope throws(StorageError) in
            try scope.row(
                """
                SELECT (SELECT count(*) FROM submission), (SELECT count(*) FROM job),
                    (SELECT count(*) FROM audit_entry), (SELECT count(*) FROM fact), (SELECT count(*) FROM holder)
                """)
        }
        let counts = try #require(row)
        return Rows(
            submissions: Int(try counts.integer(0)), jobs: Int(try counts.integer(1)),
            entries: Int(try counts.integer(2)), facts: Int(try counts.integer(3)),
            holders: Int(try counts.integer(4)))
    }

    /// The kinds of a user's entries in the audit trail, in order.
    func trail(of user: String, app: String = MerchantWorld.notes) async throws -> [String] {
        let rows = try await database.read { scope throws(StorageError) in
            try scope.rows(
                """
                SELECT audit_entry.kind FROM audit_entry JOIN audit_chain ON audit_chain.chain = audit_entry.chain
                WHERE audit_chain.app = $1 AND audit_chain.subject = $2 ORDER BY audit_entry.sequence
                """, [.text(app), .text(user)])
        }
        return try rows.map { try $0.text(0) }
    }

    /// Fails unless every entry of the audit trail fits to the one before.
    func checkTrail(_ place: SourceLocation = #_sourceLocation) async throws {
        let report = try await AuditTrail(randomness: SeededRandomness(seed: 0)).verify(database)
        #expect(report.fault == nil, sourceLocation: place)
    }

    /// A number of `/metrics`, by its name and labels; nil when it is not there.
    func number(_ text: String) async throws -> Int64? {
        let answer = try await ask(.get, "/metrics", key: key(.operator))
        let lines = String(decoding: answer.response.body, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix(text + " ") }.flatMap { Int64($0.dropFirst(text.count + 1)) }
    }
}
