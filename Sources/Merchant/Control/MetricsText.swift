/// Numbers in the text format of Prometheus, version 0.0.4: each name once, with what it is and its samples below.
struct MetricsText {
    /// What a name means. Each stands in the documentation too.
    struct Meaning: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable { case counter, gauge }

        var kind: Kind
        var help: String
    }

    private var samples: [String: [(labels: MerchantMetrics.Counter, value: Int64)]] = [:]

    mutating func add(_ counter: MerchantMetrics.Counter, _ value: Int64) {
        samples[counter.name, default: []].append((counter, value))
    }

    /// The names in their order; those that nobody explained come without an explanation.
    var text: String {
        var text = ""
        for (name, samples) in samples.sorted(by: { $0.key < $1.key }) {
            if let meaning = Self.meanings[name] {
                text += "# HELP \(name) \(meaning.help)\n# TYPE \(name) \(meaning.kind.rawValue)\n"
            }
            for sample in samples { text += "\(sample.labels.text) \(sample.value)\n" }
        }
        return text
    }

    static let meanings: [String: Meaning] = [
        "windfall_http_requests_total": .init(kind: .counter, help: "Answered requests, by route and status."),
        "windfall_store_questions_total": .init(
            kind: .counter, help: "Questions to the store of this process, by outcome."),
        "windfall_store_open": .init(
            kind: .gauge, help: "Whether questions go to the host; 0 while it rests after failures."),
        "windfall_verifications_total": .init(
            kind: .counter, help: "Verifications that this process concluded or held, by status."),
        "windfall_verification_leases_lost_total": .init(
            kind: .counter, help: "Answers of the store that came after another process had taken the job."),
        "windfall_renewals_asked_total": .init(
            kind: .counter, help: "Receipts asked about again by this process since a subscription's period ended."),
        "windfall_database_up": .init(kind: .gauge, help: "Whether the database answered just now."),
        "windfall_receipts_total": .init(
            kind: .counter, help: "Receipts that came, by outcome: stored, repeated or refused."),
        "windfall_receipts_refused_total": .init(kind: .counter, help: "Receipts that were refused, by code."),
        "windfall_receipts_refused_unwritten_total": .init(
            kind: .counter, help: "Refusals that the audit trail does not hold: too many in an hour."),
        "windfall_jobs": .init(kind: .gauge, help: "Jobs in the queue, by kind and state."),
        "windfall_jobs_retrying": .init(kind: .gauge, help: "Jobs that wait and were tried before."),
        "windfall_jobs_oldest_due_seconds": .init(
            kind: .gauge, help: "How long the job that is due the longest has been due."),
    ]
}
