import WindfallCOpenSSL

/// Why OpenSSL could not do what it was asked to.
package struct CryptographyError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// The bytes are not a key of the expected form.
        case keyUnreadable
        /// The key is of a kind that this operation has no use for.
        case keyNotSupported
        /// The bytes are not a certificate in DER (RFC 5280).
        case certificateUnreadable
        /// Bytes follow the object.
        case trailingBytes
        /// A time of the certificate is none.
        case timeUnreadable
        /// The text's PEM armour is damaged (RFC 7468).
        case pemUnreadable
        /// The text holds more certificates than the caller allows.
        case tooManyCertificates
        case keyGenerationFailed
        case signingFailed
        /// A value of a template can't be written into a certificate.
        case templateNotUsable
        /// OpenSSL refused for a reason of its own, such as lack of memory.
        case operationFailed
    }

    package var code: Code
    /// OpenSSL's own error code, 0 when it gave none.
    package var openSSL: UInt

    package init(_ code: Code, openSSL: UInt = 0) {
        self.code = code
        self.openSSL = openSSL
    }

    /// Takes the newest error of OpenSSL's queue for this thread, and empties the queue.
    static func taken(_ code: Code) -> CryptographyError {
        let error = CryptographyError(code, openSSL: ERR_peek_last_error())
        ERR_clear_error()
        return error
    }
}

extension CryptographyError: CustomStringConvertible {
    /// The code, and OpenSSL's number for the cause; nothing of the bytes that were read.
    package var description: String {
        openSSL == 0 ? "\(code)" : "\(code) (OpenSSL error 0x\(String(openSSL, radix: 16)))"
    }
}
