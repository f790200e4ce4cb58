package import WindfallJSON

/// An error of our own interfaces, in the one shape that they all have:
/// `{"error": {"code", "message", "field"?, "next"?}}`.
package struct APIError: Error, Hashable, Sendable {
    package var status: HTTPStatus
    /// A stable name for programs, for example `not_found`.
    package var code: String
    /// A sentence for people. It may be read by strangers: no secrets and no receipts.
    package var message: String
    /// The part of the request that does not fit: a key of the body, an item of the query or a header field.
    package var field: String?
    /// What to do about it.
    package var next: String?
    /// Fields that go with the answer, for example `Allow`.
    package var headers: HTTPHeaders

    package init(
        _ status: HTTPStatus, _ code: String, _ message: String, field: String? = nil, next: String? = nil,
        headers: HTTPHeaders = HTTPHeaders()
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.next = next
        self.headers = headers
    }

    /// The answer's body.
    package var json: JSON {
        var members = JSONObject()
        members["code"] = .string(code)
        members["message"] = .string(message)
        if let field { members["field"] = .string(field) }
        if let next { members["next"] = .string(next) }
        return ["error": .object(members)]
    }

    /// The error as an answer.
    package var response: HTTPResponse {
        .json(json, status: status, headers: headers)
    }
}
