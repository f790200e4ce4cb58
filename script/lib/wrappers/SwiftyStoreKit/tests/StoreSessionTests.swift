import StoreKitTest
import SwiftyStoreKit
import XCTest

/// The wrapper's whole way through a purchase, with a store inside the test: ours, beside the wrapper's own tests.
final class StoreSessionTests: XCTestCase {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("Wrapper-\(getpid()).storekit")
    private static let text = """
        {"identifier": "0", "version": {"major": 4, "minor": 0}, "settings": {}, "nonRenewingSubscriptions": [],
         "subscriptionGroups": [], "products": [{"type": "NonConsumable", "productID": "com.example.pro",
         "displayPrice": "9.99", "internalID": "1", "referenceName": "Pro", "familyShareable": false,
         "localizations": [{"locale": "en_US", "displayName": "Pro", "description": "All of it"}]}]}
        """

    override func tearDown() {
        try? FileManager.default.removeItem(at: file)
    }

    func testProductsPurchaseRestoreAndReceipt() throws {
        try Self.text.write(to: file, atomically: true, encoding: .utf8)
        let session = try SKTestSession(contentsOf: file)
        session.disableDialogs = true
        SwiftyStoreKit.completeTransactions { _ in }
        XCTAssertTrue(SwiftyStoreKit.canMakePayments)
        var heard: [String] = []

        let shown = expectation(description: "products")
        SwiftyStoreKit.retrieveProductsInfo(["com.example.pro", "com.example.none"]) { result in
            heard += result.retrievedProducts.map(\.localizedTitle) + result.invalidProductIDs
            shown.fulfill()
        }
        wait(for: [shown], timeout: 10)

        let bought = expectation(description: "purchase")
        SwiftyStoreKit.purchaseProduct("com.example.pro") { result in
            if case .success(let purchase) = result { heard.append("bought \(purchase.productId)") }
            bought.fulfill()
        }
        wait(for: [bought], timeout: 10)

        let restored = expectation(description: "restore")
        SwiftyStoreKit.restorePurchases { results in
            heard += results.restoredPurchases.map { "restored \($0.productId)" }
            restored.fulfill()
        }
        wait(for: [restored], timeout: 10)

        let fetched = expectation(description: "receipt")
        SwiftyStoreKit.fetchReceipt(forceRefresh: true) { result in
            if case .success(let data) = result, data.count > 500 { heard.append("receipt") }
            fetched.fulfill()
        }
        wait(for: [fetched], timeout: 10)

        XCTAssertEqual(
            heard, ["Pro", "com.example.none", "bought com.example.pro", "restored com.example.pro", "receipt"])
        XCTAssertEqual(session.allTransactions().map(\.productIdentifier).first, "com.example.pro")
    }
}
