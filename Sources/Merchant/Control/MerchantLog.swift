package import WindfallJSON
package import WindfallTimeline

/// A log of JSON lines: an object a line, with `date`, `level`, `event` and what belongs to it.
///
/// It never holds receipts, secrets, keys, tokens or names of users. Events are stable words, such as
/// `verification.concluded`.
package struct MerchantLog: Sendable {
    package enum Level: String, Hashable, Sendable, CaseIterable {
        /// What happens all the time.
        case notice
        /// What somebody should look at some day.
        case warning
        /// What somebody has to mend: a wrong secret, a database that is away.
        case alarm
    }

    private let timeline: any Timeline
    private let sink: @Sendable ([UInt8]) -> Void

    /// - Parameter sink: takes a whole line with its end; it may be called from any thread.
    package init(timeline: any Timeline, sink: @escaping @Sendable (_ line: [UInt8]) -> Void) {
        self.timeline = timeline
        self.sink = sink
    }

    /// Writes one line.
    package func write(_ level: Level, _ event: String, _ fields: JSONObject = JSONObject()) {
        var line = JSONObject()
        line["date"] = .string(timeline.now.rfc3339)
        line["level"] = .string(level.rawValue)
        line["event"] = .string(event)
        for member in fields { line[member.key] = member.value }
        sink(JSON.object(line).bytes() + [0x0A])
    }
}
