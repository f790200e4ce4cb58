import WindfallCryptography

extension SignedEnvelope {
    /// How many pieces a constructed octet string may have; Xcode writes one.
    static let maximumPieces = 4096

    /// Finds the parts of an envelope. What they say is not judged here.
    ///
    /// - Parameter bytes: the envelope in DER, or in BER as Xcode writes it; nothing may follow it.
    /// - Throws: ``Problem``: `truncated`, `malformed` or `trailing_bytes`, with the offset.
    package init(reading bytes: Span<UInt8>) throws(Problem) {
        do throws(DERError) {
            var outer = DERReader(0..<bytes.count)
            var info = try outer.next(.sequence, in: bytes).reader
            try outer.finish()
            try info.identifier(ObjectIdentifier.signedData, in: bytes)
            var tagged = try info.next(.context(0), in: bytes).reader
            try info.finish()
            var signed = try tagged.next(.sequence, in: bytes).reader
            try tagged.finish()
            _ = try signed.next(.integer, in: bytes).integer(in: bytes)
            _ = try signed.next(.set, in: bytes)
            content = try Self.content(from: try signed.next(.sequence, in: bytes), in: bytes)
            certificates = try signed.nextIfPresent(.context(0), in: bytes)?.content ?? 0..<0
            _ = try signed.nextIfPresent(.context(1), in: bytes)
            var signers = try signed.next(.set, in: bytes).reader
            try signed.finish()
            let signerElement = try signers.next(.sequence, in: bytes)
            try signers.finish()
            signer = try Signer(reading: signerElement, in: bytes)
        } catch {
            throw Problem(error)
        }
    }

    /// The eContent of an EncapsulatedContentInfo: an octet string in one piece or, in BER, in several.
    private static func content(from element: DERElement, in bytes: Span<UInt8>) throws(DERError) -> Content {
        var info = element.reader
        try info.identifier(ObjectIdentifier.data, in: bytes)
        var tagged = try info.next(.context(0), in: bytes).reader
        try info.finish()
        let octets = try tagged.next(in: bytes)
        try tagged.finish()
        if octets.tag == .octetString { return .inPlace(octets.content) }
        guard octets.tag == .constructedOctetString else { throw DERError(.unexpectedTag, at: octets.start) }
        var pieces = octets.reader
        let first = try pieces.next(.octetString, in: bytes)
        if pieces.isAtEnd { return .inPlace(first.content) }
        var joined: [UInt8] = []
        var piece = first
        var count = 1
        while true {
            for index in piece.content { joined.append(bytes[index]) }
            guard !pieces.isAtEnd else { return .joined(joined, start: first.content.lowerBound) }
            count += 1
            guard count <= maximumPieces else { throw DERError(.tooDeep, at: pieces.offset) }
            piece = try pieces.next(.octetString, in: bytes)
        }
    }
}

extension SignedEnvelope.Signer {
    fileprivate init(reading element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var parts = element.reader
        _ = try parts.next(.integer, in: bytes).integer(in: bytes)
        let identifier = try parts.next(.sequence, in: bytes)
        var names = identifier.reader
        self.identifier = identifier.whole
        issuer = try names.next(.sequence, in: bytes).whole
        serialNumber = try names.next(.integer, in: bytes).content
        try names.finish()
        let digestAlgorithm = try Algorithm(reading: try parts.next(.sequence, in: bytes), in: bytes)
        let attributes = try parts.nextIfPresent(.context(0), in: bytes)
        let signatureAlgorithm = try Algorithm(reading: try parts.next(.sequence, in: bytes), in: bytes)
        digest = Self.digest(digestAlgorithm, signedWith: signatureAlgorithm, bytes)
        signature = try parts.next(.octetString, in: bytes).content
        _ = try parts.nextIfPresent(.context(1), in: bytes)
        try parts.finish()
        self.attributes = attributes?.whole
        if let attributes { messageDigest = try Self.messageDigest(in: attributes, bytes) }
    }

    /// SHA-1 or SHA-256, signed with RSA PKCS#1 v1.5, which is named alone (Apple) or together with the digest (Xcode).
    private static func digest(
        _ algorithm: Algorithm, signedWith signature: Algorithm, _ bytes: Span<UInt8>
    ) -> Result<DigestAlgorithm, Problem> {
        let digest: DigestAlgorithm
        let combined: [UInt8]
        if algorithm.isPlain(ObjectIdentifier.sha256, in: bytes) {
            (digest, combined) = (.sha256, ObjectIdentifier.sha256WithRSA)
        } else if algorithm.isPlain(ObjectIdentifier.sha1, in: bytes) {
            (digest, combined) = (.sha1, ObjectIdentifier.sha1WithRSA)
        } else {
            return .failure(
                Problem(.algorithmNotAllowed, "the digest is neither SHA-1 nor SHA-256", offset: algorithm.offset))
        }
        guard
            signature.isPlain(ObjectIdentifier.rsaEncryption, in: bytes) || signature.isPlain(combined, in: bytes)
        else {
            return .failure(
                Problem(
                    .algorithmNotAllowed, "the signature is not RSA with the digest beside it", offset: signature.offset
                ))
        }
        return .success(digest)
    }

    /// The digest that the signed attributes announce; they must name the content type `data` too (RFC 5652, 11).
    private static func messageDigest(in element: DERElement, _ bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        var attributes = element.reader
        var digest: Range<Int>?
        var namesData = false
        while !attributes.isAtEnd {
            let attribute = try attributes.next(.sequence, in: bytes)
            var parts = attribute.reader
            let type = try parts.next(.objectIdentifier, in: bytes)
            let values = try parts.next(.set, in: bytes)
            try parts.finish()
            var value = values.reader
            if type.holds(ObjectIdentifier.messageDigest, in: bytes) {
                guard digest == nil else { throw DERError(.badValue, at: attribute.start) }
                digest = try value.next(.octetString, in: bytes).content
                try value.finish()
            } else if type.holds(ObjectIdentifier.contentType, in: bytes) {
                guard !namesData else { throw DERError(.badValue, at: attribute.start) }
                try value.identifier(ObjectIdentifier.data, in: bytes)
                try value.finish()
                namesData = true
            }
        }
        guard let digest, namesData else { throw DERError(.badValue, at: element.start) }
        return digest
    }
}

extension DERReader {
    /// Reads an object identifier that must be the given one.
    mutating func identifier(_ octets: [UInt8], in bytes: Span<UInt8>) throws(DERError) {
        let element = try next(.objectIdentifier, in: bytes)
        guard element.holds(octets, in: bytes) else { throw DERError(.badValue, at: element.content.lowerBound) }
    }
}

/// An AlgorithmIdentifier (RFC 5280, 4.1.1.2).
private struct Algorithm {
    private let identifier: DERElement
    /// Whether there are parameters that say something; NULL says nothing.
    private let hasParameters: Bool

    /// Where the identifier stands.
    var offset: Int { identifier.start }

    init(reading element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        var parts = element.reader
        identifier = try parts.next(.objectIdentifier, in: bytes)
        if parts.isAtEnd {
            hasParameters = false
        } else {
            let parameters = try parts.next(in: bytes)
            try parts.finish()
            hasParameters = parameters.tag != .null || !parameters.content.isEmpty
        }
    }

    /// Whether it is this algorithm, without parameters.
    func isPlain(_ octets: [UInt8], in bytes: Span<UInt8>) -> Bool {
        !hasParameters && identifier.holds(octets, in: bytes)
    }
}
