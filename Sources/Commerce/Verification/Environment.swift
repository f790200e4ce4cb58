/// Where a purchase was made: the store has two environments on two addresses, and development tools add local ones.
public struct Environment: OpenWord {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The store that takes money.
    public static let production = Environment(rawValue: "Production")
    /// The store for tests and for review; no money moves (F33).
    public static let sandbox = Environment(rawValue: "Sandbox")
    /// StoreKit testing in Xcode; signed by the developer's own machine (F43).
    public static let xcode = Environment(rawValue: "Xcode")
    /// Apple's own test payloads; not signed by the store.
    public static let localTesting = Environment(rawValue: "LocalTesting")

    /// The environment that attribute 0 of an app receipt names.
    ///
    /// - Parameter receiptType: the attribute's text, compared as a whole: `ProductionSandbox` is the sandbox, though
    ///   it begins with another environment's name.
    /// - Returns: nil for a text that is not known.
    public init?(receiptType: String) {
        switch receiptType {
        case "Production", "ProductionVPP": self = .production
        case "ProductionSandbox", "ProductionVPPSandbox": self = .sandbox
        case "Xcode": self = .xcode
        default: return nil
        }
    }

    /// The environment that a version 1 notification names: `PROD` at its top level, `Production` further in.
    package init(notificationWord word: String) {
        self.init(rawValue: word == "PROD" ? "Production" : word)
    }

    /// The environment as a version 1 notification writes it at its top level.
    package var notificationWord: String {
        self == .production ? "PROD" : rawValue
    }

    /// Whether its payloads come from a development machine, so that no store vouches for them.
    public var isLocal: Bool {
        self == .xcode || self == .localTesting
    }
}
