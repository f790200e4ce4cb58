import WindfallCOpenSSL

/// What one of OpenSSL's `i2d` functions writes.
///
/// - Parameter write: calls the function with the place that it writes to, nil for the length alone.
func encoded(
    orThrow code: CryptographyError.Code,
    _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(CryptographyError) -> [UInt8] {
    let length = write(nil)
    guard length > 0 else { throw .taken(code) }
    var written: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        var target = buffer.baseAddress
        written = unsafe write(&target)
        count = written == length ? Int(length) : 0
    }
    guard written == length else { throw .taken(code) }
    return bytes
}

/// The one object that one of OpenSSL's `d2i` functions reads from all of the bytes.
///
/// - Parameters:
///   - read: calls the function, which moves the position behind what it read; the result is the caller's to free.
///   - free: frees the object when bytes follow it.
/// - Throws: `code`, or `.trailingBytes`.
func decoded(
    _ bytes: Span<UInt8>,
    orThrow code: CryptographyError.Code,
    freeing free: (OpaquePointer) -> Void,
    _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
) throws(CryptographyError) -> OpaquePointer {
    LibraryStart.begin()
    var consumed = 0
    let object: OpaquePointer? = unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress, buffer.count > 0 else { return nil }
        var position: UnsafePointer<UInt8>? = unsafe start
        let object = unsafe read(&position, buffer.count)
        consumed = unsafe position.map { unsafe $0 - start } ?? 0
        return unsafe object
    }
    guard let object = unsafe object else { throw .taken(code) }
    guard consumed == bytes.count else {
        unsafe free(object)
        throw CryptographyError(.trailingBytes)
    }
    return unsafe object
}

extension [UInt8] {
    /// The bytes of a span, copied.
    init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }

    /// `count` bytes that belong to an object of OpenSSL, copied; none when the pointer is nil.
    @unsafe init(copying start: UnsafePointer<UInt8>?, count: Int) {
        guard let start = unsafe start, count > 0 else {
            self = []
            return
        }
        self = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    }
}
