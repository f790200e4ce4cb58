import Foundation
import Synchronization

/// Where the log's lines go: a file that only grows, or standard error.
final class LogFile: Sendable {
    private let path: String?
    private let file: Mutex<FileHandle>

    /// - Parameter path: nil for standard error; a file is made, for its owner alone, where there is none.
    init(path: String?) throws {
        self.path = path
        file = Mutex(try path.map(Self.open) ?? .standardError)
    }

    /// Writes a whole line. A line that can't be written is lost: what happens goes on without its log.
    func write(_ line: [UInt8]) {
        file.withLock { try? $0.write(contentsOf: line) }
    }

    /// Opens the file anew, after it was moved away. Where that fails, the old one goes on.
    func reopen() {
        guard let path, let next = try? Self.open(path) else { return }
        file.withLock { file in
            try? file.close()
            file = next
        }
    }

    /// Every line goes to the end that the file has then: several processes may write one log.
    private static func open(_ path: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) { make(path) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let flags = fcntl(file.fileDescriptor, F_GETFL, 0)
        guard flags >= 0, fcntl(file.fileDescriptor, F_SETFL, flags | O_APPEND) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        return file
    }

    /// Makes a file that is its owner's alone from the first moment, and replaces none that another process has made.
    private static func make(_ path: String) {
        let next = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        _ = FileManager.default.createFile(atPath: next, contents: nil, attributes: [.posixPermissions: 0o600])
        try? FileManager.default.linkItem(atPath: next, toPath: path)
        try? FileManager.default.removeItem(atPath: next)
    }
}
