import Testing
import WindfallCryptography

/// Apple's own certificates, read where the fixtures lie.
@Suite(.enabled(if: Fixtures.arePresent, "the folder with the fixtures is not beside the project"))
struct AppleCertificateTests {
    func certificate(_ name: String) throws -> Certificate {
        try Certificate(try Fixtures.certificate(name))
    }

    @Test("Every certificate of Apple's is read, and comes back through PEM")
    func readsAll() throws {
        for name in try Fixtures.certificateNames() {
            let certificate = try certificate(name)
            #expect(try certificate.der == Fixtures.certificate(name), "\(name)")
            #expect(certificate.notBefore < certificate.notAfter, "\(name)")
            #expect(try Certificate.readPEM(certificate.pem).map(\.der) == [certificate.der], "\(name)")
        }
    }

    @Test("The fields of the root and of a receipt's signer are those that Apple published")
    func fields() throws {
        let root = try certificate("apple-root-ca")
        #expect(root.subject == "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US")
        #expect(root.commonName == "Apple Root CA")
        #expect(root.isSelfIssued && root.isAuthority && root.isSigned(by: root.publicKey))
        #expect(root.serialNumber == [2])
        #expect(root.notBefore == 1_146_001_236 && root.notAfter == 2_054_670_036)
        #expect(root.publicKey.kind == .rsa(bits: 2048))
        #expect(hexadecimal(root.sha256) == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")

        let leaf = try certificate("leaf-mas-its-receipt-signing-g5-2024-2026")
        #expect(!leaf.isAuthority && !leaf.isSelfIssued)
        #expect(leaf.hasExtension("1.2.840.113635.100.6.11.1"))
        for absent in ["1.2.840.113635.100.6.2.1", "1.2.840", "", "nonsense", "basicConstraints\u{0}", "99.99"] {
            #expect(!leaf.hasExtension(absent), "\(absent)")
        }
        #expect(leaf.ocspURLs == ["http://ocsp.apple.com/ocsp03-wwdrg505"])
        let issuer = try certificate("wwdr-g5-2020-2030")
        #expect(leaf.issuerDER == issuer.subjectDER)
        #expect(leaf.isSigned(by: issuer.publicKey))
        #expect(!leaf.isSigned(by: root.publicKey))
        #expect(try certificate("apple-root-ca-g3").publicKey.kind == .p384)
        #expect(try certificate("leaf-jws-prod-ecc-2025-2027").publicKey.kind == .p256)
    }

    static let chains: [(name: String, certificates: [String])] = [
        ("SHA-256", ["leaf-mas-its-receipt-signing-g5-2024-2026", "wwdr-g5-2020-2030", "apple-root-ca"]),
        ("SHA-1", ["leaf-mas-its-receipt-signing-2015-2023", "wwdr-g1-2013-2023", "apple-root-ca"]),
        ("of 2010", ["leaf-mac-app-store-receipt-signing-2010-2015", "wwdr-2008-2016", "apple-root-ca"]),
        ("of a JWS", ["leaf-jws-prod-ecc-2023-2025", "wwdr-g6-2021-2036", "apple-root-ca-g3"]),
        (
            "of iOS 6",
            ["leaf-purchase-receipt-certificate-2009-2014", "apple-itunes-store-ca-2009-2016", "apple-root-ca"]
        ),
    ]

    @Test("A chain of Apple's ends at its root, given as a certificate or as a key", arguments: chains)
    func wholeChain(chain: (name: String, certificates: [String])) throws {
        let certificates = try chain.certificates.map(certificate)
        let (leaf, intermediate, root) = (certificates[0], certificates[1], certificates[2])
        let foreign = try certificate("storekit-test-xcode")
        let asKey = try PathAnchor.key(root.publicKey, subjectDER: root.subjectDER.span)
        for untrusted in [[intermediate], [intermediate, root], [root, foreign, leaf, intermediate]] {
            let path = try CertificatePath.verify(
                leaf: leaf, untrusted: untrusted, anchors: [.certificate(foreign), .certificate(root)])
            #expect(path.certificates.map(\.der) == certificates.map(\.der))
            #expect(path.anchorIndex == 1)
            let toKey = try CertificatePath.verify(leaf: leaf, untrusted: untrusted, anchors: [asKey])
            #expect(toKey.certificates.map(\.der) == [leaf.der, intermediate.der])
            #expect(toKey.anchorIndex == 0)
        }
    }

    @Test("The intermediate ends a path too, given as a certificate or as a key", arguments: chains)
    func partialChain(chain: (name: String, certificates: [String])) throws {
        let (leaf, intermediate) = (try certificate(chain.certificates[0]), try certificate(chain.certificates[1]))
        let path = try CertificatePath.verify(leaf: leaf, untrusted: [], anchors: [.certificate(intermediate)])
        #expect(path.certificates.map(\.der) == [leaf.der, intermediate.der])
        let asKey = try PathAnchor.key(intermediate.publicKey, subjectDER: intermediate.subjectDER.span)
        #expect(try CertificatePath.verify(leaf: leaf, untrusted: [], anchors: [asKey]).certificates.count == 1)
    }

    @Test("A chain of Apple's does not end at a root of another name or another key", arguments: chains)
    func wrongRoot(chain: (name: String, certificates: [String])) throws {
        let certificates = try chain.certificates.map(certificate)
        let (leaf, intermediate, root) = (certificates[0], certificates[1], certificates[2])
        let other = try certificate("apple-root-ca-g2")
        // Another key of the same kind; one of another kind is not even tried.
        let wrongKey = root.publicKey.kind == .p384 ? intermediate.publicKey : other.publicKey
        let otherKey = try PathAnchor.key(wrongKey, subjectDER: root.subjectDER.span)
        #expect(throws: PathFailure.self) {
            try CertificatePath.verify(leaf: leaf, untrusted: [intermediate, root], anchors: [.certificate(other)])
        }
        #expect(throws: PathFailure.signature(depth: 1)) {
            try CertificatePath.verify(leaf: leaf, untrusted: [intermediate], anchors: [otherKey])
        }
        // The embedded root has the anchor's name, and is not believed for it.
        #expect(throws: PathFailure.self) {
            try CertificatePath.verify(leaf: leaf, untrusted: [intermediate, root], anchors: [otherKey])
        }
        #expect(throws: PathFailure.untrustedRoot(depth: 1)) {
            try CertificatePath.verify(leaf: leaf, untrusted: [intermediate], anchors: [])
        }
        #expect(throws: PathFailure.untrustedRoot(depth: 2)) {
            try CertificatePath.verify(leaf: leaf, untrusted: [intermediate, root], anchors: [])
        }
        #expect(throws: PathFailure.untrustedRoot(depth: 0)) {
            try CertificatePath.verify(leaf: leaf, untrusted: [], anchors: [.certificate(root)])
        }
    }

    @Test("Xcode's self-signed certificate is its own path, when it is an anchor")
    func selfSigned() throws {
        let certificate = try certificate("storekit-test-xcode")
        let path = try CertificatePath.verify(
            leaf: certificate, untrusted: [certificate],
            anchors: [.certificate(self.certificate("storekit-test-xcode"))])
        #expect(path.certificates.map(\.der) == [certificate.der])
        #expect(throws: PathFailure.untrustedRoot(depth: 0)) {
            try CertificatePath.verify(leaf: certificate, untrusted: [certificate], anchors: [])
        }
    }
}
