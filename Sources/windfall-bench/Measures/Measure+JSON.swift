import WindfallCommerce
import WindfallJSON
import WindfallSignedData

extension Measure {
    /// The JSON of a transaction, without the proof.
    static var jsonPayload: Measure {
        Measure(name: "json-payload", summary: "the JSON of a transaction read") { issuer in
            let bytes = JSON.object(SamplePayload.transaction(at: issuer.date)).bytes()
            return .time(Work { try JSON(reading: bytes.span).object != nil }, beside: nil)
        }
    }
}
