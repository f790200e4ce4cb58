/// The errors that every interface of ours has.
extension APIError {
    package static var notFound: APIError {
        APIError(.notFound, "not_found", "There is nothing at this address.")
    }

    /// - Parameter methods: what the address takes; `HEAD` is added beside `GET`.
    package static func methodNotAllowed(allowed methods: [HTTPMethod]) -> APIError {
        var names = Set(methods.map(\.name))
        if names.contains("GET") { names.insert("HEAD") }
        let allow = names.sorted().joined(separator: ", ")
        return APIError(
            .methodNotAllowed, "method_not_allowed", "The address does not take this method.",
            next: "Use \(allow).", headers: HTTPHeaders(known: "Allow", allow))
    }

    /// - Parameter limit: in bytes.
    package static func bodyTooLarge(limit: Int) -> APIError {
        APIError(.contentTooLarge, "body_too_large", "The body has more than \(limit) bytes.")
    }

    package static var unauthorized: APIError {
        APIError(
            .unauthorized, "unauthorized", "The request carries no token that is known here.", field: "Authorization",
            headers: HTTPHeaders(known: "WWW-Authenticate", "Bearer"))
    }

    package static func forbidden(_ message: String, field: String? = nil) -> APIError {
        APIError(.forbidden, "forbidden", message, field: field)
    }

    /// What cannot be read as HTTP is answered with.
    package static func badRequest(_ message: String, field: String? = nil) -> APIError {
        APIError(.badRequest, "bad_request", message, field: field)
    }

    /// More is going on than the server takes on.
    package static var overloaded: APIError {
        APIError(
            .serviceUnavailable, "overloaded", "The server has too much to do.", next: "Try again in a second.",
            headers: HTTPHeaders(known: "Retry-After", "1"))
    }

    init(_ error: HTTPTargetError) {
        let reason =
            switch error.code {
            case .notAPath: "it is no path"
            case .badEscape: "a percent sign has no two hexadecimal digits behind it"
            case .notEscaped: "it has a character that must be an escape"
            case .notUTF8: "it is no UTF-8"
            case .controlCharacter: "it has a control character"
            case .dotSegment: "it has a segment of dots"
            case .tooMany: "it has too many parts"
            }
        self.init(.badRequest, "bad_target", "The address can't be read: \(reason), at byte \(error.offset).")
    }
}

extension HTTPStatus {
    package static let created = HTTPStatus(201)
    package static let accepted = HTTPStatus(202)
    package static let notModified = HTTPStatus(304)
    package static let badRequest = HTTPStatus(400)
    package static let unauthorized = HTTPStatus(401)
    package static let forbidden = HTTPStatus(403)
    package static let methodNotAllowed = HTTPStatus(405)
    package static let conflict = HTTPStatus(409)
    package static let contentTooLarge = HTTPStatus(413)
    package static let unprocessable = HTTPStatus(422)
    package static let tooManyRequests = HTTPStatus(429)
    package static let internalError = HTTPStatus(500)

    /// Whether responses of the status have no body (RFC 9110, 6.4.1).
    package var isWithoutBody: Bool { code < 200 || code == 204 || code == 304 }
}

extension HTTPHeaders {
    /// One field whose text is made here, of characters that fields may have; another stops the process.
    package init(known name: StaticString, _ value: String) {
        self.init()
        do {
            try append(name.description, value)
        } catch {
            preconditionFailure("not a header field: \(name)")
        }
    }
}
