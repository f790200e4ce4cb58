import Testing
import WindfallCommerce
import WindfallJSON

/// A property of a payload beside the key that it stands for, so that one test can hold all of them to the same rules.
struct Property<Payload: JSONPayload> {
    let key: String
    /// What Apple writes under the key, and what setting the property has to write.
    let sample: JSON
    let isNil: (Payload) -> Bool
    /// An empty payload in which the property has the value that it has in another.
    let copied: (Payload) -> Payload
    let cleared: (Payload) -> Payload

    init<Value>(_ key: String, _ path: WritableKeyPath<Payload, Value?>, _ sample: JSON) {
        self.key = key
        self.sample = sample
        isNil = { $0[keyPath: path] == nil }
        copied = {
            var copy = Payload()
            copy[keyPath: path] = $0[keyPath: path]
            return copy
        }
        cleared = {
            var copy = $0
            copy[keyPath: path] = nil
            return copy
        }
    }
}

extension FieldKind {
    /// JSON that this kind of field cannot use.
    var unusable: [JSON] {
        get throws {
            let text =
                switch self {
                case .text: "[7, true, [], {}]"
                case .identifier: "[true, [], {}]"
                case .integer:
                    #"["x", "", "1.5", "99999999999999999999", 1.5, 99999999999999999999, 1e400, true, [], {}]"#
                case .instant: #"["x", "", "99999999999999999999", 1e30, true, [], {}]"#
                case .flag: #"["x", "", "TRUE", 2, 1.5, [], {}]"#
                case .toggle: #"["x", "", 1.5, [], {}]"#
                case .storeDate: #"["x", "2020-13-01 00:00:00 Etc/GMT", "2020-01-01", 1e30, true, [], {}]"#
                case .texts: #"["x", 7, [7], ["x", null], {}]"#
                case .object: #"["x", 7, true, []]"#
                case .objects: #"["x", 7, true, {}]"#
                case .objectOrObjects: #"["x", 7, true]"#
                case .anything: "[]"
                }
            return try #require(JSON(reading: text).array)
        }
    }
}

/// Holds each property to the rules of ``JSONPayload``, and the list of properties to the payload's fields.
///
/// - Parameter derived: keys that no property is named after, for example the further renderings of a date.
func check<Payload: JSONPayload>(
    _ properties: [Property<Payload>], derived: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(Set(properties.map(\.key)).union(derived) == Set(Payload.fields.keys), sourceLocation: sourceLocation)
    for property in properties {
        let key = property.key
        let good = Payload(json: [key: property.sample, "someNewKey": 1])
        #expect(!property.isNil(good) && good.malformedFields() == [], "\(key)", sourceLocation: sourceLocation)
        #expect(property.copied(good).json[key] == property.sample, "\(key)", sourceLocation: sourceLocation)
        #expect(property.cleared(good).json == ["someNewKey": 1], "\(key)", sourceLocation: sourceLocation)

        let absent = Payload(json: [key: .null])
        #expect(property.isNil(absent) && absent.malformedFields() == [], "\(key)", sourceLocation: sourceLocation)

        for value in try #require(Payload.fields[key]).unusable {
            let bad = Payload(json: [key: value])
            let about: Comment = "\(key): \(value.text(.compact))"
            #expect(property.isNil(bad), about, sourceLocation: sourceLocation)
            #expect(
                bad.malformedFields() == [key] && bad.malformedField() == key, about, sourceLocation: sourceLocation)
        }
    }
}
