public import WindfallCommerce
import WindfallTimeline

extension AppReceipt {
    /// Whose receipts the written one looks like.
    public enum Form: Hashable, Sendable {
        /// App Store: sorted as DER demands of a `SET OF`; absent dates of attributes 8, 1708 and 1712 are empty texts.
        case appStore
        /// Xcode: in the order of type numbers, and only the attributes that Xcode writes.
        case xcode
    }

    /// The payload as it is signed: a `SET OF` attributes (F28, F29).
    ///
    /// A receipt of the App Store that was read and not changed gives the same bytes again.
    package func payload(_ form: Form = .appStore) -> [UInt8] {
        var writer = AttributeWriter()
        writer.text(0, receiptType)
        writer.number(1, appItemID)
        writer.bytes(2, bundleIDValue ?? DERWriter.utf8String(bundleID)[...])
        writer.text(3, applicationVersion)
        writer.bytes(4, opaqueValue, version: form == .appStore ? 2 : 1)
        writer.bytes(5, deviceHash)
        writer.date(8, transactionDate, isEmptyWhenAbsent: true)
        writer.date(12, creationDate)
        writer.date(21, expirationDate)
        if form == .appStore {
            writer.ia5(10, ageRating)
            writer.number(11, developerID)
            writer.number(15, downloadID)
            writer.number(16, versionExternalIdentifier)
            writer.date(18, originalPurchaseDate)
            writer.text(19, originalApplicationVersion)
            writer.date(22, preorderDate)
            writer.others(others)
        }
        for entry in inApp { writer.bytes(17, entry.attributes(form)[...]) }
        return writer.set(form)
    }
}

extension InAppEntry {
    /// The entry as it stands inside attribute 17.
    fileprivate func attributes(_ form: AppReceipt.Form) -> [UInt8] {
        var writer = AttributeWriter()
        writer.number(1701, quantity)
        writer.text(1702, productID)
        writer.text(1703, transactionID)
        writer.date(1704, purchaseDate)
        writer.date(1708, expiresDate, isEmptyWhenAbsent: true)
        writer.flag(1719, isInIntroOfferPeriod ?? (form == .xcode ? false : nil))
        if form == .appStore {
            writer.text(1705, originalTransactionID)
            writer.date(1706, originalPurchaseDate)
            writer.number(1707, productTypeCode)
            writer.number(1710, itemID)
            writer.number(1711, webOrderLineItemID)
            writer.date(1712, cancellationDate, isEmptyWhenAbsent: true)
            writer.flag(1713, isTrialPeriod)
            writer.text(1721, promotionalOfferID)
            writer.others(others)
        }
        return writer.set(form)
    }
}

/// Collects attributes: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
private struct AttributeWriter {
    private var attributes: [(type: Int64, bytes: [UInt8])] = []

    mutating func bytes(_ type: Int64, _ value: ArraySlice<UInt8>?, version: Int64 = 1) {
        guard let value else { return }
        let bytes = DERWriter.sequence(
            DERWriter.integer(type), DERWriter.integer(version), DERWriter.element(.octetString, value))
        attributes.append((type, bytes))
    }

    mutating func text(_ type: Int64, _ text: String?) {
        bytes(type, text.map { DERWriter.utf8String($0)[...] })
    }

    /// A text in ASCII; characters outside it are left out, since the type has no place for them.
    mutating func ia5(_ type: Int64, _ text: String?) {
        bytes(type, text.map { DERWriter.ia5String(String($0.unicodeScalars.filter(\.isASCII)))[...] })
    }

    mutating func number(_ type: Int64, _ number: Int64?) {
        bytes(type, number.map { DERWriter.integer($0)[...] })
    }

    mutating func flag(_ type: Int64, _ flag: Bool?) {
        number(type, flag.map { $0 ? 1 : 0 })
    }

    /// A date in RFC 3339.
    mutating func date(_ type: Int64, _ date: Instant?, isEmptyWhenAbsent: Bool = false) {
        guard date != nil || isEmptyWhenAbsent else { return }
        bytes(type, DERWriter.ia5String(date?.rfc3339 ?? "")[...])
    }

    mutating func others(_ others: [ReceiptAttribute]) {
        for attribute in others { bytes(attribute.type, attribute.value, version: attribute.version) }
    }

    func set(_ form: AppReceipt.Form) -> [UInt8] {
        switch form {
        case .appStore: DERWriter.setOf(attributes.map(\.bytes))
        case .xcode: DERWriter.constructed(.set, attributes.sorted { $0.type < $1.type }.map(\.bytes))
        }
    }
}
