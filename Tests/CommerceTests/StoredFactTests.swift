import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Facts as rows of a database") struct StoredFactTests {
    @Test("What was written is read back, field by field", arguments: 1...60)
    func roundTrip(seed: Int) throws {
        for told in Dice(UInt64(seed)).told(40) {
            switch told {
            case .purchase(let fact):
                #expect(PurchaseFact(json: try JSON(reading: fact.json.text())) == fact, "seed \(seed)")
                #expect(RenewalFact(json: fact.json) == nil)
            case .renewal(let fact):
                #expect(RenewalFact(json: try JSON(reading: fact.json.text())) == fact, "seed \(seed)")
                #expect(PurchaseFact(json: fact.json) == nil)
            case .refusal: break
            }
        }
    }

    @Test(
        "A row that can't be used is none",
        arguments: [
            "[]", "7", "{}", #"{"basis": "store", "transactionId": "1", "productId": "a"}"#,
            #"{"environment": "Production", "transactionId": "1", "productId": "a"}"#,
            #"{"environment": "Production", "basis": "hearsay", "transactionId": "1", "productId": "a"}"#,
            #"{"environment": "Production", "basis": "store", "productId": "a"}"#,
            #"{"environment": "Production", "basis": "store", "transactionId": 1, "productId": "a"}"#,
            #"{"environment": "Production", "basis": "store", "transactionId": "1"}"#,
            #"{"environment": "Production", "basis": "store", "transactionId": "1", "productId": "a", "type": "Gift"}"#,
            #"{"environment": "Production", "basis": "store", "transactionId": "1", "productId": "a", "revocation": 1}"#,
            #"{"environment": "Production", "basis": "store", "transactionId": "1", "productId": "a", "price": {"amount": 1}}"#,
            #"{"environment": "Production", "basis": "store", "transactionId": "1", "productId": "a", "offer": {"type": "x"}}"#,
        ])
    func unusable(text: String) throws {
        let json = try JSON(reading: text)
        #expect(PurchaseFact(json: json) == nil && RenewalFact(json: json) == nil)
    }
}
