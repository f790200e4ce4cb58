/// The three digits with which a response begins (RFC 9110, 15). Any number is kept, also one that nobody has registered.
package struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
    package var code: Int

    package init(_ code: Int) {
        self.code = code
    }

    /// 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(code) }

    package var description: String { String(code) }

    package static let ok = HTTPStatus(200)
    package static let noContent = HTTPStatus(204)
    package static let notFound = HTTPStatus(404)
    package static let serviceUnavailable = HTTPStatus(503)
}
