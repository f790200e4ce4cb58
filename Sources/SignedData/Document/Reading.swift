public import WindfallCommerce

/// Signed data that was read, and whether it is proved.
///
/// Three answers: *genuine* (no problem), *not genuine* and *could not be checked*. Bytes that can't be read never get
/// here: reading them throws.
public struct Reading<Content: Sendable>: Sendable {
    /// What the data says. Not to be believed unless ``isGenuine``.
    public var content: Content
    /// Which environment the data says it is from; nil when it says nothing. In an iOS 6 style receipt this stands outside
    /// the signature and proves nothing (F19).
    public var environment: Environment?
    /// What is wrong; nil when the data is genuine.
    public var problem: Problem?
    /// Whose certificate came with the data; trusted only when ``isGenuine``.
    public var signer: Signer?
    /// The chains that were proved: the data's own, and those of signed data inside it; each once.
    package var chains: [SigningChain] = []

    /// Whether the signature, the chain and everything that was asked for hold.
    public var isGenuine: Bool { problem == nil }

    /// The same reading with other content.
    public func map<Other: Sendable>(_ transform: (Content) -> Other) -> Reading<Other> {
        Reading<Other>(
            content: transform(content), environment: environment, problem: problem, signer: signer, chains: chains)
    }
}

/// What the caller knows and wants compared.
public struct Expectation: Hashable, Sendable {
    /// The app's bundle identifier; nil compares nothing.
    public var bundleID: String?
    /// The device's identifier, for app receipts (F32): the 16 bytes of identifierForVendor, or the 6 of a Mac's network
    /// address; nil compares nothing.
    public var deviceID: [UInt8]?

    public init(bundleID: String? = nil, deviceID: [UInt8]? = nil) {
        self.bundleID = bundleID
        self.deviceID = deviceID
    }

    /// The problem of data that is for another app.
    func problem(bundleID found: String?, field: String) -> Problem? {
        guard let bundleID, bundleID != found else { return nil }
        return Problem(.bundleMismatch, "the data is for another app", field: field)
    }
}
