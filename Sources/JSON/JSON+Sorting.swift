extension JSON {
    /// The value with the members of each object inside sorted by key, as Xcode sorts them: capital and small letters of
    /// ASCII count as the same (`_storefront` comes before `_storeKitErrors`).
    public func sortedByKey() -> JSON {
        switch self {
        case .array(let elements): .array(elements.map { $0.sortedByKey() })
        case .object(let object): .object(object.sortedByKey())
        default: self
        }
    }
}

extension JSONObject {
    /// The object with its members sorted by key, and those of each object inside; see ``JSON/sortedByKey()``.
    public func sortedByKey() -> JSONObject {
        let sorted = members.map { (Self.folded($0.key), $0) }.sorted { first, second in
            first.0 == second.0 ? first.1.key < second.1.key : first.0.lexicographicallyPrecedes(second.0)
        }
        return JSONObject(distinct: sorted.map { Member(key: $0.1.key, value: $0.1.value.sortedByKey()) })
    }

    /// The bytes of a key with small letters for capital ones.
    private static func folded(_ key: String) -> [UInt8] {
        key.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
