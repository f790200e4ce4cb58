import Glibc
import WindfallCSQLite

/// A lock that one owner at a time holds in the whole system, in a file beside what it guards.
///
/// The system takes it back when the process ends, however it ends; the file stays, and is no lock by itself.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// - Parameter path: the lock's file, made where there is none.
    /// - Throws: ``FileLockError``.
    package init(path: String) throws(FileLockError) {
        let opened = try Self.open(path)
        descriptor = opened
    }

    private static func open(_ path: String) throws(FileLockError) -> Int32 {
        guard !path.utf8.contains(0) else { throw .notOpened(code: EINVAL) }
        let descriptor = unsafe windfall_open_lock_file(path)
        guard descriptor >= 0 else { throw .notOpened(code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(descriptor) }
            throw code == EWOULDBLOCK ? .held(by: firstLine(of: descriptor)) : .notOpened(code: code)
        }
        // Who cannot write the line holds the lock all the same.
        let line = Array("process \(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { unsafe _ = pwrite(descriptor, line, line.count, 0) }
        return descriptor
    }

    deinit { close(descriptor) }

    private static func firstLine(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self)
    }
}

/// Why a lock could not be had.
package enum FileLockError: Error, Hashable, Sendable {
    /// Somebody else has it; who, such as `process 4711`.
    case held(by: String)
    /// The file can't be opened or locked; the system's error number.
    case notOpened(code: Int32)
}
