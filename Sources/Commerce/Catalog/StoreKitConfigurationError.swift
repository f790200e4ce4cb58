public import WindfallJSON

/// Why a `.storekit` file cannot be read, and where.
public struct StoreKitConfigurationError: Error, Hashable, Sendable {
    /// The kind of a refusal. New kinds can be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        let name: String

        /// The file is not JSON, or more of it than is accepted; ``StoreKitConfigurationError/cause`` says what.
        public static let notJSON = Code(name: "not_json")
        /// A key that must be there is absent.
        public static let missing = Code(name: "missing")
        /// A value has a JSON type that cannot be used.
        public static let malformed = Code(name: "malformed")
        /// The format's version is none of ``StoreKitConfiguration/versions``.
        public static let unsupportedVersion = Code(name: "unsupported_version")

        /// The code's stable name, such as `not_json`.
        public var description: String { name }
    }

    /// What is wrong.
    public var code: Code
    /// The key as a path from the file's top, for example `products[3].displayPrice`; empty for the file itself.
    public var path: String
    /// The offset of the value's first byte, or of the byte that is no JSON; nil for what is absent.
    public var offset: Int?
    /// What the JSON reader found; nil for another kind of refusal.
    public var cause: JSONError?

    init(_ code: Code, path: String, offset: Int?, cause: JSONError? = nil) {
        self.code = code
        self.path = path
        self.offset = offset
        self.cause = cause
    }
}

extension StoreKitConfigurationError: CustomStringConvertible {
    /// The code, the key and the offset.
    public var description: String {
        let place = path.isEmpty ? "the file" : path
        let position = offset.map { " at byte \($0)" } ?? ""
        return "StoreKit configuration: \(cause?.code.description ?? code.name) in \(place)\(position)"
    }
}
