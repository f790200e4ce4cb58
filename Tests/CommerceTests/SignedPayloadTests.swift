import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Signed payloads") struct SignedPayloadTests {
    @Test("Apple's own test payloads: every value of the transaction", Fixture.isThere)
    func appleTransaction() throws {
        let transaction: TransactionPayload = try Fixture.payload("apple-models/signedTransaction.json")
        #expect(transaction.malformedFields() == [])
        #expect(transaction.transactionId == "23456")
        #expect(transaction.originalTransactionId == "12345")
        #expect(transaction.webOrderLineItemId == "34343")
        #expect(transaction.subscriptionGroupIdentifier == "55555")
        #expect(transaction.purchaseDate == Instant(milliseconds: 1_698_148_900_000))
        #expect(transaction.originalPurchaseDate == Instant(milliseconds: 1_698_148_800_000))
        #expect(transaction.expiresDate == Instant(milliseconds: 1_698_149_000_000))
        #expect(transaction.signedDate == Instant(milliseconds: 1_698_148_900_000))
        #expect(transaction.type == .autoRenewable && transaction.type?.productType == .autoRenewable)
        #expect(transaction.inAppOwnershipType == .purchased)
        #expect(transaction.revocationReason == .appIssue)
        #expect(transaction.isUpgraded == true)
        #expect(transaction.offerType == .introductory && transaction.offerDiscountType == .payAsYouGo)
        #expect(transaction.environment == .localTesting && transaction.environment?.isLocal == true)
        #expect(transaction.transactionReason == .purchase)
        #expect(transaction.price == 10990 && transaction.currency == "USD")
        #expect(transaction.billingPlanType == .monthly)
        #expect(transaction.commitmentInfo?.billingPeriodNumber == 3)
        #expect(transaction.commitmentInfo?.totalBillingPeriods == 12)
        #expect(transaction.commitmentInfo?.commitmentPrice == 119_880)
        #expect(transaction.advancedCommerceInfo?["taxRate"] == "0.15")
        #expect(transaction.revocationType == nil)

        let revoked: TransactionPayload = try Fixture.payload("apple-models/signedTransactionWithRevocation.json")
        #expect(revoked.revocationType == .proratedRefund && revoked.revocationPercentage == 50000)
    }

    @Test("Apple's own test payloads: every value of renewal and app transaction", Fixture.isThere)
    func appleRenewalAndApp() throws {
        let renewal: RenewalInfoPayload = try Fixture.payload("apple-models/signedRenewalInfo.json")
        #expect(renewal.expirationIntent == .cancelled)
        #expect(renewal.autoRenewStatus == .on)
        #expect(renewal.isInBillingRetryPeriod == true)
        #expect(renewal.priceIncreaseStatus == .notAnswered)
        #expect(renewal.renewalPrice == 9990)
        #expect(renewal.eligibleWinBackOfferIds == ["eligible1", "eligible2"])
        #expect(renewal.renewalDate == Instant(milliseconds: 1_698_148_850_000))
        #expect(renewal.commitmentInfo?.commitmentAutoRenewStatus == .on)
        #expect(renewal.commitmentInfo?.commitmentRenewalDate == Instant(milliseconds: 1_698_149_500_000))

        let app: AppTransactionPayload = try Fixture.payload("apple-models/appTransaction.json")
        #expect(app.environment == .localTesting)
        #expect(app.appAppleId == 531_412 && app.versionExternalIdentifier == 512)
        #expect(app.signedDate == Instant(milliseconds: 1_698_148_900_000))
        #expect(app.originalPlatform == .iOS)
    }

    @Test("Xcode's fractional milliseconds are cut off, and their spelling survives", Fixture.isThere)
    func xcode() throws {
        var transaction: TransactionPayload = try Fixture.payload("jws-xcode/xcode-signed-transaction.payload.json")
        #expect(transaction.purchaseDate == Instant(milliseconds: 1_697_679_936_049))
        #expect(transaction.transactionId == "0" && transaction.deviceVerificationNonce != nil)
        transaction.quantity = 2
        #expect(JSON.object(transaction.json).text(.compact).contains(#""purchaseDate":1697679936049.7297,"#))

        let app: AppTransactionPayload = try Fixture.payload("jws-xcode/xcode-signed-app-transaction.payload.json")
        #expect(app.signedDate == Instant(milliseconds: 1_697_680_122_257))
        #expect(app.originalPurchaseDate == Instant(milliseconds: -62_135_769_600_000))
        #expect(app.requestDate == app.receiptCreationDate && app.environment == .xcode)
    }

    @Test("A renewal can be signed before it is bought", Fixture.isThere)
    func signedAhead() throws {
        let renewal: TransactionPayload = try Fixture.payload("jws-transaction/session-renewal.payload.json")
        let signed = try #require(renewal.signedDate)
        #expect(try #require(renewal.purchaseDate) > signed)
    }

    @Test("A payload without a signing date has none, and says nothing is malformed")
    func nothing() {
        let transaction = TransactionPayload()
        #expect(transaction.signedDate == nil && transaction.environment == nil)
        #expect(transaction.malformedField() == nil)
        #expect(AppTransactionPayload().signedDate == nil)
    }

    @Test("Words and codes that are not known survive reading and writing")
    func unknownValues() throws {
        var transaction = TransactionPayload(
            json: try object(
                #"{"type":"Suite","environment":"Moon","offerType":9,"revocationReason":7,"newKey":[1.50],"price":1e3}"#
            ))
        #expect(transaction.type == SignedProductType(rawValue: "Suite") && transaction.type?.productType == nil)
        #expect(transaction.environment?.rawValue == "Moon" && transaction.environment?.isLocal == false)
        #expect(transaction.offerType?.rawValue == 9 && transaction.revocationReason?.rawValue == 7)
        #expect(transaction.malformedFields() == [])
        let before = transaction.json
        transaction.type = transaction.type
        transaction.offerType = transaction.offerType
        #expect(transaction.json == before)
        #expect(
            JSON.object(transaction.json).text(.compact)
                == #"{"type":"Suite","environment":"Moon","offerType":9,"revocationReason":7,"newKey":[1.50],"price":1e3}"#
        )
    }

    @Test("Zero is a reason for a refund, not an absence")
    func zeroReason() throws {
        let refunded = TransactionPayload(json: try object(#"{"revocationReason":0}"#))
        #expect(refunded.revocationReason == .other)
    }

    @Test("An identifier that comes as a number keeps its digits, and a number that comes as a text is read")
    func numbersAndTexts() throws {
        let odd = TransactionPayload(
            json: try object(#"{"transactionId":9007199254740993,"price":"5990","signedDate":"1698148900000"}"#))
        #expect(odd.transactionId == "9007199254740993")
        #expect(odd.price == 5990)
        #expect(odd.signedDate == Instant(milliseconds: 1_698_148_900_000))
        #expect(odd.malformedFields() == [])
    }

    @Test("A malformed part is named by its path, in the order of the payload")
    func paths() throws {
        let payload = TransactionPayload(
            json: try object(#"{"commitmentInfo":{"commitmentPrice":"much"},"price":{},"transactionId":[],"x":[]}"#))
        #expect(payload.malformedFields() == ["commitmentInfo.commitmentPrice", "price", "transactionId"])
        #expect(payload.malformedField() == "commitmentInfo.commitmentPrice")
    }
}
