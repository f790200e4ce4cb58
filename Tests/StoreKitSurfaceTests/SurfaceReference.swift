import Foundation

/// The declarations that a page lists: types at the margin of a fenced block, their members below them, indented.
///
/// Several stand on a line with `;` between them, and comments begin with `//`.
struct SurfaceReference {
    /// The types in the order of the page; what stands outside of types under `StoreKit`.
    private(set) var types: [SurfaceType] = []
    /// Lines that were not understood.
    private(set) var oddLines: [String] = []
    private var context: String?

    /// - Parameters:
    ///   - page: the page's text.
    ///   - sections: the beginnings of the headings whose blocks count, such as `## 2.`.
    init(page: String, sections: [String]) {
        var isListed = false
        var isFenced = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("## ") { isListed = sections.contains { line.hasPrefix($0) } }
            guard isListed else { continue }
            if line.hasPrefix("```") {
                isFenced = line == "```swift"
                context = nil
            } else if isFenced {
                read(line)
            } else if line.hasPrefix("| `") {
                readCases(line)
            }
        }
    }

    private mutating func read(_ line: String) {
        let code = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
        guard !code.allSatisfy({ $0 == " " || $0 == "}" }) else { return }
        if !code.hasPrefix(" "), let type = Self.typeName(String(code)) {
            context = type
            add([], to: type)
            return
        }
        if !code.hasPrefix(" ") { context = nil }
        let members = code.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }.map(Self.members(of:))
        if members.contains(where: \.isEmpty) { oddLines.append(line) }
        add(members.flatMap { $0 }, to: context ?? SurfaceList.globals.name)
    }

    private mutating func add(_ members: [String], to type: String) {
        if let index = types.firstIndex(where: { $0.name == type }) {
            types[index].members += members
        } else {
            types.append(SurfaceType(name: type, members: members))
        }
    }

    /// A row of raw values: the type, its raw type, and `case number` with commas.
    private mutating func readCases(_ row: String) {
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count > 2, ["Int", "UInt"].contains(cells[1]) else { return }
        let name = cells[0].split(separator: " ")[0].filter { $0 != "`" }
        let plain = cells[2].replacing(/\([^)]*\)/, with: "")
        add(plain.matches(of: /([a-zA-Z]+) [0-9]+/).map { ".\($0.output.1)" }, to: name)
    }

    private static func typeName(_ code: String) -> String? {
        code.firstMatch(of: /^(?:@frozen )?(?:open )?(?:class|struct|protocol|enum) ([A-Za-z.]+)/).map {
            String($0.output.1)
        }
    }

    /// The names of one declaration; none where it is not understood.
    private static func members(of code: String) -> [String] {
        if let function = code.firstMatch(of: /(?:func |\b)(init|`?[a-zA-Z]+`?)(?:<[^>]*>)?\((.*)\)/),
            code.contains("func ") || code.contains("init")
        {
            return ["\(function.output.1.filter { $0 != "`" })(\(labels(of: String(function.output.2))))"]
        }
        guard let property = code.firstMatch(of: /^(?:weak |static |class )*(?:var|let) ([a-zA-Z, ]+):/) else {
            return []
        }
        return property.output.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func labels(of parameters: String) -> String {
        // Commas inside of a type are behind its colon and followed by no label.
        parameters.matches(of: /(?:^|, )([a-zA-Z_]+)(?: [a-zA-Z]+)?:/).map { "\($0.output.1):" }.joined()
    }
}
