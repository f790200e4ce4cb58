import WindfallCOpenSSL

/// Owns a BIO in memory, which OpenSSL prints into or reads from.
@safe struct MemoryStream: ~Copyable {
    let handle: OpaquePointer

    /// An empty stream to print into.
    init() throws(CryptographyError) {
        LibraryStart.begin()
        guard let handle = unsafe BIO_new(BIO_s_mem()) else { throw .taken(.operationFailed) }
        unsafe self.handle = handle
    }

    deinit { unsafe BIO_free(handle) }

    /// Adds bytes at the end.
    func write(_ bytes: Span<UInt8>) throws(CryptographyError) {
        var written = 0
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe BIO_write_ex(handle, buffer.baseAddress, buffer.count, &written)
        }
        guard result == 1, written == bytes.count else { throw .taken(.operationFailed) }
    }

    /// All bytes that are in the stream and not read yet.
    func contents() -> [UInt8] {
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe windfall_BIO_memory(handle, &start)
        guard let start = unsafe start, count > 0 else { return [] }
        let raw = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return unsafe [UInt8](raw)
    }
}
