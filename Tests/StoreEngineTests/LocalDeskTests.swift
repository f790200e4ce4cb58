import Testing
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

@Suite struct LocalDeskTests {
    private struct Signed {
        let authority: TestAuthority
        var transaction: String
        var receipt: [UInt8]
    }

    private static func signed() async throws -> Signed {
        let authority = try TestAuthority.local(randomness: SeededRandomness(seed: 5))
        let service = try StoreService(
            journal: MemoryJournal(header: JournalHeader(format: 1, seed: 7)),
            timeline: VirtualTimeline(now: Shop.start), mode: .stepped, start: Shop.start)
        _ = try await service.perform(.addDeveloper(name: "Example"))
        _ = try await service.perform(.putApp(bundleID: Shop.bundleID, StoreCommand.AppChange()))
        let pro = try #require(Shop.products.first { $0["productID"] == .string(Shop.pro) })
        _ = try await service.perform(
            .putProduct(bundleID: Shop.bundleID, ProductDefinition(json: pro), propagationDelay: .zero))
        _ = try await service.perform(.openAccount(isSandbox: true, storefront: .usa, organizer: nil))
        _ = try await service.perform(
            .addDevice(AccountNumber(1), bundleID: Shop.bundleID, appVersion: nil, identifier: Array(0..<16)))
        _ = try await service.perform(.buy(Purchase(device: DeviceNumber(1), productID: Shop.pro)))
        let office = ReceiptOffice(service: service, desk: ReceiptDesk(localAuthority: authority))
        return Signed(
            authority: authority, transaction: try await office.transaction(TransactionNumber(1)),
            receipt: try #require(try await office.appReceipt(of: DeviceNumber(1))))
    }

    @Test("What a local desk signs says Xcode, and is genuine for who trusts that very desk")
    func genuine() async throws {
        let signed = try await Self.signed()
        let verifier = Verifier(trust: signed.authority.localTrust)
        let transaction: Reading<TransactionPayload> = try verifier.read(
            jws: Array(signed.transaction.utf8), expecting: Expectation(bundleID: Shop.bundleID), at: Shop.start)
        #expect(transaction.problem == nil && transaction.content.environment == .xcode)
        #expect(transaction.content.transactionId == "2000000000000001")
        let receipt = try verifier.read(
            appReceipt: signed.receipt,
            expecting: Expectation(bundleID: Shop.bundleID, deviceID: Array(0..<16)), at: Shop.start)
        #expect(receipt.problem == nil && receipt.content.receiptType == "Xcode")
        #expect(receipt.content.expirationDate?.rfc3339 == "4001-01-01T00:00:00Z")
    }

    @Test("Another desk's trust, trust in its roots alone, and Apple's refuse it")
    func refused() async throws {
        let signed = try await Self.signed()
        let other = try TestAuthority.local(randomness: SeededRandomness(seed: 6)).localTrust
        for trust in [other, signed.authority.trust, .apple] {
            let verifier = Verifier(trust: trust)
            #expect(try verifier.read(Array(signed.transaction.utf8), at: Shop.start).problem != nil)
            #expect(try verifier.read(appReceipt: signed.receipt, at: Shop.start).problem != nil)
        }
    }
}
