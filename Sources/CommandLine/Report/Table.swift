/// Rows and columns in a fixed-width script.
struct Table: Sendable {
    var header: [String]
    /// Each as long as the header.
    var rows: [[String]]

    /// A line for the header and one for each row, columns two spaces apart; a column that is empty in all rows is left
    /// out.
    func text(_ paint: Paint) -> String {
        let columns = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = columns.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            var line = ""
            for (column, width) in zip(columns, widths) {
                line += cells[column] + String(repeating: " ", count: width - cells[column].count + 2)
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return paint(.dim, line(header)) + "\n" + rows.map { line($0) + "\n" }.joined()
    }
}

/// Names and values, one below the other.
struct FactList: Sendable {
    private(set) var facts: [(name: String, value: String)] = []

    var isEmpty: Bool { facts.isEmpty }

    /// Adds a fact; one that is not known is left out.
    ///
    /// - Parameter value: as it came; it is made fit for a terminal here.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        facts.append((Printable.escaped(name), Printable.escaped(value)))
    }

    /// - Parameter width: of the names' column, at least.
    func text(_ paint: Paint, width: Int = 16) -> String {
        let width = max(width, facts.map(\.name.count).max() ?? 0)
        return facts.map { fact in
            paint(.dim, fact.name) + String(repeating: " ", count: width - fact.name.count + 2) + fact.value + "\n"
        }.joined()
    }
}
