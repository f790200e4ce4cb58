public import Foundation
public import WindfallCStoreKit

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Apple's sign for a download whose end can't be told.
public let SKDownloadTimeRemainingUnknown: TimeInterval = -1

/// A download of content that the store hosts. No store hosts content any more, so none is ever handed out; the type is
/// there for code that names it.
///
/// Source: Apple, "SKDownload".
open class SKDownload: NSObject {
    /// A download of nothing, for test doubles that override the values.
    public override init() {}

    /// How far it has come.
    open var state: SKDownloadState { .waiting }
    /// How far it has come.
    open var downloadState: SKDownloadState { state }
    /// The product it belongs to.
    open var contentIdentifier: String { "" }
    /// The version of the content.
    open var contentVersion: String { "" }
    /// Where the content lies when it is there.
    open var contentURL: URL? { nil }
    /// How large it is, in bytes.
    open var contentLength: Int64 { 0 }
    /// How large it will be, in bytes.
    open var expectedContentLength: Int64 { 0 }
    /// How much of it is there, 0 to 1.
    open var progress: Float { 0 }
    /// How long it will take, in seconds.
    open var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }
    /// Why it failed.
    open var error: (any Error)? { nil }
    /// The purchase that it belongs to.
    open var transaction: SKPaymentTransaction { SKPaymentTransaction() }

    /// Where a product's content lies; nil, since none is hosted.
    open class func contentURL(forProductID productID: String) -> URL? { nil }
    /// Deletes a product's content; there is none.
    open class func deleteContent(forProductID productID: String) {}
}
