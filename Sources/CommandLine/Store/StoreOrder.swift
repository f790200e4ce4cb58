package import WindfallStoreEngine

/// What `windfall store` was asked for.
package struct StoreOrder: Hashable, Sendable {
    /// The folder of the journal, the authority and the control token; made if it is not there.
    package var folder: String
    /// The port of the production host; 0 for any that is free, as for the others.
    package var productionPort: UInt16
    package var sandboxPort: UInt16
    package var controlPort: UInt16
    /// A `.storekit` file to register, and the app that sells its products.
    package var importFile: String?
    package var bundleID: String
    package var clock: StoreClock.Mode
    /// What secrets and tokens are made from; nil takes a new one. It counts for a new store only.
    package var seed: UInt64?
    /// A file to write when the store is ready: where it is, and an app, an account and a device in it.
    package var runFile: String?

    static let data = Option.value(
        "--data", "DIR", "the folder of journal, authority and control token; made if missing"
    )
    .required
    static let production = Option.value("--production-port", "N", "the port of the production host (8181)")
    static let sandbox = Option.value("--sandbox-port", "N", "the port of the sandbox host (8182)")
    static let control = Option.value("--control-port", "N", "the port of control and Connect (8180)")
    static let file = Option.value("--import", "FILE.storekit", "registers the products of a .storekit file")
    static let bundle = Option.value("--bundle-id", "ID", "the app that sells them (com.example.app)")
    static let time = Option.value("--clock", "real|stepped|RATE", "how the store's time goes (stepped)")
    static let chance = Option.value("--seed", "N", "makes a new store's secrets and tokens repeatable")

    static let run = Option.value(
        "--run", "FILE", "when ready, writes run.json there, for the other commands; gone when the store stops")

    static let options = [data, production, sandbox, control, file, bundle, time, chance, run]

    init(_ arguments: Arguments) throws(Refusal) {
        folder = arguments.value(of: Self.data) ?? "."
        productionPort = try Self.port(arguments, Self.production, 8181)
        sandboxPort = try Self.port(arguments, Self.sandbox, 8182)
        controlPort = try Self.port(arguments, Self.control, 8180)
        importFile = arguments.value(of: Self.file)
        bundleID = arguments.value(of: Self.bundle) ?? "com.example.app"
        runFile = arguments.value(of: Self.run)
        clock = try Self.mode(arguments.value(of: Self.time) ?? "stepped")
        if let text = arguments.value(of: Self.chance) {
            guard let number = UInt64(text) else {
                throw .usage("--seed takes a whole number, not \(Printable.quoted(text))")
            }
            seed = number
        }
    }

    private static func port(_ arguments: Arguments, _ option: Option, _ usual: UInt16) throws(Refusal) -> UInt16 {
        guard let text = arguments.value(of: option) else { return usual }
        guard let port = UInt16(text) else {
            throw .usage("\(option.name) takes a port, not \(Printable.quoted(text))")
        }
        return port
    }

    private static func mode(_ text: String) throws(Refusal) -> StoreClock.Mode {
        switch text {
        case "real": return .real
        case "stepped": return .stepped
        default:
            guard let rate = Int64(text), (1...StoreClock.highestRate).contains(rate) else {
                throw .usage("--clock takes real, stepped or a rate of 1 to \(StoreClock.highestRate)")
            }
            return .rate(rate)
        }
    }
}

/// `windfall store`: the App Store in a box.
enum StoreCommands {
    static let store = Command(
        name: "store", summary: "Runs an App Store of your own: two hosts, and an interface to control them.",
        options: StoreOrder.options,
        notes: [
            "Listens on 127.0.0.1 only, and runs until it is interrupted. When it is ready it writes one line of JSON:",
            "addresses, control token and the file with the roots to trust. What it acknowledged survives a crash.",
            "Exit codes: 0 stopped; 1 could not run; 2 usage.",
        ],
        examples: [
            "windfall store --data windfall-store --import Products.storekit --bundle-id com.example.app",
            "windfall store digest --data windfall-store",
        ],
        commands: [JournalCommands.digest]
    ) { (arguments, _) throws(Refusal) in
        var outcome = Outcome()
        outcome.serving = try StoreOrder(arguments)
        return outcome
    }
}
