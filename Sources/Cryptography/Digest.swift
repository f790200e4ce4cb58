/// The digest of bytes that lie in one piece. For several pieces see ``DigestState``.
package enum Digest {
    /// - Returns: as many bytes as ``DigestAlgorithm/byteCount`` says.
    package static func bytes(_ algorithm: DigestAlgorithm, of bytes: Span<UInt8>) -> [UInt8] {
        var state = DigestState(algorithm)
        state.update(bytes)
        return state.finish()
    }
}

/// A digest over several pieces, in their order.
package struct DigestState: ~Copyable {
    private let algorithm: DigestAlgorithm
    private let context = DigestContext()

    package init(_ algorithm: DigestAlgorithm) {
        self.algorithm = algorithm
        context.start(algorithm)
    }

    /// Takes the next piece; an empty one changes nothing.
    package mutating func update(_ bytes: Span<UInt8>) {
        context.update(bytes)
    }

    /// - Returns: as many bytes as ``DigestAlgorithm/byteCount`` says.
    package consuming func finish() -> [UInt8] {
        var buffer = DigestBuffer(repeating: 0)
        context.finish(into: &buffer)
        return [UInt8](copying: buffer.span.extracting(first: algorithm.byteCount))
    }
}
