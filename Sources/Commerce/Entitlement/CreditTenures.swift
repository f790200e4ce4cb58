public import WindfallTimeline

/// Whose the credits of a purchase are that went from one user to another.
///
/// A payment's credits stay with the user who held the purchase when it was paid: they may be spent, and nobody is to get
/// them a second time by showing an old receipt as somebody else. What is paid later gives its credits to whoever holds
/// the purchase then.
public struct CreditTenures: Hashable, Sendable {
    /// A user's time as the holder.
    public struct Tenure: Hashable, Sendable {
        /// Nil for one who was erased: those credits are nobody's.
        public var holder: UserIdentifier?
        /// The first moment at which the user held it no longer.
        public var until: Instant

        /// - Parameters:
        ///   - holder: nil for one who was erased.
        ///   - until: the first moment at which the user held it no longer.
        public init(_ holder: UserIdentifier?, until: Instant) {
            self.holder = holder
            self.until = until
        }
    }

    /// In the order in which they ended.
    public var former: [Tenure]

    /// - Parameter former: those who held the purchase once, in the order in which they ended.
    public init(_ former: [Tenure] = []) {
        self.former = former
    }

    /// Whether a user has the credits of a payment.
    ///
    /// - Parameters:
    ///   - user: any user.
    ///   - date: when it was paid; nil where nobody tells, and then the first holder has them.
    ///   - isHolder: whether the user holds the purchase now.
    public func credits(_ user: UserIdentifier, forPaymentAt date: Instant?, isHolder: Bool) -> Bool {
        guard let tenure = former.first(where: { tenure in date.map { $0 < tenure.until } ?? true }) else {
            return isHolder
        }
        return tenure.holder == user
    }
}
