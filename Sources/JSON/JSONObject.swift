/// The members of a JSON object, in the order in which they were written.
public struct JSONObject: Hashable, Sendable {
    /// One name and its value.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSON
    }

    /// All members, in order.
    public var members: [Member] = []
}
