import WindfallCryptography

/// The names of all facts that have to be there and when each was signed last, in 24 bytes each.
struct FactExpectation: Sendable {
    /// The first 16 bytes of the SHA-256 of a fact's whole name.
    struct Name: Hashable, Sendable {
        var high: UInt64
        var low: UInt64

        init(_ key: FactRow.Key, of app: String) {
            let parts = [app, key.environment, key.original, key.identifier, key.proof, key.digest]
            let bytes = Array(parts.joined(separator: "\u{0}").utf8)
            let digest = Digest.bytes(.sha256, of: bytes.span)
            high = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// What has not been found yet.
    private(set) var signed: [Name: Int64] = [:]

    mutating func expect(_ row: FactRow, of app: String) {
        let name = Name(row.key, of: app)
        signed[name] = max(signed[name] ?? .min, row.signed)
    }

    /// A row was found.
    ///
    /// - Returns: when it has to be signed; nil when it has not to be there.
    mutating func find(_ name: Name) -> Int64? { signed.removeValue(forKey: name) }
}
