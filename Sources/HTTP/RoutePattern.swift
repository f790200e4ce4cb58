/// The path of a route: literals, and captures in braces, as `/inApps/v1/transactions/{id}`.
///
/// A capture takes exactly one segment, and not an empty one. There are no other signs: no `*`, no regular expressions.
struct RoutePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case capture
    }

    let parts: [Part]
    /// The names of the captures, in their order.
    let captures: [String]

    /// - Parameter text: written in the source, decoded; one that is none stops the process.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "a route begins with a slash: \(text)")
        var parts: [Part] = []
        var captures: [String] = []
        for segment in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if segment.hasPrefix("{"), segment.hasSuffix("}"), segment.count > 2 {
                let name = String(segment.dropFirst().dropLast())
                precondition(!captures.contains(name), "a route has a capture twice: \(text)")
                captures.append(name)
                parts.append(.capture)
            } else {
                precondition(!segment.contains { "{}*".contains($0) }, "a route has a sign that means nothing: \(text)")
                parts.append(.literal(String(segment)))
            }
        }
        self.parts = parts
        self.captures = captures
    }
}
