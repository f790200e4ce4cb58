import Foundation
import WindfallCommandLine
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallTimeline

/// What a merchant server writes into the `run.json` of a box, for the commands: where it is, a user, and a key of each role.
struct MerchantNote {
    let path: String
    let database: Database
    let log: MerchantLog

    /// Writes it. The user and the keys of earlier runs are kept while the database knows the keys.
    ///
    /// - Parameter apps: those of the configuration; the one of `run.json` has to be among them.
    func write(_ origin: String, apps: [String: MerchantApp]) async throws {
        guard var file = RunFile.kept(at: path), FileManager.default.fileExists(atPath: path), let app = file.bundleID
        else { throw NoteFailure(description: "\(path): no box runs there") }
        guard apps[app] != nil else {
            throw NoteFailure(description: "\(path): its app \(app) is not in the configuration")
        }
        let (user, earlier) = (file.json["user"]?.text, file.json["keys"])
        // Each time in the same order.
        for key in ["merchant", "user", "keys"] { file.json[key] = nil }
        file.json["merchant"] = .string(origin)
        file.json["user"] = .string(user ?? "anon:" + SystemRandomness().uuidText())
        file.json["keys"] = .object(try await keys(of: app, earlier: earlier))
        try file.write(to: path)
    }

    /// Says that the server is gone.
    static func erase(_ path: String) {
        guard FileManager.default.fileExists(atPath: path), var file = RunFile.kept(at: path) else { return }
        file.json["merchant"] = nil
        try? file.write(to: path)
    }

    private func keys(of app: String, earlier: JSON?) async throws -> JSONObject {
        let randomness = SystemRandomness()
        let records = KeyRecords(trail: AuditTrail(randomness: randomness), randomness: randomness)
        let good = try await records.keys(of: app, in: database).filter { $0.revoked == nil }
        var keys = JSONObject()
        for role in Role.allCases {
            if let text = earlier?[role.rawValue]?.text, good.contains(where: { text.contains("_\($0.id)_") }) {
                keys[role.rawValue] = .string(text)
            } else {
                let made = try await records.make(
                    role, for: app, label: "run.json", at: SystemTimeline().now, in: database)
                keys[role.rawValue] = .string(made.text.text)
                log.write(.notice, "key.made", ["keyId": .string(made.key.id), "role": .string(role.rawValue)])
            }
        }
        return keys
    }
}

/// Why the file can't be written, in one sentence.
private struct NoteFailure: Error, CustomStringConvertible {
    let description: String
}
