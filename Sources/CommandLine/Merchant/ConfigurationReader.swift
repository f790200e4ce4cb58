import Foundation
import WindfallMerchant

/// Reads values of a configuration one by one, and gathers what does not hold, so that a person hears of all of it at once.
struct ConfigurationReader {
    /// One value and the keys that lead to it.
    struct Setting {
        var value: JSON5Value
        var path: String

        func problem(_ code: ConfigurationProblem.Code, _ message: String) -> ConfigurationProblem {
            ConfigurationProblem(code: code, place: value.place, path: path, message: message)
        }
    }

    /// The members of an object by their keys.
    struct Section {
        let whole: Setting
        private let members: [String: Setting]

        fileprivate init(_ whole: Setting, _ members: [String: Setting]) {
            self.whole = whole
            self.members = members
        }

        subscript(key: String) -> Setting? { members[key] }
    }

    /// The largest file that a value may name, in bytes.
    private static let fileLimit = 4 * 1024 * 1024

    /// Paths in the configuration begin here.
    let folder: String
    let surroundings: Surroundings
    private(set) var problems: [ConfigurationProblem] = []
    private(set) var warnings: [ConfigurationProblem] = []

    init(folder: String, surroundings: Surroundings) {
        self.folder = folder
        self.surroundings = surroundings
    }

    mutating func add(_ problem: ConfigurationProblem) { problems.append(problem) }

    mutating func warn(_ problem: ConfigurationProblem) { warnings.append(problem) }

    // MARK: Values

    /// The members of an object of which all keys are known.
    mutating func section(_ setting: Setting, keys: [String]) -> Section? {
        guard let members = members(setting) else { return nil }
        for member in members where !keys.contains(member.key) {
            let hint = Spelling.hint(for: member.key, among: keys) ?? "; known are \(keys.joined(separator: ", "))"
            add(
                ConfigurationProblem(
                    code: .unknownKey, place: member.keyPlace, path: setting.path,
                    message: "there is no key \(Printable.quoted(member.key))\(hint)"))
        }
        let pairs = members.map { ($0.key, Setting(value: $0.value, path: Self.path(setting.path, $0.key))) }
        return Section(setting, Dictionary(pairs) { first, _ in first })
    }

    /// The members of an object whose keys are names of the developer's.
    mutating func named(_ setting: Setting) -> [(key: String, setting: Setting)]? {
        members(setting)?.map { ($0.key, Setting(value: $0.value, path: Self.path(setting.path, $0.key))) }
    }

    mutating func list(_ setting: Setting?) -> [Setting]? {
        guard let setting else { return nil }
        guard case .array(let values) = setting.value.content else { return wrongKind(setting, "a list") }
        return values.enumerated().map { Setting(value: $1, path: "\(setting.path)[\($0)]") }
    }

    mutating func text(_ setting: Setting?) -> String? {
        guard let setting else { return nil }
        guard case .string(let text) = setting.value.content else { return wrongKind(setting, "a text") }
        guard !text.isEmpty, !text.unicodeScalars.contains("\0") else {
            add(setting.problem(.badValue, "the text is empty, or has a zero in it"))
            return nil
        }
        return text
    }

    mutating func flag(_ setting: Setting?) -> Bool? {
        guard let setting else { return nil }
        guard case .bool(let flag) = setting.value.content else { return wrongKind(setting, "true or false") }
        return flag
    }

    mutating func integer(_ setting: Setting?, in range: ClosedRange<Int64>) -> Int64? {
        guard let setting else { return nil }
        guard case .number(let number) = setting.value.content else { return wrongKind(setting, "a number") }
        guard let number, range.contains(number) else {
            add(
                setting.problem(
                    .badValue, "a whole number from \(range.lowerBound) to \(range.upperBound) has to stand here"))
            return nil
        }
        return number
    }

    /// One of a few words.
    mutating func choice<Value>(_ setting: Setting?, of values: Value.Type) -> Value?
    where Value: RawRepresentable<String> & CaseIterable {
        let words = Value.allCases.map(\.rawValue)
        guard let setting, let word = text(setting) else { return nil }
        if let value = Value(rawValue: word) { return value }
        let hint = Spelling.hint(for: word, among: words) ?? ""
        add(
            setting.problem(
                .badValue, "\(Printable.quoted(word)) is none of \(words.joined(separator: ", "))\(hint)"))
        return nil
    }

    /// A path, made absolute from the configuration's own folder.
    mutating func path(_ setting: Setting?) -> String? {
        text(setting).map(absolute)
    }

    func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : URL(filePath: folder).appending(path: path).standardizedFileURL.path
    }

    // MARK: Files and variables

    /// The bytes of a file that a value names.
    mutating func file(_ setting: Setting?) -> [UInt8]? {
        guard let setting, let path = path(setting) else { return nil }
        return bytes(of: path, for: setting)
    }

    /// A secret: the text of a file or of a variable, without white space around it; never a text in the configuration.
    mutating func secret(_ setting: Setting?) -> Secret? {
        guard let setting else { return nil }
        if case .string = setting.value.content {
            let advice = "write { file: \"NAME\" } or { env: \"NAME\" }, and replace the one that stood here"
            add(setting.problem(.literalSecret, "a secret does not belong into the configuration: \(advice)"))
            return nil
        }
        guard let section = section(setting, keys: ["file", "env"]) else { return nil }
        guard (section["file"] == nil) != (section["env"] == nil) else {
            add(setting.problem(.missing, "exactly one of file and env has to stand here"))
            return nil
        }
        let text: String
        if let variable = section["env"] {
            guard let value = self.variable(variable) else { return nil }
            text = value
        } else {
            guard let place = section["file"], let path = path(place), let bytes = bytes(of: path, for: place) else {
                return nil
            }
            if let mode = surroundings.permissions(path), mode & 0o004 != 0 {
                warn(place.problem(.readableByAll, "everybody on this machine can read the file: chmod o-r"))
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else {
            add(setting.problem(.badValue, "the secret is empty"))
            return nil
        }
        return Secret(secret)
    }

    /// The value of a variable of the environment that a value names.
    mutating func variable(_ setting: Setting) -> String? {
        guard let name = text(setting) else { return nil }
        guard let value = surroundings.environment(name), !value.isEmpty else {
            add(setting.problem(.missingVariable, "the environment has no \(Printable.quoted(name))"))
            return nil
        }
        return value
    }

    mutating func bytes(of path: String, for setting: Setting) -> [UInt8]? {
        do {
            let bytes = try surroundings.read(path, Self.fileLimit + 1)
            if bytes.count <= Self.fileLimit { return bytes }
            add(setting.problem(.unreadableFile, "\(Printable.quoted(path)) has more than \(Self.fileLimit) bytes"))
        } catch {
            add(setting.problem(.unreadableFile, "\(Printable.quoted(path)) can't be read: \(error.reason)"))
        }
        return nil
    }

    private mutating func members(_ setting: Setting) -> [JSON5Value.Member]? {
        guard case .object(let members) = setting.value.content else { return wrongKind(setting, "an object") }
        return members
    }

    private mutating func wrongKind<Value>(_ setting: Setting, _ wanted: String) -> Value? {
        add(setting.problem(.wrongKind, "\(wanted) has to stand here, not \(setting.value.kind)"))
        return nil
    }

    private static func path(_ above: String, _ key: String) -> String {
        above.isEmpty ? key : "\(above).\(key)"
    }
}
