import Synchronization

/// Where random bytes come from.
public protocol Randomness: Sendable {
    /// The next random bytes.
    ///
    /// - Parameter count: how many; a negative number counts as 0.
    func bytes(count: Int) -> [UInt8]
}

extension Randomness {
    /// A random UUID (RFC 9562 section 5.4, version 4) as text of 36 characters, hexadecimal digits in lower case.
    public func uuidText() -> String {
        var text = ""
        for (place, random) in bytes(count: 16).enumerated() {
            if [4, 6, 8, 10].contains(place) { text += "-" }
            let byte =
                switch place {
                case 6: random & 0x0F | 0x40  // the version
                case 8: random & 0x3F | 0x80  // the variant
                default: random
                }
            text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }

    /// Bytes of 64-bit words, each lowest byte first; what is left of the last word is dropped.
    fileprivate func bytes(count: Int, of next: () -> UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, count))
        while bytes.count < count {
            let word = next()
            for place in 0..<min(8, count - bytes.count) {
                bytes.append(UInt8(truncatingIfNeeded: word >> (8 * place)))
            }
        }
        return bytes
    }
}

/// The system's random bytes, fit for keys and nonces.
public struct SystemRandomness: Randomness {
    public init() {}

    public func bytes(count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return bytes(count: count) { generator.next() }
    }
}

/// Bytes that a seed decides, for tests and simulations; never for anything secret.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014), which stays
/// the same in all versions: a seed that failed once fails for ever.
public final class SeededRandomness: Randomness {
    private let state: Mutex<UInt64>

    /// - Parameter seed: any value; equal seeds give equal bytes.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    public func bytes(count: Int) -> [UInt8] {
        state.withLock { state in
            bytes(count: count) { Self.next(&state) }
        }
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
