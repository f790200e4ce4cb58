import Synchronization
import WindfallCryptography

/// Chains that were proved, found again by the bytes that they came in.
///
/// Only proved chains enter, so nobody outside can fill the memory with chains of his own making; it is bounded all the
/// same. A find costs a comparison of bytes instead of the reading of three certificates and the checking of three
/// signatures.
final class ChainMemory: Sendable {
    /// As many chains as Apple's library for servers keeps.
    static let standardCapacity = 32

    private struct Entry: Sendable {
        var rule: ChainRule
        var certificates: [UInt8]
        var signer: [UInt8]
        var chain: SigningChain
    }

    private let capacity: Int
    private let entries = Mutex<[Entry]>([])

    init(capacity: Int = ChainMemory.standardCapacity) {
        self.capacity = max(1, capacity)
    }

    /// The chain that was proved for exactly these bytes under this rule.
    ///
    /// - Parameters:
    ///   - certificates: the bytes in which the certificates came.
    ///   - signer: the bytes that tell which of them signed; empty where the format says so by order.
    func chain(for certificates: Span<UInt8>, signer: Span<UInt8>, rule: ChainRule) -> SigningChain? {
        let kept = entries.withLock { $0 }
        for (place, entry) in kept.enumerated() where entry.rule == rule {
            let (keptCertificates, keptSigner) = (entry.certificates, entry.signer)
            guard ByteComparison.areEqual(keptCertificates.span, certificates),
                ByteComparison.areEqual(keptSigner.span, signer)
            else { continue }
            if place > 0 { moveForward(entry.chain) }
            return entry.chain
        }
        return nil
    }

    /// Moves a chain that was asked for one place to the front, so that the others are the first to give way.
    private func moveForward(_ chain: SigningChain) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.chain === chain }), index > 0 else { return }
            entries.swapAt(index, index - 1)
        }
    }

    /// Keeps a proved chain; the one that was least asked for gives way.
    func remember(_ chain: SigningChain, for certificates: Span<UInt8>, signer: Span<UInt8>, rule: ChainRule) {
        let entry = Entry(
            rule: rule, certificates: [UInt8](copying: certificates), signer: [UInt8](copying: signer), chain: chain)
        entries.withLock { entries in
            if entries.count >= capacity { entries.removeLast() }
            entries.append(entry)
        }
    }

    /// How many chains are kept.
    var count: Int { entries.withLock { $0.count } }
}

extension [UInt8] {
    /// The bytes of a span, copied.
    package init(copying span: Span<UInt8>) {
        self.init()
        reserveCapacity(span.count)
        for index in span.indices { append(span[index]) }
    }
}
