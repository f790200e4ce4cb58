import Testing
import WindfallCryptography

@Suite(.enabled(if: OpenSSLCommand.isPresent, "the openssl command is not installed"))
struct OCSPTests {
    /// A responder that OpenSSL's command line plays. Its answers are made now and are good for a day.
    struct Responder {
        let root: Identity
        let authority: Identity
        let leaf: Identity
        /// The command's own time, in seconds since 1970 UTC: what it writes into a certificate that it makes now.
        let now: Int64
        private let command: OpenSSLCommand

        init() throws {
            command = try OpenSSLCommand()
            try CommandKey.p256.make(command, in: "clock.key")
            let clock = try command.run(
                "req", "-x509", "-new", "-key", "clock.key", "-subj", "/CN=clock", "-outform", "DER")
            now = try Certificate(clock).notBefore
            root = try Identity.root()
            authority = try root.issue("Windfall Test Intermediate", role: .authority(pathLength: 0))
            leaf = try authority.issue("Windfall Test Signer", role: .signer)
            try command.write(Array(try authority.certificate.pem.utf8), to: "ca.pem")
        }

        /// - Parameters:
        ///   - status: a line of the command's index: V, or R with date and reason; nil when it knows nothing.
        func answer(
            _ request: [UInt8], status: String?, signer: Identity, options: String...
        ) throws -> [UInt8] {
            try command.write(request, to: "request")
            try command.write(Array(try signer.certificate.pem.utf8), to: "signer.pem")
            try command.write(Array(try signer.key.pem.utf8), to: "signer.key")
            let fields = status.map { $0 == "V" ? "V\t991231235959Z\t" : "R\t991231235959Z\t\($0)" }
            let line = fields.map { "\($0)\t2A\tunknown\t/CN=Windfall Test Signer\n" } ?? ""
            try command.write(Array(line.utf8), to: "index.txt")
            try command.run(
                [
                    "ocsp", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "signer.pem", "-rkey", "signer.key",
                    "-reqin", "request", "-respout", "response", "-ndays", "1",
                ] + options)
            return try command.read("response")
        }

        func answer(status: String?, signer: Identity? = nil) throws -> [UInt8] {
            let request = try OCSP.request(for: leaf.certificate, issuer: authority.certificate)
            return try answer(request, status: status, signer: signer ?? authority)
        }

        func read(_ response: [UInt8], at now: Int64? = nil) throws(OCSPFailure) -> OCSPStatus {
            try OCSP.status(in: response, for: leaf.certificate, issuer: authority.certificate, at: now ?? self.now)
        }
    }

    @Test("A request names the certificate with SHA-1 and has no nonce")
    func request() throws {
        let responder = try Responder()
        let bytes = try OCSP.request(for: responder.leaf.certificate, issuer: responder.authority.certificate)
        let command = try OpenSSLCommand()
        try command.write(bytes, to: "request")
        let text = String(decoding: try command.run("ocsp", "-reqin", "request", "-req_text"), as: UTF8.self)
        #expect(text.contains("Hash Algorithm: sha1") && text.contains("Serial Number: 2A"))
        #expect(!text.contains("Nonce") && !text.contains("extensions"))
    }

    @Test("The issuer's answer is read: good, revoked with instant and reason, unknown")
    func answers() throws {
        let responder = try Responder()
        #expect(try responder.read(responder.answer(status: "V")) == .good)
        #expect(
            try responder.read(responder.answer(status: "260102030405Z,keyCompromise"))
                == .revoked(at: 1_767_323_045, reason: 1))
        #expect(
            try responder.read(responder.answer(status: "260102030405Z")) == .revoked(at: 1_767_323_045, reason: nil))
        #expect(try responder.read(responder.answer(status: nil)) == .unknown)
    }

    @Test("An issuer that is known by its key alone is as good as one with a certificate, and a wrong key is not")
    func issuerKey() throws {
        let responder = try Responder()
        let issuer = responder.authority.certificate
        let key = try PathAnchor.key(issuer.publicKey, subjectDER: issuer.subjectDER.span)
        let wrongKey = try PathAnchor.key(responder.root.certificate.publicKey, subjectDER: issuer.subjectDER.span)
        let request = try OCSP.request(for: responder.leaf.certificate, issuer: key)
        #expect(try request == OCSP.request(for: responder.leaf.certificate, issuer: issuer))
        let delegate = try responder.authority.issue("Windfall Test Responder", role: .ocspResponder)
        for signer in [responder.authority, delegate] {
            let response = try responder.answer(request, status: "V", signer: signer)
            let finding = try OCSP.finding(
                in: response.span, for: responder.leaf.certificate, issuer: key, at: responder.now, allowedSkew: 300)
            #expect(finding.status == .good)
            // The command's answers are good for the day that it was asked for.
            #expect(try abs(#require(finding.nextUpdate) - responder.now - 86400) < 600)
            #expect(throws: OCSPFailure.self) {
                try OCSP.finding(
                    in: response.span, for: responder.leaf.certificate, issuer: wrongKey, at: responder.now,
                    allowedSkew: 300
                )
            }
        }
    }

    @Test("A responder with the issuer's certificate for it may answer in its place")
    func delegated() throws {
        let responder = try Responder()
        let delegate = try responder.authority.issue("Windfall Test Responder", role: .ocspResponder)
        #expect(try responder.read(responder.answer(status: "V", signer: delegate)) == .good)
    }

    @Test("An answer of a signer without that right, of another authority or of the root is not used")
    func notAuthorised() throws {
        let responder = try Responder()
        let foreign = try Identity.root("Foreign")
        for signer in [
            responder.leaf, foreign, try foreign.issue("Windfall Test Responder", role: .ocspResponder),
            responder.root, try responder.root.issue("Windfall Test Responder", role: .ocspResponder),
        ] {
            let response = try responder.answer(status: "V", signer: signer)
            #expect(throws: OCSPFailure.responderNotAuthorised) { try responder.read(response) }
        }
    }

    @Test("An answer that only has the issuer's name, not its key, has the wrong signature")
    func wrongKey() throws {
        let responder = try Responder()
        let impostor = try Identity.root("Windfall Test Intermediate")
        let request = try OCSP.request(for: responder.leaf.certificate, issuer: responder.authority.certificate)
        let response = try responder.answer(request, status: "V", signer: impostor, options: "-resp_no_certs")
        #expect(throws: OCSPFailure.signature) { try responder.read(response) }
    }

    @Test("A responder whose certificate has expired is not believed")
    func expiredResponder() throws {
        let responder = try Responder()
        var template = CertificateTemplate.test("Windfall Test Responder", role: .ocspResponder)
        template.notAfter = Year.start2000 + 86400
        let key = try PrivateKey.generate(.p256)
        let delegate = Identity(key: key, certificate: try responder.authority.issue(template, for: key))
        let response = try responder.answer(status: "V", signer: delegate)
        #expect(throws: OCSPFailure.responderNotAuthorised) { try responder.read(response) }
    }

    @Test("An answer counts from its instant to its next update, with the skew at both ends")
    func current() throws {
        let responder = try Responder()
        let response = try responder.answer(status: "V")
        let now = responder.now
        for instant in [now - 200, now, now + 86400 - 60, now + 86400 + 200] {
            #expect(try responder.read(response, at: instant) == .good)
        }
        for instant in [now - 1000, now + 86400 + 1000, now + 10 * 86400] {
            #expect(throws: OCSPFailure.notCurrent) { try responder.read(response, at: instant) }
        }
        for instant in [Int64.min, Int64.max] {
            #expect(throws: OCSPFailure.self) { try responder.read(response, at: instant) }
        }
    }

    @Test("An answer about another certificate says nothing of this one")
    func other() throws {
        let responder = try Responder()
        let response = try responder.answer(status: "V")
        let another = try responder.authority.issue(
            .test("Another", role: .signer, serialNumber: [0x2B]), for: responder.leaf.key)
        #expect(throws: OCSPFailure.otherCertificate) {
            try OCSP.status(in: response, for: another, issuer: responder.authority.certificate, at: responder.now)
        }
        #expect(throws: OCSPFailure.self) {
            try OCSP.status(
                in: response, for: responder.leaf.certificate, issuer: responder.root.certificate, at: responder.now)
        }
    }

    @Test("A responder's excuse is told with its number", arguments: [1, 2, 3, 5, 6] as [UInt8])
    func unsuccessful(status: UInt8) throws {
        let responder = try Responder()
        #expect(throws: OCSPFailure.unsuccessful(status: Int(status))) {
            try responder.read([0x30, 0x03, 0x0A, 0x01, status])
        }
    }

    @Test("An answer cut at any length, with bytes behind it, or empty is unreadable")
    func unreadable() throws {
        let responder = try Responder()
        let response = try responder.answer(status: "V")
        for count in 0..<response.count {
            #expect(throws: OCSPFailure.unreadable) { try responder.read(Array(response[..<count])) }
        }
        #expect(throws: OCSPFailure.unreadable) { try responder.read(response + [0]) }
        #expect(throws: OCSPFailure.unreadable) { try responder.read([0x30, 0x03, 0x0A, 0x01, 0x00]) }
    }

    @Test("An answer with any one bit flipped never says something else")
    func flipped() throws {
        let responder = try Responder()
        let request = try OCSP.request(for: responder.leaf.certificate, issuer: responder.authority.certificate)
        let response = try responder.answer(
            request, status: "260102030405Z,keyCompromise", signer: responder.authority, options: "-resp_no_certs")
        #expect(try responder.read(response) == .revoked(at: 1_767_323_045, reason: 1))
        let revoked = OCSPStatus.revoked(at: 1_767_323_045, reason: 1)
        for bit in 0..<(response.count * 8) {
            var changed = response
            changed[bit / 8] ^= 1 << (bit % 8)
            let status = try? responder.read(changed)
            #expect(status == nil || status == revoked, "bit \(bit)")
        }
    }
}
