public import WindfallTimeline

/// What a purchase in a receipt is worth.
extension InAppEntry {
    /// Whether customer support refunded it, so that it counts as never made (F31).
    public var isCancelled: Bool {
        cancellationDate != nil
    }

    /// The paid period of an auto-renewable subscription; nil for everything else.
    public var period: SubscriptionPeriod? {
        guard let purchaseDate, let expiresDate else { return nil }
        return SubscriptionPeriod(starts: purchaseDate, ends: expiresDate, cancelled: cancellationDate)
    }

    /// Whether it gives access at `now`: a subscription within its period (F27), anything else from its purchase on,
    /// and nothing that was cancelled (F31).
    ///
    /// The end of a non-renewing subscription is not in the receipt: the merchant has to know it (F44). A subscription
    /// that renews but has no end gives no access.
    public func isActive(at now: Instant) -> Bool {
        if isCancelled { return false }
        if let period { return period.isActive(at: now) }
        if expiresDate != nil || productType == .autoRenewable { return false }
        return purchaseDate.map { $0 <= now } ?? true
    }

    /// Whether it is left out when the receipt is made anew (F30): a consumable whose transaction is finished.
    ///
    /// All else stays for ever, also what has a type that is not known.
    public func leaves(finished transactions: Set<String>) -> Bool {
        productType == .consumable && transactions.contains(transactionID)
    }
}
