/// A reader under the fuzzer: it gets any bytes at all and may refuse them, but may not trap, hang or grow without bound.
struct FuzzTarget: Sendable {
    /// The name that `script/fuzz` takes.
    var name: String
    /// Files of ../shared/fixtures to start from, as shell patterns; `.b64` files are added decoded, too.
    var fixtures: [String]
    /// Inputs to start from that need no fixtures: texts, or what the test authority signs.
    var examples: @Sendable () throws -> [[UInt8]]
    /// Reads the bytes, and throws where it refuses them.
    var read: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, fixtures: [String] = [], examples: @escaping @Sendable () throws -> [[UInt8]] = { [] },
        read: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.fixtures = fixtures
        self.examples = examples
        self.read = read
    }

    /// Gives the reader bytes; that it refuses them is an answer like any other.
    func feed(_ bytes: [UInt8]) {
        do {
            try read(bytes)
        } catch {
            return
        }
    }

    /// Texts as examples.
    static func texts(_ texts: String...) -> @Sendable () throws -> [[UInt8]] {
        { texts.map { Array($0.utf8) } }
    }
}
