import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStoreEngine
import WindfallTimeline

@Suite struct JournalRouteTests {
    private func ask(_ box: Box, _ method: HTTPMethod, _ body: [UInt8] = []) async throws -> HTTPResponse {
        var request = HTTPRequest(method, try #require(HTTPURL("http://127.0.0.1:8180/control/v1/journal")), body: body)
        try request.headers.append("Authorization", "Bearer \(Box.token)")
        return try await Box.respond(box.box.control, to: request)
    }

    @Test("A journal that goes out of one store and into another gives the same state, seed and tokens")
    func outAndIn() async throws {
        let box = try await Box.opened()
        let (account, _, token) = try await box.account()
        _ = try await box.buy(Shop.monthly, for: account)
        _ = try await box.post("/control/v1/clock", ["advance": "P3M"])
        let archive = try await ask(box, .get)
        #expect(archive.status == .ok && archive.headers["Content-Type"] == "application/octet-stream")
        let other = try await Box.opened(seed: 99)
        let answer = try await ask(other, .put, archive.body)
        #expect(answer.status == .ok)
        #expect(try await other.get("/control/v1/digest") == box.get("/control/v1/digest"))
        #expect(try await other.host(.get, "/storekit/v1/entitlements", nil, token: token).0 == .ok)
        #expect(try await ask(other, .get).body == archive.body)
        let restarted = try StoreService(
            journal: other.journal, timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
        #expect(try await .string(restarted.read { $0.digest }) == box.get("/control/v1/digest")["sha256"])
    }

    @Test("A journal that is cut off, changed or foreign is refused, and nothing changes")
    func refused() async throws {
        let box = try await Box.opened()
        let archive = try await ask(box, .get).body
        let before = try await box.get("/control/v1/digest")
        var bad: [[UInt8]] = [[], Array("{}".utf8), archive + [0]]
        for length in stride(from: 1, to: archive.count, by: 97) { bad.append(Array(archive.prefix(length))) }
        for place in stride(from: 0, to: archive.count, by: 61) {
            var changed = archive
            changed[place] ^= 0x10
            bad.append(changed)
        }
        for body in bad {
            let answer = try await ask(box, .put, body)
            #expect(answer.status == .badRequest)
            let bytes = answer.body
            #expect(try JSON(reading: bytes.span)["error"]?["code"] == "bad_journal")
        }
        #expect(try await box.get("/control/v1/digest") == before)
    }

    @Test("A journal with events of a later version is refused, and nothing changes")
    func unknownEvents() async throws {
        let box = try await Box.opened()
        let before = try await box.get("/control/v1/digest")
        let unknown = MemoryJournal(header: JournalHeader(format: 1, seed: 1))
        try await unknown.append([JournalBatch(sequence: 1, count: 1, bytes: [255])])
        #expect(try await ask(box, .put, try JournalArchive.bytes(of: unknown)).status == .badRequest)
        let later = MemoryJournal(header: JournalHeader(format: 2, seed: 1))
        #expect(try await ask(box, .put, try JournalArchive.bytes(of: later)).status == .badRequest)
        #expect(try await box.get("/control/v1/digest") == before)
    }

    @Test("An empty journal is a store that begins now")
    func empty() async throws {
        let box = try await Box.opened()
        let empty = MemoryJournal(header: JournalHeader(format: 1, seed: 5))
        #expect(try await ask(box, .put, try JournalArchive.bytes(of: empty)).status == .ok)
        #expect(try await box.get("/control/v1/clock")["now"]?.int64 == Shop.start.milliseconds)
    }

    @Test("What a subscription and a download say of themselves is signed")
    func signed() async throws {
        let box = try await Box.opened()
        let (account, _, _) = try await box.account()
        let bought = try await box.buy(Shop.monthly, for: account)
        let subscription = try await box.get("/control/v1/subscriptions/\(bought["transactionId"]?.text ?? "")")
        #expect(try box.payload(subscription["signedRenewalInfo"])["autoRenewProductId"]?.text == Shop.monthly)
        let query = "accountId=\(account)&bundleId=\(Shop.bundleID)"
        let download = try await box.get("/control/v1/app-transaction?\(query)")
        #expect(try box.payload(download["signedAppTransactionInfo"])["bundleId"]?.text == Shop.bundleID)
        #expect(try await box.control(.get, "/control/v1/app-transaction?accountId=1").0 == .badRequest)
        #expect(try await box.control(.get, "/control/v1/app-transaction?\(query)&deviceId=77").0 == .notFound)
    }
}
