import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// The inside of signed data for a person: purchases as a table, fields as a list.
struct ContentText: Sendable {
    var paint: Paint
    /// The moment at which a subscription may be active; nil where nothing is proved.
    var now: Instant?
    /// Whether long lists are shown to their end.
    var isComplete: Bool

    private static let longestTable = 20

    /// The parts, each ending with a line break.
    func parts(of content: SignedContent) -> [String] {
        switch content {
        case .appReceipt(let receipt): [purchases(receipt.inApp)]
        case .transactionReceipt: []
        case .transaction(let payload): [fields(of: payload)]
        case .renewalInfo(let payload): [fields(of: payload)]
        case .appTransaction(let payload): [fields(of: payload)]
        case .notification(let notification): parts(of: notification)
        }
    }

    /// All purchases, the newest first: their order in the receipt means nothing.
    private func purchases(_ entries: [InAppEntry]) -> String {
        guard !entries.isEmpty else { return "No purchases.\n" }
        let title = paint(.bold, entries.count == 1 ? "1 purchase" : "\(entries.count) purchases") + "\n"
        let sorted = entries.enumerated().sorted { first, second in
            let (one, other) = (first.element.purchaseDate, second.element.purchaseDate)
            guard one != other else { return first.offset < second.offset }
            return other.map { date in one.map { $0 > date } ?? false } ?? true
        }
        let shown = isComplete ? sorted[...] : sorted.prefix(Self.longestTable)
        let table = Table(
            header: ["PRODUCT", "TYPE", "TRANSACTION", "PURCHASED (UTC)", "EXPIRES (UTC)", "NOTES"],
            rows: shown.map { PurchaseLine(entry: $0.element, now: now).cells })
        let left = sorted.count - shown.count
        return title + table.text(paint) + (left > 0 ? "and \(left) more (--all)\n" : "")
    }

    private func fields(of payload: some SignedPayload) -> String {
        FieldList(payload).facts(isComplete: isComplete).text(paint, width: 30)
    }

    /// The notification's own fields, then each signed part with its own verdict.
    private func parts(of notification: SignedNotification) -> [String] {
        var own = notification.payload
        for (part, keys) in SignedNotification.signedParts {
            guard var object = own.json[part]?.object else { continue }
            for key in keys { object[key] = nil }
            own.json[part] = .object(object)
        }
        return [
            fields(of: own), section("Transaction", notification.transaction),
            section("Renewal information", notification.renewalInfo),
            section("App transaction", notification.appTransaction),
        ].filter { !$0.isEmpty }
    }

    private func section(_ title: String, _ reading: Reading<some SignedPayload>?) -> String {
        guard let reading else { return "" }
        let verdict = reading.problem.map { "not proved: \(Printable.escaped($0.message))" } ?? "genuine"
        return paint(.bold, "\(title), \(verdict)") + "\n" + fields(of: reading.content)
    }
}
