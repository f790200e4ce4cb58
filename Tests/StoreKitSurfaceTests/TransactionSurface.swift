import StoreKit

/// Uses: SKPaymentTransaction
final class TransactionDouble: SKPaymentTransaction {
    override var payment: SKPayment { PaymentDouble() }
    override var transactionState: SKPaymentTransactionState { .restored }
    override var transactionIdentifier: String? { "1000000000000001" }
    override var transactionDate: Date? { Date(timeIntervalSince1970: 1) }
    override var error: (any Error)? { SKError(.paymentCancelled) }
    override var original: SKPaymentTransaction? { SKPaymentTransaction() }
    override var downloads: [SKDownload] { [DownloadDouble()] }
    override var transactionReceipt: Data? { Data([3]) }
}

/// Uses: SKDownload
final class DownloadDouble: SKDownload {
    override var state: SKDownloadState { .active }
    override var downloadState: SKDownloadState { .paused }
    override var contentIdentifier: String { "content" }
    override var contentVersion: String { "1.0" }
    override var contentURL: URL? { URL(filePath: "/content") }
    override var contentLength: Int64 { 7 }
    override var expectedContentLength: Int64 { 8 }
    override var progress: Float { 0.5 }
    override var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }
    override var error: (any Error)? { SKError(.unknown) }
    override var transaction: SKPaymentTransaction { SKPaymentTransaction() }
    override class func contentURL(forProductID productID: String) -> URL? { URL(filePath: "/\(productID)") }
    override class func deleteContent(forProductID productID: String) {}
}

/// What a wrapper reads of transactions, by the class of the library.
enum TransactionSurface {
    static func lines(of transaction: SKPaymentTransaction) -> [String] {
        [
            transaction.payment.productIdentifier, name(of: transaction.transactionState),
            transaction.transactionIdentifier ?? "-",
            transaction.transactionDate.map { "\($0.timeIntervalSince1970)" } ?? "-",
            (transaction.error as? SKError).map { "\($0.code.rawValue)" } ?? "-",
            transaction.original == nil ? "first" : "repeats another", "\(transaction.downloads.count)",
            transaction.transactionReceipt.map { "\(Array($0))" } ?? "-",
        ]
    }

    static func lines(of download: SKDownload) -> [String] {
        [
            name(of: download.state), name(of: download.downloadState), download.contentIdentifier,
            download.contentVersion, download.contentURL?.path ?? "-", "\(download.contentLength)",
            "\(download.expectedContentLength)", "\(download.progress)", "\(download.timeRemaining)",
            download.error == nil ? "-" : "failed", name(of: download.transaction.transactionState),
        ]
    }

    static func name(of state: SKPaymentTransactionState) -> String {
        switch state {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        @unknown default: "unknown"
        }
    }

    static func name(of state: SKDownloadState) -> String {
        switch state {
        case .waiting: "waiting"
        case .active: "active"
        case .paused: "paused"
        case .finished: "finished"
        case .failed: "failed"
        case .cancelled: "cancelled"
        @unknown default: "unknown"
        }
    }
}
