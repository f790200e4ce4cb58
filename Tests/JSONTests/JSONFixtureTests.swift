import Foundation
import Testing
import WindfallJSON

/// Documents of the App Store and of Xcode that lie beside the project; absent on most machines.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/fixtures").standardizedFileURL

    static let arePresent = FileManager.default.fileExists(atPath: folder.path)

    /// All files of the folder, by path below it, whose names have an ending.
    static func files(ending: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(ending) }.sorted()
    }

    static func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }
}

@Suite(.enabled(if: Fixtures.arePresent, "no fixtures beside the project"))
struct JSONFixtureTests {
    @Test("Every recorded document survives reading and writing", arguments: Fixtures.files(ending: ".json"))
    func roundTrip(path: String) throws {
        let bytes = try Fixtures.bytes(of: path)
        let json = try JSON(reading: bytes.span)
        for style in [JSONStyle.compact, .pretty, .verifyReceipt] {
            #expect(reading(json.bytes(style)) == .success(json))
        }
    }

    @Test(
        "A recorded answer of verifyReceipt is written again byte for byte",
        arguments: Fixtures.files(ending: ".response.json").filter { $0.hasPrefix("verifyreceipt-exchange/") })
    func recordedBodies(path: String) throws {
        let bytes = try Fixtures.bytes(of: path)
        #expect(try JSON(reading: bytes.span).bytes(.verifyReceipt) == bytes)
    }

    @Test("The fixtures are there in number")
    func count() {
        #expect(Fixtures.files(ending: ".json").count > 100)
        #expect(Fixtures.files(ending: ".response.json").count >= 6)
    }
}
