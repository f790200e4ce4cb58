import WindfallHTTP
import WindfallJSON
import WindfallMerchant

/// Who may use a route, and a request to it that is in order.
struct RouteRule: Sendable {
    var method: HTTPMethod
    var pattern: String
    var roles: Set<Role>
    /// Whether a client has to prove whom it speaks for: the user in the address, or in the body.
    var isAboutUser = false
    /// Whether others hear that there is nothing, instead of that they may not.
    var isHidden = false
    var body: JSON?
    var headers: [(String, String)] = []

    /// The routes that take no key of an app: they tell nothing of users, or have a lock of their own.
    static let open: Set<String> = [
        "GET /healthz", "GET /readyz", "GET /metrics", "POST /v1/apps/{app}/notifications/v1",
        "POST /v1/apps/{app}/notifications/v2",
    ]

    static let everyone = Set(Role.allCases)
    static let backend: Set<Role> = [.server, .operator]

    /// One row a route. Whoever adds a route adds a row; `AccessMatrixTests` fails until it is there.
    static let all: [RouteRule] = [
        RouteRule(method: .get, pattern: "/v1/apps/{app}/keys", roles: [.operator]),
        RouteRule(method: .post, pattern: "/v1/apps/{app}/keys", roles: [.operator], body: ["role": "server"]),
        RouteRule(method: .delete, pattern: "/v1/apps/{app}/keys/{id}", roles: [.operator]),

        RouteRule(method: .get, pattern: "/v1/apps/{app}/products", roles: everyone),
        RouteRule(
            method: .post, pattern: "/v1/apps/{app}/products/import", roles: [.operator], body: ["products": []]),
        RouteRule(method: .get, pattern: "/v1/apps/{app}/products/{productId}", roles: [.operator]),
        RouteRule(
            method: .put, pattern: "/v1/apps/{app}/products/{productId}", roles: [.operator],
            body: ["type": "consumable"]),
        RouteRule(method: .delete, pattern: "/v1/apps/{app}/products/{productId}", roles: [.operator]),

        RouteRule(method: .get, pattern: "/v1/apps/{app}/users/{user}", roles: everyone, isAboutUser: true),
        RouteRule(method: .delete, pattern: "/v1/apps/{app}/users/{user}", roles: backend),
        RouteRule(
            method: .post, pattern: "/v1/apps/{app}/users/{user}/consumptions", roles: everyone, isAboutUser: true,
            body: ["credit": "coins", "amount": 1], headers: [("Idempotency-Key", "1")]),
        RouteRule(
            method: .post, pattern: "/v1/apps/{app}/users/{user}/identify", roles: everyone, isAboutUser: true,
            body: ["userId": "anna"]),
        RouteRule(
            method: .put, pattern: "/v1/apps/{app}/users/{user}/token", roles: backend,
            body: ["appAccountToken": "6f9619ff-8b86-d011-b42d-00c04fc964ff"]),
        RouteRule(
            method: .post, pattern: "/v1/apps/{app}/users/{user}/receipts", roles: everyone, isAboutUser: true,
            body: ["receipt": "AAAA"]),
        RouteRule(method: .post, pattern: "/v1/apps/{app}/users/{user}/restore", roles: everyone, isAboutUser: true),
        RouteRule(
            method: .get, pattern: "/v1/apps/{app}/users/{user}/content/{product}/{file}", roles: everyone,
            isAboutUser: true),

        RouteRule(method: .get, pattern: "/v1/apps/{app}/owners/{original}", roles: everyone),
        RouteRule(
            method: .post, pattern: "/v1/apps/{app}/owners/{original}", roles: backend, body: ["userId": "ben"]),

        RouteRule(
            method: .get, pattern: "/v1/verifications/{id}", roles: everyone, isAboutUser: true, isHidden: true),
    ]

    /// The method and the pattern, as ``open`` and failures name a route.
    static func name(_ method: HTTPMethod, _ pattern: String) -> String { "\(method.name) \(pattern)" }

    var name: String { Self.name(method, pattern) }
}
