import WindfallCryptography
import WindfallSignedData
package import WindfallTimeline

/// What happened, in one word.
package struct AuditKind: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// One entry of a chain, without what it says.
package struct AuditEntry: Hashable, Sendable {
    /// The chain's name.
    package var chain: String
    /// From 1.
    package var sequence: Int64
    package var date: Instant
    package var kind: AuditKind
    /// SHA-256 of what it says, as it is stored: JSON in UTF-8.
    package var contentHash: [UInt8]

    package init(chain: String, sequence: Int64, date: Instant, kind: AuditKind, contentHash: [UInt8]) {
        self.chain = chain
        self.sequence = sequence
        self.date = date
        self.kind = kind
        self.contentHash = contentHash
    }

    /// What the first entry of a chain, and the first checkpoint, have in the place of the hash before.
    package static let nothingBefore = [UInt8](repeating: 0, count: 32)

    /// The hash of what an entry says.
    package static func hash(ofContent body: String) -> [UInt8] {
        AuditHash.of(body)
    }

    /// The entry's hash: SHA-256 of seven lines, each with a line feed behind it. They are the words `windfall audit entry 1`,
    /// the chain, the sequence, the date in milliseconds, the kind, the content's hash and the hash of the entry before, the
    /// hashes in lower-case hexadecimal digits.
    package func hash(previous: [UInt8]) -> [UInt8] {
        AuditHash.of(lines: [
            "windfall audit entry 1", chain, String(sequence), String(date.milliseconds), kind.rawValue,
            AuditHash.text(contentHash), AuditHash.text(previous),
        ])
    }
}

/// How the trail hashes: text that a stranger can write down too.
enum AuditHash {
    static func of(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return Digest.bytes(.sha256, of: bytes.span)
    }

    static func of(lines: [String]) -> [UInt8] {
        of(lines.map { $0 + "\n" }.joined())
    }

    /// A hash in lower-case hexadecimal digits.
    static func text(_ hash: [UInt8]) -> String { Hexadecimal.encode(hash) }
}
