import WindfallCryptography

// `#expect` takes its arguments apart and can't hold a span; with these, tests give arrays.

extension PublicKey {
    convenience init(_ bytes: [UInt8]) throws(CryptographyError) {
        try self.init(subjectPublicKeyInfo: bytes.span)
    }

    func verifies(_ signature: [UInt8], of message: [UInt8], digest: DigestAlgorithm) -> Bool {
        verifies(signature.span, of: message.span, digest: digest)
    }

    func verifies(_ signature: [UInt8], ofDigest messageDigest: [UInt8], digest: DigestAlgorithm) -> Bool {
        verifies(signature.span, ofDigest: messageDigest.span, digest: digest)
    }

    func verifiesRaw(_ signature: [UInt8], of message: [UInt8], digest: DigestAlgorithm) -> Bool {
        verifiesRaw(signature.span, of: message.span, digest: digest)
    }
}

extension Digest {
    static func bytes(_ algorithm: DigestAlgorithm, of bytes: [UInt8]) -> [UInt8] {
        Self.bytes(algorithm, of: bytes.span)
    }
}

extension Certificate {
    convenience init(_ bytes: [UInt8]) throws(CryptographyError) {
        try self.init(der: bytes.span)
    }

    static func readPEM(_ text: String, limit: Int = 10) throws(CryptographyError) -> [Certificate] {
        let bytes = Array(text.utf8)
        return try readPEM(bytes.span, limit: limit)
    }
}

func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { ByteComparison.areEqual(a.span, b.span) }

func areEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    ByteComparison.areEqualInConstantTime(a.span, b.span)
}

func verifiesBarely(_ signature: [UInt8], of message: [UInt8], key: PublicKey, digest: DigestAlgorithm) -> Bool {
    BareVerification.verifies(signature.span, of: message.span, key: key, digest: digest)
}

extension PrivateKey {
    convenience init(_ pem: String) throws(CryptographyError) {
        let bytes = Array(pem.utf8)
        try self.init(pem: bytes.span)
    }

    func sign(_ message: [UInt8], digest: DigestAlgorithm) throws(CryptographyError) -> [UInt8] {
        try sign(message.span, digest: digest)
    }

    func signRaw(_ message: [UInt8], digest: DigestAlgorithm) throws(CryptographyError) -> [UInt8] {
        try signRaw(message.span, digest: digest)
    }
}

extension OCSP {
    static func request(for certificate: Certificate, issuer: Certificate) throws(CryptographyError) -> [UInt8] {
        try request(for: certificate, issuer: .certificate(issuer))
    }

    static func status(
        in response: [UInt8], for certificate: Certificate, issuer: Certificate, at now: Int64, allowedSkew: Int64 = 300
    ) throws(OCSPFailure) -> OCSPStatus {
        try finding(
            in: response.span, for: certificate, issuer: .certificate(issuer), at: now, allowedSkew: allowedSkew
        ).status
    }
}
