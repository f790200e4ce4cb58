import WindfallJSON

/// `windfall serve`: the merchant server.
enum ServeCommand {
    private static let check = Option.flag("--check", "reads the configuration, shows it as it takes effect, and ends")

    static let serve = Command(
        name: "serve", summary: "Runs the merchant server: it takes receipts and knows what every user owns.",
        options: [MerchantOrder.config, check, MerchantOrder.listen, MerchantOrder.database, MerchantOrder.clock]
            + [MerchantOrder.run],
        notes: [
            "Runs until it is interrupted, and lets what is at work end then. When it is ready it writes one line of JSON:",
            "its address. SIGHUP reads the configuration again. The log goes to standard error, or where it says.",
            "Exit codes: 0 stopped, or the configuration is good; 1 could not run; 2 usage, or the configuration is not good.",
        ],
        examples: [
            "windfall serve --config merchant.json5 --check",
            "windfall serve --config merchant.json5 --listen 127.0.0.1:8080",
        ]
    ) { (arguments, surroundings) throws(Refusal) in
        let order = try MerchantOrder.find(arguments, surroundings)
        let configuration: MerchantConfiguration
        do throws(ConfigurationRefusal) {
            configuration = try order.configuration(in: surroundings)
        } catch {
            return Outcome(exitCode: .usage, remarks: error.problems.map { $0.line(file: order.file) })
        }
        var outcome = Outcome(remarks: configuration.warnings.map { "warning: \($0.line(file: order.file))" })
        if arguments.has(check) {
            outcome.output = Array(Printable.json(configuration.shown.text(.pretty)).utf8) + [0x0A]
        } else {
            outcome.merchant = order
        }
        return outcome
    }
}
