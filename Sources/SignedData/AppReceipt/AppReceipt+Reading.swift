import WindfallCommerce

extension AppReceipt {
    /// Reads the payload of an app receipt: a `SET OF` attributes (F28).
    ///
    /// Unknown attributes are kept; a single-valued attribute that comes twice is refused.
    ///
    /// - Parameters:
    ///   - bytes: the bytes in which the payload stands; the receipt keeps slices of them.
    ///   - range: the payload within them.
    ///   - base: what to add to offsets in errors.
    ///   - purchaseLimit: the most purchases that it may have.
    /// - Throws: ``Problem``: `truncated`, `malformed`, `trailing_bytes` or `too_large`, with offset and, where it is known,
    ///   field.
    package init(
        reading bytes: [UInt8], _ range: Range<Int>, base: Int = 0, purchaseLimit: Int = .max
    ) throws(Problem) {
        var field: String?
        do {
            var receipt = AppReceipt(bundleID: "")
            let span = bytes.span
            var walk = try AttributeReader(set: range, in: span)
            var hasBundleID = false
            while let attribute = try walk.next(in: span) {
                field = Self.fieldName(attribute.type)
                if field != nil, attribute.type != 17 { try walk.claim(attribute.type, at: attribute.value.lowerBound) }
                if attribute.type == 17, receipt.inApp.count >= purchaseLimit {
                    throw Problem(
                        .tooLarge, "more than \(purchaseLimit) purchases", offset: attribute.value.lowerBound,
                        field: field)
                }
                try receipt.take(attribute, in: bytes, span)
                hasBundleID = hasBundleID || attribute.type == 2
                field = nil
            }
            guard hasBundleID else {
                throw Problem(.malformed, "the receipt names no app", offset: range.lowerBound, field: "bundle_id")
            }
            self = receipt
        } catch var problem as Problem {
            problem.offset = problem.offset.map { $0 + base }
            throw problem
        } catch let error as DERError {
            throw Problem(DERError(error.code, at: error.offset + base), field: field)
        } catch {
            preconditionFailure("the reader throws only its own errors")
        }
    }

    private mutating func take(
        _ attribute: AttributeReader.Attribute, in bytes: [UInt8], _ span: Span<UInt8>
    ) throws {
        switch attribute.type {
        case 0: receiptType = try attribute.text(in: span)
        case 1: appItemID = try attribute.integer(in: span)
        case 2:
            bundleID = try attribute.text(in: span)
            bundleIDValue = bytes[attribute.value]
        case 3: applicationVersion = try attribute.text(in: span)
        case 4: opaqueValue = bytes[attribute.value]
        case 5: deviceHash = bytes[attribute.value]
        case 8: transactionDate = try attribute.instant(in: span)
        case 10: ageRating = try attribute.text(in: span)
        case 11: developerID = try attribute.integer(in: span)
        case 12: creationDate = try attribute.instant(in: span)
        case 15: downloadID = try attribute.integer(in: span)
        case 16: versionExternalIdentifier = try attribute.integer(in: span)
        case 17: inApp.append(try InAppEntry(reading: attribute.value, of: bytes, span))
        case 18: originalPurchaseDate = try attribute.instant(in: span)
        case 19: originalApplicationVersion = try attribute.text(in: span)
        case 21: expirationDate = try attribute.instant(in: span)
        case 22: preorderDate = try attribute.instant(in: span)
        default: others.append(ReceiptAttribute(attribute, in: bytes))
        }
    }

    /// Apple's JSON name of an attribute that is read into a field, or a plain one where the answer does not show it.
    private static func fieldName(_ type: Int64) -> String? {
        switch type {
        case 0: "receipt_type"
        case 1: "app_item_id"
        case 2: "bundle_id"
        case 3: "application_version"
        case 4: "opaque_value"
        case 5: "sha1_hash"
        case 8: "transaction_date"
        case 10: "age_rating"
        case 11: "developer_id"
        case 12: "receipt_creation_date"
        case 15: "download_id"
        case 16: "version_external_identifier"
        case 17: "in_app"
        case 18: "original_purchase_date"
        case 19: "original_application_version"
        case 21: "expiration_date"
        case 22: "preorder_date"
        default: nil
        }
    }
}

extension ReceiptAttribute {
    init(_ attribute: AttributeReader.Attribute, in bytes: [UInt8]) {
        self.init(type: attribute.type, version: attribute.version, value: bytes[attribute.value])
    }
}
