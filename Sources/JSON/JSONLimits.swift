/// How much of a JSON document is read before it is refused, so that outside bytes cannot exhaust stack or memory.
public struct JSONLimits: Hashable, Sendable {
    /// The largest depth that ``maxDepth`` can have: the reader and the values use the stack once for each level.
    public static let deepest = 256

    /// The longest document, in bytes.
    public var maxBytes: Int
    /// The deepest nesting of arrays and objects; a document without any has depth 0. At most ``deepest``.
    public var maxDepth: Int {
        didSet { maxDepth = Self.possibleDepth(maxDepth) }
    }
    /// The largest number of values, counting arrays and objects themselves, but not keys.
    public var maxValues: Int

    /// What suits one signed payload or one answer of the store: 16 MiB, 64 levels, a million values.
    public static let standard = JSONLimits(maxBytes: 16 * 1024 * 1024, maxDepth: 64, maxValues: 1_000_000)

    /// - Parameters:
    ///   - maxBytes: the longest document, in bytes.
    ///   - maxDepth: the deepest nesting; what is above ``deepest`` counts as ``deepest``.
    ///   - maxValues: the largest number of values.
    public init(maxBytes: Int, maxDepth: Int, maxValues: Int) {
        self.maxBytes = maxBytes
        self.maxDepth = Self.possibleDepth(maxDepth)
        self.maxValues = maxValues
    }

    private static func possibleDepth(_ depth: Int) -> Int {
        min(max(depth, 0), deepest)
    }
}
