import WindfallJSON
package import WindfallSampleApp

/// What `windfall app` was asked for.
package struct AppOrder: Hashable, Sendable {
    /// The identifiers of what the app sells.
    package var products: [String]
    /// Which store it talks to.
    package var settings: SampleApp.Settings
}

/// `windfall app`: a sample app for the terminal.
enum AppCommand {
    /// What is sold where nothing else is named: the demo catalog.
    private static let demo = [
        "coins", "levels", "letters", "season", "pro.monthly", "premium.monthly",
    ].map { "com.example.demo." + $0 }

    private static let product = Option.value(
        "--product", "ID", isRepeated: true, "what the app sells; otherwise the demo catalog")
    private static let data = Option.value(
        "--data", "DIR", "the folder for queue, receipt and what is owned; otherwise WINDFALL_DATA")
    private static let file = Option.value(
        "--run", "FILE", "a store's run.json; otherwise WINDFALL_STORE_URL and its relatives, or the nearest run.json")

    static let app: Command = {
        var command = Command(
            name: "app", summary: "A sample app on StoreKit: shows the store, buys, restores, shows what is owned.",
            options: [product, data, file],
            notes: [
                "Reads a command a line: list, buy PRODUCT, restore, owned, quit. A terminal is asked before each purchase;",
                "where there is none, everything is approved.",
                "Exit codes: 0 done; 2 usage, or no store is known.",
            ],
            examples: ["windfall app", "printf 'buy com.example.demo.levels\\nowned\\n' | windfall app"])
        command.run = { (arguments, surroundings) throws(Refusal) in
            var outcome = Outcome()
            outcome.app = try order(arguments, surroundings)
            return outcome
        }
        return command
    }()

    private static func order(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) -> AppOrder {
        let named = arguments.values(of: product)
        var order = AppOrder(products: named.isEmpty ? demo : named, settings: SampleApp.Settings())
        order.settings.dataFolder = arguments.value(of: data)
        let isGiven = surroundings.environment("WINDFALL_STORE_URL").map { !$0.isEmpty } ?? false
        if isGiven, arguments.value(of: file) == nil { return order }
        let run = try RunFile.find(arguments, surroundings)
        order.settings.url = run.json["sandbox"]?.text
        order.settings.rootsFile = run.json["rootsFile"]?.text
        order.settings.accountToken = run.json["account"]?["token"]?.text
        order.settings.bundleIdentifier = run.bundleID
        return order
    }
}
