import Foundation
import Testing
import WindfallCommandLine
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// `windfall merchant` and `windfall audit` on a database of each kind.
@Suite struct MerchantCommandTests {
    /// A configuration, and the empty database that it names.
    private struct Desk {
        let place: TestPlace
        var stage: Stage

        init(_ engine: TestEngine, apps: String = #"{"com.example.demo": {}}"#) throws {
            place = try TestPlace(engine)
            let database =
                switch place.location {
                case .sqlite(let path): "sqlite:\(path)"
                case .postgreSQL(let url): url
                }
            let text = """
                {"database": "\(database)", "apps": \(apps),
                 "store": {"production": "http://127.0.0.1:1", "sandbox": "http://127.0.0.1:2"}}
                """
            stage = Stage(files: ["/merchant.json5": Array(text.utf8)])
            stage.randomness = SystemRandomness()
        }

        func ask(_ line: String) async -> Outcome { await stage.ask("\(line) --config /merchant.json5") }

        /// The answer of a command that succeeds.
        func json(_ line: String) async throws -> JSON {
            let outcome = await ask(line + " --json")
            #expect(outcome.exitCode == .success, "\(line): \(outcome.remarks)")
            let bytes = outcome.output
            return try JSON(reading: bytes.span)
        }

        func change(_ sql: SQL) async throws {
            let database = try await Database.open(place.location, schemas: Merchant.schemas, at: stage.now)
            let changed = try await database.write(.statement) { scope throws(StorageError) in try scope.run(sql) }
            #expect(changed > 0)
        }
    }

    @Test("Keys are made, shown once, listed without their text, and revoked", arguments: TestEngine.present)
    func keys(engine: TestEngine) async throws {
        let desk = try Desk(engine)
        let made = try await desk.json("merchant keys create --role server --label backend")
        let text = try #require(made["key"]?.text)
        #expect(text.hasPrefix("wf_server_"))
        let id = try #require(made["keyId"]?.text)
        let list = try await desk.json("merchant keys list")
        #expect(list["keys"]?.array?.count == 1 && !list.text().contains(text))
        _ = try await desk.json("merchant keys revoke \(id)")
        #expect(try await desk.json("merchant keys list")["keys"]?.array?.first?["revokedDate"]?.int64 != nil)
        #expect(await desk.ask("merchant keys revoke 000000000000").exitCode == .no)
        #expect(await desk.ask("merchant keys create --role owner").exitCode == .usage)
        #expect(await desk.ask("merchant keys create").exitCode == .usage)
    }

    @Test(
        "F11: the trail tells what was done, verifies, and shows the first broken entry", arguments: TestEngine.present)
    func audit(engine: TestEngine) async throws {
        let desk = try Desk(engine)
        _ = try await desk.json("merchant keys create --role client")
        _ = try await desk.json("merchant keys create --role server")
        let entries = try await desk.json("audit show")
        #expect(entries.array?.map { $0["kind"]?.text } == ["key.made", "key.made"])
        #expect(!entries.text().contains("wf_"))
        let checkpoint = try await desk.json("audit checkpoint")
        let hash = try #require(checkpoint["checkpoint"]?.text)
        let report = try await desk.json("audit verify --checkpoint \(hash)")
        #expect(report["intact"] == true && report["entries"]?.int64 == 2)
        let other = await desk.ask("audit verify --checkpoint \(String(repeating: "0", count: 64))")
        #expect(other.exitCode == .no)
        try await desk.change("UPDATE audit_entry SET date = date + 1 WHERE sequence = 2")
        let broken = await desk.ask("audit verify")
        #expect(broken.exitCode == .no)
        #expect(String(decoding: broken.output, as: UTF8.self).hasPrefix("Broken: entry_changed at entry 2 of chain "))
    }

    @Test("F21: with several apps one has to be named, and each has its own keys", arguments: TestEngine.present)
    func apps(engine: TestEngine) async throws {
        let desk = try Desk(engine, apps: #"{"com.example.demo": {}, "com.example.notes": {"grants": "store"}}"#)
        #expect(try await desk.json("merchant apps").array?.count == 2)
        #expect(await desk.ask("merchant keys list").exitCode == .usage)
        #expect(await desk.ask("merchant keys list --app com.example.note").remarks.first?.contains("notes") == true)
        _ = try await desk.json("merchant keys create --role client --app com.example.notes")
        #expect(try await desk.json("merchant keys list --app com.example.demo")["keys"] == [])
    }

    @Test("A user of whom nothing is known owns nothing, and is erased without a word", arguments: TestEngine.present)
    func users(engine: TestEngine) async throws {
        let desk = try Desk(engine)
        #expect(try await desk.json("merchant users show anna")["purchases"] == [])
        _ = try await desk.json("merchant users erase anna")
        _ = try await desk.json("merchant users erase anna")
        #expect(await desk.ask("merchant users show anon:short").exitCode == .no)
        #expect(try await desk.json("merchant owners 2000000000000001")["userId"]?.text == nil)
        #expect(try await desk.json("audit verify")["intact"] == true)
    }

    @Test("The queue is shown, empty too, and brought forward", arguments: TestEngine.present)
    func queue(engine: TestEngine) async throws {
        let desk = try Desk(engine)
        #expect(try await desk.json("merchant queue show")["held"] == [])
        #expect(try await desk.json("merchant queue retry")["broughtForward"]?.int64 == 0)
    }

    @Test("What is stored beside what was recorded is found, shown and mended", arguments: TestEngine.present)
    func rebuild(engine: TestEngine) async throws {
        let desk = try Desk(engine)
        #expect(try await desk.json("merchant rebuild")["differences"] == [])
        try await desk.change(
            """
            INSERT INTO holder (app, environment, original, place, person)
            VALUES ('com.example.demo', 'Production', '7', 0, 'anna')
            """)
        let found = await desk.ask("merchant rebuild")
        #expect(found.exitCode == .no)
        #expect(String(decoding: found.output, as: UTF8.self).contains("unexpected holder com.example.demo"))
        #expect(await desk.ask("merchant rebuild --write").exitCode == .no)
        #expect(try await desk.json("merchant rebuild")["differences"] == [])
    }

    @Test("Without a configuration, with a bad one, or without its database, nothing is done")
    func refused() async throws {
        let desk = try Desk(.sqlite)
        #expect(await desk.stage.ask("audit verify").exitCode == .usage)
        var stage = desk.stage
        stage.files["/bad.json5"] = Array(#"{"database": "sqlite:/x", "app": {}}"#.utf8)
        #expect(await stage.ask("audit verify --config /bad.json5").exitCode == .usage)
        let lost = await stage.ask("audit verify --config /merchant.json5 --database sqlite:/no/such/folder/a.sqlite")
        #expect(lost.exitCode == .unchecked)
        #expect(lost.remarks.first?.contains("database") == true)
    }
}
