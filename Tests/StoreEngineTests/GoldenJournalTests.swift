import Foundation
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

/// The journal of each released version stays here, and every later version must replay it.
///
/// A changed digest means that old events are understood in another way: that is a fault, unless the state itself has a new
/// form. `UPDATE_GOLDEN=1` writes a new journal for the present version only where there is none, and the digests anew.
@Suite struct GoldenJournalTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    /// One for each released version.
    private static let versions = ["0.1.0"]

    private static var updates: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" }

    @Test("A journal of an earlier version replays to the same state", arguments: versions)
    func replays(version: String) async throws {
        let file = Self.folder.appending(path: "journal-\(version).bin")
        let digestFile = Self.folder.appending(path: "journal-\(version).sha256")
        if Self.updates, !FileManager.default.fileExists(atPath: file.path) {
            try Data(JournalArchive.bytes(of: try await Self.lived())).write(to: file)
        }
        let box = try await Box.opened()
        var request = HTTPRequest(
            .put, try #require(HTTPURL("http://127.0.0.1:8180/control/v1/journal")),
            body: Array(try Data(contentsOf: file)))
        try request.headers.append("Authorization", "Bearer \(Box.token)")
        #expect(try await Box.respond(box.box.control, to: request).status == .ok)
        let digest = try #require(try await box.get("/control/v1/digest")["sha256"]?.text)
        if Self.updates {
            try Data((digest + "\n").utf8).write(to: digestFile)
            Issue.record("the digest was written anew: read the difference")
        }
        #expect(try String(contentsOf: digestFile, encoding: .utf8) == digest + "\n")
        // It goes on from there.
        let before = try #require(try await box.get("/control/v1/digest")["events"]?.int64)
        _ = try await box.post("/control/v1/clock", ["advance": "P1Y"])
        let events = try #require(try await box.get("/control/v1/digest")["events"]?.int64)
        #expect(events > before)
    }

    /// A store to which everything happened that a journal can tell.
    private static func lived() async throws -> MemoryJournal {
        let box = try await Box.opened(seed: 2026)
        let control = "/control/v1"
        let (buyer, _, _) = try await box.account()
        let (child, _, _) = try await box.account(sandbox: false)
        func patch(_ path: String, _ body: JSON) async throws {
            #expect(try await box.control(.patch, control + path, body).0 == .ok)
        }
        for product in [Shop.coins, Shop.pro, Shop.monthly, Shop.pass, Shop.news] {
            _ = try await box.buy(product, for: buyer)
        }
        let refunded = try #require(try await box.buy(Shop.coins, for: buyer)["transactionId"]?.text)
        _ = try await box.post(control + "/transactions/\(refunded)/finish")
        _ = try await box.post(control + "/transactions/\(refunded)/refund", ["reason": 1, "percentage": 40])
        try await patch("/accounts/\(child)", ["askToBuy": true])
        for verdict in ["approve", "decline"] {
            let asked = try #require(try await box.buy(Shop.coins, for: child)["transactionId"]?.text)
            _ = try await box.post(control + "/transactions/\(asked)/\(verdict)")
        }
        _ = try await box.post("/connect/v1/apps/\(Shop.bundleID)/keys")
        _ = try await box.post(control + "/clock", ["advance": "P2M"])
        try await patch("/accounts/\(buyer)", ["card": "declined"])
        _ = try await box.post(control + "/clock", ["advance": "P1M"])
        try await patch("/accounts/\(buyer)", ["card": "ok"])
        _ = try await box.post(control + "/clock", ["advance": "P1M"])
        _ = try await box.buy(Shop.yearly, for: buyer)
        return box.journal
    }
}
