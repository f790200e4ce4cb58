import StoreKit

/// An app for the terminal that sells through StoreKit: written as one for a phone would be.
package enum SampleApp {
    private static let menu = "Commands: list, buy PRODUCT, restore, owned, quit."
    private static let lines = DispatchQueue(label: "windfall.app")

    /// Runs until the person quits or the input ends.
    ///
    /// - Parameters:
    ///   - products: the identifiers of what the app sells.
    ///   - settings: which store it talks to; what is nil is taken from the environment.
    @MainActor
    package static func run(products: [String], settings: Settings) async {
        var configuration = StoreConfiguration()
        configuration.url = settings.url
        configuration.rootsFile = settings.rootsFile
        configuration.accountToken = settings.accountToken
        configuration.bundleIdentifier = settings.bundleIdentifier
        configuration.dataFolder = settings.dataFolder
        StoreConfiguration.use(configuration)

        let place = Bundle.main.storeReceiptURL?.deletingLastPathComponent().appending(path: "owned.plist")
        let shop = SampleShop(identifiers: products, owned: OwnedProducts(file: place), say: say)
        // What was not finished in an earlier run arrives now (F8).
        SKPaymentQueue.default().add(shop)
        say(menu)
        while let line = await ask() {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.count) {
            case (nil, _): continue
            case ("list", 1): await shop.list()
            case ("buy", 2): await shop.buy(words[1])
            case ("restore", 1): await shop.restore()
            case ("owned", 1): shop.showOwned()
            case ("quit", 1): return
            default: say(menu)
            }
        }
    }

    /// Which store the app talks to.
    package struct Settings: Hashable, Sendable {
        package var url: String?
        package var rootsFile: String?
        package var accountToken: String?
        package var bundleIdentifier: String?
        package var dataFolder: String?

        package init() {}
    }

    /// The next line of the person's; nil at the end of the input.
    private static func ask() async -> String? {
        write("> ")
        return await withCheckedContinuation { continuation in
            lines.async { continuation.resume(returning: readLine()) }
        }
    }

    private static func say(_ line: String) {
        write(line + "\n")
    }

    private static func write(_ text: String) {
        // Whoever stops reading has seen enough.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
