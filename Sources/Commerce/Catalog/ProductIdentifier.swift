/// A product's identifier as App Store Connect allows it: unique within the developer account (F3).
public struct ProductIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The most characters that an identifier may have (App Store Connect Help, In-app purchase information).
    public static let largestCount = 100

    public let text: String

    /// - Parameter text: 1 to ``largestCount`` letters and digits of ASCII, hyphens, periods and underscores; `nil` is
    ///   returned for anything else (App Store Connect Help, In-app purchase information).
    public init?(_ text: String) {
        guard (1...Self.largestCount).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.text = text
    }

    public var description: String { text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
