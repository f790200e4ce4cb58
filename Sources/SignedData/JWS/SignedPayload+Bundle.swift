import WindfallCommerce
import WindfallJSON

extension SignedPayload {
    /// Whether payloads of this kind say which app they are for; renewal information does not.
    static var namesApp: Bool { fields["bundleId"] != nil || fields["data"] != nil }

    /// The bundle identifier that the payload says it is for, wherever its kind has it.
    var signedBundleID: String? {
        if let bundleID = json["bundleId"]?.text { return bundleID }
        for part in ["data", "summary", "appData", "externalPurchaseToken"] {
            if let bundleID = json[part]?.object?["bundleId"]?.text { return bundleID }
        }
        return nil
    }
}
