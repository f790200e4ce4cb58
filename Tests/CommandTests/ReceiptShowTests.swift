import Testing
import WindfallCommandLine
import WindfallCommerce
import WindfallJSON
import WindfallSignedData

@Suite struct ReceiptShowTests {
    private func show(_ data: some Sequence<UInt8>, _ options: String = "", colours: Bool = false) -> Outcome {
        var stage = Authority.stage(with: Array(data))
        stage.hasColours = colours
        return stage.run("receipt show receipt --trust roots.pem \(options)")
    }

    @Test("F29, F31: an app receipt is shown with each purchase, the newest first, and what is to know of it")
    func appReceipt() throws {
        Golden.expect(show(try Authority.receipt()).text, "app-receipt.txt")
    }

    @Test("The JSON of an app receipt has the keys in their order and Apple's own field names")
    func appReceiptAsJSON() throws {
        let outcome = show(try Authority.receipt(), "--json")
        var json = try #require(outcome.json.object)
        var signer = try #require(json["signer"]?.object)
        // The keys are new in each run, so the certificate's fingerprint is checked apart.
        #expect(signer["sha256"]?.text?.count == 64)
        signer["sha256"] = "(of this run's certificate)"
        json["signer"] = .object(signer)
        // Attributes are sorted by their bytes, so the purchases' order follows from what they hold.
        Golden.expect(JSON.object(json).text(.pretty) + "\n", "app-receipt.json")
        #expect(outcome.text == outcome.json.text(.pretty) + "\n")
    }

    @Test("A signed transaction is shown with dates and prices that a person can read, unknown fields included")
    func transaction() throws {
        Golden.expect(show(try Authority.shared.sign(Authority.transaction).utf8).text, "jws-transaction.txt")
    }

    @Test("A notification is shown with the parts that are signed inside it")
    func notification() throws {
        let jws = try Authority.shared.sign(notification: Authority.notification)
        Golden.expect(show(jws.utf8).text, "jws-notification.txt")
        let json = show(jws.utf8, "--json").json
        #expect(json["payload"] == .object(Authority.notification))
    }

    @Test("A part of a notification that is not proved is told apart from the rest")
    func notificationWithForeignPart() throws {
        let other = try TestAuthority(randomness: Stage.dice())
        var notification = Authority.notification
        var data = try #require(notification["data"]?.object)
        data["signedRenewalInfo"] = .string(try other.sign(Authority.renewalInfo))
        notification["data"] = .object(data)
        let outcome = show(try Authority.shared.sign(notification: notification).utf8)
        #expect(outcome.text.hasPrefix("NOT GENUINE"))
        #expect(outcome.text.contains("Transaction, genuine"))
        #expect(outcome.text.contains("Renewal information, not proved: "))
        #expect(outcome.text.contains("data.signedRenewalInfo"))
    }

    @Test("F24: a transaction receipt is shown without the device's identifiers")
    func transactionReceipt() throws {
        let entries = [
            ("original-purchase-date-ms", "1767225600000"), ("transaction-id", "2000000000000030"),
            ("unique-identifier", "secretdevice"), ("purchase-date-ms", "1767225600000"), ("quantity", "1"),
            ("product-id", "garden.coins"), ("bid", Authority.bundleID), ("bvrs", "7"),
        ].map { TransactionReceipt.Entry(key: $0.0, value: $0.1) }
        let plist = try Authority.shared.sign(entries, environment: "Sandbox")
        let outcome = show(Base64.encode(plist.span).utf8)
        Golden.expect(outcome.text, "transaction-receipt.txt")
        #expect(!outcome.text.contains("secretdevice"))
    }

    @Test("A receipt that was changed is shown with the reason and a warning")
    func forged() throws {
        let text = try Authority.receipt()
        let bytes = try Base64.decode(text.span)
        let needle = Array("garden.hedge".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: needle) })
        var forged = bytes
        forged[place] = UInt8(ascii: "w")
        Golden.expect(show(forged).text, "forged.txt")
    }

    @Test("Long lists are cut, unless all is asked for", arguments: [(20, false), (21, true), (187, true)])
    func longList(count: Int, isCut: Bool) throws {
        let receipt = try Authority.receipt { receipt in
            receipt.inApp = (0..<count).map { number in
                var entry = InAppEntry(productID: "garden.coins", transactionID: "T\(number)")
                entry.purchaseDate = Authority.day(Int64(number))
                return entry
            }
        }
        let short = show(receipt).text
        #expect(short.contains("T\(count - 1) "), "the newest is there")
        #expect(short.contains("and \(count - 20) more (--all)") == isCut)
        let rows = short.split(separator: "\n").filter { $0.hasPrefix("garden.coins") }
        #expect(rows.count == min(count, 20))
        let all = show(receipt, "--all").text
        #expect(all.split(separator: "\n").filter { $0.hasPrefix("garden.coins") }.count == count)
        #expect(!all.contains("more (--all)"))
    }

    @Test(
        "Nothing from a receipt reaches a terminal as a control",
        arguments: [
            "\u{1b}[2J", "\u{7}", "\u{8}\u{8}", "\u{9b}31m", "\u{7f}", "\u{202e}", "\u{2028}", "\r\n", "\0",
        ])
    func controls(text: String) throws {
        let receipt = try Authority.receipt { receipt in
            receipt.applicationVersion = "1\(text)2"
            receipt.inApp[0].productID = "garden\(text)end"
        }
        var payload = Authority.transaction
        payload["productId"] = .string("garden\(text)end")
        payload["new\(text)key"] = .string(text)
        payload["list"] = [.string(text)]
        let jws = try Authority.shared.sign(payload)
        for data in [receipt, Array(jws.utf8)] {
            for options in ["", "--json", "--bundle-id other"] {
                let outcome = show(data, options)
                #expect(!outcome.text.unicodeScalars.contains { $0 != "\n" && Self.isControl($0) })
                #expect(!outcome.text.contains("garden\(text)"))
            }
        }
        // Escaped for the eye, the JSON still says the same.
        #expect(show(jws.utf8, "--json").json["payload"] == .object(payload))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x202E, 0x2028].contains(scalar.value)
    }

    @Test("Colours are shown only where they are wanted")
    func colours() throws {
        let receipt = try Authority.receipt()
        #expect(show(receipt, colours: true).text.contains("\u{1b}[1;32mGENUINE\u{1b}[0m"))
        #expect(!show(receipt).text.contains("\u{1b}"))
        #expect(!show(receipt, "--json", colours: true).text.contains("\u{1b}"))
    }
}
