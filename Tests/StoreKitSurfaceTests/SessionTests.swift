import Foundation
import StoreKitTest
import Testing

/// What Apple's tests do with a session, by its whole surface.
@Suite struct SessionTests {
    private static let product =
        #"{"type": "NonConsumable", "productID": "com.example.pro", "displayPrice": "9.99", "#
        + #""internalID": "1", "localizations": [], "referenceName": "Pro", "familyShareable": false}"#
    private static let text =
        #"{"identifier": "0", "version": {"major": 4, "minor": 0}, "settings": {}, "#
        + #""nonRenewingSubscriptions": [], "subscriptionGroups": [], "products": [\#(product)]}"#

    /// Runs a body with a session's file, in a folder of its own.
    private func withFile(of test: String = #function, _ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "windfall-session-\(getpid())-\(test.prefix { $0 != "(" })")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Shop.storekit")
        try Data(Self.text.utf8).write(to: file)
        try await SKTestSession.isolated { try await body(file) }
    }

    @Test("Every setting is read back as it was set, and resetting brings Apple's defaults back")
    func settings() async throws {
        try await withFile { file in
            let session = try SKTestSession(contentsOf: file)
            let defaults = SessionSurface.lines(of: session)
            #expect(defaults.prefix(6) == ["false", "false", "false", "false", "false", "false"])
            #expect(defaults.suffix(3) == ["USA", "en_US", "0"])
            SessionSurface.set(session)
            #expect(
                SessionSurface.lines(of: session) == [
                    "true", "true", "true", "true", "true", "true", "12", "GBR", "en_GB", "13",
                ])
            #expect(SessionSurface.clear(session) == 0)
            #expect(SessionSurface.lines(of: session) == defaults)
        }
    }

    @Test("A transaction that is not there is told as such, whatever is done to it")
    func unknownTransactions() async throws {
        try await withFile { file in
            let session = try SKTestSession(contentsOf: file)
            for (name, action) in SessionSurface.onTransactions {
                do {
                    try action(session)
                    Issue.record("\(name) found a transaction")
                } catch {
                    #expect(SessionSurface.code(of: error) == 6, "\(name)")
                }
            }
        }
    }

    @Test("A product that is not there can't be bought, renewed or ended")
    func unknownProducts() async throws {
        try await withFile { file in
            let session = try SKTestSession(contentsOf: file)
            for (name, action) in SessionSurface.onProducts {
                await #expect(throws: (any Error).self, "\(name)") { try await action(session) }
            }
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("A purchase outside of the app is seen with every member of a transaction")
    func transaction() async throws {
        try await withFile { file in
            let session = try SKTestSession(contentsOf: file)
            try session.buyProduct(productIdentifier: "com.example.pro")
            let transaction = try #require(session.allTransactions().first)
            #expect(
                SessionSurface.lines(of: transaction) == [
                    "2", "com.example.pro", "1", "dated", "-", "-", "false", "false", "false", "false",
                ])
        }
    }

    @Test("A purchase with options gives a transaction of the modern interface, with every member")
    func modernTransaction() async throws {
        try await withFile { file in
            let session = try SKTestSession(contentsOf: file)
            let transaction = try await session.buyProduct(identifier: "com.example.pro")
            let lines = ModernTransactionSurface.lines(of: transaction)
            #expect(
                lines[0...6] == [
                    "com.example.pro", "Non-Consumable", transaction.appBundleID, "1", "false", "PURCHASED", "PURCHASE",
                ])
            #expect(lines[8] == "Xcode")
            #expect(lines[9...10] == ["9.99", "USD"])
        }
    }

    @Test("The modern interface's options differ, its errors speak, and its raw values are Apple's")
    func modernValues() {
        #expect(ModernTransactionSurface.options(DiscountTermsDouble.number).count == 13)
        #expect(ModernTransactionSurface.purchaseErrors.allSatisfy { $0.errorDescription?.isEmpty == false })
        #expect(ModernTransactionSurface.errors.allSatisfy { $0.errorDescription?.isEmpty == false })
        #expect(ModernTransactionSurface.refundErrors.allSatisfy { $0.errorDescription?.isEmpty == false })
        #expect(ModernTransactionSurface.text(of: .pending) == "pending")
        for (type, raw) in ModernValueSurface.types { #expect(type.rawValue == raw) }
        for (environment, raw) in ModernValueSurface.environments { #expect(environment.rawValue == raw) }
        for (platform, raw) in ModernValueSurface.platforms { #expect(platform.rawValue == raw) }
        for (period, unit, value) in ModernValueSurface.periods {
            #expect(period.unit == unit && period.value == value)
        }
    }

    @Test("A file that is not there, and one that is no configuration, are told as such by each initialiser")
    func files() async throws {
        try await withFile { file in
            #expect(throws: SKTestError.self) { try SessionSurface.made(from: file.appending(path: "none.storekit")) }
            #expect(throws: SKTestError.self) { try SKTestSession(configurationFileNamed: "NoSuchShop") }
            try Data("no".utf8).write(to: file)
            #expect(throws: SKTestError.self) { try SKTestSession(contentsOfURL: file) }
        }
    }

    @Test("A simulated error is set for each function, compared by its value, and gone after a reset")
    func failures() async throws {
        try await withFile { file in
            let session = try SKTestSession(contentsOf: file)
            #expect(await FailureSurface.count(on: session) == 0)
            try await FailureSurface.set(on: session)
            #expect(await FailureSurface.count(on: session) == FailureSurface.all.count)
            session.resetToDefaultState()
            #expect(await FailureSurface.count(on: session) == 0)
        }
        #expect(FailureSurface.isSame(SKTestFailures.Purchase.purchase(.invalidQuantity), .purchase(.invalidQuantity)))
        #expect(!FailureSurface.isSame(SKTestFailures.Purchase.purchase(.invalidQuantity), .generic(.unknown)))
    }

    @Test("Time rates and error codes have Apple's raw values, unknown ones are kept")
    func rawValues() {
        for (rate, number) in SessionSurface.rates { #expect(rate.rawValue == number) }
        for (code, number) in SessionSurface.codes { #expect(code.rawValue == number) }
        #expect(SKTestSession.TimeRate(rawValue: 77)?.rawValue == 77)
        #expect(SessionSurface.domain == "SKTestErrorDomain")
    }
}
