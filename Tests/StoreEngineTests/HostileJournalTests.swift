import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine

/// A journal whose checksums are right and whose numbers are not: whoever has the control token can send it.
@Suite struct HostileJournalTests {
    /// The largest and the smallest number, as the journal writes them.
    private static let extremes: [[UInt8]] = [
        [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    ]

    private func put(_ journal: MemoryJournal, into box: Box) async throws -> HTTPStatus {
        var request = HTTPRequest(
            .put, try #require(HTTPURL("http://127.0.0.1:8180/control/v1/journal")),
            body: try JournalArchive.bytes(of: journal))
        try request.headers.append("Authorization", "Bearer \(Box.token)")
        return try await Box.respond(box.box.control, to: request).status
    }

    /// A store in which everything happened that has numbers: prices, refunds, renewals, devices.
    private func lived() async throws -> JournalContent {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        _ = try await box.buy(Shop.monthly, for: account)
        let coins = try await box.buy(Shop.coins, for: account)
        let transaction = try #require(coins["transactionId"]?.text)
        _ = try await box.post("/control/v1/transactions/\(transaction)/refund", ["reason": 0, "percentage": 40])
        _ = try await box.post("/control/v1/clock", ["advance": "P2M"])
        var batches: [JournalBatch] = []
        try box.journal.read(after: 0) { batches.append($0) }
        return JournalContent(header: box.journal.header, batches: batches)
    }

    @Test("A number out of range anywhere in a journal is refused or harmless, never the end of the process")
    func extremeNumbers() async throws {
        let lived = try await lived()
        let box = try await Box.opened()
        var refused = 0
        let whole = MemoryJournal(header: lived.header)
        try await whole.append(lived.batches)
        #expect(try await put(whole, into: box) == .ok)
        for (index, batch) in lived.batches.enumerated() {
            for place in batch.bytes.indices where batch.bytes[place] < 0x80 {
                for extreme in Self.extremes {
                    var bytes = batch.bytes
                    let start = batch.bytes[..<place].lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? 0
                    bytes.replaceSubrange(start...place, with: extreme)
                    var content = lived
                    content.batches[index].bytes = bytes
                    let journal = MemoryJournal(header: content.header)
                    try await journal.append(content.batches)
                    guard try await put(journal, into: box) == .ok else {
                        refused += 1
                        continue
                    }
                    _ = try await box.control(.get, "/control/v1/digest")
                    _ = try await box.control(.get, "/control/v1/transactions")
                    _ = try await box.control(.post, "/control/v1/clock", ["advance": "P1M"])
                }
            }
        }
        #expect(refused > 0)
    }
}
