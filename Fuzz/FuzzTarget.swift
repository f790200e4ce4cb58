import WindfallJSON
import WindfallTimeline

/// A reader under the fuzzer: it gets any bytes at all and may refuse them, but may not trap, hang or grow without bound.
struct FuzzTarget: Sendable {
    /// The name that `script/fuzz` takes.
    var name: String
    /// Files of ../shared/fixtures to start from, as shell patterns; `.b64` files are added decoded, too.
    var fixtures: [String]
    /// Short texts to start from, each on one line; enough where there are no fixtures.
    var examples: [String]
    /// Reads the bytes, and throws where it refuses them.
    var read: @Sendable (Span<UInt8>) throws -> Void

    init(
        _ name: String, fixtures: [String] = [], examples: [String] = [],
        read: @escaping @Sendable (Span<UInt8>) throws -> Void
    ) {
        self.name = name
        self.fixtures = fixtures
        self.examples = examples
        self.read = read
    }

    /// Gives the reader bytes; that it refuses them is an answer like any other.
    func feed(_ bytes: Span<UInt8>) {
        do {
            try read(bytes)
        } catch {
            return
        }
    }
}
