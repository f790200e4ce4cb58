import Foundation

/// Apple's certificates, where the folder with the fixtures lies beside the project.
enum Fixtures {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/fixtures")
    static let arePresent = FileManager.default.fileExists(atPath: folder.path)

    static func certificate(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent("certificates/\(name).der")))
    }

    static func certificateNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("certificates").path)
            .filter { $0.hasSuffix(".der") }.map { String($0.dropLast(4)) }.sorted()
    }
}
