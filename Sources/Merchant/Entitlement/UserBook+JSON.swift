package import WindfallCommerce
package import WindfallJSON
import WindfallTimeline

extension UserBook {
    /// What a user owns, as answers write it: `{"userId", "asOfDate", "entitlements", "subscriptions", "purchases",
    /// "credits"}`. What is not known is null.
    package var json: JSON {
        [
            "userId": .string(user.user.text), "asOfDate": .instant(holdings.asOfDate),
            "entitlements": holdings.entitlementsJSON, "subscriptions": holdings.subscriptionsJSON,
            "purchases": holdings.purchasesJSON, "credits": creditsJSON,
        ]
    }

    /// What can be spent of each credit: `{"coins": 120}`.
    package var creditsJSON: JSON {
        .object(
            JSONObject(
                credits.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: .integer($0.value)) }))
    }
}

extension Holdings {
    /// The entitlements that the user has or had, by name and environment.
    package var entitlementsJSON: JSON { .array(entitlements.map(\.json)) }
    /// Where each subscription stands.
    package var subscriptionsJSON: JSON { .array(subscriptions.map(\.json)) }
    /// All payments.
    package var purchasesJSON: JSON { .array(purchases.map(\.json)) }

    /// The part that is about some purchases, as after a receipt: what these give, and not what others give.
    ///
    /// - Parameter originals: the first transactions of the purchases.
    package func only(_ originals: Set<TransactionKey>) -> Holdings {
        var part = self
        part.entitlements = entitlements.filter { originals.contains($0.original) }
        part.subscriptions = subscriptions.filter { originals.contains($0.original) }
        part.purchases = purchases.filter { originals.contains($0.sale.original) }
        part.grants = grants.filter { originals.contains($0.original) }
        return part
    }
}

extension Entitlement {
    /// The entitlement as answers write it.
    package var json: JSON {
        [
            "id": .string(id), "active": .bool(isActive), "productId": .string(productID),
            "environment": .string(environment.rawValue),
            "originalTransactionId": .string(originalTransactionID), "expiresDate": .instant(expiresDate),
            "basis": .string(basis.rawValue),
        ]
    }
}

extension HeldSubscription {
    /// The subscription as answers write it.
    package var json: JSON {
        [
            "originalTransactionId": .string(originalTransactionID), "environment": .string(environment.rawValue),
            "productId": .string(productID), "state": .string(state.rawValue),
            "autoRenew": autoRenew.map(JSON.bool) ?? .null, "expiresDate": .instant(expiresDate),
            "gracePeriodExpiresDate": .instant(gracePeriodExpiresDate), "basis": .string(basis.rawValue),
        ]
    }
}

extension HeldPurchase {
    /// The payment as answers write it; the amount in thousandths, null where nobody tells it.
    package var json: JSON {
        [
            "transactionId": .string(sale.transactionID),
            "originalTransactionId": .string(sale.originalTransactionID),
            "environment": .string(sale.environment.rawValue), "productId": .string(sale.productID),
            "type": sale.type.map { .string($0.word) } ?? .null,
            "quantity": .integer(sale.quantity), "purchaseDate": .instant(sale.purchaseDate),
            "expiresDate": .instant(sale.expiresDate), "revocationDate": .instant(sale.revocation?.date),
            "isRevoked": .bool(sale.revocation != nil), "active": .bool(isActive),
            "amount": amount.money.map { .integer($0.thousandths) } ?? .null,
            "currency": amount.money.map { .string($0.currency.rawValue) } ?? .null,
            "amountSource": .string(amount.source), "basis": .string(sale.basis.rawValue),
        ]
    }
}

extension JSON {
    /// Milliseconds since 1970; null for nothing.
    static func instant(_ instant: Instant?) -> JSON { instant.map { .integer($0.milliseconds) } ?? .null }
}
