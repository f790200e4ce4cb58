import WindfallHTTP

/// Puts a response together from the lines and bytes that arrive, within limits. Knows no sockets.
struct ResponseAssembly {
    private(set) var response = HTTPResponse(HTTPStatus(0))
    private let limits: HTTPLimits
    private var headerBytes = 0
    private var isInHeader = false

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// Takes one line of a header: a status line, a field or the empty line, each with its line end.
    ///
    /// Each status line begins a new response, so that interim ones (100, 103) leave no trace; fields behind a body
    /// (trailers) are not kept.
    mutating func take(headerLine line: Span<UInt8>) throws(HTTPClientError) {
        headerBytes += line.count
        guard headerBytes <= limits.headerBytes else { throw .tooLarge }
        let text = Self.text(line)
        if text.hasPrefix("HTTP/") {
            response = HTTPResponse(HTTPStatus(try Self.status(text)))
            isInHeader = true
        } else if text.isEmpty {
            isInHeader = false
        } else if isInHeader {
            guard let colon = text.firstIndex(of: ":") else { throw .malformed }
            do {
                try response.headers.append(String(text[..<colon]), String(text[colon...].dropFirst()))
            } catch {
                throw .malformed
            }
        }
    }

    /// Takes the next bytes of the body.
    mutating func take(body bytes: Span<UInt8>) throws(HTTPClientError) {
        guard bytes.count <= limits.responseBytes - response.body.count else { throw .tooLarge }
        unsafe bytes.withUnsafeBufferPointer { buffer in unsafe response.body.append(contentsOf: buffer) }
    }

    /// A line without its end; what is no UTF-8 is repaired.
    private static func text(_ line: Span<UInt8>) -> String {
        var bytes = unsafe line.withUnsafeBufferPointer { buffer in unsafe Array(buffer) }
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `HTTP/1.1 204 No Content`
    private static func status(_ line: String) throws(HTTPClientError) -> Int {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[1].utf8.count == 3, let code = Int(parts[1]), (100...999).contains(code) else {
            throw .malformed
        }
        return code
    }
}
