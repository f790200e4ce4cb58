import Foundation

/// What the surface files of this target use, found by reading them.
///
/// A part of a file begins at the comment `Uses: SKProduct` and ends at the next one or with the file. That what is
/// used fits Apple's labels and types is the compiler's proof; this finds what nobody used.
struct SurfaceUses: Sendable {
    private var parts: [(types: Set<Substring>, text: String)] = []

    /// - Parameter files: the texts of the surface files.
    init(files: [String]) {
        for file in files {
            var types: Set<Substring> = []
            var lines: [Substring] = []
            for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
                if let named = line.firstMatch(of: /\/\/\/ Uses: (.+)/)?.output.1 {
                    // Several such lines, one below the other, belong together.
                    if lines.last?.contains("/// Uses: ") != true {
                        close(types, lines)
                        types = []
                        lines = []
                    }
                    types.formUnion(named.split(separator: ", "))
                }
                lines.append(line)
            }
            close(types, lines)
        }
    }

    private mutating func close(_ types: Set<Substring>, _ lines: [Substring]) {
        let code = lines.filter { !$0.contains("///") }.joined(separator: "\n")
        parts.append((types, code))
    }

    /// Whether a part that names the type uses the member; what stands outside of types may be used anywhere.
    func use(_ member: String, of type: String) throws -> Bool {
        // Unicode sees no word boundary at the point of `error.code`.
        let pattern = try Regex(Self.pattern(of: member, in: type)).wordBoundaryKind(.simple)
        let isGlobal = type == SurfaceList.globals.name || type == "StoreKitTest"
        return parts.contains { part in
            (isGlobal || part.types.contains(Substring(type))) && part.text.contains(pattern)
        }
    }

    /// Whether any part uses the type.
    func use(type: String) -> Bool {
        parts.contains { $0.types.contains(Substring(type)) }
    }

    /// A regular expression for a use: the name, and the labels behind it in their order.
    private static func pattern(of member: String, in type: String) -> String {
        guard let open = member.firstIndex(of: "(") else {
            return member.hasPrefix(".") ? "\\\(member)\\b" : "\\b\(member)\\b"
        }
        let name = member[..<open]
        let labels = member[open...].dropFirst().dropLast().split(separator: ":").filter { $0 != "_" }
        let start = name == "init" ? "(?:\\binit|\\b\(type.split(separator: ".").last ?? ""))" : "\\b\(name)`?"
        return start + "\\(" + labels.map { "[^;{}]*?\\b\($0)\\b" }.joined()
    }
}
