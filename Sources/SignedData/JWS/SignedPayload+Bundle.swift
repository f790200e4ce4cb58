import WindfallCommerce
import WindfallJSON

extension SignedPayload {
    /// The bundle identifier that the payload says it is for, wherever its kind has it.
    var signedBundleID: String? {
        if let bundleID = json["bundleId"]?.text { return bundleID }
        for part in ["data", "summary", "appData", "externalPurchaseToken"] {
            if let bundleID = json[part]?.object?["bundleId"]?.text { return bundleID }
        }
        return nil
    }
}
