/// One line of the report: a name, and how its figure comes about.
///
/// A new one goes into a file of its own below `Measures`, and into ``all``.
struct Measure {
    /// As it stands in the report and as `--filter` finds it.
    var name: String
    /// One sentence for `--help`.
    var summary: String
    /// The unit of the median; for a measure of time always microseconds, perhaps for a part of what is done: `us/purchase`.
    var unit = "us"
    /// Which time counts.
    var clock = Stopwatch.Clock.processor
    /// Makes what is measured; not part of what is timed.
    var prepare: (SampleIssuer) throws -> Subject

    /// What a measure is taken from.
    enum Subject {
        /// The time of some work, perhaps beside other work.
        case time(Work, beside: Comparison?)
        /// A figure that the measure makes in its own way.
        case figure(() throws -> Figure)
    }

    /// What the work is compared with.
    struct Comparison {
        var work: Work
        /// Which way round the ratio is.
        var ratio: Ratio
        /// Words for the last column.
        var name: String

        enum Ratio { case ofSpeeds, ofCosts }
    }

    /// Prepares and takes the measure.
    func take(from issuer: SampleIssuer, for duration: Duration) throws -> Line {
        switch try prepare(issuer) {
        case .figure(let make):
            return Line(name: name, figure: try make(), unit: unit)
        case .time(let work, nil):
            let times = try Stopwatch.times(of: [work], by: clock, for: duration)
            return Line(name: name, figure: Figure(runs: times[0].runs, median: times[0].median), unit: unit)
        case .time(let work, let comparison?):
            let times = try Stopwatch.times(of: [work, comparison.work], by: clock, for: duration)
            var figure = Figure(runs: times[0].runs, median: times[0].median)
            figure.ratio =
                switch comparison.ratio {
                case .ofSpeeds: times[1].median / times[0].median
                case .ofCosts: times[0].median / times[1].median
                }
            figure.ratioOf = comparison.name
            return Line(name: name, figure: figure, unit: unit)
        }
    }
}

/// Something that can be done again and again.
struct Work {
    /// How many of what the unit names one call does: purchases, for example.
    var items = 1
    /// Does it once; false where the answer was not the right one, which ends the program: nothing wrong is timed.
    var call: () throws -> Bool
}

/// What was measured.
struct Figure {
    /// How often the work was done.
    var runs: Int
    var median: Double
    var ratio: Double?
    /// What the ratio is of.
    var ratioOf: String?

    /// No figure, with the reason in the last column.
    static func absent(_ reason: String) -> Figure {
        Figure(runs: 0, median: 0, ratio: nil, ratioOf: reason)
    }
}
