import Testing
import WindfallCryptography

@Suite struct CertificatePathTests {
    let root: Identity
    let authority: Identity
    let leaf: Identity

    init() throws {
        root = try Identity.root()
        authority = try root.issue("Windfall Test Intermediate", role: .authority(pathLength: 0))
        leaf = try authority.issue("Windfall Test Signer", role: .signer)
    }

    func verify(
        _ leaf: Certificate, _ untrusted: [Certificate], _ anchors: [Certificate]
    ) throws(PathFailure) -> CertificatePath {
        try CertificatePath.verify(
            leaf: leaf, untrusted: untrusted, anchors: anchors.map { PathAnchor.certificate($0) })
    }

    @Test("A path is found whatever else lies about, and is given back leaf first")
    func found() throws {
        let other = try Identity.root("Another Root").certificate
        let path = try verify(
            leaf.certificate, [other, root.certificate, leaf.certificate, authority.certificate],
            [other, root.certificate])
        #expect(path.certificates.map(\.der) == [leaf, authority, root].map(\.certificate.der))
        #expect(path.anchorIndex == 1)
    }

    @Test("A path with SHA-1 and RSA-1024 is found, as old receipts have it")
    func oldAlgorithms() throws {
        let authority = try root.issue("Old", role: .authority(pathLength: nil), kind: .rsa(bits: 1024), digest: .sha1)
        let leaf = try authority.issue("Old leaf", role: .signer, kind: .rsa(bits: 1024), digest: .sha1)
        #expect(try verify(leaf.certificate, [authority.certificate], [root.certificate]).certificates.count == 3)
    }

    @Test("A path holds at any time, also when every certificate of it has expired or is not valid yet")
    func timeless() throws {
        for (first, last) in [(0, 1), (Year.end2099, Year.end2099)] as [(Int64, Int64)] {
            var template = CertificateTemplate.test("Another time", role: .authority(pathLength: nil))
            (template.notBefore, template.notAfter) = (first, last)
            let key = try PrivateKey.generate(.p256)
            let root = try template.issue(for: key.publicKey, by: nil, signedWith: key, digest: .sha256)
            let leaf = try Identity(key: key, certificate: root).issue(template, for: leaf.key)
            #expect(try verify(leaf, [], [root]).certificates.count == 2)
        }
    }

    @Test("An anchor that is not self-signed ends the path, and so does the leaf itself")
    func partial() throws {
        let path = try verify(leaf.certificate, [root.certificate], [authority.certificate])
        #expect(path.certificates.map(\.der) == [leaf, authority].map(\.certificate.der))
        let copy = try Certificate(leaf.certificate.der)
        #expect(try verify(leaf.certificate, [authority.certificate], [copy]).certificates.map(\.der) == [copy.der])
    }

    @Test("Nothing among the untrusted certificates ends a path")
    func untrusted() {
        #expect(throws: PathFailure.untrustedRoot(depth: 2)) {
            try verify(leaf.certificate, [authority.certificate, root.certificate], [])
        }
        #expect(throws: PathFailure.untrustedRoot(depth: 0)) { try verify(root.certificate, [root.certificate], []) }
        #expect(throws: PathFailure.untrustedRoot(depth: 0)) {
            try verify(leaf.certificate, [], [root.certificate])
        }
    }

    @Test("A root with the right name and another key does not end the path")
    func impostor() throws {
        let impostor = try Identity.root()
        #expect(impostor.certificate.subjectDER == root.certificate.subjectDER)
        #expect(throws: PathFailure.self) {
            try verify(leaf.certificate, [authority.certificate], [impostor.certificate])
        }
        // The true root lies beside, but is not trusted.
        #expect(throws: PathFailure.self) {
            try verify(leaf.certificate, [authority.certificate, root.certificate], [impostor.certificate])
        }
        // A bare key has no key identifier that would rule it out before its signature is tried.
        let key = try PathAnchor.key(impostor.key.publicKey, subjectDER: root.certificate.subjectDER.span)
        #expect(throws: PathFailure.signature(depth: 1)) {
            try CertificatePath.verify(leaf: leaf.certificate, untrusted: [authority.certificate], anchors: [key])
        }
    }

    @Test("A leaf that another key signed has no path")
    func wrongSignature() throws {
        let template = CertificateTemplate.test("Forged", role: .signer)
        let forger = try PrivateKey.generate(.p256)
        let forged = try template.issue(
            for: forger.publicKey, by: authority.certificate, signedWith: forger, digest: .sha256)
        #expect(throws: PathFailure.signature(depth: 0)) {
            try verify(forged, [authority.certificate], [root.certificate])
        }
    }

    @Test("A certificate without the right to issue others is no step of a path")
    func notAuthority() throws {
        let signer = try root.issue("Signer", role: .signer)
        let below = try signer.issue("Below a signer", role: .signer)
        #expect(throws: PathFailure.notAuthority(depth: 1)) {
            try verify(below.certificate, [signer.certificate], [root.certificate])
        }
        #expect(throws: PathFailure.self) { try verify(below.certificate, [], [signer.certificate]) }
    }

    @Test("A path longer than an authority allows is refused")
    func pathLength() throws {
        let second = try authority.issue("Second", role: .authority(pathLength: nil))
        let below = try second.issue("Below", role: .signer)
        #expect(throws: PathFailure.pathLength(depth: 2)) {
            try verify(below.certificate, [second.certificate, authority.certificate], [root.certificate])
        }
    }

    @Test("A path of a dozen certificates is refused, and so is a bundle of hundreds that leads nowhere")
    func long() throws {
        var identities = [root]
        for index in 0..<12 {
            identities.append(try identities[index].issue("Step \(index)", role: .authority(pathLength: nil)))
        }
        let certificates = identities.map(\.certificate)
        #expect(throws: PathFailure.self) { try verify(certificates[12], certificates, [certificates[0]]) }
        #expect(try verify(certificates[6], certificates, [certificates[0]]).certificates.count == 7)
        let key = try PrivateKey.generate(.p256)
        let bundle = try (1...300).map { number in
            try root.issue(
                .test("Same name", role: .authority(pathLength: nil), serialNumber: [1, UInt8(number % 256)]), for: key)
        }
        #expect(throws: PathFailure.untrustedRoot(depth: 0)) {
            try verify(leaf.certificate, bundle, [root.certificate])
        }
    }

    @Test("A key anchor with the name of an embedded root ends the path, and the embedded root is not needed")
    func keyAnchor() throws {
        let anchor = try PathAnchor.key(root.key.publicKey, subjectDER: root.certificate.subjectDER.span)
        for untrusted in [[authority.certificate], [authority.certificate, root.certificate]] {
            let path = try CertificatePath.verify(leaf: leaf.certificate, untrusted: untrusted, anchors: [anchor])
            #expect(path.certificates.map(\.der) == [leaf, authority].map(\.certificate.der))
        }
        #expect(throws: CryptographyError.self) {
            try PathAnchor.key(root.key.publicKey, subjectDER: Array("no name".utf8).span)
        }
        #expect(throws: CryptographyError(.trailingBytes)) {
            try PathAnchor.key(root.key.publicKey, subjectDER: (root.certificate.subjectDER + [0]).span)
        }
    }

    @Test("Paths are verified on many tasks at once")
    func manyTasks() async throws {
        let (leaf, authority, root) = (leaf.certificate, authority.certificate, root.certificate)
        let anchors = [PathAnchor.certificate(root), try .key(root.publicKey, subjectDER: root.subjectDER.span)]
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<20).count { round in
                        let path = try? CertificatePath.verify(
                            leaf: leaf, untrusted: [authority, root], anchors: [anchors[round % 2]])
                        return path?.certificates.count == (round % 2 == 0 ? 3 : 2)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 16 * 20)
    }

    @Suite(.enabled(if: OpenSSLCommand.isPresent, "the openssl command is not installed"))
    struct WithCommand {
        /// A leaf by an intermediate by a root, the intermediate with the extensions given.
        func chain(_ extensions: String) throws -> [Certificate] {
            let command = try OpenSSLCommand()
            try CommandKey.p256.make(command, in: "key.pem")
            try command.write(Array(extensions.utf8), to: "intermediate.cnf")
            try command.write(Array("basicConstraints=CA:FALSE".utf8), to: "leaf.cnf")
            try command.run("req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=root", "-out", "root.pem")
            for (name, issuer) in [("intermediate", "root"), ("leaf", "intermediate")] {
                try command.run("req", "-new", "-key", "key.pem", "-subj", "/CN=\(name)", "-out", "request.pem")
                try command.run(
                    "x509", "-req", "-in", "request.pem", "-CA", "\(issuer).pem", "-CAkey", "key.pem",
                    "-CAcreateserial", "-extfile", "\(name).cnf", "-out", "\(name).pem")
            }
            return try ["leaf", "intermediate", "root"].flatMap { name in
                try Certificate.readPEM(String(decoding: try command.read("\(name).pem"), as: UTF8.self))
            }
        }

        @Test(
            "A path of the command line is found, and each of its faults by its kind",
            arguments: [
                ("basicConstraints=critical,CA:TRUE", nil),
                ("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign", nil),
                ("basicConstraints=CA:TRUE\n1.2.3.4=DER:0500", nil),
                ("basicConstraints=CA:FALSE", .notAuthority(depth: 1)),
                ("subjectKeyIdentifier=hash", .notAuthority(depth: 1)),
                // By the letter of older rules this one would be an authority.
                ("keyUsage=keyCertSign", .notAuthority(depth: 1)),
                ("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,digitalSignature", .usage(depth: 1)),
                ("basicConstraints=CA:TRUE\n1.2.3.4=critical,DER:0500", .unhandledCriticalExtension(depth: 1)),
            ] as [(String, PathFailure?)])
        func faults(extensions: String, failure: PathFailure?) throws {
            let chain = try chain(extensions)
            let verify = {
                try CertificatePath.verify(leaf: chain[0], untrusted: [chain[1]], anchors: [.certificate(chain[2])])
            }
            if let failure {
                #expect(throws: failure) { try verify() }
            } else {
                #expect(try verify().certificates.map(\.der) == chain.map(\.der))
            }
        }
    }
}
