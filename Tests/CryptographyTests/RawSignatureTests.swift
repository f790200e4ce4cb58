import Testing
import WindfallCryptography

@Suite(.enabled(if: OpenSSLCommand.isPresent, "the openssl command is not installed"))
struct RawSignatureTests {
    /// The order of P-256 (FIPS 186-4 D.1.2.3).
    static let order: [UInt8] =
        [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        + [0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51]
    static let zero = [UInt8](repeating: 0, count: 32)

    let key: PublicKey
    let message = Array("header.payload".utf8)
    let raw: [UInt8]
    private let command: OpenSSLCommand

    init() throws {
        command = try OpenSSLCommand()
        try CommandKey.p256.make(command, in: "key.pem")
        try command.write(message, to: "message")
        key = try PublicKey(try command.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER"))
        raw = try Self.raw(try command.run("dgst", "-sha256", "-sign", "key.pem", "message"))
    }

    /// r and s of a signature in DER, 32 bytes each.
    static func raw(_ der: [UInt8]) throws -> [UInt8] {
        try #require(der.count > 8 && der[0] == 0x30 && der[2] == 2)
        let length = Int(der[3])
        return [der[4..<(4 + length)], der[(6 + length)...]].flatMap { number in
            let digits = Array(number.drop { $0 == 0 })
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
    }

    @Test("r and s verify, whatever their leading bytes are")
    func verifies() throws {
        // Among 20 signatures there are some with a first bit set. For leading zeros see the tests of PrivateKey.
        for _ in 0..<20 {
            let signature = try Self.raw(try command.run("dgst", "-sha256", "-sign", "key.pem", "message"))
            #expect(key.verifiesRaw(signature, of: message, digest: .sha256), "\(hexadecimal(signature))")
        }
    }

    @Test("r and s with any one bit flipped do not verify")
    func flipped() {
        for bit in 0..<512 {
            var signature = raw
            signature[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.verifiesRaw(signature, of: message, digest: .sha256), "bit \(bit)")
        }
    }

    @Test("Only 64 bytes can be r and s", arguments: [0, 1, 32, 62, 63, 65, 66, 96, 128, 1_000_000])
    func wrongLength(count: Int) {
        let bytes = (raw + [UInt8](repeating: 0, count: max(0, count - 64))).prefix(count)
        #expect(!key.verifiesRaw(Array(bytes), of: message, digest: .sha256))
        #expect(!key.verifiesRaw(Array(bytes.reversed()), of: message, digest: .sha256))
    }

    @Test("r or s that is zero, the order or beyond does not verify")
    func outOfRange() {
        let (r, s) = (Array(raw[..<32]), Array(raw[32...]))
        let beyond = [UInt8](repeating: 0xFF, count: 32)
        let one = Array(Self.zero.dropLast()) + [1]
        for wrong in [Self.zero, Self.order, beyond] {
            #expect(!key.verifiesRaw(wrong + s, of: message, digest: .sha256))
            #expect(!key.verifiesRaw(r + wrong, of: message, digest: .sha256))
            #expect(!key.verifiesRaw(wrong + wrong, of: message, digest: .sha256))
            #expect(!key.verifiesRaw(one + wrong, of: message, digest: .sha256))
        }
        #expect(!key.verifiesRaw(s + r, of: message, digest: .sha256))
        #expect(key.verifiesRaw(r + s, of: message, digest: .sha256))
    }

    @Test("A signature in DER is no raw one, nor the other way round")
    func otherForm() throws {
        let der = try command.run("dgst", "-sha256", "-sign", "key.pem", "message")
        #expect(!key.verifiesRaw(der, of: message, digest: .sha256))
        #expect(!key.verifies(raw, of: message, digest: .sha256))
    }

    @Test("A key that is not on P-256 verifies no raw signature", arguments: [CommandKey.rsa2048, .p384])
    func otherKey(kind: CommandKey) throws {
        try kind.make(command, in: "other.pem")
        let other = try PublicKey(try command.run("pkey", "-in", "other.pem", "-pubout", "-outform", "DER"))
        #expect(!other.verifiesRaw(raw, of: message, digest: .sha256))
        let signature = try command.run("dgst", "-sha256", "-sign", "other.pem", "message")
        #expect(!other.verifiesRaw(signature, of: message, digest: .sha256))
        #expect(!other.verifiesRaw(Array(signature.prefix(64)), of: message, digest: .sha256))
    }
}
