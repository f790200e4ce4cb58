import Foundation
import Testing

/// Outputs that were read by a person once and must stay as they are.
///
/// `UPDATE_GOLDEN=1` writes them anew and fails, so that someone reads the difference.
enum Golden {
    static func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try? Data(text.utf8).write(to: file)
            Issue.record("Golden/\(name) was written anew: read the difference", sourceLocation: sourceLocation)
            return
        }
        let golden = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
        #expect(golden == text, "Golden/\(name)", sourceLocation: sourceLocation)
    }
}
