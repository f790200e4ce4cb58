import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// What an entry says, as it is stored.
struct AuditContent: Sendable {
    /// JSON.
    let body: String
    /// SHA-256 of ``body``.
    let hash: [UInt8]

    private static let saltBytes = 8

    init(_ content: JSONObject, _ randomness: some Randomness) {
        // Without it a content that is gone could be guessed, and known by its hash.
        var content = content
        content["salt"] = .string(Hexadecimal.encode(randomness.bytes(count: Self.saltBytes)))
        body = JSON.object(content).text()
        hash = AuditEntry.hash(ofContent: body)
    }
}
