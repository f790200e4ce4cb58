extension Problem {
    /// - Parameters:
    ///   - error: why bytes are not DER.
    ///   - field: the field that was being read, under Apple's name.
    init(_ error: DERError, field: String? = nil) {
        let (code, message): (Code, String) =
            switch error.code {
            case .truncated: (.truncated, "the bytes end before the value does")
            case .trailingBytes: (.trailingBytes, "bytes follow the end of the value")
            case .lengthNotMinimal: (.malformed, "a length takes more octets than it needs")
            case .lengthNotSupported: (.malformed, "a length of more than four octets")
            case .tooDeep: (.malformed, "values are nested too deeply")
            case .unexpectedTag: (.malformed, "another type of value was expected here")
            case .badValue: (.malformed, "the value is not allowed for its type")
            }
        self.init(code, message, offset: error.offset, field: field)
    }
}
