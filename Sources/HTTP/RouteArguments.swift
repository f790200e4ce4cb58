/// What the address of a request says to its route: the captures of the path and the items of the query.
package struct RouteArguments: Hashable, Sendable {
    private let names: [String]
    private let values: [String]
    package let query: HTTPQuery

    init(names: [String], values: [String], query: HTTPQuery) {
        self.names = names
        self.values = values
        self.query = query
    }

    /// The text of a capture.
    ///
    /// - Parameter name: as in the route's pattern, without braces; one that is not there stops the process.
    package subscript(name: String) -> String {
        guard let index = names.firstIndex(of: name), index < values.count else {
            preconditionFailure("the route has no capture \(name)")
        }
        return values[index]
    }

    /// A capture as a value that is made from text.
    ///
    /// - Throws: ``APIError`` 404: where no such thing can be, there is none.
    package func capture<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(APIError) -> Value {
        guard let value = Value(self[name]) else { throw .notFound }
        return value
    }

    /// An item of the query as a value that is made from text; `nil` where it is not there.
    ///
    /// - Throws: ``APIError`` 400 that names the item.
    package func item<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(APIError) -> Value? {
        guard let text = query[name] else { return nil }
        guard let value = Value(text) else {
            throw APIError(.badRequest, "bad_query", "The query has a value that cannot be read.", field: name)
        }
        return value
    }
}
