/// What the caller asked for.
struct Arguments {
    /// What is wrong with the arguments.
    struct Mistake: Error, CustomStringConvertible {
        var description: String
    }

    var wantsHelp = false
    var isJSON = false
    /// Only measures with this in their names; nil takes all.
    var filter: String?
    /// How many verifications the measure of memory makes.
    var verifications = 50_000
    /// How long each measure of time takes.
    var duration = Duration.seconds(2)

    init(_ words: [String]) throws(Mistake) {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--json": isJSON = true
            case "--filter": filter = try Self.value(of: word, &words)
            case "--verifications": verifications = try Self.number(of: word, 2...1_000_000_000, &words)
            case "--seconds": duration = .seconds(try Self.number(of: word, 1...3600, &words))
            default: throw Mistake(description: "unknown option \(word); see --help")
            }
        }
    }

    func chooses(_ name: String) -> Bool {
        filter.map(name.contains) ?? true
    }

    private static func value(of option: String, _ words: inout ArraySlice<String>) throws(Mistake) -> String {
        guard let value = words.popFirst() else { throw Mistake(description: "\(option) needs a value") }
        return value
    }

    private static func number(
        of option: String, _ range: ClosedRange<Int>, _ words: inout ArraySlice<String>
    ) throws(Mistake) -> Int {
        guard let number = Int(try value(of: option, &words)), range.contains(number) else {
            throw Mistake(description: "\(option) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    static var help: String {
        """
        Usage: windfall-bench [--filter TEXT] [--seconds N] [--verifications N] [--json]

        Prints a line a measure, tab-separated: name, runs, median, unit, ratio, of what. A ratio of speeds is above 1
        where ours is the faster, a ratio of costs where it is the dearer. What is compared runs in turns with what it is
        compared with, in the same process. Times are those of the processor, for several threads those that pass.

          --filter TEXT       only measures with TEXT in their names
          --seconds N         how long each measure of time takes (2)
          --verifications N   how many verifications the measure of memory makes (50000)
          --json              the same as an array

        Measures:
        \(Measure.all.map { "  \($0.name)\n      \($0.summary)" }.joined(separator: "\n"))
        """
    }
}
