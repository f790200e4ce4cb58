public import WindfallCommerce
import WindfallJSON

extension TransactionReceipt {
    /// The signed entries of a receipt that would be answered so: the inverse of `AnsweredReceipt.init(receipt:)`.
    ///
    /// - Parameter answered: the `receipt` of an answer in the iOS 6 style; the order of its keys is kept.
    /// - Throws: the first field that is neither a text nor a number, or `transaction_id` when it is absent.
    public static func entries(answered: AnsweredReceipt) throws(UnfitField) -> [Entry] {
        guard answered.json["transaction_id"] != nil else { throw UnfitField("transaction_id", isMissing: true) }
        var entries: [Entry] = []
        for member in answered.json {
            let value: String
            switch member.value {
            case .string(let text): value = text
            case .number(let number): value = number.text
            default: throw UnfitField(member.key, isMissing: false)
            }
            entries.append(Entry(key: String(member.key.map { $0 == "_" ? "-" : $0 }), value: value))
        }
        return entries
    }
}
