public import WindfallCommerce
public import WindfallJSON

/// What signed data turned out to be.
public enum SignedContent: Sendable {
    case appReceipt(AppReceipt)
    case transactionReceipt(TransactionReceipt)
    case transaction(TransactionPayload)
    case renewalInfo(RenewalInfoPayload)
    case appTransaction(AppTransactionPayload)
    case notification(SignedNotification)

    /// The kinds under the names that answers use.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case appReceipt = "app-receipt"
        case transactionReceipt = "transaction-receipt"
        case transaction = "jws-transaction"
        case renewalInfo = "jws-renewal-info"
        case appTransaction = "jws-app-transaction"
        case notification = "jws-notification"

        /// The kind of a JWS, by the fields that only this kind has; nil for a payload of no known kind.
        public init?(payload: JSONObject) {
            func has(_ keys: String...) -> Bool { keys.contains { payload[$0] != nil } }
            if has("notificationType", "notificationUUID") {
                self = .notification
            } else if has("receiptType", "originalApplicationVersion", "applicationVersion") {
                self = .appTransaction
            } else if has("autoRenewStatus", "autoRenewProductId") {
                self = .renewalInfo
            } else if has("transactionId", "purchaseDate", "productId", "signedDate") {
                self = .transaction
            } else {
                return nil
            }
        }
    }

    public var kind: Kind {
        switch self {
        case .appReceipt: .appReceipt
        case .transactionReceipt: .transactionReceipt
        case .transaction: .transaction
        case .renewalInfo: .renewalInfo
        case .appTransaction: .appTransaction
        case .notification: .notification
        }
    }

    /// The content under Apple's own field names: for the two kinds of receipt those of the `receipt` object of
    /// `verifyReceipt`, without the date of a request; for a JWS its payload, with the JWS inside a notification decoded
    /// under their own keys.
    public var payload: JSONObject {
        switch self {
        case .appReceipt(let receipt): AnsweredReceipt(receipt: receipt, requestedAt: nil).json
        case .transactionReceipt(let receipt): AnsweredReceipt(receipt: receipt).json
        case .transaction(let payload): payload.json
        case .renewalInfo(let payload): payload.json
        case .appTransaction(let payload): payload.json
        case .notification(let notification): notification.decodedPayload
        }
    }
}

extension AnsweredReceipt {
    /// An iOS 6 style receipt as the store answers it (F24).
    public init(receipt: TransactionReceipt) {
        self.init(purchaseInformation: receipt.purchase.map { (key: $0.key, value: $0.value) })
    }
}

extension SignedNotification {
    /// The notification's payload with the payloads of the JWS inside it in their places.
    var decodedPayload: JSONObject {
        var json = payload.json
        if var data = json["data"]?.object {
            if let transaction { data["signedTransactionInfo"] = .object(transaction.content.json) }
            if let renewalInfo { data["signedRenewalInfo"] = .object(renewalInfo.content.json) }
            json["data"] = .object(data)
        }
        if let appTransaction, var appData = json["appData"]?.object {
            appData["signedAppTransactionInfo"] = .object(appTransaction.content.json)
            json["appData"] = .object(appData)
        }
        return json
    }
}
