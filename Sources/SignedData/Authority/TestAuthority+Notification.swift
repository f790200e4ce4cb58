public import WindfallJSON

extension TestAuthority {
    /// Signs a notification (Apple: responseBodyV2DecodedPayload) and the parts that are signed inside it.
    ///
    /// - Parameters:
    ///   - notification: the payload; where one of the signed parts is an object, it is signed in its place, and where it is
    ///     a text, it stays.
    ///   - isLocal: with one certificate that signed itself, all parts alike.
    /// - Returns: the compact form of a JWS.
    public func sign(notification: JSONObject, isLocal: Bool = false) throws(Failure) -> String {
        var payload = notification
        for (part, keys) in SignedNotification.signedParts {
            guard var object = payload[part]?.object else { continue }
            for key in keys {
                guard let inner = object[key]?.object else { continue }
                object[key] = .string(try sign(inner, isLocal: isLocal))
            }
            payload[part] = .object(object)
        }
        return try sign(payload, isLocal: isLocal)
    }
}

extension SignedNotification {
    /// The keys under which a notification holds JWS, by the object that holds them.
    package static let signedParts: [(part: String, keys: [String])] = [
        ("data", ["signedTransactionInfo", "signedRenewalInfo"]), ("appData", ["signedAppTransactionInfo"]),
    ]
}
