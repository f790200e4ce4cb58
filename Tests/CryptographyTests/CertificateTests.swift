import Testing
import WindfallCryptography

@Suite struct CertificateTests {
    @Test("A certificate cut at any length, or with bytes behind it, is refused")
    func lengths() throws {
        let der = try Identity.root().certificate.der
        for count in 0..<der.count {
            #expect(throws: CryptographyError(.certificateUnreadable), "cut to \(count)") {
                do throws(CryptographyError) {
                    _ = try Certificate(Array(der[..<count]))
                } catch {
                    throw CryptographyError(error.code)
                }
            }
        }
        #expect(throws: CryptographyError(.trailingBytes)) { try Certificate(der + [0]) }
        #expect(throws: CryptographyError(.trailingBytes)) { try Certificate(der + der) }
    }

    @Test("A certificate with any one bit flipped is refused, or its signature is nobody's")
    func flipped() throws {
        let root = try Identity.root()
        let leaf = try root.issue("Windfall Test Signer", role: .signer).certificate
        for bit in 0..<(leaf.der.count * 8) {
            var der = leaf.der
            der[bit / 8] ^= 1 << (bit % 8)
            guard let changed = try? Certificate(der) else { continue }
            #expect(!changed.isSigned(by: root.certificate.publicKey), "bit \(bit)")
            #expect(throws: PathFailure.self, "bit \(bit)") {
                try CertificatePath.verify(leaf: changed, untrusted: [], anchors: [.certificate(root.certificate)])
            }
        }
    }

    @Test("A certificate around whose signed part the lengths are written in another way than DER's is refused")
    func notDER() throws {
        let der = try Identity.root(kind: .rsa(bits: 1024)).certificate.der
        try #require(Array(der[..<2]) == [0x30, 0x82])
        let longer = [0x30, 0x83, 0x00] + der[2...]
        let indefinite = [0x30, 0x80] + der[4...] + [0, 0]
        for bytes in [Array(longer), Array(indefinite)] {
            #expect(throws: CryptographyError(.certificateUnreadable)) { try Certificate(bytes) }
        }
    }

    @Test("Lengths of eight 0xFF, indefinite lengths and deep nesting are refused")
    func hostileLengths() {
        let nested = (0..<100_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        for bytes in [
            [0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8), [0x30, 0x80], [0x30, 0x80, 0, 0], nested,
            [UInt8](repeating: 0x30, count: 100_000), [UInt8](repeating: 0, count: 100_000),
        ] {
            #expect(throws: CryptographyError.self) { try Certificate(bytes) }
        }
    }

    @Test("What moves a terminal's cursor is escaped in names")
    func hostileNames() throws {
        let root = try Identity.root("a\u{1B}[2J\nb\u{9B}\u{202E}c,d=Zürich\u{0}e").certificate
        for text in [root.subject, root.issuer, root.commonName ?? ""] {
            #expect(text.contains("\\1B[2J\\0Ab\\C2\\9B\\E2\\80\\AEc"), "\(text)")
            #expect(text.contains("Zürich"))
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{9B}" && $0 != "\u{202E}" })
        }
    }

    @Test("All certificates of a PEM text are read, and nothing else in it")
    func pem() throws {
        let root = try Identity.root()
        let leaf = try root.issue("Windfall Test Signer", role: .signer)
        let text = try """
        subject=somebody
        \(leaf.certificate.pem)
        \(root.key.pem)
        \(root.certificate.pem)
        the end
        """
        #expect(try Certificate.readPEM(text).map(\.der) == [leaf.certificate.der, root.certificate.der])
        #expect(try Certificate.readPEM("").isEmpty)
        #expect(try Certificate.readPEM("no certificate").isEmpty)
        #expect(throws: CryptographyError(.tooManyCertificates)) { try Certificate.readPEM(text, limit: 1) }
    }

    @Test("Damaged PEM is refused")
    func damagedPEM() throws {
        let pem = try Identity.root().certificate.pem
        let lines = pem.split(separator: "\n")
        let cut = lines.dropLast().joined(separator: "\n")
        let shortened = (lines.prefix(2) + lines.suffix(1)).joined(separator: "\n")
        let wrongEnd = (lines.dropLast() + ["-----END OTHER-----"]).joined(separator: "\n")
        let notBase64 = (lines.prefix(1) + ["%%%%"] + lines.suffix(1)).joined(separator: "\n")
        for text in [cut, shortened, wrongEnd, notBase64, pem + cut] {
            #expect(throws: CryptographyError.self) { try Certificate.readPEM(text) }
        }
    }

    @Suite(.enabled(if: OpenSSLCommand.isPresent, "the openssl command is not installed"))
    struct WithCommand {
        @Test("A certificate of the command line is read with all its fields")
        func read() throws {
            let command = try OpenSSLCommand()
            try CommandKey.rsa2048.make(command, in: "key.pem")
            try command.run(
                "req", "-x509", "-new", "-key", "key.pem", "-subj", "/C=DE/O=Windfall/CN=Root, \"quoted\"", "-utf8",
                "-set_serial", "0x80FF", "-days", "10", "-addext", "1.2.3.4=DER:0500", "-out", "root.pem")
            let pem = String(decoding: try command.read("root.pem"), as: UTF8.self)
            let certificate = try #require(try Certificate.readPEM(pem).first)
            #expect(certificate.der == (try command.run("x509", "-in", "root.pem", "-outform", "DER")))
            #expect(certificate.subject == #"CN=Root\, \"quoted\",O=Windfall,C=DE"#)
            #expect(certificate.commonName == #"Root, "quoted""#)
            #expect(certificate.serialNumber == [0, 0x80, 0xFF])
            #expect(certificate.notAfter - certificate.notBefore == 10 * 86400)
            #expect(certificate.hasExtension("1.2.3.4") && certificate.isAuthority && certificate.isSelfIssued)
            #expect(try certificate.pem == pem)
        }

        @Test("A certificate of the first version, without extensions, is read and is no authority")
        func firstVersion() throws {
            let command = try OpenSSLCommand()
            try CommandKey.p256.make(command, in: "key.pem")
            try command.run("req", "-new", "-key", "key.pem", "-subj", "/CN=old", "-out", "request.pem")
            try command.run("x509", "-req", "-in", "request.pem", "-signkey", "key.pem", "-out", "old.pem")
            let pem = String(decoding: try command.read("old.pem"), as: UTF8.self)
            let certificate = try #require(try Certificate.readPEM(pem).first)
            #expect(certificate.isSelfIssued && !certificate.isAuthority && certificate.ocspURLs.isEmpty)
            #expect(certificate.isSigned(by: certificate.publicKey))
        }
    }
}
