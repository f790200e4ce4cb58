import Testing

/// Something that every file has to keep, with files that prove the rule can fail.
struct Rule: Sendable, CustomTestStringConvertible {
    /// What must be so, as a sentence.
    var sentence: String
    /// Files that break the rule, each in one way.
    var broken: [SourceFile]
    /// Files that look alike and keep it.
    var kept: [SourceFile]
    /// What breaks the rule in a file: `line N: what`; empty where it is kept.
    var findings: @Sendable (SourceFile) -> [String]

    var testDescription: String { sentence }
}

extension Rule {
    /// Every rule of the repository.
    static let all = safety + form + content + arrows

    /// A rule that a pattern breaks wherever it matches code.
    ///
    /// - Parameters:
    ///   - scope: the files that the rule holds for.
    ///   - pattern: what must not stand there.
    ///   - broken: a path and a text for each file that breaks the rule.
    ///   - kept: the same for files that keep it.
    static func forbidding(
        _ sentence: String, _ pattern: String, scope: @escaping @Sendable (SourceFile) -> Bool,
        broken: [(String, String)], kept: [(String, String)]
    ) -> Rule {
        let pattern = Pattern(pattern)
        return Rule(
            sentence: sentence, broken: broken.map(SourceFile.init), kept: kept.map(SourceFile.init)
        ) { file in
            guard scope(file) else { return [] }
            return pattern.matches(in: file.code).map { "line \($0.line): \($0.groups[0])" }
        }
    }
}
