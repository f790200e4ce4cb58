import Foundation
import WindfallCommandLine
import WindfallJSON
import WindfallSignedData

/// `run.json` on the disk. Beside it lies what was written last: the file itself is there only while a store runs.
extension RunFile {
    /// What is there, else what the last run left; nil where there is neither.
    static func kept(at path: String) -> RunFile? {
        let place = URL(filePath: path)
        guard let data = (try? Data(contentsOf: place)) ?? (try? Data(contentsOf: last(of: place))) else { return nil }
        let bytes = [UInt8](data)
        return (try? JSON(reading: bytes.span))?.object.map(RunFile.init(json:))
    }

    /// Writes it, whole or not at all. Secrets are in it, so it is the owner's alone.
    func write(to path: String) throws {
        let place = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let text = JSON.object(json).text(.pretty) + "\n"
        for target in [Self.last(of: place), place] {
            let unfinished = target.appendingPathExtension("unfinished")
            try? FileManager.default.removeItem(at: unfinished)
            try TestAuthority.writePrivately(text, to: unfinished)
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.moveItem(at: unfinished, to: target)
        }
    }

    private static func last(of place: URL) -> URL { place.appendingPathExtension("last") }
}
