import WindfallCommerce
import WindfallJSON
import WindfallTimeline

/// An object that is read strictly: what is not known is a mistake of its writer, and is named.
struct ProductMembers {
    private let members: JSONObject
    /// The path of the object with a dot behind it; empty for the outermost.
    private let prefix: String

    /// - Parameters:
    ///   - path: where the object stands; empty for the outermost.
    ///   - known: the keys that it may have.
    init(_ json: JSON, at path: String, known: Set<String>) throws(ProductProblem) {
        guard case .object(let members) = json else { throw ProductProblem(path, "is no object") }
        self.members = members
        prefix = path.isEmpty ? "" : path + "."
        for key in members.keys where !known.contains(key) {
            throw ProductProblem(prefix + Self.shown(key), "is not known")
        }
    }

    /// The path of a member.
    func path(_ key: String) -> String { prefix + key }

    /// A value; nil where it is missing or null.
    func value(_ key: String) -> JSON? {
        members[key].flatMap { $0.isNull ? nil : $0 }
    }

    func text(_ key: String) throws(ProductProblem) -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.text else { throw ProductProblem(path(key), "is no text") }
        return text
    }

    func flag(_ key: String) throws(ProductProblem) -> Bool? {
        guard let value = value(key) else { return nil }
        guard let flag = value.isTrue else { throw ProductProblem(path(key), "is neither true nor false") }
        return flag
    }

    func integer(_ key: String) throws(ProductProblem) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let integer = value.int64 else { throw ProductProblem(path(key), "is no whole number") }
        return integer
    }

    func object(_ key: String) throws(ProductProblem) -> JSONObject? {
        guard let value = value(key) else { return nil }
        guard let object = value.object else { throw ProductProblem(path(key), "is no object") }
        return object
    }

    /// - Parameter limit: how many elements there may be.
    func array(_ key: String, limit: Int) throws(ProductProblem) -> [JSON]? {
        guard let value = value(key) else { return nil }
        guard let array = value.array else { throw ProductProblem(path(key), "is no array") }
        guard array.count <= limit else { throw ProductProblem(path(key), "has more than \(limit) elements") }
        return array
    }

    /// A name of the app's own: 1 to 128 bytes without control characters.
    static func name(_ text: String?, at path: String) throws(ProductProblem) -> String {
        guard let text, (1...ShelfLimits.nameBytes).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw ProductProblem(
                path, "is no name of 1 to \(ShelfLimits.nameBytes) bytes without control characters")
        }
        return text
    }

    /// A key as a message may show it.
    private static func shown(_ key: String) -> String {
        String(key.unicodeScalars.prefix(60).map { $0.isASCII && $0.value >= 0x20 ? Character($0) : "?" })
    }
}
