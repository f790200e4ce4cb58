import Glibc
import WindfallCSQLite

/// Changes to the folder that a database lies in.
package enum DatabaseFile {
    /// Puts a closed database in the place of another, so that there is always a whole one, also after a power cut.
    ///
    /// - Parameter source: a database that nobody has open.
    /// - Parameter path: where it goes, in the same folder. Nobody has open what lies there, and it is lost.
    /// - Returns: 0, or the system's error number.
    package static func move(_ source: String, to path: String) -> Int32 {
        for log in [path + "-wal", path + "-shm", path + "-journal"] {
            guard unsafe unlink(log) == 0 || errno == ENOENT else { return errno }
        }
        guard unsafe rename(source, path) == 0 else { return errno }
        return synchronise(folderOf: path)
    }

    /// Removes a closed database and what belongs to it; what is not there is no failure.
    ///
    /// - Returns: 0, or the system's error number.
    package static func remove(_ path: String) -> Int32 {
        for file in [path, path + "-wal", path + "-shm", path + "-journal"] {
            guard unsafe unlink(file) == 0 || errno == ENOENT else { return errno }
        }
        return 0
    }

    /// Whether a file is there.
    package static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    private static func synchronise(folderOf path: String) -> Int32 {
        let folder = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe windfall_open_folder(folder)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}
