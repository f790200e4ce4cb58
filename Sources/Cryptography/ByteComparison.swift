import WindfallCOpenSSL

/// Whether two ranges of bytes are equal; ranges of different length never are.
package enum ByteComparison {
    /// For what anybody may know: the time it takes tells where the first difference lies.
    package static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return unsafe a.withUnsafeBufferPointer { first in
            unsafe b.withUnsafeBufferPointer { second in
                unsafe windfall_equal(first.baseAddress, second.baseAddress, first.count) == 1
            }
        }
    }

    /// For secrets: the time it takes depends on the length only.
    package static func areEqualInConstantTime(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        guard !a.isEmpty else { return true }
        return unsafe a.withUnsafeBufferPointer { first in
            unsafe b.withUnsafeBufferPointer { second in
                unsafe CRYPTO_memcmp(first.baseAddress, second.baseAddress, first.count) == 0
            }
        }
    }
}
