import Foundation
import WindfallCStoreKit
import WindfallJSON

/// The queue as it is kept in a file.
extension QueueBook {
    /// The version of the form that this library writes.
    private static let version: Int64 = 1

    /// - Returns: nil for a file of another version. An entry that can't be read is left out.
    init?(_ json: JSON) {
        guard json["version"]?.int64 == Self.version else { return nil }
        self.init(
            entries: json["transactions"]?.array?.compactMap(Entry.init) ?? [],
            untold: json["finished"]?.array?.compactMap(Finished.init) ?? [], cursor: json["cursor"]?.int64 ?? 0)
    }

    var json: JSON {
        [
            "version": .integer(Self.version), "cursor": .integer(cursor),
            "transactions": .array(entries.map(\.json)), "finished": .array(untold.map(\.json)),
        ]
    }
}

extension QueueBook.Finished {
    init?(_ json: JSON) {
        guard let identifier = json["transactionId"]?.text, let state = json["state"]?.state else { return nil }
        self.init(transactionIdentifier: identifier, state: state)
    }

    var json: JSON {
        ["transactionId": .string(transactionIdentifier), "state": .integer(Int64(state.rawValue))]
    }
}

extension QueueBook.Entry {
    init?(_ json: JSON) {
        guard let key = json["key"]?.text, let snapshot = TransactionSnapshot(json) else { return nil }
        self.init(
            key: key, paymentID: json["paymentId"]?.text, isSent: json["isSent"]?.isTrue ?? true, snapshot: snapshot)
    }

    var json: JSON {
        var json = snapshot.json
        json["key"] = .string(key)
        if let paymentID { json["paymentId"] = .string(paymentID) }
        json["isSent"] = .bool(isSent)
        return .object(json)
    }
}

extension TransactionSnapshot {
    init?(_ json: JSON) {
        guard let terms = json["payment"].flatMap(PaymentTerms.init), let state = json["state"]?.state else {
            return nil
        }
        self.init(terms: terms, state: state, transactionIdentifier: json["transactionId"]?.text)
        date = json["date"]?.int64.map(Date.init(milliseconds:))
        if let code = json["errorCode"]?.int64.flatMap(Int.init(exactly:)).flatMap(SKErrorCode.init(rawValue:)) {
            let text = json["errorText"]?.text
            error = SKError(code, userInfo: text.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
        }
        receipt = json["receipt"]?.text.flatMap { Data(base64Encoded: $0) }
        if let first = json["original"], let identifier = first["transactionId"]?.text, let date = first["date"]?.int64
        {
            original = Original(transactionIdentifier: identifier, date: Date(milliseconds: date))
        }
        signed = json["signed"]?.text
    }

    var json: JSONObject {
        var json: JSONObject = ["payment": terms.json, "state": .integer(Int64(state.rawValue))]
        if let transactionIdentifier { json["transactionId"] = .string(transactionIdentifier) }
        if let milliseconds = date?.milliseconds { json["date"] = .integer(milliseconds) }
        if let error {
            json["errorCode"] = .integer(Int64(error.code.rawValue))
            if let text = error.userInfo[NSLocalizedDescriptionKey] as? String { json["errorText"] = .string(text) }
        }
        if let receipt { json["receipt"] = .string(receipt.base64EncodedString()) }
        if let original, let milliseconds = original.date.milliseconds {
            json["original"] = [
                "transactionId": .string(original.transactionIdentifier), "date": .integer(milliseconds),
            ]
        }
        if let signed { json["signed"] = .string(signed) }
        return json
    }
}

extension PaymentTerms {
    init?(_ json: JSON) {
        guard let productIdentifier = json["productId"]?.text,
            let quantity = json["quantity"]?.int64.flatMap(Int.init(exactly:))
        else { return nil }
        self.init(
            productIdentifier: productIdentifier, quantity: quantity,
            applicationUsername: json["applicationUsername"]?.text,
            requestData: json["requestData"]?.text.flatMap { Data(base64Encoded: $0) },
            simulatesAskToBuy: json["simulatesAskToBuy"]?.isTrue ?? false,
            discount: json["offer"].flatMap(DiscountTerms.init), title: json["title"]?.text)
        if let thousandths = json["price"]?.int64, let locale = json["priceLocale"]?.text {
            price = PriceValue(thousandths: thousandths, locale: Locale(identifier: locale))
        }
    }

    /// What is kept.
    var json: JSON {
        var json = question
        if let requestData { json["requestData"] = .string(requestData.base64EncodedString()) }
        if let title { json["title"] = .string(title) }
        if let price {
            json["price"] = .integer(price.thousandths)
            json["priceLocale"] = .string(price.locale.identifier)
        }
        return .object(json)
    }

    /// What the store is asked.
    var question: JSONObject {
        var json: JSONObject = [
            "productId": .string(productIdentifier), "quantity": .integer(Int64(quantity)),
        ]
        if let applicationUsername { json["applicationUsername"] = .string(applicationUsername) }
        if simulatesAskToBuy { json["simulatesAskToBuy"] = true }
        if let discount { json["offer"] = discount.json }
        return json
    }
}

extension DiscountTerms {
    init?(_ json: JSON) {
        guard let identifier = json["id"]?.text, let key = json["keyId"]?.text,
            let nonce = json["nonce"]?.text.flatMap(UUID.init(uuidString:)), let signature = json["signature"]?.text,
            let timestamp = json["timestamp"]?.int64
        else { return nil }
        self.init(
            identifier: identifier, keyIdentifier: key, nonce: nonce, signature: signature, timestamp: timestamp)
    }

    var json: JSON {
        [
            "type": 2, "id": .string(identifier), "keyId": .string(keyIdentifier),
            "nonce": .string(nonce.uuidString.lowercased()), "signature": .string(signature),
            "timestamp": .integer(timestamp),
        ]
    }
}

extension JSON {
    /// A transaction's state by its number.
    fileprivate var state: SKPaymentTransactionState? {
        int64.flatMap(Int.init(exactly:)).flatMap(SKPaymentTransactionState.init(rawValue:))
    }
}
