import WindfallHTTP
import WindfallJSON

/// `windfall merchant products`: what each product gives.
enum ProductCommands {
    private static let product = Operand(name: "PRODUCT", summary: "the product's identifier")
    private static let replace = Option.flag("--replace", "also replaces what was set by hand")
    /// The largest file that is read, in bytes.
    private static let limit = 4 * 1024 * 1024

    static let products = Command(
        name: "products", summary: "Lists, sets and imports what each product gives.",
        examples: ["windfall merchant products import Store.storekit", "windfall merchant products list"],
        commands: [list, show, set, remove, load])

    private static let list = Command.atDatabase(
        "list", "Lists an app's products.", options: [DatabaseVisit.app], examples: ["windfall merchant products list"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, "products")
        let rows = (answer["products"]?.array ?? []).map { product in
            [product["productId"]?.text, product["type"]?.text].map { Printable.escaped($0 ?? "") }
        }
        guard !rows.isEmpty else { return BoxAnswer(answer, headline: "The app has no product.") }
        return BoxAnswer(answer, table: Table(header: ["PRODUCT", "TYPE"], rows: rows))
    }

    private static let show = Command.atDatabase(
        "show", "Shows what a product gives, as set reads it.", operands: [product], options: [DatabaseVisit.app],
        examples: ["windfall merchant products show com.example.demo.pro.monthly"]
    ) { (visit) async throws(Refusal) in
        let answer = try await visit.ask(.get, path(visit))
        var shown = BoxAnswer(answer)
        shown.isDocument = true
        return shown
    }

    private static let set = Command.atDatabase(
        "set", "Says what a product gives.",
        operands: [product, Operand(name: "FILE", summary: "the rule, in JSON; - is standard input")],
        options: [DatabaseVisit.app],
        examples: [
            #"echo '{"type": "consumable", "credits": {"coins": 100}}' | windfall merchant products set coins -"#
        ]
    ) { (visit) async throws(Refusal) in
        let rule = try visit.surroundings.input(visit.arguments.operands[1], limit: limit)
        let answer = try await visit.ask(.put, path(visit), rule)
        return BoxAnswer(answer, headline: "Set.")
    }

    private static let remove = Command.atDatabase(
        "remove", "Takes a product away: it gives nothing any more; its purchases stay.", operands: [product],
        options: [DatabaseVisit.app], examples: ["windfall merchant products remove coins"]
    ) { (visit) async throws(Refusal) in
        _ = try await visit.ask(.delete, path(visit))
        return BoxAnswer(["removed": true], headline: "Removed.")
    }

    private static let load = Command.atDatabase(
        "import", "Takes the products of a .storekit file.",
        operands: [Operand(name: "FILE", summary: "a .storekit file of Xcode; - is standard input")],
        options: [DatabaseVisit.app, replace], examples: ["windfall merchant products import Store.storekit"]
    ) { (visit) async throws(Refusal) in
        let file = try visit.surroundings.input(visit.arguments.operands[0], limit: limit)
        let query = visit.arguments.has(replace) ? "?replace=true" : ""
        let answer = try await visit.ask(.post, "products/import\(query)", file)
        var facts = FactList()
        for member in answer.object ?? JSONObject() {
            facts.add(member.key, (member.value.array ?? []).compactMap(\.text).joined(separator: " "))
        }
        return BoxAnswer(answer, headline: "Imported.", facts: facts)
    }

    private static func path(_ visit: DatabaseVisit) -> String {
        "products/\(StoreControl.escaped(visit.arguments.operands[0]))"
    }
}
