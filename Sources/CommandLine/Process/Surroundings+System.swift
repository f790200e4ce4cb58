import Foundation
import WindfallHTTP
import WindfallHTTPClient
import WindfallTimeline

extension Surroundings {
    /// The process's own: files, standard input, the system's clock and random bytes.
    package static var system: Surroundings {
        var system = Surroundings(
            read: { (path: String?, limit: Int) throws(FileFailure) in try readFile(path, limit: limit) },
            create: { (path: String, bytes: [UInt8]) throws(FileFailure) in try createFile(path, bytes) },
            askRevocation: { reading in RevocationOverHTTP.ask(about: reading, at: SystemTimeline().now) },
            timeline: SystemTimeline(), randomness: SystemRandomness(), hasColours: showsColours,
            folder: FileManager.default.currentDirectoryPath,
            environment: { ProcessInfo.processInfo.environment[$0] },
            isThere: { FileManager.default.fileExists(atPath: $0) },
            connect: { () throws(HTTPClientError) in try HTTPClient() })
        system.permissions = { path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return (attributes?[.posixPermissions] as? NSNumber)?.uint16Value
        }
        return system
    }

    private static let chunk = 64 * 1024

    private static func readFile(_ path: String?, limit: Int) throws(FileFailure) -> [UInt8] {
        do {
            let file = try path.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .standardInput
            var bytes: [UInt8] = []
            while bytes.count < limit, let more = try file.read(upToCount: min(chunk, limit - bytes.count)),
                !more.isEmpty
            {
                bytes.append(contentsOf: more)
            }
            return bytes
        } catch {
            throw FileFailure(error)
        }
    }

    private static func createFile(_ path: String, _ bytes: [UInt8]) throws(FileFailure) {
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch {
            throw FileFailure(error)
        }
    }

    /// Colours are for people: on a terminal that has them, unless `NO_COLOR` is set (no-color.org).
    private static var showsColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }
}

extension Surroundings.FileFailure {
    /// The system's own reason, in our words where it is a common one.
    init(_ error: any Error) {
        switch Self.code(of: error) {
        case ENOENT: self.init("there is no such file")
        case EACCES, EPERM: self.init("permission denied")
        case EISDIR: self.init("it is a folder")
        case ENOTDIR: self.init("a part of the path is no folder")
        case EEXIST: self.init("it is there already")
        case ENOSPC: self.init("no space is left")
        case EBADF: self.init("it is closed")
        case let code: self.init("system error \(code)")
        }
    }

    /// The number of the system's error; 0 when there is none.
    static func code(of error: any Error) -> Int32 {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        if cause.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: cause.code) }
        return (error as? CocoaError)?.code == .fileWriteFileExists ? EEXIST : 0
    }
}
