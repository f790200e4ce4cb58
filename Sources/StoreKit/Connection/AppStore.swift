/// What belongs to the store as a whole.
///
/// Source: Apple, "AppStore".
public enum AppStore: Sendable {
    /// Whether the person may pay (F6).
    public static var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

    /// Which store something was signed by.
    public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let production = Environment(rawValue: "Production")
        public static let sandbox = Environment(rawValue: "Sandbox")
        /// A test session.
        public static let xcode = Environment(rawValue: "Xcode")
    }

    /// The kind of device on which an app was first got.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let iOS = Platform(rawValue: "iOS")
        public static let macOS = Platform(rawValue: "macOS")
        public static let tvOS = Platform(rawValue: "tvOS")
        public static let visionOS = Platform(rawValue: "visionOS")
    }
}
