package import WindfallJSON

extension HTTPResponse {
    /// JSON, as `application/json` without a charset: a client of Apple's compares the whole field.
    package static func json(
        _ json: JSON, status: HTTPStatus = .ok, headers: HTTPHeaders = HTTPHeaders()
    ) -> HTTPResponse {
        .content(json.bytes(), type: "application/json", status: status, headers: headers)
    }

    /// Plain text in UTF-8.
    package static func text(
        _ text: String, status: HTTPStatus = .ok, headers: HTTPHeaders = HTTPHeaders()
    ) -> HTTPResponse {
        .content(Array(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
    }

    /// Bytes of any type.
    ///
    /// - Parameters:
    ///   - type: the media type, written in the source.
    ///   - headers: further fields; a `Content-Type` among them is left out.
    package static func content(
        _ bytes: [UInt8], type: StaticString, status: HTTPStatus = .ok, headers: HTTPHeaders = HTTPHeaders()
    ) -> HTTPResponse {
        var all = HTTPHeaders(known: "Content-Type", type.description)
        all.append(contentsOf: headers, without: "Content-Type")
        return HTTPResponse(status, headers: all, body: bytes)
    }

    /// An answer without a body.
    package static func empty(_ status: HTTPStatus = .noContent, headers: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
        HTTPResponse(status, headers: headers)
    }

    /// How a server gives this answer to a request: a body only where one belongs, and its length.
    ///
    /// Both servers, over sockets and in memory, answer with what this returns. The length is that of the whole body
    /// also for `HEAD`. `Content-Length` and `Transfer-Encoding` of the answer itself are left out.
    package func completed(for method: HTTPMethod) -> HTTPResponse {
        var completed = self
        completed.headers.remove("Transfer-Encoding")
        completed.headers.remove("Content-Length")
        if status.isWithoutBody {
            completed.body = []
            return completed
        }
        completed.headers.append(contentsOf: HTTPHeaders(known: "Content-Length", String(body.count)))
        if method == .head { completed.body = [] }
        return completed
    }
}

extension HTTPHeaders {
    /// Adds the fields of others behind the own ones, but not those of one name.
    package mutating func append(contentsOf others: HTTPHeaders, without name: String? = nil) {
        for field in others.fields where name.map({ !Self.areEqual(field.name, $0) }) ?? true { append(field) }
    }
}
