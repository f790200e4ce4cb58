import Foundation
import Testing
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Real files with known answers, which lie beside the project and are read where they lie.
enum Fixtures {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/fixtures")

    static var areThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "INDEX.md").path)
    }

    /// A moment after everything in the fixtures was signed.
    static let now = Instant(milliseconds: 1_796_083_200_000)

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    static func json(_ path: String) throws -> JSON {
        let bytes = try bytes(path)
        return try JSON(reading: bytes.span)
    }

    /// The bytes of a file that is base64 (`.b64`) or binary.
    static func decoded(_ path: String) throws -> [UInt8] {
        let bytes = try bytes(path)
        guard path.hasSuffix(".b64") else { return bytes }
        let characters = bytes.filter { $0 != 0x0A && $0 != 0x0D }
        return try Base64.decode(characters.span)
    }

    /// The paths of a folder's files with one of the endings, sorted; empty where the fixtures are absent.
    static func files(_ folderName: String, _ endings: String...) -> [String] {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: folderName).path)) ?? []
        return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted().map { "\(folderName)/\($0)" }
    }

    /// The path of a companion file, for example `NAME.expected.json` of `NAME.b64`.
    static func companion(of path: String, _ ending: String) -> String {
        String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) + ending
    }
}

extension Trait where Self == ConditionTrait {
    /// The test needs files that lie beside the project.
    static var needsFixtures: Self {
        .enabled(if: Fixtures.areThere, "skipped: there is no folder ../shared/fixtures beside the project")
    }
}
