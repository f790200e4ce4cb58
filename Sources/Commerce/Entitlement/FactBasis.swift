/// On whose word something is believed.
public enum FactBasis: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The signature on what a client sent; the store was not asked.
    case local
    /// What the store itself said: an answer of `verifyReceipt` or of the App Store Server API, or a notification.
    case store

    /// The store's word is the greater one.
    public static func < (first: FactBasis, second: FactBasis) -> Bool {
        first == .local && second == .store
    }
}
