/// A JSON number as it was spelled, so that 64-bit identifiers and Xcode's fractional milliseconds survive.
public struct JSONNumber: Hashable, Sendable {
    /// The number's text, as read or as it will be written.
    public var text: String { "" }
}
