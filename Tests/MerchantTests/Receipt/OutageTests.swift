import Testing
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// A database that is full, read-only or away: nothing is acknowledged, and it recovers by itself.
@Suite struct OutageTests {
    @Test("A full disk is 503, nothing is stored, and what fits is taken afterwards")
    func full() async throws {
        let world = try await IntakeWorld(.sqlite, database: DatabaseSettings(sqliteLargestPageCount: 130))
        let large = try TestReceipts.receipt(Array(1...600))
        #expect(try await world.post(try TestReceipts.receipt([1])).status == 202)
        let rows = try await world.rows()
        for _ in 0..<2 {
            let answer = try await world.post(large)
            #expect(answer.status == 503 && answer.errorCode == "database_unavailable")
            #expect(answer.response.headers["Retry-After"] == "5")
            #expect(try await world.rows() == rows)
        }
        #expect(try await world.post(try TestReceipts.receipt([2])).status == 202)
    }

    @Test("Of many that come together, one that fills the disk does not take the others along")
    func fullAmongOthers() async throws {
        let world = try await IntakeWorld(.sqlite, database: DatabaseSettings(sqliteLargestPageCount: 250))
        let large = try TestReceipts.receipt(Array(1...2_000))
        let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<12 {
                let receipt = number == 5 ? large : try TestReceipts.receipt([10_000 + number])
                group.addTask { (number, try await world.post(receipt, user: "u\(number)").status) }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
        }
        for (number, status) in statuses { #expect(status == (number == 5 ? 503 : 202)) }
        #expect(try await world.rows().submissions == 11)
    }

    @Test("A database that takes no changes is 503, and is used again by itself", .enabled(if: TestServer.isPresent))
    func readOnly() async throws {
        let world = try await IntakeWorld(.postgreSQL)
        let receipt = try TestReceipts.receipt()
        #expect(try await world.post(receipt).status == 202)
        try await world.administer(.readOnly)
        for text in [try TestReceipts.receipt([2]), "junk!"] {
            let answer = try await world.post(text)
            #expect(answer.status == 503 && answer.errorCode == "database_unavailable")
        }
        try await world.administer(.usual)
        #expect(try await world.post(try TestReceipts.receipt([2])).status == 202)
        #expect(try await world.rows() == .init(submissions: 2, jobs: 2, entries: 2, facts: 2))
    }

    @Test(
        "A database that takes no connections is 503, and is used again by itself", .enabled(if: TestServer.isPresent))
    func away() async throws {
        let world = try await IntakeWorld(.postgreSQL)
        #expect(try await world.post(try TestReceipts.receipt()).status == 202)
        try await world.administer(.away)
        let answer = try await world.post(try TestReceipts.receipt([2]))
        #expect(answer.status == 503)
        #expect(try await world.verification("any").status == 503)
        try await world.administer(.usual)
        #expect(try await world.post(try TestReceipts.receipt([2])).status == 202)
        #expect(try await world.rows().submissions == 2)
    }

    @Test(
        "Connections that were ended are made anew, and no receipt is lost or doubled",
        .enabled(if: TestServer.isPresent))
    func reconnects() async throws {
        let world = try await IntakeWorld(.postgreSQL)
        let receipts = try (0..<40).map { try TestReceipts.receipt([$0 + 1]) }
        let acknowledged = try await withThrowingTaskGroup(of: String?.self) { group in
            for (number, receipt) in receipts.enumerated() {
                if number == 20 { try await world.administer(.usual) }
                group.addTask {
                    // As clients do: sent again until somebody has it.
                    while true {
                        let answer = try await world.post(receipt, user: "u\(number)")
                        if answer.status == 202 { return answer.id }
                        guard answer.status == 503 else { return nil }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(acknowledged.compactMap { $0 }).count == 40)
        #expect(try await world.rows() == .init(submissions: 40, jobs: 40, entries: 40, facts: 40))
    }
}
