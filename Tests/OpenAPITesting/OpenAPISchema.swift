package import WindfallJSON

/// A JSON schema in the part of the language that our OpenAPI files use (JSON Schema 2020-12).
package struct OpenAPISchema {
    /// What is understood. Anything else in a schema is an error of the file, so that no check is believed that is none.
    static let keywords: Set<String> = [
        "$ref", "type", "properties", "required", "additionalProperties", "enum", "const", "items", "oneOf", "anyOf",
        "pattern", "minimum", "maximum", "minLength", "maxLength", "maxItems", "description",
    ]

    let json: JSONObject
    /// The file, for `$ref`.
    let file: JSON

    /// - Parameter file: where references lead.
    package init(_ json: JSON, in file: JSON) throws(OpenAPIProblem) {
        guard let object = json.object else { throw OpenAPIProblem("a schema is no object") }
        self.json = object
        self.file = file
    }

    /// What is wrong with a value, with the place of each fault; empty where it fits.
    package func problems(of value: JSON, at place: String = "") throws(OpenAPIProblem) -> [String] {
        for key in json.keys where !Self.keywords.contains(key) {
            throw OpenAPIProblem("the keyword \(key) is not understood, at \(place)")
        }
        if let reference = json["$ref"]?.text {
            return try OpenAPISchema(try file.resolved(reference), in: file).problems(of: value, at: place)
        }
        var problems = wordProblems(of: value, at: place)
        if let types = json["type"].map({ $0.array ?? [$0] }), !types.contains(where: { value.hasType($0.text) }) {
            return problems + ["\(place): is no \(types.compactMap(\.text).joined(separator: " or "))"]
        }
        if let object = value.object { problems += try memberProblems(of: object, at: place) }
        if let elements = value.array { problems += try elementProblems(of: elements, at: place) }
        if let text = value.text { problems += try textProblems(of: text, at: place) }
        if let number = value.int64 {
            if let least = json["minimum"]?.int64, number < least { problems.append("\(place): is below \(least)") }
            if let most = json["maximum"]?.int64, number > most { problems.append("\(place): is above \(most)") }
        }
        problems += try choiceProblems(of: value, at: place)
        return problems
    }

    private func wordProblems(of value: JSON, at place: String) -> [String] {
        if let values = json["enum"]?.array, !values.contains(value) { return ["\(place): is none of the values"] }
        if let constant = json["const"], constant != value { return ["\(place): is not the value"] }
        return []
    }

    private func memberProblems(of object: JSONObject, at place: String) throws(OpenAPIProblem) -> [String] {
        var problems: [String] = []
        for key in json["required"]?.array?.compactMap(\.text) ?? [] where object[key] == nil {
            problems.append("\(place).\(key): is missing")
        }
        let properties = json["properties"]?.object ?? JSONObject()
        for member in object {
            if let schema = properties[member.key] {
                problems += try OpenAPISchema(schema, in: file).problems(of: member.value, at: "\(place).\(member.key)")
            } else if let others = json["additionalProperties"] {
                if others == false {
                    problems.append("\(place).\(member.key): is not in the file")
                } else if others != true {
                    problems += try OpenAPISchema(others, in: file).problems(
                        of: member.value, at: "\(place).\(member.key)")
                }
            }
        }
        return problems
    }

    private func elementProblems(of elements: [JSON], at place: String) throws(OpenAPIProblem) -> [String] {
        var problems: [String] = []
        if let most = json["maxItems"]?.int64, elements.count > most { problems.append("\(place): is too long") }
        guard let items = json["items"] else { return problems }
        for (index, element) in elements.enumerated() {
            problems += try OpenAPISchema(items, in: file).problems(of: element, at: "\(place)[\(index)]")
        }
        return problems
    }

    private func textProblems(of text: String, at place: String) throws(OpenAPIProblem) -> [String] {
        var problems: [String] = []
        if let least = json["minLength"]?.int64, text.count < least { problems.append("\(place): is too short") }
        if let most = json["maxLength"]?.int64, text.count > most { problems.append("\(place): is too long") }
        guard let pattern = json["pattern"]?.text else { return problems }
        guard let expression = try? Regex(pattern) else { throw OpenAPIProblem("no regular expression: \(pattern)") }
        if text.firstMatch(of: expression) == nil { problems.append("\(place): does not have the form \(pattern)") }
        return problems
    }

    private func choiceProblems(of value: JSON, at place: String) throws(OpenAPIProblem) -> [String] {
        for (word, isExclusive) in [("oneOf", true), ("anyOf", false)] {
            guard let choices = json[word]?.array else { continue }
            var found: [[String]] = []
            for choice in choices { found.append(try OpenAPISchema(choice, in: file).problems(of: value, at: place)) }
            let fitting = found.count { $0.isEmpty }
            if fitting == 0 { return ["\(place): fits none of \(choices.count): \(found.map { $0.first ?? "" })"] }
            if isExclusive, fitting > 1 { return ["\(place): fits \(fitting) of \(choices.count)"] }
        }
        return []
    }
}

/// What is wrong with one of our OpenAPI files.
package struct OpenAPIProblem: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) {
        self.description = description
    }
}

extension JSON {
    /// Whether the value has a type of JSON Schema's.
    fileprivate func hasType(_ name: String?) -> Bool {
        switch name {
        case "object": object != nil
        case "array": array != nil
        case "string": text != nil
        case "integer": int64 != nil
        case "boolean": isTrue != nil
        case "null": isNull
        default: false
        }
    }

    /// The value that a reference inside a file leads to.
    package func resolved(_ reference: String) throws(OpenAPIProblem) -> JSON {
        guard reference.hasPrefix("#/") else { throw OpenAPIProblem("no reference inside the file: \(reference)") }
        var value = self
        for part in reference.dropFirst(2).split(separator: "/") {
            guard let next = value[String(part)] else { throw OpenAPIProblem("nothing is at \(reference)") }
            value = next
        }
        return value
    }

    /// The value itself, or the one that it refers to.
    func followed(in file: JSON) throws(OpenAPIProblem) -> JSON {
        guard let reference = self["$ref"]?.text else { return self }
        return try file.resolved(reference)
    }
}
