import WindfallCMicroHTTPD

/// How many files and sockets the process may have open at a time. Most systems begin with 1,024, which is less than a
/// server's connections need.
package enum OpenFiles {
    /// Raises the limit, as far as the process may.
    ///
    /// - Parameter count: how many are needed.
    /// - Returns: how many there can be now.
    package static func allow(_ count: Int) -> Int {
        Int(clamping: windfall_allow_open_files(UInt64(clamping: count)))
    }
}
