public import WindfallTimeline

/// A payload that the store signs as a JWS (Apple: the decoded payloads of the App Store Server API).
public protocol SignedPayload: JSONPayload {
    /// When the store signed it: the instant at which certificates are judged, and by which the newer fact wins.
    var signedDate: Instant? { get }
    /// Where the purchase was made.
    var environment: Environment? { get }
}
