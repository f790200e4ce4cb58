import Foundation
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Where the app's receipt lies. What is not a receipt for this app and device by a trusted store is not put there.
struct ReceiptShelf: Sendable {
    let link: StoreLink

    /// Always the same, since apps ask for the place once, before the store said which environment it is.
    private static let name = "StoreKit/receipt"

    /// The file, there or not.
    var url: URL { link.folder.url.appending(path: Self.name) }

    /// Asks for a new receipt and puts it in the place of the old one.
    func refresh(_ body: JSON = [:]) async throws(StoreAskError) {
        let answer = try await link.ask(.post, "/storekit/v1/receipt", body)
        link.learn(answer["account"])
        guard let text = answer["receipt"]?.text else {
            throw .foreign(reason: "The store's answer has no receipt.")
        }
        try put(text)
    }

    /// Puts a receipt there, whole or not at all.
    ///
    /// - Parameter text: base64.
    func put(_ text: String) throws(StoreAskError) {
        guard let data = Data(base64Encoded: text) else { throw .foreign(reason: "The receipt is not base64.") }
        let bytes = Array(data)
        let problem: Problem?
        do throws(Problem) {
            problem = try link.verifier.read(
                appReceipt: bytes,
                expecting: Expectation(bundleID: link.settings.bundleID, deviceID: link.settings.deviceID),
                at: link.settings.timeline.now
            ).problem
        } catch {
            problem = error
        }
        // Whether it has expired is for the app to judge (F28): the store may have been asked for an expired one.
        if let problem, problem.code != .expired {
            throw .foreign(reason: "The receipt is not one of a trusted store for this app: \(problem.code).")
        }
        do {
            try link.folder.write(bytes, to: Self.name)
        } catch {
            throw .unconnected(SKError(.unknown, userInfo: [NSUnderlyingErrorKey: error]))
        }
    }
}
