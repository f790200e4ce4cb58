public import Foundation
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// That the person got the app itself, as the store signed it.
///
/// Source: Apple, "AppTransaction".
public struct AppTransaction: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Nil in tests.
    public let appID: UInt64?
    public let appVersion: String
    public let appVersionID: UInt64?
    public let bundleID: String
    public let environment: AppStore.Environment
    /// The version that the person got first.
    public let originalAppVersion: String
    public let originalPurchaseDate: Date
    public let originalPlatform: AppStore.Platform
    public let preorderDate: Date?
    public let appTransactionID: String
    public let deviceVerification: Data
    public let deviceVerificationNonce: UUID
    public let signedDate: Date
    let signed: SignedForm

    /// - Returns: nil where the payload lacks what each app has.
    init?(_ payload: AppTransactionPayload, _ signed: SignedForm) {
        guard let bundleID = payload.bundleId, let signedDate = payload.receiptCreationDate,
            let environment = payload.receiptType, let version = payload.applicationVersion
        else { return nil }
        appID = payload.appAppleId.flatMap { UInt64(exactly: $0) }
        appVersion = version
        appVersionID = payload.versionExternalIdentifier.flatMap { UInt64(exactly: $0) }
        self.bundleID = bundleID
        self.environment = AppStore.Environment(rawValue: environment.rawValue)
        originalAppVersion = payload.originalApplicationVersion ?? version
        originalPurchaseDate = Date(payload.originalPurchaseDate ?? signedDate)
        originalPlatform = AppStore.Platform(rawValue: payload.originalPlatform?.rawValue ?? "iOS")
        preorderDate = payload.preorderDate.map { Date($0) }
        appTransactionID = payload.appTransactionId ?? ""
        deviceVerification = payload.json["deviceVerification"]?.text.flatMap { Data(base64Encoded: $0) } ?? Data()
        deviceVerificationNonce = UUID(nonce: payload.json["deviceVerificationNonce"]?.text)
        self.signedDate = Date(signedDate)
        self.signed = signed
    }

    public var originalPlatformStringRepresentation: String { originalPlatform.rawValue }
    /// The payload that was signed.
    public var jsonRepresentation: Data { signed.payload }
    public var debugDescription: String { String(decoding: signed.payload, as: UTF8.self) }

    public static func == (a: AppTransaction, b: AppTransaction) -> Bool { a.signed == b.signed }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(signed)
    }
}
