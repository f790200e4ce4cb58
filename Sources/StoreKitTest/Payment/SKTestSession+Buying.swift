public import StoreKit
import WindfallStoreEngine

/// Buying outside the app, as from the store's own pages: nobody is asked.
extension SKTestSession {
    /// Buys a product.
    ///
    /// - Throws: ``SKTestError`` `invalidProductIdentifier`, or `invalidAction` where the purchase fails.
    public func buyProduct(productIdentifier: String) throws {
        let number = try buy(Purchase(outsideOn: box.device, productID: productIdentifier))
        guard try box.transaction(number).state == .purchased else {
            throw SKTestError(.invalidAction, "The purchase failed.")
        }
    }

    /// Buys a product.
    ///
    /// - Parameter options: quantity, token and offer count; others say nothing here.
    /// - Returns: the transaction, as the store signed it.
    /// - Throws: the simulated error of purchases; `Product.PurchaseError` or `StoreKitError`; ``SKTestError``
    ///   `invalidProductIdentifier`.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID, options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        if let failure = await simulatedError(forAPI: .purchase) { throw failure.error }
        var purchase = Purchase(outsideOn: box.device, productID: identifier)
        for option in options { try purchase.take(option) }
        let number = try buy(purchase)
        let record = try box.transaction(number)
        guard record.state == .purchased else { throw record.failure.error }
        guard let signed = box.connection.transaction(signed: try box.store.signed(number)) else {
            throw StoreKitError.unknown
        }
        return try signed.payloadValue
    }

    private func buy(_ purchase: Purchase) throws -> TransactionNumber {
        guard case .transaction(let number) = try box.perform(.buy(purchase)) else {
            throw SKTestError(.serviceUnavailable, "The purchase made no transaction.")
        }
        return number
    }
}

extension Purchase {
    fileprivate init(outsideOn device: DeviceNumber, productID: String) {
        self.init(device: device, productID: productID)
        isOutside = true
    }

    /// - Throws: `Product.PurchaseError` for a quantity that can't be.
    fileprivate mutating func take(_ option: Product.PurchaseOption) throws {
        switch option.meaning {
        case .appAccountToken(let token): appAccountToken = token.uuidString.lowercased()
        case .quantity(let count):
            guard (1...Self.maximumQuantity).contains(Int64(count)) else {
                throw Product.PurchaseError.invalidQuantity
            }
            quantity = Int64(count)
        case .promotionalOffer(let id, _, _, _, _), .promotionalOfferJWS(let id, _):
            offerType = 2
            offerID = id
        case .winBackOffer(let id):
            offerType = 4
            offerID = id
        case .simulatesAskToBuy, .onStorefrontChange, .custom, .introductoryEligibility, .billingPlanType: return
        }
    }
}

extension TransactionRecord.Failure {
    /// What the modern API throws for it.
    fileprivate var error: any Error {
        switch self {
        case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
        case .invalidOfferSignature: Product.PurchaseError.invalidOfferSignature
        case .missingOfferParameters: Product.PurchaseError.missingOfferParameters
        case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
        default: StoreKitError.unknown
        }
    }
}
