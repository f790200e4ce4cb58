/// Answers a request. A part that goes around others (who may ask, how often, what is written down) is a plain function
/// from one service to another.
package typealias HTTPService = @Sendable (HTTPRequest) async -> HTTPResponse

/// Leads each request to the action of its method and path.
///
/// Of several routes that fit, the one whose literals reach furthest wins, segment by segment; a capture is tried where
/// no literal leads to the end. `HEAD` is answered by `GET`.
package struct Router: Sendable {
    /// Answers the requests of one route; what it throws becomes the answer.
    package typealias Action = @Sendable (HTTPRequest, RouteArguments) async throws(APIError) -> HTTPResponse

    private struct Route: Sendable {
        let method: HTTPMethod
        let pattern: String
        let captures: [String]
        let action: Action
    }

    /// A place in the tree of segments.
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var capture: Int?
        /// The routes that end here, one a method.
        var routes: [Route] = []
    }

    private enum Found {
        case route(Route, [String])
        /// The path is known, the method is not.
        case otherMethods([HTTPMethod])
        case nothing
    }

    private var nodes = [Node()]
    /// Is told of each answer, with the pattern of its route; nil where no route led to it. It must not take long.
    package var observer: (@Sendable (HTTPMethod, _ pattern: String?, HTTPStatus) -> Void)?

    package init() {}

    /// Adds a route. A pattern that is none, or a second route of the same method and path, stops the process.
    ///
    /// - Parameter pattern: literals and captures, as `/v1/apps/{app}/products`.
    package mutating func on(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Action) {
        let text = pattern
        let pattern = RoutePattern(text)
        var place = 0
        for part in pattern.parts { place = child(of: place, for: part) }
        precondition(!nodes[place].routes.contains { $0.method == method }, "two routes for \(method) \(pattern.parts)")
        nodes[place].routes.append(Route(method: method, pattern: text, captures: pattern.captures, action: action))
    }

    /// Every route, so that a description of them can be held against what is there.
    package var routes: [(method: HTTPMethod, pattern: String)] {
        nodes.flatMap(\.routes).map { ($0.method, $0.pattern) }
    }

    /// The answer of the route, or the error in the one shape: 400 for a target that can't be read, 404 where no route
    /// leads, 405 with `Allow`.
    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        var pattern: String?
        let response = await response(to: request, &pattern)
        observer?(request.method, pattern, response.status)
        return response
    }

    private func response(to request: HTTPRequest, _ pattern: inout String?) async -> HTTPResponse {
        do throws(APIError) {
            let target = try request.target()
            switch find(request.method, target.path) {
            case .route(let route, let captures):
                pattern = route.pattern
                let arguments = RouteArguments(names: route.captures, values: captures, query: target.query)
                return try await route.action(request, arguments)
            case .otherMethods(let methods): throw .methodNotAllowed(allowed: methods)
            case .nothing: throw .notFound
            }
        } catch {
            return error.response
        }
    }

    /// The router as a service.
    package var service: HTTPService {
        { await respond(to: $0) }
    }

    private mutating func child(of place: Int, for part: RoutePattern.Part) -> Int {
        let known: Int? =
            switch part {
            case .literal(let text): nodes[place].literals[text]
            case .capture: nodes[place].capture
            }
        if let known { return known }
        nodes.append(Node())
        switch part {
        case .literal(let text): nodes[place].literals[text] = nodes.count - 1
        case .capture: nodes[place].capture = nodes.count - 1
        }
        return nodes.count - 1
    }

    private func find(_ method: HTTPMethod, _ path: [String]) -> Found {
        var captured: [String] = []
        var allowed: [HTTPMethod] = []
        if let route = route(method, path, from: 0, at: 0, &captured, &allowed) { return .route(route, captured) }
        return allowed.isEmpty ? .nothing : .otherMethods(allowed)
    }

    /// The route below a place for the rest of a path; `allowed` gathers the methods of places that the path leads to.
    private func route(
        _ method: HTTPMethod, _ path: [String], from index: Int, at place: Int,
        _ captured: inout [String], _ allowed: inout [HTTPMethod]
    ) -> Route? {
        guard index < path.count else {
            let routes = nodes[place].routes
            if let exact = routes.first(where: { $0.method == method }) { return exact }
            if method == .head, let get = routes.first(where: { $0.method == .get }) { return get }
            allowed += routes.map(\.method)
            return nil
        }
        if let next = nodes[place].literals[path[index]],
            let route = route(method, path, from: index + 1, at: next, &captured, &allowed)
        {
            return route
        }
        guard let next = nodes[place].capture, !path[index].isEmpty else { return nil }
        captured.append(path[index])
        if let route = route(method, path, from: index + 1, at: next, &captured, &allowed) { return route }
        captured.removeLast()
        return nil
    }
}
