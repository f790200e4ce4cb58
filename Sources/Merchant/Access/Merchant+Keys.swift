import WindfallHTTP
package import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// `/v1/apps/{app}/keys`, for operators.
extension Merchant {
    func addKeys(to router: inout Router) {
        router.on(.get, "/v1/apps/{app}/keys") { [self] request, arguments async throws(APIError) in
            let app = try await authorize(request, app: arguments["app"], roles: [.operator]).app
            let keys = try await storing { () throws(StorageError) in
                try await self.keys.keys(of: app.bundleID, in: database)
            }
            return .json(["keys": .array(keys.map(\.json))])
        }
        router.on(.post, "/v1/apps/{app}/keys") { [self] request, arguments async throws(APIError) in
            let app = try await authorize(request, app: arguments["app"], roles: [.operator]).app
            let (role, label) = try Self.keyOrder(try request.json())
            let made = try await storing { () throws(StorageError) in
                try await self.keys.make(role, for: app.bundleID, label: label, at: clock.wall.now, in: database)
            }
            var json = made.key.jsonObject
            json["key"] = .string(made.text.text)
            return .json(.object(json), status: .created)
        }
        router.on(.delete, "/v1/apps/{app}/keys/{id}") { [self] request, arguments async throws(APIError) in
            let app = try await authorize(request, app: arguments["app"], roles: [.operator]).app
            let id = arguments["id"]
            let isKnown = try await storing { () throws(StorageError) in
                try await self.keys.revoke(id, of: app.bundleID, at: clock.wall.now, in: database)
            }
            keyMemory.forget(id)
            guard isKnown else { throw APIError(.notFound, "unknown_key", "The app has no such key.") }
            return .empty()
        }
    }

    /// `{"role", "label"?}`.
    private static func keyOrder(_ body: JSON) throws(APIError) -> (Role, String) {
        guard let role = body["role"]?.text.flatMap(Role.init(rawValue:)) else {
            throw APIError(.badRequest, "bad_role", "A role is client, server or operator.", field: "role")
        }
        let label = body["label"]?.text ?? ""
        guard label.utf8.count <= KeyRecords.longestLabel,
            !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            body["label"] == nil || body["label"]?.text != nil
        else {
            throw APIError(
                .badRequest, "bad_label", "A label is at most \(KeyRecords.longestLabel) bytes, in one line.",
                field: "label")
        }
        return (role, label)
    }
}

extension AccessKey {
    /// The key without its text.
    package var jsonObject: JSONObject {
        var json: JSONObject = [
            "keyId": .string(id), "role": .string(role.rawValue), "label": .string(label),
            "createdDate": .integer(created.milliseconds),
        ]
        json["revokedDate"] = revoked.map { .integer($0.milliseconds) } ?? .null
        return json
    }

    package var json: JSON { .object(jsonObject) }
}
