/// A user of the developer's, by the name that the developer gave.
public struct UserIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes that an identifier may have.
    public static let largestCount = 128
    /// How an anonymous identifier begins. Whoever knows the rest is that user, so it must not be guessable.
    public static let anonymousPrefix = "anon:"
    /// The fewest characters behind it: 122 random bits, as a UUID of version 4 has, in the closest usual writing
    /// (base64url, six bits each).
    public static let fewestAnonymous = 21

    public let text: String

    /// - Parameter text: 1 to 128 bytes of UTF-8 without control characters. Nil is returned for anything else, and for
    ///   an anonymous identifier with fewer than ``fewestAnonymous`` characters behind ``anonymousPrefix`` or others
    ///   than letters, digits, hyphen and underscore.
    public init?(_ text: String) {
        guard (1...Self.largestCount).contains(text.utf8.count),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        if text.hasPrefix(Self.anonymousPrefix) {
            let secret = text.utf8.dropFirst(Self.anonymousPrefix.utf8.count)
            guard secret.count >= Self.fewestAnonymous, secret.allSatisfy(Self.isBase64URL) else { return nil }
        }
        self.text = text
    }

    /// Whether it stands for somebody who has not said who he is.
    public var isAnonymous: Bool { text.hasPrefix(Self.anonymousPrefix) }

    public static func < (first: UserIdentifier, second: UserIdentifier) -> Bool { first.text < second.text }

    public var description: String { text }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
