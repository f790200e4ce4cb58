public import WindfallTimeline

/// What follows from an app receipt.
extension AppReceipt {
    /// The environment that the receipt names; nil where it names none or one that is not known.
    public var environment: Environment? {
        receiptType.flatMap(Environment.init(receiptType:))
    }

    /// Whether the receipt itself has expired at `now` (F28); a receipt without an expiration date never does.
    public func hasExpired(at now: Instant) -> Bool {
        expirationDate.map { $0 <= now } ?? false
    }

    /// The purchases that count: those that were cancelled are as if they had never been made (F31).
    public var purchases: [InAppEntry] {
        inApp.filter { !$0.isCancelled }
    }

    /// The receipt with the purchases that a refresh keeps (F30).
    ///
    /// - Parameter transactions: the identifiers of the transactions that the app has finished.
    /// - Returns: the same receipt without its finished consumables; dates and hash are left for whoever signs it.
    public func refreshed(finished transactions: Set<String>) -> AppReceipt {
        var refreshed = self
        refreshed.inApp.removeAll { $0.leaves(finished: transactions) }
        return refreshed
    }
}
