import WindfallHTTP
import WindfallJSON

/// `windfall account` and `windfall device`.
enum AccountCommands {
    static let account = Command(
        name: "account", summary: "Makes, shows and changes the people who buy.",
        examples: ["windfall account create", "windfall account change --card declined"],
        commands: [create, show, change])

    private static let environment = Option.choice(
        "--environment", "NAME", of: ["Sandbox", "Production"], "where it buys: Sandbox (if not given) or Production")
    private static let storefront = Option.value("--storefront", "CODE", "its country: USA (if not given), DEU, …")
    private static let family = Option.value("--family-of", "ID", "the account that pays for this one's family")

    private static let create = Command.asking(
        "create", "Makes an account.", options: [environment, storefront, family],
        examples: ["windfall account create", "windfall account create --storefront DEU --family-of 1"]
    ) { (visit) async throws(Refusal) in
        var body: JSONObject = [
            "environment": .string(visit.arguments.value(of: environment) ?? "Sandbox"),
            "storefront": .string(visit.arguments.value(of: storefront) ?? "USA"),
        ]
        body["familyOf"] = visit.arguments.value(of: family).map { .string($0) }
        let answer = try await visit.ask(.post, "accounts", .object(body))
        var facts = FactList()
        facts.add("account", answer["accountId"]?.text)
        facts.add("token", answer["token"]?.text)
        return BoxAnswer(answer, facts: facts)
    }

    private static let show = Command.asking(
        "show", "Shows an account.", options: [BoxVisit.account],
        examples: ["windfall account show", "windfall account show --account 2"]
    ) { (visit) async throws(Refusal) in
        shown(try await visit.ask(.get, "accounts/\(StoreControl.escaped(try visit.account()))"))
    }

    private static let card = Option.choice(
        "--card", "ok|declined", of: ["ok", "declined"], "whether the bank pays")
    private static let askToBuy = flag("--ask-to-buy", "whether somebody has to approve each purchase")
    private static let interrupted = flag("--interrupted", "whether purchases are interrupted until resolved")
    private static let payments = flag("--can-make-payments", "whether purchases are allowed")
    private static let renewals = flag("--renewals-fail", "whether renewals can't be charged")
    private static let grace = flag("--grace-period", "whether access goes on for a while when one can't")
    private static let country = Option.value("--storefront", "CODE", "its country from now on")

    private static let change = Command.asking(
        "change", "Changes how an account behaves.",
        options: [card, askToBuy, interrupted, payments, renewals, grace, country, BoxVisit.account],
        examples: ["windfall account change --card declined", "windfall account change --account 2 --ask-to-buy on"]
    ) { (visit) async throws(Refusal) in
        var body = JSONObject()
        body["card"] = visit.arguments.value(of: card).map { .string($0) }
        body["askToBuy"] = visit.flag(askToBuy)
        body["interrupted"] = visit.flag(interrupted)
        body["canMakePayments"] = visit.flag(payments)
        body["renewalsFail"] = visit.flag(renewals)
        body["gracePeriod"] = visit.flag(grace)
        body["storefront"] = visit.arguments.value(of: country).map { .string($0) }
        guard !body.isEmpty else { throw .usage("nothing to change is given; see windfall account change --help") }
        return shown(
            try await visit.ask(.patch, "accounts/\(StoreControl.escaped(try visit.account()))", .object(body)))
    }

    private static func flag(_ name: String, _ summary: String) -> Option {
        .choice(name, "on|off", of: ["on", "off"], summary)
    }

    private static func shown(_ account: JSON) -> BoxAnswer {
        var facts = FactList()
        facts.add("account", account["accountId"]?.text)
        facts.add("environment", account["environment"]?.text)
        facts.add("storefront", account["storefront"]?.text)
        facts.add("card", account["card"]?.text)
        facts.add("ask to buy", account["askToBuy"]?.shown)
        facts.add("interrupted", account["interrupted"]?.shown)
        facts.add("can make payments", account["canMakePayments"]?.shown)
        facts.add("renewals fail", account["renewalsFail"]?.shown)
        facts.add("grace period", account["gracePeriod"]?.shown)
        return BoxAnswer(account, facts: facts)
    }

    static let device = Command(
        name: "device", summary: "Makes the devices on which people have the app.",
        examples: ["windfall device create"], commands: [addDevice])

    private static let version = Option.value("--app-version", "TEXT", "the app's version on it")
    private static let identifier = Option.value("--device-id", "HEX", "its vendor identifier, or a Mac's address")

    private static let addDevice = Command.asking(
        "create", "Gives an account a device with the app.",
        options: [version, identifier, BoxVisit.account, BoxVisit.app],
        examples: ["windfall device create", "windfall device create --account 2 --app-version 1.2"]
    ) { (visit) async throws(Refusal) in
        var body: JSONObject = [
            "accountId": .string(try visit.account()), "bundleId": .string(try visit.bundleID()),
        ]
        body["appVersion"] = visit.arguments.value(of: version).map { .string($0) }
        body["deviceId"] = visit.arguments.value(of: identifier).map { .string($0) }
        let answer = try await visit.ask(.post, "devices", .object(body))
        var facts = FactList()
        facts.add("device", answer["deviceId"]?.text)
        facts.add("token", answer["token"]?.text)
        facts.add("identifier", answer["identifier"]?.text)
        return BoxAnswer(answer, facts: facts)
    }
}
