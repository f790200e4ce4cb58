import WindfallCommerce

extension InAppEntry {
    /// Reads one in-app entry: a `SET OF` attributes of its own inside attribute 17 (F29).
    init(reading range: Range<Int>, of bytes: [UInt8], _ span: Span<UInt8>) throws {
        var entry = InAppEntry(productID: "", transactionID: "")
        var walk = try AttributeReader(set: range, in: span)
        var hasProduct = false
        var hasTransaction = false
        while let attribute = try walk.next(in: span) {
            do {
                if Self.fieldName(attribute.type) != nil {
                    try walk.claim(attribute.type - 1700, at: attribute.value.lowerBound)
                }
                try entry.take(attribute, in: bytes, span)
            } catch {
                throw Problem(error, field: Self.fieldName(attribute.type).map { "in_app.\($0)" })
            }
            hasProduct = hasProduct || attribute.type == 1702
            hasTransaction = hasTransaction || attribute.type == 1703
        }
        guard hasProduct else {
            throw Problem(
                .malformed, "a purchase without product", offset: range.lowerBound, field: "in_app.product_id")
        }
        guard hasTransaction else {
            throw Problem(
                .malformed, "a purchase without transaction", offset: range.lowerBound, field: "in_app.transaction_id")
        }
        self = entry
    }

    private mutating func take(
        _ attribute: AttributeReader.Attribute, in bytes: [UInt8], _ span: Span<UInt8>
    ) throws(DERError) {
        switch attribute.type {
        case 1701: quantity = try attribute.integer(in: span)
        case 1702: productID = try attribute.text(in: span)
        case 1703: transactionID = try attribute.text(in: span)
        case 1704: purchaseDate = try attribute.instant(in: span)
        case 1705: originalTransactionID = try attribute.text(in: span)
        case 1706: originalPurchaseDate = try attribute.instant(in: span)
        case 1707: productTypeCode = try attribute.integer(in: span)
        case 1708: expiresDate = try attribute.instant(in: span)
        case 1710: itemID = try attribute.integer(in: span)
        case 1711: webOrderLineItemID = try attribute.integer(in: span)
        case 1712: cancellationDate = try attribute.instant(in: span)
        case 1713: isTrialPeriod = try attribute.flag(in: span)
        case 1719: isInIntroOfferPeriod = try attribute.flag(in: span)
        case 1721: promotionalOfferID = try attribute.text(in: span)
        default:
            // An entry has seven of them or none; growing one by one costs more than reading them.
            if others.isEmpty { others.reserveCapacity(8) }
            others.append(ReceiptAttribute(attribute, in: bytes))
        }
    }

    /// Apple's JSON name of an attribute that is read into a field, or a plain one where the answer does not show it.
    private static func fieldName(_ type: Int64) -> StaticString? {
        switch type {
        case 1701: "quantity"
        case 1702: "product_id"
        case 1703: "transaction_id"
        case 1704: "purchase_date"
        case 1705: "original_transaction_id"
        case 1706: "original_purchase_date"
        case 1707: "product_type"
        case 1708: "expires_date"
        case 1710: "item_id"
        case 1711: "web_order_line_item_id"
        case 1712: "cancellation_date"
        case 1713: "is_trial_period"
        case 1719: "is_in_intro_offer_period"
        case 1721: "promotional_offer_id"
        default: nil
        }
    }
}
