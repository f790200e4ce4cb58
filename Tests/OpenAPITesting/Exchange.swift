package import WindfallHTTP
import WindfallJSON

/// One request and what was answered.
package struct Exchange {
    package var request: HTTPRequest
    package var response: HTTPResponse

    package init(request: HTTPRequest, response: HTTPResponse) {
        self.request = request
        self.response = response
    }

    /// Where the exchange departs from the files; empty where it does not.
    package var problems: [String] {
        let address = request.url.target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
        // `HEAD` is answered as `GET` is, without the body.
        let method = request.method == .head ? "get" : request.method.name.lowercased()
        for file in OpenAPIFile.all {
            guard let path = file.path(of: address) else { continue }
            guard let operation = path[method] else { return ["\(method) \(address): the method is not in the file"] }
            do {
                let found = try problems(with: operation, in: file.json)
                return found.map { "\(method) \(request.url.target): \($0)" }
            } catch {
                return ["\(file.name): \(error)"]
            }
        }
        return ["\(method) \(address): the address is in no file"]
    }

    private func problems(with operation: JSON, in file: JSON) throws(OpenAPIProblem) -> [String] {
        var problems = try responseProblems(with: operation, in: file)
        // What was refused may well be wrong.
        if response.status.code < 300 {
            problems += try requestProblems(with: operation, in: file)
            problems += try queryProblems(with: operation, in: file)
        }
        return problems
    }

    private func responseProblems(with operation: JSON, in file: JSON) throws(OpenAPIProblem) -> [String] {
        guard let listed = operation["responses"]?[String(response.status.code)] else {
            return ["the status \(response.status.code) is not in the file"]
        }
        guard let content = try listed.followed(in: file)["content"]?.object else {
            return response.body.isEmpty ? [] : ["the answer has a body"]
        }
        let type = response.headers["Content-Type"] ?? ""
        if request.method == .head { return content[type] == nil ? ["the answer has the type \(type)"] : [] }
        guard let schema = content[type]?["schema"] else { return ["the answer has the type \(type)"] }
        return try bodyProblems(response.body, type, schema, in: file).map { "answer\($0)" }
    }

    private func requestProblems(with operation: JSON, in file: JSON) throws(OpenAPIProblem) -> [String] {
        guard let body = operation["requestBody"] else {
            return request.body.isEmpty || request.body == Array("{}".utf8) ? [] : ["the request has a body"]
        }
        if request.body.isEmpty { return body["required"] == true ? ["the request has no body"] : [] }
        guard let content = body["content"]?.object?.first(where: { _ in true }), let schema = content.value["schema"]
        else { throw OpenAPIProblem("a request without content") }
        return try bodyProblems(request.body, content.key, schema, in: file).map { "request\($0)" }
    }

    private func bodyProblems(
        _ bytes: [UInt8], _ type: String, _ schema: JSON, in file: JSON
    ) throws(OpenAPIProblem) -> [String] {
        guard type == "application/json" else {
            // What may be empty says so.
            return bytes.isEmpty && schema["minLength"] != 0 ? [": is empty"] : []
        }
        guard let value = try? JSON(reading: bytes.span) else {
            // What can't be read is part of some interfaces, and then there is nothing to compare.
            return schema["additionalProperties"] == true ? [] : [": is no JSON"]
        }
        guard schema["additionalProperties"] != true || value.object != nil else { return [] }
        return try OpenAPISchema(schema, in: file).problems(of: value)
    }

    private func queryProblems(with operation: JSON, in file: JSON) throws(OpenAPIProblem) -> [String] {
        guard let target = try? request.target() else { return ["the address can't be read"] }
        var problems: [String] = []
        var known: Set<String> = []
        for listed in operation["parameters"]?.array ?? [] {
            let parameter = try listed.followed(in: file)
            guard parameter["in"] == "query", let name = parameter["name"]?.text else { continue }
            known.insert(name)
            guard let text = target.query[name] else {
                if parameter["required"] == true { problems.append("the query has no \(name)") }
                continue
            }
            let type = parameter["schema"]?["type"]?.text
            let value = type == "string" ? .string(text) : (try? JSON(reading: text)) ?? .null
            problems += try OpenAPISchema(parameter["schema"] ?? [:], in: file).problems(of: value, at: "query.\(name)")
        }
        let given =
            request.url.target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
        for item in given {
            let name = String(item.prefix { $0 != "=" })
            if !known.contains(name) { problems.append("the query's \(name) is not in the file") }
        }
        return problems
    }
}
