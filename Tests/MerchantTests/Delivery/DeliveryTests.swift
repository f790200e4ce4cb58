import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

@Suite struct DeliveryTests {
    private static let path = "/users/\(ShopServer.anna)/content"
    private static let ten = Array("0123456789".utf8)
    private static let old = Instant(milliseconds: TestLedger.now.milliseconds - 86_400_000)

    /// A server on which Anna owns `forever`, with a file of ten bytes in it.
    private func server(_ engine: TestEngine = .sqlite) async throws -> ShopServer {
        let server = try await ShopServer(engine)
        try await server.ledger.show([told("forever", "1")], by: ShopServer.anna)
        try server.folder.write("content/forever/a.txt", Self.ten, modified: Self.old)
        return server
    }

    private func get(
        _ server: ShopServer, _ file: String = "forever/a.txt", _ headers: KeyValuePairs<String, String> = [:]
    ) async throws -> HTTPResponse {
        try await server.ask(.get, "\(Self.path)/\(file)", as: .client, headers: headers)
    }

    @Test("F23: who owns a product gets its file, whole", arguments: TestEngine.present)
    func owner(engine: TestEngine) async throws {
        let answer = try await get(try await server(engine))
        #expect(answer.status == .ok && answer.body == Self.ten)
        #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.headers["Last-Modified"] == Self.old.httpText)
        #expect(answer.headers["Cache-Control"]?.contains("private") == true)
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff" && answer.headers["Accept-Ranges"] == "bytes")
    }

    @Test(
        "F23: who does not own the product gets nothing, and does not learn what there is",
        arguments: TestEngine.present)
    func others(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        try server.folder.write("content/forever/a.txt", Self.ten)
        for file in ["forever/a.txt", "forever/none", "nothing/a.txt"] {
            #expect(try await get(server, file).errorCode == "not_owned")
        }
        let other = "/users/anon:zzzzzzzzzzzzzzzzzzzzzzzz/content/forever/a.txt"
        try await server.ledger.show([told("forever", "1")], by: ShopServer.anna)
        #expect(try await server.ask(.get, other, as: .client).errorCode == "not_owned")
        #expect(try await get(server).status == .ok)
    }

    @Test("F31: what was refunded or has ended is delivered no more", arguments: TestEngine.present)
    func ended(engine: TestEngine) async throws {
        let server = try await server(engine)
        try server.folder.write("content/month/b.bin", Self.ten)
        try await server.ledger.show([told("month", "2")], by: ShopServer.anna)
        #expect(try await get(server, "month/b.bin").status == .ok)
        server.wall.advance(by: .seconds(20 * 86_400))
        #expect(try await get(server, "month/b.bin").errorCode == "not_owned")
        #expect(try await get(server).status == .ok)
        try await server.ledger.tell([
            told("forever", "1", proof: nil) {
                $0.revocation = Revocation(date: days(1)); $0.signedDate = days(1)
            }
        ])
        #expect(try await get(server).errorCode == "not_owned")
    }

    @Test("D6: a sandbox purchase gets no files, unless the app says so")
    func sandbox() async throws {
        let server = try await ShopServer()
        try server.folder.write("content/forever/a.txt", Self.ten)
        try await server.ledger.show([told("forever", "1", .sandbox)], by: ShopServer.anna)
        #expect(try await get(server).errorCode == "not_owned")
    }

    @Test("F2: all who have an entitlement get the files of its name, whichever product gave it")
    func entitlement() async throws {
        let server = try await ShopServer()
        try server.folder.write("content/pro/a.bin", Self.ten)
        try await server.ledger.show([told("month", "2")], by: ShopServer.anna)
        let answer = try await get(server, "pro/a.bin")
        #expect(answer.status == .ok && answer.headers["Content-Type"] == "application/octet-stream")
        #expect(try await get(server, "forever/a.bin").errorCode == "not_owned")
    }

    @Test(
        "A range of the file is a part of it",
        arguments: [
            ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=8-", "89", "bytes 8-9/10"),
            ("bytes=-2", "89", "bytes 8-9/10"), ("bytes=5-500", "56789", "bytes 5-9/10"),
        ])
    func range(range: String, text: String, place: String) async throws {
        let answer = try await get(try await server(), "forever/a.txt", ["Range": range])
        #expect(answer.status.code == 206 && String(decoding: answer.body, as: UTF8.self) == text)
        #expect(answer.headers["Content-Range"] == place && answer.headers["ETag"] != nil)
    }

    @Test("A range behind the end is refused and told the length; what is no single range is not looked at")
    func outside() async throws {
        let server = try await server()
        let answer = try await get(server, "forever/a.txt", ["Range": "bytes=10-"])
        #expect(answer.status.code == 416 && answer.headers["Content-Range"] == "bytes */10")
        for range in ["bytes=1-2,4-5", "bytes=4-1", "lines=1-2", "bytes=x"] {
            let answer = try await get(server, "forever/a.txt", ["Range": range])
            #expect(answer.status == .ok && answer.body == Self.ten)
        }
    }

    @Test("If-Range gives the rest of the same file, and all of another one")
    func resuming() async throws {
        let server = try await server()
        let tag = try #require(try await get(server).headers["ETag"])
        func rest(_ validator: String) async throws -> Int {
            try await get(server, "forever/a.txt", ["Range": "bytes=5-", "If-Range": validator]).status.code
        }
        #expect(try await rest(tag) == 206)
        #expect(try await rest(Self.old.httpText) == 206)
        #expect(try await rest("W/\(tag)") == 200)
        #expect(try await rest("\"other\"") == 200)
        try server.folder.write("content/forever/a.txt", Array("abcdefghij".utf8), modified: TestLedger.now)
        #expect(try await rest(tag) == 200)
        // A file that was written this minute may have been written twice in the same second.
        #expect(try await rest(TestLedger.now.httpText) == 200)
    }

    @Test("Who has the file hears so in an empty answer, until the file changes")
    func notModified() async throws {
        let server = try await server()
        let first = try await get(server)
        let tag = try #require(first.headers["ETag"])
        let same = try await get(server, "forever/a.txt", ["If-None-Match": tag, "Range": "bytes=1-2"])
        #expect(same.status == .notModified && same.body.isEmpty && same.headers["ETag"] == tag)
        let dated = try await get(server, "forever/a.txt", ["If-Modified-Since": Self.old.httpText])
        #expect(dated.status == .notModified)
        try server.folder.write("content/forever/a.txt", Self.ten, modified: TestLedger.now)
        let changed = try await get(
            server, "forever/a.txt", ["If-None-Match": tag, "If-Modified-Since": TestLedger.now.httpText])
        #expect(changed.status == .ok && changed.headers["ETag"] != tag)
    }

    @Test("HEAD has the head of GET, whatever range it names")
    func head() async throws {
        let server = try await server()
        let path = "\(Self.path)/forever/a.txt"
        let answer = try await server.ask(.head, path, as: .client, headers: ["Range": "bytes=0-1"])
        #expect(answer.status == .ok && answer.body.isEmpty && answer.headers["Content-Length"] == "10")
    }
}
