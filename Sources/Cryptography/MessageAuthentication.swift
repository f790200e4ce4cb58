import WindfallCOpenSSL

/// A code that only holders of a secret can make for a message: HMAC with SHA-256 (RFC 2104, FIPS 198-1).
package enum MessageAuthentication {
    /// How many bytes a code has.
    package static let byteCount = 32

    /// The code of a message.
    ///
    /// - Parameter key: of any length; what is shorter than 32 bytes is weaker than the digest.
    package static func code(of message: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
        LibraryStart.begin()
        var code = [UInt8](repeating: 0, count: byteCount)
        var count: UInt32 = 0
        // A key of no bytes still needs an address.
        let result = unsafe key.withUnsafeBufferPointer { key in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe code.withUnsafeMutableBufferPointer { code in
                    unsafe HMAC(
                        EVP_sha256(), key.baseAddress ?? UnsafePointer(bitPattern: 1), Int32(clamping: key.count),
                        message.baseAddress, message.count, code.baseAddress, &count)
                }
            }
        }
        precondition(unsafe result != nil && count == UInt32(byteCount), "this installation of OpenSSL has no HMAC")
        return code
    }

    /// Whether a code is the message's; the time it takes tells nothing of the right one.
    package static func isCode(_ code: Span<UInt8>, of message: Span<UInt8>, key: Span<UInt8>) -> Bool {
        let right = self.code(of: message, key: key)
        return ByteComparison.areEqualInConstantTime(code, right.span)
    }
}
