import WindfallSignedData

/// The opaque value of a device's receipts: it stays for one installation, and tells the store whose receipt it is.
///
/// Sixteen bytes: eight that only this store can make for the device, and the device's number in disguise.
struct DeviceMark {
    let bytes: [UInt8]

    init(_ device: DeviceNumber, seed: UInt64) {
        let disguised = UInt64(bitPattern: device.value) ^ Self.mask(seed)
        bytes =
            Self.proof(device, seed: seed) + (0..<8).map { UInt8(truncatingIfNeeded: disguised >> (56 - 8 * $0)) }
    }

    /// The device that an opaque value is of; nil for one that this store did not make.
    static func device(of opaqueValue: some Collection<UInt8>, seed: UInt64) -> DeviceNumber? {
        guard opaqueValue.count == 16 else { return nil }
        let disguised = opaqueValue.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let device = DeviceNumber(Int64(bitPattern: disguised ^ mask(seed)))
        return opaqueValue.prefix(8).elementsEqual(proof(device, seed: seed)) ? device : nil
    }

    private static func proof(_ device: DeviceNumber, seed: UInt64) -> [UInt8] {
        Array(SeededBytes.make(16, from: "device \(seed) \(device.value)").prefix(8))
    }

    private static func mask(_ seed: UInt64) -> UInt64 {
        SeededBytes.make(8, from: "mask \(seed)").reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Bytes that look like chance and are the same for the same words.
enum SeededBytes {
    static func make(_ count: Int, from words: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var round = 0
        while bytes.count < count {
            bytes += Hexadecimal.decode(Fingerprint.sha256(Array("\(words) \(round)".utf8))) ?? []
            round += 1
        }
        return Array(bytes.prefix(count))
    }
}
