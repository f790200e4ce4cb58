import WindfallCOpenSSL

extension Certificate {
    private static let label = "CERTIFICATE"

    /// The certificate in PEM (RFC 7468), with a line break at its end.
    package var pem: String {
        get throws(CryptographyError) {
            let stream = try MemoryStream()
            let written = unsafe der.withUnsafeBufferPointer { buffer in
                unsafe PEM_write_bio(stream.handle, Self.label, "", buffer.baseAddress, buffer.count)
            }
            guard written > 0 else { throw .taken(.operationFailed) }
            return String(decoding: stream.contents(), as: UTF8.self)
        }
    }

    /// Reads all certificates of a PEM text (RFC 7468), in their order. Blocks with other labels, and text between
    /// blocks, are passed over.
    ///
    /// - Parameter limit: how many certificates there may be.
    /// - Returns: none for a text without certificates.
    /// - Throws: `.pemUnreadable`, `.tooManyCertificates`, or what ``init(der:)`` throws.
    package static func readPEM(_ text: Span<UInt8>, limit: Int) throws(CryptographyError) -> [Certificate] {
        let stream = try MemoryStream()
        try stream.write(text)
        var certificates: [Certificate] = []
        while let der = try nextBlock(in: stream) {
            guard certificates.count < limit else { throw CryptographyError(.tooManyCertificates) }
            certificates.append(try Certificate(der: der.span))
        }
        return certificates
    }

    /// The content of the next block with the right label; nil at the end of the text.
    private static func nextBlock(in stream: borrowing MemoryStream) throws(CryptographyError) -> [UInt8]? {
        while true {
            var name: UnsafeMutablePointer<CChar>?
            var header: UnsafeMutablePointer<CChar>?
            var content: UnsafeMutablePointer<UInt8>?
            var count = 0
            guard unsafe PEM_read_bio(stream.handle, &name, &header, &content, &count) == 1 else {
                let error = CryptographyError.taken(.pemUnreadable)
                if ERR_GET_REASON(error.openSSL) == PEM_R_NO_START_LINE { return nil }
                throw error
            }
            defer {
                unsafe CRYPTO_free(name, "", 0)
                unsafe CRYPTO_free(header, "", 0)
                unsafe CRYPTO_free(content, "", 0)
            }
            if let name = unsafe name, unsafe String(cString: name) == label {
                return unsafe [UInt8](copying: content, count: count)
            }
        }
    }
}
