/// The page that says what is not offered, and why: names between backticks in the first cell of the rows of tables that
/// begin with `left out`.
///
/// `SKCloudServiceController` leaves out the type, `SKTestSession.buyProduct(identifier:options:)` a member.
struct LeftOutPage {
    private var names: Set<String> = []

    init(text: String) {
        var isLeftOut = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("|") { isLeftOut = false }
            if line.hasPrefix("| left out |") { isLeftOut = true }
            let cells = line.split(separator: "|")
            guard isLeftOut, cells.count > 1, cells[1].contains(where: \.isLetter) else { continue }
            names.formUnion(cells[0].matches(of: /`([^`]+)`/).map { String($0.output.1) })
        }
    }

    /// Whether a name is a part of any that is left out.
    func mentions(_ name: String) -> Bool {
        names.contains { $0.contains(name) }
    }

    func names(type: String) -> Bool {
        names.contains(type)
    }

    func names(_ member: String, of type: String) -> Bool {
        let separator = member.hasPrefix(".") ? "" : "."
        return names.contains(type) || names.contains(type + separator + member)
    }
}
