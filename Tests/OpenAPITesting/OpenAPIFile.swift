import Foundation
package import WindfallJSON

/// One of the files that describe our interfaces (OpenAPI 3.1, in JSON).
package struct OpenAPIFile: Sendable {
    package let name: String
    package let json: JSON

    /// Those of the store, read once.
    package static let store = read(["store-control", "store-connect", "storekit", "verify-receipt"])
    /// That of the merchant.
    package static let merchant = read(["merchant"])
    package static let all = store + merchant
    package static let names = all.map(\.name)

    private static func read(_ names: [String]) -> [OpenAPIFile] {
        names.map(read)
    }

    private static func read(_ name: String) -> OpenAPIFile {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        do {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "docs/openapi/\(name).json")))
            return OpenAPIFile(name: name, json: try JSON(reading: bytes.span))
        } catch {
            fatalError("docs/openapi/\(name).json can't be read: \(error)")
        }
    }

    package var paths: JSONObject { json["paths"]?.object ?? JSONObject() }

    /// The operations, as `GET /path`.
    package var operations: [(name: String, json: JSON)] {
        paths.flatMap { path in
            (path.value.object ?? JSONObject()).filter { $0.key != "parameters" }.map { member in
                ("\(member.key.uppercased()) \(path.key)", member.value)
            }
        }
    }

    /// The path of the file that an address leads to: the one whose literals reach furthest.
    func path(of address: String) -> JSON? {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        let fitting = paths.filter { path in
            let template = path.key.split(separator: "/", omittingEmptySubsequences: false)
            return template.count == parts.count
                && zip(template, parts).allSatisfy { $0.hasPrefix("{") && !$1.isEmpty || $0 == $1 }
        }
        return fitting.min { $0.key.count { $0 == "{" } < $1.key.count { $0 == "{" } }?.value
    }
}
