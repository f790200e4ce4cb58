import Testing

@Suite struct RuleTests {
    @Test("Every file keeps the rule", arguments: Rule.all)
    func kept(rule: Rule) {
        for file in Repository.texts {
            for finding in rule.findings(file) {
                Issue.record("\(file.path): \(finding)")
            }
        }
    }

    @Test("The rule finds what breaks it, and nothing else", arguments: Rule.all)
    func canFail(rule: Rule) {
        #expect(!rule.broken.isEmpty && !rule.kept.isEmpty, "the rule needs a file of both kinds")
        for file in rule.broken {
            #expect(!rule.findings(file).isEmpty, "not found in \(file.path): \(file.text.prefix(80))")
        }
        for file in rule.kept {
            #expect(rule.findings(file).isEmpty, "found in \(file.path): \(file.text.prefix(80))")
        }
    }
}
