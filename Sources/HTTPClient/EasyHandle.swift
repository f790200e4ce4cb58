import WindfallCCurl
import WindfallHTTP

/// Owns one `CURL` with its list of headers. Used by one thread.
@safe struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?

    init() throws(HTTPClientError) {
        guard let pointer = unsafe curl_easy_init() else {
            throw .unavailable(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(headers)
    }

    /// Turns a result of libcurl's other than success into an error.
    static func check(_ result: CURLcode) throws(HTTPClientError) {
        guard result != CURLE_OK else { return }
        throw .unavailable(code: Int(result.rawValue))
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
        try Self.check(unsafe windfall_set_long(pointer, option, value))
    }

    /// The text is copied.
    func set(_ option: CURLoption, _ text: String) throws(HTTPClientError) {
        try Self.check(unsafe windfall_set_text(pointer, option, text))
    }

    /// Adds a line to the request's header. libcurl's own line of that name gives way; one that ends with the colon only
    /// takes libcurl's line away.
    mutating func addHeader(_ line: String) throws(HTTPClientError) {
        guard let longer = unsafe curl_slist_append(headers, line) else {
            throw .unavailable(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        unsafe headers = longer
        try Self.check(unsafe windfall_set_headers(pointer, headers))
    }

    /// The body is copied.
    func setBody(_ body: [UInt8]) throws(HTTPClientError) {
        try Self.check(
            unsafe body.withUnsafeBytes { buffer in unsafe windfall_set_body(pointer, buffer.baseAddress, buffer.count)
            })
    }

    /// A number that libcurl keeps of the transfer; 0 when it keeps none.
    func number(_ field: CURLINFO) -> Int {
        var value = 0
        unsafe _ = windfall_get_long(pointer, field, &value)
        return value
    }

    /// When a step of the transfer was done, in microseconds after its start; 0 when it never was.
    func microseconds(_ field: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        unsafe _ = windfall_get_microseconds(pointer, field, &value)
        return Int64(value)
    }

    func text(_ field: CURLINFO) -> String? {
        var text: UnsafePointer<CChar>?
        unsafe _ = windfall_get_text(pointer, field, &text)
        return unsafe text.map { unsafe String(cString: $0) }
    }
}
