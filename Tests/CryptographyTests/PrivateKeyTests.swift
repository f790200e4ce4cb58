import Testing
import WindfallCryptography

@Suite struct PrivateKeyTests {
    static let kinds: [PrivateKey.Kind] = [.rsa(bits: 1024), .rsa(bits: 2048), .p256, .p384]
    static let keys = Result { Dictionary(uniqueKeysWithValues: try kinds.map { ($0, try PrivateKey.generate($0)) }) }
    let message = Array("a receipt".utf8)

    @Test("What a key signs, its public key verifies", arguments: kinds, DigestAlgorithm.allCases)
    func roundTrip(kind: PrivateKey.Kind, digest: DigestAlgorithm) throws {
        let key = try #require(try Self.keys.get()[kind])
        #expect(key.kind == kind)
        let signature = try key.sign(message, digest: digest)
        #expect(key.publicKey.verifies(signature, of: message, digest: digest))
        #expect(!key.publicKey.verifies(signature, of: message + [0], digest: digest))
        let others = try Self.keys.get().filter { $0.key != kind }.values
        #expect(others.count == 3)
        for other in others { #expect(!other.publicKey.verifies(signature, of: message, digest: digest)) }
    }

    @Test("An empty message can be signed")
    func emptyMessage() throws {
        let key = try PrivateKey.generate(.p256)
        #expect(try key.publicKey.verifies(key.sign([], digest: .sha256), of: [], digest: .sha256))
    }

    @Test("A raw signature is r and s, and only keys on a curve make one")
    func raw() throws {
        let key = try PrivateKey.generate(.p256)
        // Enough for numbers with leading zeros: one in 128 signatures has one.
        for _ in 0..<2000 {
            let signature = try key.signRaw(message, digest: .sha256)
            #expect(signature.count == 64)
            #expect(key.publicKey.verifiesRaw(signature, of: message, digest: .sha256))
        }
        #expect(try PrivateKey.generate(.p384).signRaw(message, digest: .sha384).count == 96)
        #expect(throws: CryptographyError(.keyNotSupported)) {
            try PrivateKey.generate(.rsa(bits: 1024)).signRaw(message, digest: .sha256)
        }
    }

    @Test("A key comes back through PEM", arguments: kinds)
    func pem(kind: PrivateKey.Kind) throws {
        let key = try PrivateKey.generate(kind)
        let pem = try key.pem
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && pem.hasSuffix("-----END PRIVATE KEY-----\n"))
        let again = try PrivateKey("# a comment before it\n" + pem)
        #expect(again.publicKey.subjectPublicKeyInfo == key.publicKey.subjectPublicKeyInfo)
        #expect(try again.pem == pem)
        #expect(try key.publicKey.verifies(again.sign(message, digest: .sha256), of: message, digest: .sha256))
    }

    @Test("A PEM cut at any place before its end line holds no key")
    func cutPEM() throws {
        let pem = try PrivateKey.generate(.p256).pem
        for count in 0..<(pem.count - 2) {
            #expect(throws: CryptographyError.self, "cut to \(count)") { try PrivateKey(String(pem.prefix(count))) }
        }
    }

    @Test("An RSA size outside 1024 to 8192 is refused", arguments: [Int.min, -1, 0, 512, 1023, 8193, Int.max])
    func sizes(bits: Int) {
        #expect(throws: CryptographyError(.keyNotSupported)) { try PrivateKey.generate(.rsa(bits: bits)) }
    }

    @Test("Printing a key shows nothing of its secret")
    func printing() throws {
        let key = try PrivateKey.generate(.p256)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("BEGIN") && !text.contains("handle") && text.count < 60, "\(text)")
        }
    }

    @Suite(.enabled(if: OpenSSLCommand.isPresent, "the openssl command is not installed"))
    struct WithCommand {
        let message = Array("a receipt".utf8)

        @Test("The command line verifies what a key signs", arguments: PrivateKeyTests.kinds)
        func verified(kind: PrivateKey.Kind) throws {
            let command = try OpenSSLCommand()
            let key = try PrivateKey.generate(kind)
            try command.write(Array(try key.pem.utf8), to: "key.pem")
            try command.write(message, to: "message")
            try command.run("pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
            for (name, digest) in [("sha1", DigestAlgorithm.sha1), ("sha256", .sha256), ("sha512", .sha512)] {
                try command.write(try key.sign(message, digest: digest), to: "signature")
                try command.run("dgst", "-\(name)", "-verify", "public.pem", "-signature", "signature", "message")
            }
        }

        @Test("Keys of the command line are read", arguments: CommandKey.allCases)
        func read(kind: CommandKey) throws {
            let command = try OpenSSLCommand()
            try kind.make(command, in: "key.pem")
            let key = try PrivateKey(String(decoding: try command.read("key.pem"), as: UTF8.self))
            #expect(
                try key.publicKey.subjectPublicKeyInfo
                    == command.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER"))
        }

        @Test("An encrypted key, and one of another form or kind, is refused without asking for a passphrase")
        func refused() throws {
            let command = try OpenSSLCommand()
            try CommandKey.rsa1024.make(command, in: "key.pem")
            try command.run("pkcs8", "-topk8", "-in", "key.pem", "-passout", "pass:x", "-out", "encrypted.pem")
            try command.run(
                "rsa", "-in", "key.pem", "-aes128", "-passout", "pass:x", "-traditional", "-out", "traditional.pem")
            try command.run("pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
            try command.run("genpkey", "-algorithm", "ED25519", "-out", "ed25519.pem")
            let names = ["encrypted.pem", "traditional.pem", "public.pem", "ed25519.pem"]
            for name in names {
                #expect(throws: CryptographyError.self, "\(name)") {
                    try PrivateKey(String(decoding: try command.read(name), as: UTF8.self))
                }
            }
            let disguised = String(decoding: try command.read("traditional.pem"), as: UTF8.self)
                .split(separator: "RSA PRIVATE KEY", omittingEmptySubsequences: false).joined(separator: "PRIVATE KEY")
            #expect(throws: CryptographyError.self) { try PrivateKey(disguised) }
        }
    }
}
