public import WindfallJSON

/// A JSON object of Apple's as a value that loses nothing: keys that are not known here stay in ``json``.
///
/// The fields are computed properties over the object, under Apple's names (keys with underscores in camel case).
/// Reading changes nothing, so writing gives the same JSON back, with its order, unknown keys and spelling of numbers.
///
/// A property is nil where the key is absent, null, or holds what cannot be used; ``malformedFields()`` names the last
/// ones. A number where a text is due is read, and the other way round (bug reports of other libraries: the same field
/// comes once as a number and once as a text). Setting a property writes the form that Apple documents, at the key's
/// place if it is there, else at the end; nil removes the key.
public protocol JSONPayload: Hashable, Sendable {
    /// All members, known or not, in their order.
    var json: JSONObject { get set }

    /// - Parameter json: the object as it was read; it is kept as it is.
    init(json: JSONObject)

    /// What each known key may hold.
    static var fields: [String: FieldKind] { get }
}

extension JSONPayload {
    /// A payload without any member.
    public init() {
        self.init(json: JSONObject())
    }

    /// The known keys that are present with a JSON type that cannot be used, in the order of the object.
    ///
    /// A part inside is named by its path, for example `commitmentInfo.commitmentPrice` or `in_app[3].quantity`. Null
    /// counts as absent.
    public func malformedFields() -> [String] {
        FieldKind.problems(in: json, fields: Self.fields)
    }

    /// The first of ``malformedFields()``; nil when each known field can be used.
    public func malformedField() -> String? {
        malformedFields().first
    }

    /// The payload with its members in the order of `keys`; those that are not named follow in their own order.
    public func arranged(by keys: [String]) -> Self {
        let named = keys.compactMap { key in json[key].map { JSONObject.Member(key: key, value: $0) } }
        // A repeated key keeps its first place, so the named ones stay in front.
        return Self(json: JSONObject(named + json.members))
    }
}
