import Testing
import WindfallCryptography

@Suite(.enabled(if: OpenSSLCommand.isPresent, "the openssl command is not installed"))
struct PublicKeyTests {
    /// A key, a message and a signature by OpenSSL's command line.
    struct Signed {
        let key: PublicKey
        let message: [UInt8]
        let signature: [UInt8]

        init(
            _ kind: CommandKey, digest: String = "sha256", message: [UInt8] = Array("two coins".utf8),
            withNewKey: Bool = false
        ) throws {
            let command = try OpenSSLCommand()
            try kind.make(command, in: "key.pem")
            if withNewKey { try command.write(try kind.makeNew(command), to: "key.pem") }
            try command.write(message, to: "message")
            self.message = message
            signature = try command.run("dgst", "-\(digest)", "-sign", "key.pem", "message")
            key = try PublicKey(
                try command.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER"))
        }

        func verifies(_ signature: [UInt8]) -> Bool {
            key.verifies(signature, of: message, digest: .sha256)
        }
    }

    static let digests: [(String, DigestAlgorithm)] = [
        ("sha1", .sha1), ("sha256", .sha256), ("sha384", .sha384), ("sha512", .sha512),
    ]

    @Test("A signature of the command line verifies with its own digest only", arguments: CommandKey.allCases, digests)
    func verifies(kind: CommandKey, digest: (name: String, algorithm: DigestAlgorithm)) throws {
        let signed = try Signed(kind, digest: digest.name)
        for algorithm in DigestAlgorithm.allCases {
            let isSame = algorithm == digest.algorithm
            let messageDigest = Digest.bytes(algorithm, of: signed.message)
            // Twice, so that a context made anew and one from the pool both answer.
            for _ in 0..<2 {
                #expect(
                    signed.key.verifies(signed.signature, of: signed.message, digest: algorithm) == isSame)
                #expect(
                    signed.key.verifies(signed.signature, ofDigest: messageDigest, digest: algorithm)
                        == isSame)
            }
        }
        #expect(
            verifiesBarely(
                signed.signature, of: signed.message, key: signed.key, digest: digest.algorithm))
    }

    @Test("The kind is told, and SubjectPublicKeyInfo comes back as it was given", arguments: CommandKey.allCases)
    func kinds(kind: CommandKey) throws {
        let command = try OpenSSLCommand()
        try kind.make(command, in: "key.pem")
        let bytes = try command.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER")
        let key = try PublicKey(bytes)
        let expected: PublicKey.Kind =
            switch kind {
            case .rsa1024: .rsa(bits: 1024)
            case .rsa2048: .rsa(bits: 2048)
            case .p256: .p256
            case .p384: .p384
            }
        #expect(key.kind == expected)
        #expect(key.subjectPublicKeyInfo == bytes)
    }

    @Test(
        "A key of another kind is told as such and verifies nothing",
        arguments: [
            ["genpkey", "-algorithm", "ED25519"],
            ["genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"],
            ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
            // The numbers of P-256 instead of its name: a forger can choose other numbers.
            [
                "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt",
                "ec_param_enc:explicit",
            ],
        ])
    func otherKinds(arguments: [String]) throws {
        let command = try OpenSSLCommand()
        try command.write(try command.run(arguments), to: "key.pem")
        let bytes = try command.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER")
        let key = try PublicKey(bytes)
        #expect(key.kind == .other)
        #expect(!key.verifies([UInt8](repeating: 1, count: 64), of: [], digest: .sha256))
        #expect(!key.verifiesRaw([UInt8](repeating: 1, count: 64), of: [], digest: .sha256))
    }

    @Test("A signature with any one bit flipped does not verify", arguments: CommandKey.allCases)
    func flippedSignature(kind: CommandKey) throws {
        let signed = try Signed(kind)
        for bit in 0..<(signed.signature.count * 8) {
            var signature = signed.signature
            signature[bit / 8] ^= 1 << (bit % 8)
            #expect(!signed.verifies(signature), "bit \(bit)")
        }
        #expect(signed.verifies(signed.signature))
    }

    @Test("A signature cut short, made longer, empty or huge does not verify", arguments: CommandKey.allCases)
    func wrongLength(kind: CommandKey) throws {
        let signed = try Signed(kind)
        for count in 0..<signed.signature.count {
            #expect(!signed.verifies(Array(signed.signature[..<count])), "cut to \(count)")
        }
        #expect(!signed.verifies(signed.signature + [0]))
        #expect(!signed.verifies([0] + signed.signature))
        #expect(!signed.verifies([UInt8](repeating: 0xFF, count: 1_000_000)))
        #expect(signed.verifies(signed.signature))
    }

    @Test("A signature does not verify for another message or by another key", arguments: CommandKey.allCases)
    func foreign(kind: CommandKey) throws {
        let signed = try Signed(kind)
        let other = try Signed(kind, withNewKey: true)
        #expect(!signed.verifies(other.signature))
        #expect(!signed.key.verifies(signed.signature, of: Array("two coinz".utf8), digest: .sha256))
        #expect(!signed.key.verifies(signed.signature, of: [], digest: .sha256))
    }

    @Test("An empty message and one of 20 MB have signatures too", arguments: [0, 20_000_000])
    func messageSizes(count: Int) throws {
        for kind in [CommandKey.rsa2048, .p256] {
            let signed = try Signed(kind, message: [UInt8](repeating: 7, count: count))
            #expect(signed.verifies(signed.signature))
        }
    }

    @Test("A message in two parts is the parts put together, in their order")
    func parts() throws {
        let signed = try Signed(.rsa2048, digest: "sha1", message: [2, 3, 4, 5])
        for cut in 0...4 {
            let first = Array(signed.message[..<cut])
            let second = Array(signed.message[cut...])
            let isSigned = signed.key.verifies(
                signed.signature.span, of: first.span, then: second.span, digest: .sha1)
            #expect(isSigned)
            let isSwapped = signed.key.verifies(
                signed.signature.span, of: second.span, then: first.span, digest: .sha1)
            #expect(isSwapped == (cut == 0 || cut == 4))
        }
    }

    @Test("A digest of the wrong length is refused")
    func wrongDigestLength() throws {
        let signed = try Signed(.p256)
        let digest = Digest.bytes(.sha256, of: signed.message)
        for wrong in [[], Array(digest.dropLast()), digest + [0]] {
            #expect(!signed.key.verifies(signed.signature, ofDigest: wrong, digest: .sha256))
        }
    }

    @Test("Bytes that are no SubjectPublicKeyInfo are refused, cut at every length and with bytes behind")
    func unreadable() throws {
        for kind in [CommandKey.rsa2048, .p256] {
            let bytes = try Signed(kind).key.subjectPublicKeyInfo
            for count in 0..<bytes.count {
                #expect(throws: CryptographyError.self, "cut to \(count)") {
                    try PublicKey(Array(bytes[..<count]))
                }
            }
            #expect(throws: CryptographyError(.trailingBytes)) {
                try PublicKey((bytes + [0]))
            }
        }
    }

    @Test("One key serves many tasks at once, more than it keeps contexts for")
    func manyTasks() async throws {
        let signed = try Signed(.p256)
        let (key, message, signature) = (signed.key, signed.message, signed.signature)
        let count = await withTaskGroup(of: Int.self) { group in
            for task in 0..<32 {
                group.addTask {
                    (0..<20).count { round in
                        var bytes = signature
                        let isGood = (task + round) % 2 == 0
                        if !isGood { bytes[bytes.count - 1] ^= 1 }
                        return key.verifies(bytes, of: message, digest: .sha256) == isGood
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 32 * 20)
    }
}
