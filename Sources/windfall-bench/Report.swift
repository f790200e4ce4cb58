import Foundation
import WindfallJSON

/// One line of the report.
struct Line {
    var name: String
    var figure: Figure
    var unit: String
}

/// Prints lines as they come, or all of them as one JSON array.
struct Report {
    /// How the program ends where it does not end with 0.
    enum Ending: Int32 {
        case failure = 1
        case usage = 2
    }

    let isJSON: Bool
    private var lines: [Line] = []

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    mutating func add(_ line: Line) {
        if isJSON { lines.append(line) } else { Self.write(line.text + "\n", to: .standardOutput) }
    }

    func finish() {
        if isJSON { Self.write(JSON.array(lines.map(\.json)).text(.pretty) + "\n", to: .standardOutput) }
    }

    static func complain(_ text: String) {
        write("windfall-bench: \(text)\n", to: .standardError)
    }

    static func end(_ ending: Ending) -> Never {
        exit(ending.rawValue)
    }

    /// Without a buffer, so that each line is seen when it is ready.
    private static func write(_ text: String, to file: FileHandle) {
        file.write(Data(text.utf8))
    }
}

extension Line {
    /// Name, runs, median, unit, ratio, of what; `-` where there is no ratio.
    var text: String {
        let ratio = figure.ratio.map { Self.digits($0, 3) } ?? "-"
        return [name, String(figure.runs), Self.digits(figure.median, 2), unit, ratio, figure.ratioOf ?? "-"]
            .joined(separator: "\t")
    }

    var json: JSON {
        [
            "name": .string(name), "runs": .integer(Int64(figure.runs)), "median": Self.number(figure.median, 2),
            "unit": .string(unit), "ratio": figure.ratio.map { Self.number($0, 3) } ?? .null,
            "of": figure.ratioOf.map(JSON.string) ?? .null,
        ]
    }

    private static func digits(_ number: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", number)
    }

    private static func number(_ number: Double, _ places: Int) -> JSON {
        JSONNumber(text: digits(number, places)).map(JSON.number) ?? .null
    }
}
