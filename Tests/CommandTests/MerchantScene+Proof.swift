import Testing
import WindfallHTTP
import WindfallJSON

/// What has to hold when the trouble is over.
extension MerchantScene {
    /// How often a verification is looked at that is still pending, each time for five seconds.
    private static let looks = 20

    /// Every receipt that was acknowledged has its verdict, each person what was bought once, and the books are in order.
    ///
    /// - Parameters:
    ///   - verifications: of all receipts.
    ///   - spent: how many coins were spent for each receipt.
    func prove(_ verifications: [Int: String], spent: Int64) async throws {
        #expect(verifications.count == receipts.count)
        #expect(Set(verifications.values).count == receipts.count)
        for (number, id) in verifications.sorted(by: { $0.key < $1.key }) {
            try #require(await verdict(on: number, id) == "valid", "receipt \(number)")
        }
        let bought = Int64(Self.purchases) * (Self.coins - spent)
        for user in Set(receipts.map(\.user)).sorted() {
            let book = try await book(of: user)
            #expect(book["credits"]?["coins"]?.int64 == bought, "\(user): \(book.text())")
            let active = book["entitlements"]?.array?.filter { $0["active"] == true }.map { $0["id"]?.text }
            #expect(active == ["premium"], "\(user): \(book.text())")
        }
        #expect(try command("audit", "verify")["intact"] == true)
        #expect(try command("merchant", "rebuild")["differences"] == [])
        #expect(!log.contains(#""level":"alarm""#), "\(log.split(separator: "\n").filter { $0.contains("alarm") })")
    }

    /// Waits until a verification is concluded, far longer than a dead server's lease lasts.
    private func verdict(on number: Int, _ id: String) async throws -> String? {
        var status: String?
        for _ in 0..<Self.looks {
            let answer = try await client.send(.get, "\(origins[0])/v1/verifications/\(id)", token: key)
            status = answer.json["status"]?.text
            guard status == "pending" else { break }
            _ = try await client.send(
                .post, address(of: receipts[number].user) + "/receipts", token: key,
                ["receipt": .string(receipts[number].text)], headers: ["Prefer": "wait=5"])
        }
        return status
    }

    func book(of user: String) async throws -> JSON {
        try await client.send(.get, address(of: user), token: key).json
    }

    func address(of user: String) -> String { "\(origins[0])/v1/apps/\(Self.app)/users/\(user)" }
}
