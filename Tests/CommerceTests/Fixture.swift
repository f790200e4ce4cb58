import Foundation
import Testing
import WindfallCommerce
import WindfallJSON

/// Real receipts, answers and payloads of others, read where they lie beside the project.
enum Fixture {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../shared/fixtures").standardized

    /// The condition of every test that reads one.
    static var isThere: ConditionTrait {
        .enabled(if: FileManager.default.fileExists(atPath: folder.path), "../shared/fixtures is not there")
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    static func json(_ path: String) throws -> JSON {
        let document = try bytes(path)
        return try JSON(reading: document.span)
    }

    static func payload<Payload: JSONPayload>(_ path: String, as type: Payload.Type = Payload.self) throws -> Payload {
        Payload(json: try #require(json(path).object))
    }

    /// All files of a folder with this ending, as paths from the fixtures.
    static func paths(in subfolder: String, ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: subfolder).path)
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(subfolder)/\($0)" }
    }
}

/// The members of a JSON object that is written out in a test.
func object(_ text: String) throws -> JSONObject {
    try #require(JSON(reading: text).object)
}
