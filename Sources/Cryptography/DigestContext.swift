import WindfallCOpenSSL

/// The longest digest of ``DigestAlgorithm``, in bytes.
let longestDigest = 64

/// A digest that fits on the stack.
typealias DigestBuffer = InlineArray<64, UInt8>

/// Owns one `EVP_MD_CTX`. It can be used again and again: each ``start(_:)`` begins a new digest.
///
/// OpenSSL's digests fail only when the process is out of memory or a call is out of order, so a failure stops the
/// process: no bytes from outside can cause one.
@safe struct DigestContext: ~Copyable {
    private let handle: OpaquePointer

    init() {
        guard let handle = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        unsafe self.handle = handle
    }

    deinit { unsafe EVP_MD_CTX_free(handle) }

    func start(_ algorithm: DigestAlgorithm) {
        let started = unsafe EVP_DigestInit_ex2(handle, FetchedDigest.of(algorithm).method, nil)
        precondition(started == 1, "a digest could not be started")
    }

    func update(_ bytes: Span<UInt8>) {
        let updated = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe EVP_DigestUpdate(handle, buffer.baseAddress, buffer.count)
        }
        precondition(updated == 1, "a digest could not be continued")
    }

    /// Puts the digest at the start of `buffer`, which is as long as the longest one.
    func finish(into buffer: inout DigestBuffer) {
        var span = buffer.mutableSpan
        let finished = unsafe span.withUnsafeMutableBufferPointer { target in
            unsafe EVP_DigestFinal_ex(handle, target.baseAddress, nil)
        }
        precondition(finished == 1, "a digest could not be finished")
    }
}
