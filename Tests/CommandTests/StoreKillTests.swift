import Foundation
import Testing
import WindfallHTTP
import WindfallHTTPClient
import WindfallJSON

/// The store dies in the middle of its work.
@Suite struct StoreKillTests {
    private static let count = 1_000
    /// How many accounts share the purchases: each answer carries the receipt of one.
    private static let people = 100
    /// How often it is killed, each time at another place: once, or as often as WINDFALL_KILLS says.
    private static let kills = max(1, Int(ProcessInfo.processInfo.environment["WINDFALL_KILLS"] ?? "") ?? 1)
    private let client: HTTPClient

    init() throws {
        client = try HTTPClient()
    }

    @Test(
        "Killed amid 1,000 concurrent purchases, the store knows each acknowledged one, and sells none twice",
        arguments: 1...kills)
    func killed(time: Int) async throws {
        let limit = Self.count * time / (Self.kills + 2)
        let folder = FileManager.default.temporaryDirectory.appending(path: "windfall-kill-\(getpid())-\(time)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try StoreProcess(folder: folder)
        let tokens = try await prepare(first)
        let acknowledged = try await buy(from: first, tokens, killedAfter: limit)
        #expect(acknowledged.count >= limit && acknowledged.count < Self.count)

        let second = try StoreProcess(folder: folder)
        let again = try await buy(from: second, tokens, killedAfter: nil)
        #expect(again.count == Self.count)
        #expect(Set(again.values).count == Self.count)
        for (payment, transaction) in acknowledged { #expect(again[payment] == transaction) }
        second.kill()
    }

    /// Sets up an app with a consumable, and a device for each person.
    ///
    /// - Returns: the devices' tokens.
    private func prepare(_ store: StoreProcess) async throws -> [String] {
        func ask(_ method: HTTPMethod, _ path: String, _ body: JSON) async throws -> JSON {
            let answer = try await send(method, store.control + path, store.controlToken, body)
            return try #require(answer)
        }
        _ = try await ask(.put, "/connect/v1/apps/com.example.notes", [:])
        _ = try await ask(
            .put, "/connect/v1/apps/com.example.notes/products/coins",
            ["productID": "coins", "type": "Consumable", "displayPrice": "0.99"])
        var tokens: [String] = []
        for _ in 0..<Self.people {
            let account = try await ask(.post, "/control/v1/accounts", ["environment": "Sandbox"])
            let device = try await ask(
                .post, "/control/v1/devices",
                ["accountId": .string(account["accountId"]?.text ?? ""), "bundleId": "com.example.notes"])
            tokens.append(try #require(device["token"]?.text))
        }
        return tokens
    }

    /// Sends all payments, fifty at a time.
    ///
    /// - Parameter limit: after how many acknowledged purchases the store is killed; nil for never.
    /// - Returns: the transaction of each payment that was acknowledged.
    private func buy(
        from store: StoreProcess, _ tokens: [String], killedAfter limit: Int?
    ) async throws -> [Int: String] {
        let origin = store.sandbox
        return await withTaskGroup(of: (Int, String?).self) { group in
            var acknowledged: [Int: String] = [:]
            for payment in 0..<Self.count {
                if payment >= 50, let (done, transaction) = await group.next() { acknowledged[done] = transaction }
                if acknowledged.count == limit { store.kill() }
                let token = tokens[payment % tokens.count]
                group.addTask {
                    let path = "/storekit/v1/payments/00000000-0000-4000-8000-\(String(100_000_000_000 + payment))"
                    let answer = try? await send(.put, origin + path, token, ["productId": "coins"])
                    return (payment, answer?["transactionId"]?.text)
                }
            }
            for await (done, transaction) in group { acknowledged[done] = transaction }
            return acknowledged
        }
    }

    /// - Returns: the answer's body; nil for every status but the two that say it is done.
    private func send(_ method: HTTPMethod, _ address: String, _ token: String, _ body: JSON) async throws -> JSON? {
        var request = HTTPRequest(method, try #require(HTTPURL(address)), body: body.bytes())
        try request.headers.append("Authorization", "Bearer \(token)")
        try request.headers.append("Content-Type", "application/json")
        let response = try await client.send(request, limits: HTTPLimits())
        guard response.status == .ok || response.status == .created else { return nil }
        let bytes = response.body
        return try JSON(reading: bytes.span)
    }
}
