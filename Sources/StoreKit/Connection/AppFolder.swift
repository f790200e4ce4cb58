import Foundation
import WindfallJSON

/// The folder where an app's purchases are kept: each file is written whole or not at all.
struct AppFolder: Sendable {
    let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// The content of a JSON file; nil where there is none that can be read.
    func json(_ name: String) -> JSON? {
        guard let data = try? Data(contentsOf: url.appending(path: name)) else { return nil }
        let bytes = Array(data)
        return try? JSON(reading: bytes.span)
    }

    func write(_ json: JSON, to name: String) throws {
        try write(json.bytes(.pretty), to: name)
    }

    /// Writes beside the old file and then takes its place.
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: .atomic)
    }
}
