import WindfallHTTP
package import WindfallJSON

/// How a store that starts makes its `run.json`.
extension RunFile {
    /// The whole file for a store that is ready: an app, and somebody who has it on a device.
    ///
    /// Those of an earlier file are kept while the store still knows them.
    /// - Parameters:
    ///   - ready: addresses, token and file of the roots.
    ///   - earlier: what lay in its place, if anything did.
    ///   - bundleID: the app; it is registered, without products, where the store does not know it.
    package static func complete(
        _ ready: JSONObject, earlier: RunFile?, bundleID: String, asking control: StoreControl
    ) async throws(StoreControl.Failure) -> RunFile {
        var file = RunFile(json: ready)
        let app = try await app(bundleID, control)
        file.json["app"] = [
            "bundleId": .string(bundleID), "appleId": app["appleId"] ?? .null,
            "sharedSecret": app["sharedSecret"] ?? .null,
        ]
        // Whom the merchant server knows, it knows without the store.
        if let earlier, earlier.bundleID == bundleID {
            file.json["user"] = earlier.json["user"]
            file.json["keys"] = earlier.json["keys"]
        }
        if let earlier, earlier.bundleID == bundleID, earlier.controlToken == file.controlToken,
            let account = earlier.account, let device = earlier.device,
            try await isKnown(account, device, bundleID, control)
        {
            file.json["account"] = earlier.json["account"]
            file.json["device"] = earlier.json["device"]
            return file
        }
        let account = try await control.ask(
            .post, "/control/v1/accounts", ["environment": "Sandbox", "storefront": "USA"])
        let identifier = account["accountId"] ?? .null
        let device = try await control.ask(
            .post, "/control/v1/devices", ["accountId": identifier, "bundleId": .string(bundleID)])
        file.json["account"] = ["accountId": identifier, "token": account["token"] ?? .null]
        file.json["device"] = ["deviceId": device["deviceId"] ?? .null, "token": device["token"] ?? .null]
        return file
    }

    private static func app(_ bundleID: String, _ control: StoreControl) async throws(StoreControl.Failure) -> JSON {
        let path = "/connect/v1/apps/\(StoreControl.escaped(bundleID))"
        do throws(StoreControl.Failure) {
            return try await control.ask(.get, path)
        } catch {
            guard case .refused(404, _, _, _, _) = error else { throw error }
            return try await control.ask(.put, path, [:])
        }
    }

    /// Whether the store knows the account, and the device as one of its own with the app.
    private static func isKnown(
        _ account: String, _ device: String, _ bundleID: String, _ control: StoreControl
    ) async throws(StoreControl.Failure) -> Bool {
        do throws(StoreControl.Failure) {
            _ = try await control.ask(
                .get, "/control/v1/receipts", query: ["accountId": account, "bundleId": bundleID, "deviceId": device])
            return true
        } catch {
            guard case .refused = error else { throw error }
            return false
        }
    }
}
