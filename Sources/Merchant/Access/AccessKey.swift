import WindfallCryptography
import WindfallSignedData
package import WindfallTimeline

/// What a key may do.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// In the app, on people's devices: for the user whom a token names, or an anonymous one.
    case client
    /// The developer's backend: for any user of the app.
    case server
    /// The people who run the server: configuration, queue, erasing.
    case `operator`
}

/// A key by which somebody speaks for an app. Its text is known to its owner alone.
package struct AccessKey: Hashable, Sendable {
    /// Its public name, for lists and logs.
    package var id: String
    /// The app's bundle identifier.
    package var app: String
    package var role: Role
    /// What its owner calls it.
    package var label: String
    package var created: Instant
    /// Since when it is refused; nil while it is good.
    package var revoked: Instant?

    package init(id: String, app: String, role: Role, label: String, created: Instant, revoked: Instant? = nil) {
        self.id = id
        self.app = app
        self.role = role
        self.label = label
        self.created = created
        self.revoked = revoked
    }
}

/// The text of a key: `wf_<role>_<id>_<secret>`, twelve and 64 hexadecimal digits.
struct AccessKeyText {
    var role: Role
    var id: String
    /// The whole text, which is what is hashed.
    var text: String

    /// How long the longest is, so that nothing longer is looked at.
    private static let longest = 96
    private static let identifierBytes = 6
    private static let secretBytes = 32

    /// A new one.
    init(_ role: Role, _ randomness: some Randomness) {
        self.role = role
        id = Hexadecimal.encode(randomness.bytes(count: Self.identifierBytes))
        text = "wf_\(role.rawValue)_\(id)_\(Hexadecimal.encode(randomness.bytes(count: Self.secretBytes)))"
    }

    /// - Returns: nil for a text that no key has.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "wf", let role = Role(rawValue: String(parts[1])),
            Hexadecimal.decode(parts[2])?.count == Self.identifierBytes,
            Hexadecimal.decode(parts[3])?.count == Self.secretBytes
        else { return nil }
        self.role = role
        id = String(parts[2])
        self.text = text
    }

    /// What is stored of it.
    var digest: [UInt8] {
        let bytes = Array(text.utf8)
        return Digest.bytes(.sha256, of: bytes.span)
    }
}
