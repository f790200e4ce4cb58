import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

@Suite struct ResetTests {
    /// The digest of the state, and of what a restart on the same journal would see.
    private func digests(_ box: Box) async throws -> (now: JSON?, afterRestart: String) {
        let service = try StoreService(
            journal: box.journal, timeline: VirtualTimeline(now: Instant(milliseconds: 1_900_000_000_000)),
            mode: .stepped, start: Instant(milliseconds: 1_900_000_000_000))
        return (try await box.get("/control/v1/digest")["sha256"], try await service.read { $0.digest })
    }

    @Test("A reset to a snapshot gives the very same state, as often as one likes, also after a restart")
    func snapshot() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        _ = try await box.buy(Shop.monthly, for: account)
        let (status, kept) = try await box.control(.post, "/control/v1/snapshots", ["name": "subscribed"])
        #expect(status == .created)
        var receipts: Set<String> = []
        for _ in 0..<2 {
            _ = try await box.buy(Shop.pro, for: account)
            _ = try await box.post("/control/v1/clock", ["advance": "P2M"])
            let receipt = try await box.get(
                "/control/v1/receipts?accountId=\(account)&bundleId=\(Shop.bundleID)&refresh=true")
            let answer = try await box.verify(receipt["receipt"]?.text ?? "", password: box.secret)
            receipts.insert(try #require(answer["receipt"]).text())
            let back = try await box.post("/control/v1/reset", ["snapshot": "subscribed"])
            #expect(back == kept.object)
            let digests = try await digests(box)
            #expect(digests.now == kept["sha256"])
            #expect(digests.afterRestart == kept["sha256"]?.text)
        }
        #expect(receipts.count == 1)
    }

    @Test("The earlier of two snapshots does not take the later one away")
    func twoSnapshots() async throws {
        let box = try await Box.opened()
        let first = try await box.post("/control/v1/snapshots", ["name": "first"])
        _ = try await box.account()
        let second = try await box.post("/control/v1/snapshots", ["name": "second"])
        #expect(try await box.post("/control/v1/reset", ["snapshot": "first"]) == first)
        #expect(try await box.post("/control/v1/reset", ["snapshot": "second"]) == second)
        #expect(first != second)
    }

    @Test("A reset without a snapshot is the beginning: its time, a developer account, and nothing else")
    func beginning() async throws {
        let box = try await Box.opened()
        _ = try await box.account()
        _ = try await box.post("/control/v1/clock", ["advance": "P1Y"])
        let first = try await box.post("/control/v1/reset")
        #expect(first["now"]?.int64 == Shop.start.milliseconds)
        #expect(try await box.control(.get, "/connect/v1/apps/\(Shop.bundleID)").0 == .notFound)
        #expect(try await box.control(.get, "/control/v1/accounts/1").0 == .notFound)
        #expect(try await digests(box).afterRestart == first["sha256"]?.text)
        let app = try await box.put("/connect/v1/apps/\(Shop.bundleID)", [:])
        #expect(try await box.post("/control/v1/reset") == first)
        #expect(try await box.put("/connect/v1/apps/\(Shop.bundleID)", [:]) == app)
    }

    @Test("After a reset the ledger counts to the same numbers, and nothing signed before is shown for what came later")
    func forgets() async throws {
        let box = try await Box.opened()
        let (account, _, token) = try await box.account()
        _ = try await box.control(.post, "/control/v1/snapshots", ["name": "before"])
        let coins = try await box.buy(Shop.coins, for: account)
        let sequence = try await box.host(.get, "/storekit/v1/updates", nil, token: token).1["sequence"]?.int64 ?? 0
        _ = try await box.post("/control/v1/reset", ["snapshot": "before"])
        let pro = try await box.buy(Shop.pro, for: account)
        #expect(pro["transactionId"] == coins["transactionId"])
        #expect(try box.payload(pro["signedTransactionInfo"])["productId"]?.text == Shop.pro)
        let later = try await box.host(.get, "/storekit/v1/updates?after=\(sequence + 100)", nil, token: token).1
        #expect(later["transactions"]?.array?.count == 1)
    }

    @Test("After a reset an answer of verifyReceipt is of the ledger as it is, though the request is the same")
    func verification() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let bought = try await box.buy(Shop.monthly, for: account)
        _ = try await box.post("/control/v1/snapshots", ["name": "bought"])
        let receipt = bought["receipt"]?.text ?? ""
        let identifier = bought["transactionId"]?.text ?? ""
        var renewals: [JSON?] = []
        for product in [Shop.yearly, Shop.monthly] {
            _ = try await box.control(
                .patch, "/control/v1/subscriptions/\(identifier)", ["productId": .string(product)])
            // Asked twice: the second answer may be one that is remembered.
            for _ in 0..<2 {
                renewals.append(try await box.verify(receipt, password: box.secret)["pending_renewal_info"])
            }
            _ = try await box.post("/control/v1/reset", ["snapshot": "bought"])
        }
        #expect(renewals[0] == renewals[1] && renewals[2] == renewals[3])
        #expect(renewals[0]?.array?.first?["auto_renew_product_id"]?.text == Shop.yearly)
        #expect(renewals[2]?.array?.first?["auto_renew_product_id"]?.text == Shop.monthly)
    }

    @Test("A key whose change was undone changes again")
    func keys() async throws {
        let box = try await Box.opened()
        func open() async throws -> HTTPResponse {
            var request = HTTPRequest(
                .post, try #require(HTTPURL("http://127.0.0.1:8180/control/v1/accounts")),
                body: Array(#"{"environment":"Sandbox"}"#.utf8))
            try request.headers.append("Authorization", "Bearer \(Box.token)")
            try request.headers.append("Idempotency-Key", "one")
            return try await Box.respond(box.box.control, to: request)
        }
        _ = try await open()
        #expect(try await open().headers["Idempotency-Replayed"] == "true")
        _ = try await box.post("/control/v1/reset")
        #expect(try await open().headers["Idempotency-Replayed"] == nil)
        #expect(try await box.control(.get, "/control/v1/accounts/1").0 == .ok)
    }

    @Test("What can't be kept or gone back to is refused, and nothing changes")
    func refused() async throws {
        let box = try await Box.opened()
        let before = try await box.get("/control/v1/digest")
        #expect(try await box.control(.post, "/control/v1/reset", ["snapshot": "unknown"]).0 == .notFound)
        #expect(try await box.control(.post, "/control/v1/reset", ["snapshot": 7]).0 == .badRequest)
        for name in ["", "a/b", "ä", String(repeating: "x", count: 65)] as [String] {
            #expect(try await box.control(.post, "/control/v1/snapshots", ["name": .string(name)]).0 == .badRequest)
        }
        #expect(try await box.control(.post, "/control/v1/snapshots", [:]).0 == .badRequest)
        #expect(try await box.get("/control/v1/digest") == before)
    }

    @Test("Who asks while the journal is replaced is answered after it, by one state or the other")
    func concurrent() async throws {
        let box = try await Box.opened()
        _ = try await box.control(.post, "/control/v1/snapshots", ["name": "start"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { () async throws -> Void in
                    let (path, body): (String, JSON) =
                        number % 10 == 0
                        ? ("/control/v1/reset", ["snapshot": "start"])
                        : ("/control/v1/accounts", ["environment": "Sandbox"])
                    let status = try await box.control(.post, path, body).0
                    #expect(status == .ok || status == .created)
                }
            }
            try await group.waitForAll()
        }
        let digests = try await digests(box)
        #expect(digests.now?.text == digests.afterRestart)
    }
}
