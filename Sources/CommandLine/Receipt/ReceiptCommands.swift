import WindfallJSON

/// `windfall receipt`: shows signed data and tells whether it is genuine.
enum ReceiptCommands {
    static let receipt = Command(
        name: "receipt", summary: "Shows signed data of the App Store and tells whether it is genuine.",
        examples: ["windfall receipt show receipt.b64", "windfall receipt verify receipt.b64 --json"],
        commands: [show, verify, PlaceCommands.receipt, OwnedCommands.send])

    static let show = Command(
        name: "show", summary: "Shows what is in a receipt, a JWS or a notification, genuine or not.",
        operands: [ReceiptQuestion.file], options: [json, all] + ReceiptQuestion.options,
        notes: ["Exit codes: 0 read, genuine or not; 2 usage; 3 unreadable."],
        examples: ["windfall receipt show receipt.b64", "windfall receipt show - --json < receipt.b64"]
    ) { (arguments, surroundings) throws(Refusal) in
        let report = try ReceiptReport(arguments, surroundings)
        let length: ReceiptReport.Length = arguments.has(all) ? .everything : .short
        return outcome(
            of: report, exitCode: report.verdict == .unreadable ? .unreadable : .success, length, arguments,
            surroundings)
    }

    static let verify = Command(
        name: "verify",
        summary: "Tells whether a receipt, a JWS or a notification is genuine; the exit code says so too.",
        operands: [ReceiptQuestion.file], options: [json] + ReceiptQuestion.options + [ReceiptReport.checkRevocation],
        notes: ["Exit codes: 0 genuine; 1 not genuine; 2 usage; 3 unreadable; 4 could not be checked."],
        examples: ["windfall receipt verify receipt.b64 --bundle-id com.example.app"]
    ) { (arguments, surroundings) throws(Refusal) in
        let report = try ReceiptReport(arguments, surroundings)
        return outcome(of: report, exitCode: report.verdict.exitCode, .withoutPurchases, arguments, surroundings)
    }

    private static let json = Option.flag("--json", "writes JSON, with the payload under Apple's own field names")
    private static let all = Option.flag("--all", "lists all purchases, not only the newest 20")

    private static func outcome(
        of report: ReceiptReport, exitCode: ExitCode, _ length: ReceiptReport.Length,
        _ arguments: Arguments, _ surroundings: Surroundings
    ) -> Outcome {
        let text =
            arguments.has(json)
            ? Printable.json(report.json.text(.pretty)) + "\n"
            : report.text(Paint(isOn: surroundings.hasColours), length)
        return Outcome(exitCode: exitCode, text, remarks: report.remarks)
    }
}

extension ReceiptReport.Verdict {
    /// What `verify` ends with.
    var exitCode: ExitCode {
        switch self {
        case .genuine: .success
        case .notGenuine: .no
        case .unreadable: .unreadable
        case .unchecked: .unchecked
        }
    }
}
