import Synchronization
package import WindfallHTTP
package import WindfallSignedData
package import WindfallTimeline

/// What the configuration says, as a value.
package struct MerchantSettings: Sendable {
    /// By bundle identifier.
    package var apps: [String: MerchantApp]
    /// Where the store is, without a path: `https://buy.itunes.apple.com`.
    package var production = StoreAddress.appleProduction
    package var sandbox = StoreAddress.appleSandbox
    /// Who may have signed receipts: Apple, and whoever the configuration adds.
    package var trust = Trust.apple
    /// The longest receipt, in bytes as they are sent.
    package var receiptBytes = 4 * 1024 * 1024
    /// How many questions to the store are under way at a time, in this process.
    package var questionsInFlight = 2_000
    /// How long one question may take.
    package var questionTime = Duration.seconds(30)
    /// After which time without a sign of life another process takes over what this one was at.
    package var lease = Duration.seconds(30)
    /// How long to wait until a question without an answer is asked again.
    package var retry = Backoff(first: .seconds(10), limit: .seconds(3_600))
    /// How many refusals of one user are written into the audit trail in an hour; more are counted.
    package var refusalsPerHour = 20
    /// How many receipts a user may send in a minute.
    package var receiptsPerMinute = 120

    /// Whether everybody who can connect may read the numbers; otherwise it takes the operator key of any app.
    package var metricsAreOpen = false

    package init(apps: [MerchantApp]) {
        self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { _, last in last }
    }
}

/// Apple's own hosts.
package enum StoreAddress {
    package static let appleProduction = HTTPURL.Origin(scheme: .https, host: "buy.itunes.apple.com", port: 443)
    package static let appleSandbox = HTTPURL.Origin(scheme: .https, host: "sandbox.itunes.apple.com", port: 443)
}

/// The settings that hold now: they can be replaced while the server runs.
package final class CurrentSettings: Sendable {
    private let settings: Mutex<(value: MerchantSettings, version: Int)>

    package init(_ settings: MerchantSettings) {
        self.settings = Mutex((settings, 0))
    }

    package var value: MerchantSettings { settings.withLock { $0.value } }

    /// The settings, and how often they were replaced: what is made from them is made anew for another version.
    package var versioned: (value: MerchantSettings, version: Int) { settings.withLock { $0 } }

    package func replace(with settings: MerchantSettings) {
        self.settings.withLock { $0 = (settings, $0.version + 1) }
    }
}
