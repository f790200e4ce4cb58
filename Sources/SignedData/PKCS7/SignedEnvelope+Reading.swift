import WindfallCryptography

extension SignedEnvelope {
    /// How many pieces a constructed octet string may have; Xcode writes one.
    static let maximumPieces = 4096

    /// Finds the parts of an envelope. What they say is not judged here.
    ///
    /// - Parameter bytes: the envelope in DER, or in BER as Xcode writes it; nothing may follow it.
    /// - Throws: ``Problem``: `truncated`, `malformed` or `trailing_bytes` with the offset, or `algorithm_not_allowed`.
    package init(reading bytes: Span<UInt8>) throws(Problem) {
        do {
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
        } catch let error as DERError {
            throw Problem(error)
        } catch let problem as Problem {
            throw problem
        } catch {
            preconditionFailure("the reader throws only its own errors")
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
    fileprivate init(reading element: DERElement, in bytes: Span<UInt8>) throws {
        var parts = element.reader
        _ = try parts.next(.integer, in: bytes).integer(in: bytes)
        let identifier = try parts.next(.sequence, in: bytes)
        var names = identifier.reader
        self.identifier = identifier.whole
        issuer = try names.next(.sequence, in: bytes).whole
        serialNumber = try names.next(.integer, in: bytes).content
        try names.finish()
        digest = try Self.digest(in: try parts.next(.sequence, in: bytes), bytes)
        let attributes = try parts.nextIfPresent(.context(0), in: bytes)
        try Self.checkSignatureAlgorithm(in: try parts.next(.sequence, in: bytes), for: digest, bytes)
        signature = try parts.next(.octetString, in: bytes).content
        _ = try parts.nextIfPresent(.context(1), in: bytes)
        try parts.finish()
        self.attributes = attributes?.whole
        messageDigest = try attributes.map { try Self.messageDigest(in: $0, bytes) }
    }

    private static func digest(in element: DERElement, _ bytes: Span<UInt8>) throws -> DigestAlgorithm {
        let identifier = try element.algorithm(in: bytes)
        if identifier.holds(ObjectIdentifier.sha256, in: bytes) { return .sha256 }
        if identifier.holds(ObjectIdentifier.sha1, in: bytes) { return .sha1 }
        throw Problem(.algorithmNotAllowed, "the digest is neither SHA-1 nor SHA-256", offset: identifier.start)
    }

    /// RSA PKCS#1 v1.5, either named alone (Apple) or together with the digest beside it (Xcode).
    private static func checkSignatureAlgorithm(
        in element: DERElement, for digest: DigestAlgorithm, _ bytes: Span<UInt8>
    ) throws {
        let identifier = try element.algorithm(in: bytes)
        if identifier.holds(ObjectIdentifier.rsaEncryption, in: bytes) { return }
        let combined = digest == .sha1 ? ObjectIdentifier.sha1WithRSA : ObjectIdentifier.sha256WithRSA
        guard identifier.holds(combined, in: bytes) else {
            throw Problem(
                .algorithmNotAllowed, "the signature is not RSA with the digest beside it", offset: identifier.start)
        }
    }

    /// The digest that the signed attributes announce; they must name the content type `data` too (RFC 5652, 11).
    private static func messageDigest(in element: DERElement, _ bytes: Span<UInt8>) throws -> Range<Int> {
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

extension DERElement {
    /// The object identifier of an AlgorithmIdentifier, whose parameters are absent or NULL.
    fileprivate func algorithm(in bytes: Span<UInt8>) throws(DERError) -> DERElement {
        var parts = reader
        let identifier = try parts.next(.objectIdentifier, in: bytes)
        if let parameters = try parts.nextIfPresent(.null, in: bytes), !parameters.content.isEmpty {
            throw DERError(.badValue, at: parameters.start)
        }
        try parts.finish()
        return identifier
    }
}
