/// A word of Apple's whose list may grow: a value that is not known here survives reading and writing.
public protocol OpenWord: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == String {
    /// - Parameter rawValue: the word as Apple spells it, known or not.
    init(rawValue: String)
}

extension OpenWord {
    public var description: String { rawValue }
}

/// A number of Apple's whose list may grow: a value that is not known here survives reading and writing.
public protocol OpenCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == Int {
    /// - Parameter rawValue: the number as Apple writes it, known or not.
    init(rawValue: Int)
}

extension OpenCode {
    public var description: String { String(rawValue) }
}
