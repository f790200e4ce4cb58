import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// What a command that asks a running store has in hand.
struct BoxVisit: Sendable {
    let arguments: Arguments
    let surroundings: Surroundings
    let run: RunFile
    private let control: StoreControl

    static let json = Option.flag("--json", "writes the store's answer as JSON")
    static let account = Option.value("--account", "ID", "whose; otherwise the one in run.json")
    static let app = Option.value("--app", "BUNDLE", "which app; otherwise the one in run.json")
    static let device = Option.value("--device", "ID", "which device; otherwise the one in run.json")
    /// The commands' exit codes.
    static let exitCodes =
        "Exit codes: 0 done; 1 the store says no, and why; 2 usage, or no store is known; 4 it does not answer."

    init(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) {
        self.arguments = arguments
        self.surroundings = surroundings
        run = try RunFile.find(arguments, surroundings)
        do throws(StoreControl.Failure) {
            let transport: any HTTPTransport
            do throws(HTTPClientError) {
                transport = try surroundings.connect()
            } catch {
                throw StoreControl.Failure.noAnswer(error)
            }
            control = try StoreControl(run.control, token: run.controlToken, over: transport)
        } catch {
            throw Refusal(error)
        }
    }

    /// Asks the store.
    func ask(
        _ method: HTTPMethod, _ path: String, query: KeyValuePairs<String, String?> = [:], _ body: JSON? = nil
    ) async throws(Refusal) -> JSON {
        do throws(StoreControl.Failure) {
            return try await control.ask(method, "/control/v1/" + path, query: query, body)
        } catch {
            throw Refusal(error)
        }
    }

    func bytes(_ method: HTTPMethod, _ path: String, _ body: [UInt8] = []) async throws(Refusal) -> [UInt8] {
        do throws(StoreControl.Failure) {
            return try await control.bytes(method, "/control/v1/" + path, body)
        } catch {
            throw Refusal(error)
        }
    }

    /// The account that was named, or the one in `run.json`.
    func account() throws(Refusal) -> String {
        try named(Self.account, or: run.account)
    }

    func bundleID() throws(Refusal) -> String {
        try named(Self.app, or: run.bundleID)
    }

    /// The device that was named; that in `run.json` where account and app are those in there, else the store's choice.
    func device() throws(Refusal) -> String? {
        if let device = arguments.value(of: Self.device) { return device }
        let (account, bundleID) = (try account(), try bundleID())
        return account == run.account && bundleID == run.bundleID ? run.device : nil
    }

    private func named(_ option: Option, or known: String?) throws(Refusal) -> String {
        guard let value = arguments.value(of: option) ?? known else {
            throw .usage("\(option.usage) is missing, and run.json names none")
        }
        return value
    }

    /// The value of an option that is `on` or `off`.
    func flag(_ option: Option) -> JSON? {
        arguments.value(of: option).map { .bool($0 == "on") }
    }
}

/// What a command says: to a program, and to a person.
struct BoxAnswer: Sendable {
    var json: JSON
    var facts: FactList?
    var table: Table?
    /// The first line for a person.
    var headline: String?
    var exitCode = ExitCode.success
    /// Whether a person is shown the JSON too: it is what another command reads.
    var isDocument = false

    init(_ json: JSON, headline: String? = nil, facts: FactList? = nil, table: Table? = nil) {
        self.json = json
        self.headline = headline
        self.facts = facts
        self.table = table
    }

    func outcome(_ arguments: Arguments, _ surroundings: Surroundings) -> Outcome {
        if arguments.has(BoxVisit.json) || isDocument {
            return Outcome(exitCode: exitCode, Printable.json(json.text(.pretty)) + "\n")
        }
        let paint = Paint(isOn: surroundings.hasColours)
        var text = headline.map { paint(exitCode == .success ? .green : .red, Printable.escaped($0)) + "\n" } ?? ""
        if let facts { text += facts.text(paint) }
        if let table { text += table.text(paint) }
        return Outcome(exitCode: exitCode, text)
    }
}

extension Command {
    /// A command that asks a running store.
    static func asking(
        _ name: String, _ summary: String, operands: [Operand] = [], options: [Option] = [], notes: [String] = [],
        examples: [String], _ act: @escaping @Sendable (BoxVisit) async throws(Refusal) -> BoxAnswer
    ) -> Command {
        var command = Command(
            name: name, summary: summary, operands: operands, options: options + [RunFile.option, BoxVisit.json],
            notes: notes + [BoxVisit.exitCodes], examples: examples)
        command.ask = { (arguments, surroundings) async throws(Refusal) in
            let answer = try await act(try BoxVisit(arguments, surroundings))
            return answer.outcome(arguments, surroundings)
        }
        return command
    }
}

extension JSON {
    /// How a value is shown to a person; nil for what is not there.
    var shown: String? {
        switch self {
        case .null: nil
        case .bool(let flag): flag ? "yes" : "no"
        case .number(let number): number.text
        case .string(let text): text
        case .array, .object: text()
        }
    }

    /// An instant in milliseconds as a date; nil for anything else.
    var date: String? { int64.map { Instant(milliseconds: $0).rfc3339 } }

    /// An amount as `4.99 USD`.
    var money: String? {
        guard let amount = self["amount"]?.int64, let currency = self["currency"]?.text else { return nil }
        let (whole, rest) = amount.magnitude.quotientAndRemainder(dividingBy: 1000)
        var digits = String(1000 + rest).dropFirst()
        if digits.hasSuffix("0") { digits = digits.dropLast() }
        return "\(amount < 0 ? "-" : "")\(whole).\(digits) \(currency)"
    }
}
