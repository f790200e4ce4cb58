import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// `windfall clock`: the store's time.
enum ClockCommands {
    static let clock = Command(
        name: "clock", summary: "Shows and moves the store's time; what falls due on the way happens.",
        examples: ["windfall clock show", "windfall clock advance P1M"],
        commands: [show, advance, to, mode])

    private static let show = Command.asking(
        "show", "Shows the store's time and how it goes.", examples: ["windfall clock show"]
    ) { (visit) async throws(Refusal) in
        shown(try await visit.ask(.get, "clock"))
    }

    private static let advance = Command.asking(
        "advance", "Moves the clock on by a period.",
        operands: [Operand(name: "PERIOD", summary: "P1M, P3D, P1Y (calendar periods) or PT1H30M (ISO 8601)")],
        notes: ["Subscriptions renew and lapse on the way, each at its own instant."],
        examples: ["windfall clock advance P1M", "windfall clock advance PT5M"]
    ) { (visit) async throws(Refusal) in
        moved(try await visit.ask(.post, "clock", ["advance": .string(visit.arguments.operands[0])]))
    }

    private static let to = Command.asking(
        "to", "Moves the clock on to an instant.",
        operands: [Operand(name: "DATE", summary: "RFC 3339, a date, or milliseconds since 1970")],
        examples: ["windfall clock to 2030-01-01", "windfall clock to 2030-01-01T12:00:00Z"]
    ) { (visit) async throws(Refusal) in
        guard let instant = Instant(word: visit.arguments.operands[0]) else {
            throw .usage("DATE is 2026-01-31T12:00:00Z, 2026-01-31, or milliseconds since 1970")
        }
        return moved(try await visit.ask(.post, "clock", ["to": .integer(instant.milliseconds)]))
    }

    private static let mode = Command.asking(
        "mode", "Lets the store's time go by itself, or only when told to.",
        operands: [Operand(name: "MODE", summary: "real, stepped (only when told to), or so many seconds in one")],
        examples: ["windfall clock mode stepped", "windfall clock mode 3600"]
    ) { (visit) async throws(Refusal) in
        let word = visit.arguments.operands[0]
        if let rate = Int64(word) {
            return shown(try await visit.ask(.post, "clock", ["mode": "rate", "rate": .integer(rate)]))
        }
        return shown(try await visit.ask(.post, "clock", ["mode": .string(word)]))
    }

    private static func shown(_ clock: JSON) -> BoxAnswer {
        var facts = FactList()
        facts.add("now", clock["now"]?.date)
        facts.add("mode", clock["mode"]?.text)
        if clock["mode"]?.text == "rate" { facts.add("rate", clock["rate"]?.shown) }
        return BoxAnswer(clock, facts: facts)
    }

    private static func moved(_ clock: JSON) -> BoxAnswer {
        var facts = FactList()
        facts.add("now", clock["now"]?.date)
        facts.add("events", clock["applied"]?.shown)
        return BoxAnswer(clock, facts: facts)
    }
}
