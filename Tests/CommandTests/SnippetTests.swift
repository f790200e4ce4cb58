import Foundation
import Testing

/// The programs of the folder Snippets, run for real: against a store that is a process, and against a session.
@Suite struct SnippetTests {
    /// A store with two products, an account, and the environment of an app; `$snippets` is where the programs are.
    private static let start = """
        set -eu
        trap 'kill -KILL $(jobs -p) 2>/dev/null' EXIT
        snippets=$(dirname "$windfall")
        "$windfall" store --data windfall-store --production-port 0 --sandbox-port 0 --control-port 0 > store.json &
        until [ -s store.json ]; do sleep 0.1; done
        field() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$1" "$2"; }
        ask() { curl -sf -o "$1" -H "Authorization: Bearer $(field store.json controlToken)" "${@:2}"; }
        control=$(field store.json control)
        app=$control/connect/v1/apps/com.example.notes
        name() { echo '"localizations": [{"locale": "en_US", "displayName": "'"$1"'", "description": ""}]'; }
        ask /dev/null -X PUT "$app" -d '{}'
        ask /dev/null -X PUT "$app/products/pro" -d "{\\"type\\": \\"NonConsumable\\", \\"displayPrice\\": \\"9.99\\", $(name Pro)}"
        ask /dev/null -X PUT "$app/products/coins" -d "{\\"type\\": \\"Consumable\\", \\"displayPrice\\": \\"0.99\\", $(name Coins)}"
        ask account.json "$control/control/v1/accounts" -d '{"environment": "Sandbox", "storefront": "USA"}'
        export WINDFALL_STORE_URL=$(field store.json sandbox) WINDFALL_STORE_ROOT=$(field store.json rootsFile)
        export WINDFALL_ACCOUNT_TOKEN=$(field account.json token) WINDFALL_BUNDLE_ID=com.example.notes
        export WINDFALL_DATA=$PWD/app HOME=$PWD

        """

    private func output(of script: String) throws -> [String] {
        let program = try Program(shell: Self.start + script)
        #expect(program.exitCode == 0, "\(program.errors)")
        return program.output.split(separator: "\n").map(String.init)
    }

    @Test("F8, F10: the observer delivers what was paid for and finishes it, so that nothing comes twice")
    func observer() throws {
        let lines = try output(
            of: """
                "$snippets/PurchaseObserver" coins
                "$snippets/PurchaseObserver" coins
                "$snippets/PurchaseObserver" none || echo "ended with $?"
                """)
        let once = ["buying coins", "delivered coins"]
        #expect(lines == once + once + ["not for sale: none", "ended with 2"])
    }

    @Test("F9: a purchase that is declined fails, and is finished too")
    func declined() throws {
        let lines = try output(
            of: """
                ask /dev/null -X PATCH "$control/control/v1/accounts/1" -d '{"card": "declined"}'
                "$snippets/PurchaseObserver" coins
                """)
        #expect(lines.first == "buying coins")
        #expect(lines.last?.hasPrefix("failed coins: ") == true)
    }

    @Test("F5, F13: products have names and prices, unknown ones are named, and what was bought is restored")
    func productsAndRestore() throws {
        let lines = try output(
            of: """
                "$snippets/ProductsAndRestore" pro coins none
                "$snippets/PurchaseObserver" pro > /dev/null
                "$snippets/ProductsAndRestore" pro
                """)
        try #require(lines.count == 7)
        #expect(lines[0].hasPrefix("coins: Coins, ") && lines[0].hasSuffix("0.99"))
        #expect(lines[1].hasPrefix("pro: Pro, ") && lines[1].hasSuffix("9.99"))
        #expect(lines[2...3] == ["none: not for sale", "restored"])
        #expect(lines[5...6] == ["owned: pro", "restored"])
    }

    @Test("F4: the built-in model sells what the bundle lists, and remembers between runs what was unlocked")
    func builtInModel() throws {
        let lines = try output(
            of: """
                cp "$snippets/BuiltInModel" .
                ./BuiltInModel || echo "ended with $?"
                echo '<plist version="1.0"><array><string>pro</string></array></plist>' > Products.plist
                ./BuiltInModel
                ./BuiltInModel buy
                ./BuiltInModel
                """)
        #expect(
            lines == [
                "no Products.plist beside the program", "ended with 2", "Pro: locked", "Pro: locked", "unlocked pro",
                "Pro: unlocked",
            ])
    }

    @Test("F4: the server model sells what the merchant's server lists at the moment")
    func serverModel() throws {
        let lines = try output(
            of: """
                mkdir site
                echo '{"products": [{"productId": "pro"}, {"productId": "later"}]}' > site/products
                python3 -u -m http.server --bind 127.0.0.1 --directory site 0 > site.log 2>&1 &
                until grep -q ' port ' site.log; do sleep 0.1; done
                "$snippets/ServerModel" "http://127.0.0.1:$(sed -n 's/.* port \\([0-9]*\\) .*/\\1/p' site.log)/products"
                "$snippets/ServerModel" http://127.0.0.1:1/products || echo "ended with $?"
                """)
        #expect(lines == ["Pro: 9.99", "later: not for sale", "the merchant does not answer", "ended with 1"])
    }

    @Test("A test with a session passes with no store anywhere, and fails for a product that is not there")
    func session() throws {
        let lines = try output(
            of: """
                ask Shop.storekit "$app/export"
                unset WINDFALL_STORE_URL WINDFALL_STORE_ROOT WINDFALL_ACCOUNT_TOKEN
                "$snippets/PurchaseTest" Shop.storekit pro
                "$snippets/PurchaseTest" Shop.storekit none || echo "ended with $?"
                """)
        #expect(lines == ["passed", "failed: []", "ended with 1"])
    }
}
