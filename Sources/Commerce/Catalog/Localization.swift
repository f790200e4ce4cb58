public import WindfallJSON

/// A product's or a group's texts in one language, as `.storekit` files have them.
public struct Localization: JSONPayload {
    public var json: JSONObject

    public init(json: JSONObject) {
        self.json = json
    }

    /// - Parameters:
    ///   - locale: a language, with a region or without, for example `en_US`.
    ///   - displayName: the name that the shop shows.
    ///   - description: what the shop says about it.
    public init(locale: String, displayName: String, description: String) {
        json = ["description": .string(description), "displayName": .string(displayName), "locale": .string(locale)]
    }

    public static let fields: [String: FieldKind] = ["locale": .text, "displayName": .text, "description": .text]

    /// The language, with a region or without: `en_US`, `en-US`, `ja`.
    public var locale: String? {
        get { self[text: "locale"] }
        set { self[text: "locale"] = newValue }
    }

    /// The name that the shop shows (F37).
    public var displayName: String? {
        get { self[text: "displayName"] }
        set { self[text: "displayName"] = newValue }
    }

    /// What the shop says about it (F37).
    public var description: String? {
        get { self[text: "description"] }
        set { self[text: "description"] = newValue }
    }
}

extension [Localization] {
    /// The texts for a language: those of the same locale, else of the same language, else the first there are.
    ///
    /// - Parameter locale: what is asked for; `_` and `-` count as the same, and so do capital and small letters.
    public func best(for locale: String) -> Localization? {
        let wanted = LanguageParts(locale)
        return first { $0.locale.map(LanguageParts.init) == wanted }
            ?? first { $0.locale.map(LanguageParts.init)?.language == wanted.language } ?? first
    }
}

/// A locale in the form that is compared.
private struct LanguageParts: Equatable {
    let parts: [String]

    init(_ locale: String) {
        parts = locale.lowercased().split { $0 == "_" || $0 == "-" }.map(String.init)
    }

    var language: String? { parts.first }
}
