public import WindfallJSON

/// A fact as a row of a database keeps it: our own form, with names as in ``PurchaseFact`` and ``RenewalFact``.
struct StoredFact: JSONPayload {
    var json: JSONObject

    init(json: JSONObject) {
        self.json = json
    }

    static let fields: [String: FieldKind] = [
        "environment": .text, "transactionId": .text, "productId": .text, "basis": .text, "proof": .text,
        "signedDate": .instant, "originalTransactionId": .text, "webOrderLineItemId": .text, "type": .text,
        "quantity": .integer, "purchaseDate": .instant, "expiresDate": .instant,
        "revocation": .object(["date": .instant, "reason": .integer]), "isUpgraded": .flag, "ownership": .text,
        "offer": .object(["type": .integer, "identifier": .text, "isFreeTrial": .flag]),
        "price": .object(["amount": .integer, "currency": .text]), "storefront": .text, "appAccountToken": .text,
        "autoRenew": .flag, "charging": .object(["isRetrying": .flag, "gracePeriodExpiresDate": .instant]),
    ]

    /// The part of an object under a key, to be read and written with the same accessors.
    subscript(stored key: String) -> StoredFact? {
        get { json[key]?.object.map(StoredFact.init(json:)) }
        set { json[key] = newValue.map { .object($0.json) } }
    }

    /// What every fact has; nil when it is not there or something in the object can't be used.
    var name: (environment: Environment, basis: FactBasis)? {
        guard malformedField() == nil, let environment: Environment = self[word: "environment"],
            let basis = self[text: "basis"].flatMap(FactBasis.init(rawValue:))
        else { return nil }
        return (environment, basis)
    }
}

extension PurchaseFact {
    /// The fact as a JSON object, for a database; what is nil is left out.
    public var json: JSON {
        var stored = StoredFact()
        stored[word: "environment"] = key.environment
        stored[text: "transactionId"] = key.id
        stored[text: "productId"] = productID
        stored[text: "basis"] = basis.rawValue
        stored[text: "proof"] = proof
        stored[instant: "signedDate"] = signedDate
        stored[text: "originalTransactionId"] = originalTransactionID
        stored[text: "webOrderLineItemId"] = webOrderLineItemID
        stored[word: "type"] = type.map(ConfiguredProductType.init)
        stored[integer: "quantity"] = quantity
        stored[instant: "purchaseDate"] = purchaseDate
        stored[instant: "expiresDate"] = expiresDate
        stored[stored: "revocation"] = revocation.map { revocation in
            var part = StoredFact()
            part[instant: "date"] = revocation.date
            part[code: "reason"] = revocation.reason
            return part
        }
        stored[flag: "isUpgraded"] = isUpgraded ? true : nil
        stored[word: "ownership"] = ownership
        stored[stored: "offer"] = offer.map { offer in
            var part = StoredFact()
            part[code: "type"] = offer.type
            part[text: "identifier"] = offer.identifier
            part[flag: "isFreeTrial"] = offer.isFreeTrial ? true : nil
            return part
        }
        stored.json["price"] = price?.json
        stored[text: "storefront"] = storefront
        stored[text: "appAccountToken"] = appAccountToken
        return .object(stored.json)
    }

    /// Reads what ``json`` wrote.
    ///
    /// - Parameter json: any value.
    /// - Returns: nil when something that has to be there is not, or something can't be used. Unknown keys are skipped.
    public init?(json: JSON) {
        guard let stored = json.object.map(StoredFact.init(json:)), let name = stored.name,
            let id = stored[text: "transactionId"], let product = stored[text: "productId"]
        else { return nil }
        self.init(TransactionKey(name.environment, id), productID: product, basis: name.basis)
        proof = stored[text: "proof"]
        signedDate = stored[instant: "signedDate"]
        originalTransactionID = stored[text: "originalTransactionId"]
        webOrderLineItemID = stored[text: "webOrderLineItemId"]
        if let type: ConfiguredProductType = stored[word: "type"] {
            guard let known = type.productType else { return nil }
            self.type = known
        }
        quantity = stored[integer: "quantity"]
        purchaseDate = stored[instant: "purchaseDate"]
        expiresDate = stored[instant: "expiresDate"]
        revocation = stored[stored: "revocation"].map {
            Revocation(date: $0[instant: "date"], reason: $0[code: "reason"])
        }
        isUpgraded = stored[flag: "isUpgraded"] ?? false
        ownership = stored[word: "ownership"]
        offer = stored[stored: "offer"].map {
            PurchaseOffer(
                type: $0[code: "type"], identifier: $0[text: "identifier"],
                isFreeTrial: $0[flag: "isFreeTrial"] ?? false)
        }
        if let price = stored.json["price"], !price.isNull {
            guard let money = price["amount"]?.int64, let currency = price["currency"]?.text else { return nil }
            self.price = Money(thousandths: money, currency: Currency(rawValue: currency))
        }
        storefront = stored[text: "storefront"]
        appAccountToken = stored[text: "appAccountToken"]
    }
}

extension RenewalFact {
    /// The fact as a JSON object, for a database; what is nil is left out.
    public var json: JSON {
        var stored = StoredFact()
        stored[word: "environment"] = original.environment
        stored[text: "originalTransactionId"] = original.id
        stored[text: "basis"] = basis.rawValue
        stored[text: "proof"] = proof
        stored[instant: "signedDate"] = signedDate
        stored[flag: "autoRenew"] = autoRenew
        stored[stored: "charging"] = charging.map { charging in
            var part = StoredFact()
            part[flag: "isRetrying"] = charging.isRetrying
            part[instant: "gracePeriodExpiresDate"] = charging.gracePeriodExpiresDate
            return part
        }
        return .object(stored.json)
    }

    /// Reads what ``json`` wrote.
    ///
    /// - Parameter json: any value.
    /// - Returns: nil when something that has to be there is not, or something can't be used. Unknown keys are skipped.
    public init?(json: JSON) {
        guard let stored = json.object.map(StoredFact.init(json:)), let name = stored.name,
            let id = stored[text: "originalTransactionId"], stored.json["transactionId"] == nil
        else { return nil }
        self.init(TransactionKey(name.environment, id), basis: name.basis)
        proof = stored[text: "proof"]
        signedDate = stored[instant: "signedDate"]
        autoRenew = stored[flag: "autoRenew"]
        charging = stored[stored: "charging"].map {
            Charging(
                isRetrying: $0[flag: "isRetrying"] ?? false,
                gracePeriodExpiresDate: $0[instant: "gracePeriodExpiresDate"])
        }
    }
}
