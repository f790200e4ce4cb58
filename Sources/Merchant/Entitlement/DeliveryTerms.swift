import WindfallHTTP
import WindfallTimeline

/// What a request wants of a file, and what it has of it already (RFC 9110, 13 and 14).
struct DeliveryTerms: Sendable {
    /// What a file is answered with.
    enum Answer: Hashable, Sendable {
        /// The client has it.
        case notModified
        /// These bytes; a part of it, or all.
        case bytes(Range<Int64>, isPart: Bool)
        /// It has no such bytes.
        case outOfRange
        /// It is longer than one answer.
        case tooLarge
    }

    /// A date tells two states of a file apart only where it is older than this (RFC 9110, 8.8.2.2), in milliseconds.
    private static let settled: Int64 = 60_000

    private let request: HTTPRequest
    private let limit: Int64
    private let now: Instant

    /// - Parameters:
    ///   - limit: the most bytes of one answer; a longer range is answered with its beginning.
    ///   - now: in wall time.
    init(_ request: HTTPRequest, limit: Int64, at now: Instant) {
        self.request = request
        self.limit = limit
        self.now = now
    }

    func answer(for file: ContentFile) -> Answer {
        if isHeld(file) { return .notModified }
        if request.method == .get, let range = request.headers["Range"].flatMap({ ByteRange($0) }), isSame(file) {
            guard let bounds = range.bounds(of: file.byteCount) else { return .outOfRange }
            return .bytes(bounds.lowerBound..<min(bounds.upperBound, bounds.lowerBound + limit), isPart: true)
        }
        return file.byteCount > limit ? .tooLarge : .bytes(0..<file.byteCount, isPart: false)
    }

    /// Whether the client has the file as it is now.
    private func isHeld(_ file: ContentFile) -> Bool {
        if request.headers["If-None-Match"] != nil { return file.tag.isHeld(by: request) }
        return request.headers["If-Modified-Since"].map { $0 == file.modified.httpText } ?? false
    }

    /// Whether a range would be of the file of which the client has the rest (RFC 9110, 13.1.5).
    private func isSame(_ file: ContentFile) -> Bool {
        guard let validator = request.headers["If-Range"] else { return true }
        if validator == file.tag.text { return true }
        let age = now.milliseconds.subtractingReportingOverflow(file.modified.milliseconds)
        return validator == file.modified.httpText && !age.overflow && age.partialValue >= Self.settled
    }

    /// - Parameter bytes: those that the answer names.
    func response(for file: ContentFile, _ bytes: [UInt8]) throws(APIError) -> HTTPResponse {
        var headers = HTTPHeaders(known: "ETag", file.tag.text)
        headers.append(contentsOf: HTTPHeaders(known: "Last-Modified", file.modified.httpText))
        headers.append(contentsOf: HTTPHeaders(known: "Accept-Ranges", "bytes"))
        headers.append(contentsOf: HTTPHeaders(known: "Cache-Control", "private, no-cache"))
        headers.append(contentsOf: HTTPHeaders(known: "X-Content-Type-Options", "nosniff"))
        switch answer(for: file) {
        case .notModified: return .empty(.notModified, headers: headers)
        case .bytes(_, isPart: false): return .content(bytes, type: file.type, headers: headers)
        case .bytes(let range, isPart: true):
            let text = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.byteCount)"
            headers.append(contentsOf: HTTPHeaders(known: "Content-Range", text))
            return .content(bytes, type: file.type, status: HTTPStatus(206), headers: headers)
        case .outOfRange:
            throw APIError(
                HTTPStatus(416), "out_of_range", "The file has \(file.byteCount) bytes.", field: "Range",
                headers: HTTPHeaders(known: "Content-Range", "bytes */\(file.byteCount)"))
        case .tooLarge:
            throw APIError(
                .contentTooLarge, "file_too_large", "The file has \(file.byteCount) bytes, more than one answer holds.",
                next: "Ask for it range by range, of at most \(limit) bytes: Range: bytes=0-\(limit - 1).",
                headers: HTTPHeaders(known: "Accept-Ranges", "bytes"))
        }
    }
}
