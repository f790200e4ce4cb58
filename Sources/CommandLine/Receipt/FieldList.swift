import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// The fields of a signed payload under Apple's names, with dates and prices that a person can read.
struct FieldList: Sendable {
    private var fields: [(path: String, value: String)] = []

    /// More are in no payload that Apple documents.
    private static let longest = 100
    /// Of a value; what is longer is no field for a person.
    private static let longestValue = 100

    init(_ payload: some SignedPayload) {
        add(payload.json, kinds: type(of: payload).fields, path: "")
    }

    func facts(isComplete: Bool) -> FactList {
        var facts = FactList()
        let shown = isComplete ? fields[...] : fields.prefix(Self.longest)
        for field in shown { facts.add(field.path, field.value) }
        if fields.count > shown.count { facts.add("and \(fields.count - shown.count) more", "(--all)") }
        return facts
    }

    private mutating func add(_ object: JSONObject, kinds: [String: FieldKind], path: String) {
        for member in object.members {
            let kind = kinds[member.key]
            let memberPath = path + member.key
            if let inner = member.value.object {
                add(inner, kinds: kind?.parts ?? [:], path: memberPath + ".")
            } else if let value = Self.text(of: member, kind: kind, currency: object["currency"]?.text) {
                fields.append((memberPath, value))
            }
        }
    }

    /// A value for a person; nil for null.
    private static func text(of member: JSONObject.Member, kind: FieldKind?, currency: String?) -> String? {
        if kind == .instant, let milliseconds = member.value.number?.truncated {
            return Instant(milliseconds: milliseconds).moment
        }
        if member.key.lowercased().hasSuffix("price"), let amount = member.value.int64, let currency {
            return "\(decimal(thousandths: amount)) \(currency)"
        }
        switch member.value {
        case .null: return nil
        case .string(let text): return text.count > longestValue ? text.prefix(longestValue) + "…" : text
        default:
            let text = member.value.text(.compact)
            return text.count > longestValue ? text.prefix(longestValue) + "…" : text
        }
    }

    /// `4.99` for 4990; a third decimal only where it is not zero.
    private static func decimal(thousandths amount: Int64) -> String {
        let (whole, rest) = amount.magnitude.quotientAndRemainder(dividingBy: 1000)
        var digits = String(rest + 1000).dropFirst()
        if digits.hasSuffix("0") { digits = digits.dropLast() }
        return (amount < 0 ? "-" : "") + "\(whole).\(digits)"
    }
}

extension FieldKind {
    /// The fields of an object or of the objects in an array.
    fileprivate var parts: [String: FieldKind]? {
        switch self {
        case .object(let fields), .objects(let fields), .objectOrObjects(let fields): fields
        default: nil
        }
    }
}
