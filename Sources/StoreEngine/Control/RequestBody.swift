import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// The JSON object in a request, read key by key; what does not fit is a 400 that names the key.
struct RequestBody {
    let json: JSONObject

    /// An absent body is an empty object.
    init(_ request: HTTPRequest) throws(APIError) {
        guard !request.body.isEmpty else {
            json = JSONObject()
            return
        }
        guard let object = try request.json().object else {
            throw APIError(.badRequest, "malformed_json", "The body is no JSON object.")
        }
        json = object
    }

    /// - Throws: ``APIError`` 400 where the key is missing.
    func require<Value>(_ key: String, _ value: Value?) throws(APIError) -> Value {
        guard let value else { throw Self.problem(key, "is missing") }
        return value
    }

    func text(_ key: String) throws(APIError) -> String? {
        guard let value = present(key) else { return nil }
        guard let text = value.text else { throw Self.problem(key, "is no text") }
        return text
    }

    func integer(_ key: String) throws(APIError) -> Int64? {
        guard let value = present(key) else { return nil }
        guard let integer = value.int64 else { throw Self.problem(key, "is no whole number") }
        return integer
    }

    func flag(_ key: String) throws(APIError) -> Bool? {
        guard let value = present(key) else { return nil }
        guard let flag = value.isTrue else { throw Self.problem(key, "is neither true nor false") }
        return flag
    }

    func object(_ key: String) throws(APIError) -> JSONObject? {
        guard let value = present(key) else { return nil }
        guard let object = value.object else { throw Self.problem(key, "is no object") }
        return object
    }

    func texts(_ key: String) throws(APIError) -> [String]? {
        guard let value = present(key) else { return nil }
        guard let texts = value.array?.map(\.text), !texts.contains(nil) else {
            throw Self.problem(key, "is no list of texts")
        }
        return texts.compactMap { $0 }
    }

    private func present(_ key: String) -> JSON? {
        json[key].flatMap { $0 == .null ? nil : $0 }
    }

    static func problem(_ key: String, _ what: String) -> APIError {
        APIError(.badRequest, "invalid_value", "The value \(what).", field: key)
    }
}
