public import Foundation

/// A question to the store that is answered later; only its subclasses ask anything.
///
/// The delegate is called on the main queue: one call that says what came, then that the request finished, or that it
/// failed. After ``cancel()`` nothing is called.
/// Source: Apple, "SKRequest".
open class SKRequest: NSObject {
    /// Who hears of the answer.
    open weak var delegate: (any SKRequestDelegate)?
    /// The running question; replaced by each start.
    private let run = RequestRun()

    /// A request that asks nothing.
    public override init() {}

    /// Asks the store.
    open func start() {
        run.begin(self)
    }

    /// Wants no answer any more.
    open func cancel() {
        run.cancel()
    }

    /// What is asked, and what the main queue does with the answer before the request is finished.
    typealias Question = @Sendable (StoreConnection) async throws(SKError) -> @Sendable (SKRequest) -> Void

    /// What this request asks; nothing here.
    var question: Question {
        { _ async throws(SKError) in { _ in } }
    }
}

/// Who hears of a request's answer, on the main queue.
public protocol SKRequestDelegate: NSObjectProtocol {
    /// The request is over and went well; optional.
    func requestDidFinish(_ request: SKRequest)
    /// The request is over and failed; optional.
    ///
    /// - Parameter error: an ``SKError``.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Does nothing.
    public func requestDidFinish(_ request: SKRequest) {}
    /// Does nothing.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}
