/// Writes DER (X.690): definite, minimal lengths; `SET OF` sorted by encoded bytes.
package enum DERWriter {
    /// One element.
    ///
    /// - Parameters:
    ///   - tag: its tag.
    ///   - content: its content octets.
    package static func element(_ tag: DERTag, _ content: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 6)
        bytes.append(tag.octet)
        appendLength(content.count, to: &bytes)
        bytes.append(contentsOf: content)
        return bytes
    }

    /// A constructed element from the elements inside it, in the order given.
    package static func constructed(_ tag: DERTag, _ elements: [[UInt8]]) -> [UInt8] {
        element(tag, elements.flatMap { $0 })
    }

    package static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        constructed(.sequence, elements)
    }

    /// A `SET OF`: the elements are sorted by their encoded bytes (X.690, 11.6).
    package static func setOf(_ elements: [[UInt8]]) -> [UInt8] {
        constructed(.set, elements.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// An INTEGER in as few octets as it needs.
    package static func integer(_ value: Int64) -> [UInt8] {
        var octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        while octets.count > 1, isRedundant(octets[0], before: octets[1]) { octets.removeFirst() }
        return element(.integer, octets)
    }

    package static func utf8String(_ text: String) -> [UInt8] {
        element(.utf8String, Array(text.utf8))
    }

    /// An IA5String; characters outside ASCII have no place in one and are the caller's mistake.
    package static func ia5String(_ text: String) -> [UInt8] {
        precondition(text.utf8.allSatisfy { $0 < 0x80 }, "an IA5String holds ASCII only")
        return element(.ia5String, Array(text.utf8))
    }

    /// A constructed element of indefinite length, closed by end-of-contents octets, as Xcode writes them.
    package static func indefinite(_ tag: DERTag, _ elements: [[UInt8]]) -> [UInt8] {
        [tag.octet, 0x80] + elements.flatMap { $0 } + [0, 0]
    }

    private static func isRedundant(_ first: UInt8, before second: UInt8) -> Bool {
        first == 0 && second & 0x80 == 0 || first == 0xFF && second & 0x80 != 0
    }

    private static func appendLength(_ length: Int, to bytes: inout [UInt8]) {
        if length < 0x80 {
            bytes.append(UInt8(length))
            return
        }
        var octets: [UInt8] = []
        var rest = length
        while rest > 0 {
            octets.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        bytes.append(0x80 | UInt8(octets.count))
        bytes.append(contentsOf: octets.reversed())
    }
}
