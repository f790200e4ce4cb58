import WindfallJSON

extension Problem {
    /// - Parameters:
    ///   - error: why bytes are not JSON.
    ///   - base: where the JSON begins in what the reader was given.
    ///   - field: the part that was being read.
    init(_ error: JSONError, base: Int = 0, field: String? = nil) {
        let (code, message): (Code, String) =
            switch error.code {
            case .truncated: (.truncated, "the JSON ends too early")
            case .trailingBytes: (.trailingBytes, "bytes follow the JSON")
            case .tooLarge, .tooManyValues: (.tooLarge, "the JSON is too large")
            case .tooDeep: (.malformed, "the JSON is nested too deeply")
            case .duplicateKey: (.malformed, "a key of the JSON comes twice")
            case .invalidUTF8: (.malformed, "the JSON is not UTF-8")
            case .invalidEscape: (.malformed, "an escape that is no character")
            default: (.malformed, "this is not JSON")
            }
        self.init(code, message, offset: error.offset + base, field: field)
    }
}
