import Foundation
import StoreKitTest
import Testing
import WindfallJSON

/// Configuration files that Xcode wrote, where they lie beside the checkout.
enum RealFiles {
    static let folder = URL(filePath: #filePath).appending(path: "../../../../shared/fixtures/storekit-config")
        .standardizedFileURL

    static let all: [URL] = {
        let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (found ?? []).filter { $0.pathExtension == "storekit" }.sorted { $0.path < $1.path }
    }()

    /// The identifiers of a file's products, as anybody reads them from its JSON.
    static func productIdentifiers(of file: URL) throws -> [String] {
        let bytes = Array(try Data(contentsOf: file))
        let json = try JSON(reading: bytes.span)
        let subscriptions = (json["subscriptionGroups"]?.array ?? []).flatMap { $0["subscriptions"]?.array ?? [] }
        let others = (json["products"]?.array ?? []) + (json["nonRenewingSubscriptions"]?.array ?? [])
        return (others + subscriptions).compactMap { $0["productID"]?.text }
    }
}

@Suite(.enabled(if: !RealFiles.all.isEmpty, "../shared/fixtures is not there"))
struct RealFileTests {
    @Test("Each product of a file that Xcode wrote can be bought", arguments: RealFiles.all)
    func everyProduct(file: URL) async throws {
        try await SKTestSession.isolated {
            let session = try SKTestSession(contentsOf: file)
            session.failTransactionsEnabled = false
            // One that is kept in step with App Store Connect has none.
            for identifier in try RealFiles.productIdentifiers(of: file) {
                let bought = try await session.buyProduct(identifier: identifier)
                #expect(bought.productID == identifier && bought.environment == .xcode)
                #expect(session.allTransactions().count == 1)
                // Products of one group would take one another's place.
                session.clearTransactions()
            }
        }
    }
}
