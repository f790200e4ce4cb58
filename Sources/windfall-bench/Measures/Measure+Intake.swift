import Foundation
import WindfallHTTP
import WindfallMerchant
import WindfallPostgreSQL
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

extension Measure {
    /// How many callers wait for an answer at a time.
    private static let callers = 256
    /// How often each side is timed.
    private static let rounds = 3
    private static let receipts = 4_000

    /// Receipts taken and acknowledged on SQLite.
    static var intakeOnSQLite: Measure {
        Measure(
            name: "intake sqlite",
            summary:
                "a receipt taken for one of 256 callers, beside a bare loop that writes the same rows in batches of 64",
            unit: "us/receipt"
        ) { issuer in
            .figure {
                let pile = try ReceiptPile(count: receipts, by: issuer)
                var (ours, bare): ([Double], [Double]) = ([], [])
                for _ in 0..<rounds {
                    let folder = try BenchFolder()
                    let trust = issuer.authority.trust
                    ours.append(
                        try seconds {
                            try await SampleMerchant(.sqlite(path: folder.path + "/ours.sqlite"), trust: trust)
                        } timing: {
                            try await $0.send(pile.requests[...], callers: callers)
                        })
                    let rows = try IntakeRows(in: folder.path + "/ours.sqlite", receipts: receipts)
                    let path = folder.path + "/bare.sqlite"
                    try Waiting.run {
                        _ = try await Database.open(
                            .sqlite(path: path), schemas: Merchant.schemas, at: SystemTimeline().now)
                    }
                    let start = ContinuousClock.now
                    try rows.store(in: path, batch: 64)
                    bare.append((ContinuousClock.now - start) / .seconds(1))
                }
                return Figure(
                    runs: rounds * receipts, median: median(ours) / Double(receipts) * 1_000_000,
                    ratio: median(bare) / median(ours), ratioOf: "speed of a bare loop in batches of 64")
            }
        }
    }

    /// Receipts taken and acknowledged on PostgreSQL.
    static var intakeOnPostgreSQL: Measure {
        Measure(
            name: "intake postgres",
            summary: "the same on PostgreSQL, beside pgbench -M prepared -c 32 -j 2 that inserts one row of 5 kB",
            unit: "us/receipt"
        ) { issuer in
            .figure {
                guard let server = BenchServer() else { return .absent(BenchServer.absence) }
                let pile = try ReceiptPile(count: receipts, by: issuer)
                var (ours, bare): ([Double], [Double]) = ([], [])
                let trust = issuer.authority.trust
                for _ in 0..<rounds {
                    let url = try server.emptyDatabase()
                    ours.append(
                        Double(receipts)
                            / (try seconds {
                                try await SampleMerchant(.postgreSQL(url: url), trust: trust)
                            } timing: {
                                try await $0.send(pile.requests[...], callers: callers)
                            }))
                    bare.append(try server.pgbench())
                }
                return Figure(
                    runs: rounds * receipts, median: 1_000_000 / median(ours), ratio: median(ours) / median(bare),
                    ratioOf: "speed of pgbench inserting one row")
            }
        }
    }

    /// How long it takes; what it works on is made before.
    private static func seconds<Subject: Sendable>(
        making: @escaping @Sendable () async throws -> Subject,
        timing: @escaping @Sendable (Subject) async throws -> Void
    ) throws -> Double {
        try Waiting.run {
            let subject = try await making()
            let start = ContinuousClock.now
            try await timing(subject)
            return (ContinuousClock.now - start) / .seconds(1)
        }
    }

    private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
