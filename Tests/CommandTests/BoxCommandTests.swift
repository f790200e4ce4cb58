import Synchronization
import Testing
import WindfallCommandLine
import WindfallHTTP
import WindfallJSON

/// The commands that ask a running store.
@Suite struct BoxCommandTests {
    private static let monthly = "com.example.demo.pro.monthly"

    @Test(
        "F27: bought with one command, a subscription renews when the clock goes a month on, and lapses when turned off"
    )
    func subscription() async throws {
        let box = try await BoxStage()
        let bought = await box.stage.ask("buy \(Self.monthly)")
        #expect(bought.exitCode == .success && bought.remarks.isEmpty)
        #expect(bought.text.hasPrefix("Bought \(Self.monthly)\n"))
        #expect(bought.text.contains("price             4.99 USD\n"))
        #expect(bought.text.contains("expires           2026-02-28T10:00:00Z\n"))

        let moved = try await box.done("clock advance P1M")
        #expect(moved["now"]?.int64 == 1_772_272_800_000)
        let list = try await box.done("transactions list")["transactions"]?.array ?? []
        #expect(list.map { $0["reason"]?.text } == ["purchase", "renewal"])
        let renewal = try #require(list.last)
        #expect(renewal["expiresDate"]?.int64 == 1_774_951_200_000)
        #expect(await box.lines("transactions list").map(\.count) == [7, 8, 8])

        let original = try #require(list.first?["transactionId"]?.text)
        #expect(try await box.done("renew off \(original)")["autoRenew"]?.isTrue == false)
        #expect(await box.stage.ask("renew show \(original)").text.contains("renews            no\n"))
        _ = try await box.done("clock to 2026-06-01")
        #expect(try await box.done("renew show \(original)")["state"]?.text == "expired")
        #expect(try await box.done("transactions list")["transactions"]?.array?.count == 2)
    }

    @Test(
        "Each type of product of the demo catalog is sold",
        arguments: [
            ("coins --quantity 3", "finished          no"), ("levels", "9.99 USD"), ("season", "4.99 USD"),
            ("letters", "0.00 USD"),
            ("pro.monthly", "expires           2026-02-28T10:00:00Z"),
            ("premium.monthly", "expires           2026-02-07T10:00:00Z"),
        ])
    func everyType(product: String, fact: String) async throws {
        let box = try await BoxStage()
        let bought = try await box.done("buy com.example.demo.\(product)")
        #expect(bought["state"]?.text == "purchased")
        let shown = await box.stage.ask("transactions show \(bought["transactionId"]?.text ?? "")")
        #expect(shown.exitCode == .success)
        #expect(shown.text.contains("\(fact)\n"), "\(shown.text)")
    }

    @Test("F9: a purchase waits for approval, is approved, and another one is declined")
    func askToBuy() async throws {
        let box = try await BoxStage()
        #expect(try await box.done("account change --ask-to-buy on")["askToBuy"]?.isTrue == true)
        let waiting = await box.stage.ask("buy com.example.demo.levels")
        #expect(waiting.exitCode == .success)
        #expect(waiting.text.hasPrefix("Waits for approval: com.example.demo.levels; next: windfall approve 2"))
        let first = try #require(try await box.done("transactions list")["transactions"]?.array?.first)
        let identifier = first["transactionId"]?.text ?? ""
        #expect(try await box.done("approve \(identifier)")["state"]?.text == "purchased")
        let second = try await box.done("buy com.example.demo.season")["transactionId"]?.text ?? ""
        #expect(try await box.done("decline \(second)")["error"]?.text == "approval_declined")
        #expect(await box.stage.ask("approve \(second)").exitCode == .no)
    }

    @Test("A card that is declined ends a purchase with 1, and the answer still says what happened")
    func declinedCard() async throws {
        let box = try await BoxStage()
        _ = try await box.done("account change --card declined")
        let text = await box.stage.ask("buy com.example.demo.coins")
        #expect(text.exitCode == .no)
        #expect(text.text.hasPrefix("Not bought: com.example.demo.coins\n"))
        #expect(text.text.contains("failed (card_declined)"))
        let json = await box.stage.ask("buy com.example.demo.coins --json")
        #expect(json.exitCode == .no)
        #expect(json.json["error"]?.text == "card_declined")
    }

    @Test("An interrupted purchase says what to do next")
    func interrupted() async throws {
        let box = try await BoxStage()
        _ = try await box.done("account change --interrupted on")
        let text = await box.stage.ask("buy com.example.demo.levels")
        #expect(text.exitCode == .no)
        #expect(text.text.hasPrefix("Interrupted: com.example.demo.levels; next: windfall resolve 2"))
        let list = try await box.done("transactions list")["transactions"]?.array
        let identifier = list?.first?["transactionId"]?.text ?? ""
        #expect(await box.stage.ask("resolve \(identifier)").text.hasPrefix("Resolved com.example.demo.levels\n"))
    }

    @Test("F31: what was finished and refunded is shown as revoked")
    func refund() async throws {
        let box = try await BoxStage()
        let identifier = try await box.done("buy com.example.demo.levels")["transactionId"]?.text ?? ""
        #expect(try await box.done("finish \(identifier)")["isFinished"]?.isTrue == true)
        let refunded = try await box.done("refund \(identifier) --reason 1")
        #expect(refunded["revocationReason"]?.int64 == 1)
        #expect(await box.lines("transactions list")[1][2] == "revoked")
        #expect(await box.stage.ask("refund \(identifier) --reason 7").exitCode == .usage)
        #expect(await box.stage.ask("refund \(identifier) --percentage much").exitCode == .usage)
    }

    @Test("People and devices are made, and bought for by name; the family of one is another's")
    func people() async throws {
        let box = try await BoxStage()
        let account = try await box.done("account create --storefront DEU --family-of 1")["accountId"]?.text ?? ""
        #expect(account == "2")
        #expect(try await box.done("account show --account 2")["storefront"]?.text == "DEU")
        let device = try await box.done("device create --account 2 --app-version 1.2")["deviceId"]?.text ?? ""
        let bought = try await box.done("buy com.example.demo.coins --account 2 --device \(device)")
        #expect(bought["state"]?.text == "purchased")
        // Without a device the store takes the account's own, not that of run.json.
        #expect(try await box.done("buy com.example.demo.coins --account 2")["state"]?.text == "purchased")
        #expect(try await box.done("transactions list")["transactions"]?.array?.count == 0)
        #expect(await box.stage.ask("transactions list").text == "Nothing was bought.\n")
    }

    @Test("A renewal that can't be charged leads into the grace period, and is shown so")
    func failedRenewal() async throws {
        let box = try await BoxStage()
        let identifier = try await box.done("buy \(Self.monthly)")["transactionId"]?.text ?? ""
        let account = await box.stage.ask("account change --renewals-fail on --grace-period on")
        #expect(account.text.contains("renewals fail      yes\n") && account.text.contains("grace period       yes\n"))
        _ = try await box.done("clock advance P1M")
        let shown = await box.stage.ask("renew show \(identifier)").text
        #expect(shown.contains("state             gracePeriod\n") && shown.contains("grace ends "), "\(shown)")
    }

    @Test("The clock is shown, and goes at a rate")
    func clock() async throws {
        let box = try await BoxStage()
        #expect(
            await box.stage.ask("clock show").text
                == "now               2026-01-31T10:00:00Z\nmode              stepped\n")
        #expect(try await box.done("clock mode 60")["rate"]?.int64 == 60)
        #expect(await box.stage.ask("clock mode stepped").text.contains("stepped"))
        for line in ["clock advance month", "clock to 1999-01-01", "clock mode sometimes", "clock mode 0"] {
            let outcome = await box.stage.ask(line)
            #expect(outcome.exitCode == .no && outcome.output.isEmpty && outcome.remarks.count == 1)
        }
        #expect(await box.stage.ask("clock to tomorrow").exitCode == .usage)
    }

    @Test("The receipt comes in base64, and is genuine by the store's roots")
    func receipt() async throws {
        var box = try await BoxStage()
        let none = await box.stage.ask("receipt get")
        #expect(none.exitCode == .no && none.output.isEmpty)
        _ = try await box.done("buy com.example.demo.levels")
        box.stage.files["roots"] = await box.stage.ask("roots").output
        box.stage.files["receipt"] = await box.stage.ask("receipt get --refresh --account 1").output
        let verdict = box.stage.run("receipt verify receipt --trust roots --bundle-id com.example.demo")
        #expect(verdict.exitCode == .success, "\(verdict.text)")
    }

    @Test("A journal goes out and in, and the digest is the same")
    func journal() async throws {
        var box = try await BoxStage()
        _ = try await box.done("buy com.example.demo.levels")
        let before = try await box.done("store digest")["sha256"]
        #expect(await box.stage.ask("journal export out").exitCode == .success)
        let archive = box.stage.disk.files.withLock { $0["out"] ?? [] }
        #expect(await box.stage.ask("journal export -").output == archive)
        #expect(await box.stage.ask("journal export out").exitCode == .no)
        _ = try await box.done("buy com.example.demo.coins")
        #expect(try await box.done("store digest")["sha256"] != before)
        box.stage.files["in"] = archive
        #expect(try await box.done("journal import in")["sha256"] == before)
        box.stage.files["in"] = Array(archive.dropLast())
        #expect(await box.stage.ask("journal import in").exitCode == .no)
    }

    @Test(
        "The store's one error is told with its sentence, its code and the field",
        arguments: [
            ("buy nothing", "windfall: there is no such product (not_found, product)"),
            ("refund 7", "windfall: there is no such transaction (not_found, transaction)"),
            ("account show --account 9", "windfall: there is no such account (not_found, account)"),
            ("account show --account nobody", "windfall: "),
            ("buy com.example.demo.coins --quantity 11", "windfall: "), ("transactions show ../../x", "windfall: "),
            (
                "buy com.example.demo.coins --app-account-token 1",
                "windfall: The value is no UUID. (invalid_value, appAccountToken)"
            ),
        ])
    func refusals(line: String, sentence: String) async throws {
        let box = try await BoxStage()
        for line in [line, line + " --json"] {
            let outcome = await box.stage.ask(line)
            #expect(outcome.exitCode == .no)
            #expect(outcome.output.isEmpty)
            #expect(outcome.remarks.count == 1)
            #expect(outcome.remarks.first?.lowercased().hasPrefix(sentence.lowercased()) == true, "\(outcome.remarks)")
        }
    }

    @Test(
        "A wrong command line is said before anybody is asked",
        arguments: [
            "buy", "buy a b", "buy a --quantity many", "account change", "account change --card maybe",
            "account change --ask-to-buy perhaps", "renew", "renew maybe 1", "clock advance",
            "account create --environment Moon",
            "transactions", "journal export", "store digest --data nowhere", "journal export - --data nowhere",
        ])
    func usage(line: String) async {
        var stage = Stage(files: [
            BoxStage.runFile: Array(
                #"{"control": "http://127.0.0.1:8180", "account": {"accountId": "1"}, "app": {"bundleId": "a"}}"#.utf8)
        ])
        stage.transport = MemoryTransport([:])
        let outcome = await stage.ask(line)
        #expect(outcome.exitCode == .usage, "\(outcome.remarks)")
        #expect(outcome.output.isEmpty && outcome.remarks.count == 1)
    }
}
