/// Something in a configuration that does not hold, and where.
package struct ConfigurationProblem: Error, Hashable, Sendable {
    /// A stable word; a JSON5 error's own is one too.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        package let description: String

        package static let unknownKey = Code(description: "unknown_key")
        package static let missing = Code(description: "missing")
        package static let wrongKind = Code(description: "wrong_kind")
        package static let badValue = Code(description: "bad_value")
        package static let literalSecret = Code(description: "literal_secret")
        package static let unreadableFile = Code(description: "unreadable_file")
        package static let missingVariable = Code(description: "missing_variable")
        package static let weakSecret = Code(description: "weak_secret")
        package static let readableByAll = Code(description: "readable_by_all")
        package static let plainHTTP = Code(description: "plain_http")
        package static let appleIDMissing = Code(description: "apple_id_missing")
        package static let clockWithApple = Code(description: "clock_with_apple")
        package static let localTestingWithApple = Code(description: "local_testing_with_apple")

        init(description: String) {
            self.description = description
        }

        init(_ code: JSON5Error.Code) {
            description = code.rawValue
        }
    }

    package var code: Code
    package var place: TextPlace
    /// The keys that lead there, as `apps.com.example.app.sharedSecret`; empty for the whole.
    package var path: String
    /// A sentence for a person: no secrets.
    package var message: String

    /// As compilers write it: `FILE:LINE:COLUMN: code: path: sentence`.
    package func line(file: String) -> String {
        let path = path.isEmpty ? "" : "\(Printable.cut(path, to: 200)): "
        return "\(Printable.cut(file, to: 400)):\(place): \(code): \(path)\(message)"
    }
}

/// All problems that were found, in the text's order; at least one.
package struct ConfigurationRefusal: Error, Hashable, Sendable {
    package var problems: [ConfigurationProblem]
}
