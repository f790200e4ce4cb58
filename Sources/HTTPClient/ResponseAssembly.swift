import WindfallHTTP

/// Puts a response together from the lines and bytes that arrive, within limits. Knows no sockets.
struct ResponseAssembly {
    private(set) var response = HTTPResponse(HTTPStatus(0))
    private let limits: HTTPLimits
    private var headerBytes = 0
    private var isInHeader = false
    /// Whether an answer may have a body at all: to HEAD it tells of one and has none.
    private let mayHaveBody: Bool

    init(for request: HTTPRequest, limits: HTTPLimits) {
        self.limits = limits
        mayHaveBody = request.method != .head
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
            if isInHeader, announcesTooMuch { throw .tooLarge }
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

    /// Whether the body will have more bytes than the limit, so that nobody waits for them.
    private var announcesTooMuch: Bool {
        guard mayHaveBody, response.status.code >= 200, response.status.code != 204, response.status.code != 304,
            let announced = response.headers["Content-Length"].flatMap({ Int($0) })
        else { return false }
        return announced > limits.responseBytes
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
