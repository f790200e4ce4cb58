import Foundation
package import WindfallHTTP
package import WindfallSignedData
package import WindfallTimeline

extension StoreConnection {
    /// What a connection to a store is made of.
    package struct Settings: Sendable {
        /// How the store knows who asks.
        package enum Access: Hashable, Sendable {
            /// A device's token, from the store's control.
            case device(token: String)
            /// An account's token; the device is made with it on the first question.
            case account(token: String)
        }

        package var transport: any HTTPTransport
        package var origin: HTTPURL.Origin
        package var access: Access
        package var bundleID: String
        /// The device's identifier as the hash of receipts has it (F32); 16 bytes, a Mac's 6.
        package var deviceID: [UInt8]
        /// Where queue and receipt are kept; made if missing.
        package var folder: URL
        /// Whose signatures are believed; nobody else's, whatever the store itself says.
        package var trust: Trust
        package var appVersion: String?
        package var timeline: any Timeline = SystemTimeline()
        package var randomness: any Randomness = SystemRandomness()
        package var dialog: any StoreDialog = ApprovingDialog()
        /// The language of names and prices.
        package var locale = Locale.current
        /// Waits before a question is repeated. One that throws ends the repeating until the next pull.
        package var pause: @Sendable (Duration) async throws -> Void = { _ in throw CancellationError() }
        /// Whether changes at the store are waited for in the background while somebody listens; without, they are
        /// heard of by ``StoreConnection/pull()`` alone.
        package var listens = false

        package init(
            transport: any HTTPTransport, origin: HTTPURL.Origin, access: Access, bundleID: String, deviceID: [UInt8],
            folder: URL, trust: Trust
        ) {
            self.transport = transport
            self.origin = origin
            self.access = access
            self.bundleID = bundleID
            self.deviceID = deviceID
            self.folder = folder
            self.trust = trust
        }
    }

    /// What the store's functions are called where a test makes one of them fail.
    package enum Function: Hashable, Sendable {
        case loadProducts, purchase, verification, appTransaction, appStoreSync, subscriptionStatus
        case manageSubscriptions, offerCodeRedeem, refundRequest
    }
}
