import WindfallCCurl
import WindfallHTTP

extension EasyHandle {
    private static let userAgent = "Windfall"

    /// Switches off what this client does not do: other protocols, proxies out of the environment, signals, compressed
    /// bodies, HTTP/0.9. One version of HTTP means one set of failures.
    func restrict() throws(HTTPClientError) {
        try Self.check(unsafe windfall_set_http_only(pointer))
        try Self.check(unsafe windfall_set_quick_exit(pointer))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_USERAGENT, Self.userAgent)
    }

    /// - Parameter remaining: what is left of the total time, in milliseconds.
    func set(_ limits: HTTPLimits, remaining: Int) throws(HTTPClientError) {
        try set(CURLOPT_TIMEOUT_MS, remaining)
        try set(CURLOPT_CONNECTTIMEOUT_MS, min(remaining, TransferOrder.milliseconds(limits.connectTime)))
    }

    mutating func set(_ request: HTTPRequest) throws(HTTPClientError) {
        try set(CURLOPT_URL, request.url.text)
        try set(CURLOPT_PATH_AS_IS, 1)
        switch request.method {
        case .get where request.body.isEmpty: try set(CURLOPT_HTTPGET, 1)
        case .head: try set(CURLOPT_NOBODY, 1)
        case .delete where request.body.isEmpty, .options where request.body.isEmpty:
            try set(CURLOPT_CUSTOMREQUEST, request.method.name)
        case .post:
            try set(CURLOPT_POST, 1)
            try setBody(request.body)
        default:
            try setBody(request.body)
            try set(CURLOPT_CUSTOMREQUEST, request.method.name)
        }
        try setHeaders(request.headers)
    }

    private mutating func setHeaders(_ headers: HTTPHeaders) throws(HTTPClientError) {
        // Without this a large body waits up to a second for a "100 Continue" that few servers send.
        try addHeader("Expect:")
        // Without this libcurl calls each body a form.
        if headers["Content-Type"] == nil { try addHeader("Content-Type:") }
        for field in headers.fields where !Self.ownFields.contains(field.name.lowercased()) {
            try addHeader(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
    }

    /// Fields that follow from the connection and the body.
    private static let ownFields: Set<String> = ["host", "content-length", "transfer-encoding", "connection", "expect"]
}
