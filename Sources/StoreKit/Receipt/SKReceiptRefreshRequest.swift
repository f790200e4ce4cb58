import Foundation

/// Asks the store for a new receipt; when it has finished, the receipt lies at `Bundle.main.appStoreReceiptURL`.
///
/// Source: Apple, "SKReceiptRefreshRequest".
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?

    /// - Parameter properties: what the sandbox is to make the receipt like; nil for a true one.
    public init(receiptProperties properties: [String: Any]? = nil) {
        self.properties = properties
    }

    /// A request for the true receipt.
    public override convenience init() {
        self.init(receiptProperties: nil)
    }

    /// What the sandbox is to make the receipt like.
    open var receiptProperties: [String: Any]? { properties }

    override var question: Question {
        { connection async throws(SKError) in
            try await connection.refreshReceipt()
            return { _ in }
        }
    }
}
