package import WindfallHTTP
package import WindfallMerchant
package import WindfallStorage

/// What the configuration file of the merchant server says, with the files and variables that it names.
package struct MerchantConfiguration: Sendable {
    /// Whose clock the server follows, instead of the system's.
    package struct FollowedStore: Hashable, Sendable {
        /// The control interface of a box.
        package var control: HTTPURL.Origin
        package var token: Secret
    }

    /// What the command line says in the file's stead.
    package struct Overrides: Hashable, Sendable {
        package var listen: ListenAddress?
        package var database: DatabaseLocation?
        package var clock: HTTPURL.Origin?

        package init() {}
    }

    package var listen = ListenAddress.usual
    /// Why it may listen without TLS where others can connect; nil where it may not.
    package var plainHTTPReason: String?
    package var database: DatabaseLocation
    package var settings: MerchantSettings
    package var clock: FollowedStore?
    /// Where the log goes; nil for standard error.
    package var logFile: String?
    /// What is worth a word and no reason to refuse.
    package var warnings: [ConfigurationProblem] = []

    /// Every key that there is, for the example and the documentation.
    package static var allKeys: [String] {
        keys + StoreSection.keys + appKeys + ConfigurationReader.limitKeys
    }

    static let keys = ["listen", "allowPlainHTTP", "database", "store", "apps", "limits", "log", "metrics"]

    /// Reads a configuration. Nothing is opened or written but the files that it names, which are read.
    ///
    /// - Parameters:
    ///   - bytes: JSON5, see ``JSON5Value``.
    ///   - folder: paths in it begin there.
    ///   - overrides: what the command line says.
    /// - Throws: ``ConfigurationRefusal`` with everything that does not hold.
    package static func read(
        _ bytes: [UInt8], folder: String, overrides: Overrides = Overrides(), in surroundings: Surroundings
    ) throws(ConfigurationRefusal) -> MerchantConfiguration {
        let value: JSON5Value
        do throws(JSON5Error) {
            value = try JSON5Value(reading: bytes)
        } catch {
            throw ConfigurationRefusal(problems: [
                ConfigurationProblem(code: .init(error.code), place: error.place, path: "", message: error.message)
            ])
        }
        var reader = ConfigurationReader(folder: folder, surroundings: surroundings)
        let configuration = MerchantConfiguration(.init(value: value, path: ""), overrides, &reader)
        guard reader.problems.isEmpty else {
            throw ConfigurationRefusal(problems: reader.problems.sorted { $0.place < $1.place })
        }
        return configuration
    }

    /// - Parameter reader: gathers the problems; where it has some, what is made is of no use.
    private init(
        _ whole: ConfigurationReader.Setting, _ overrides: Overrides, _ reader: inout ConfigurationReader
    ) {
        let section = reader.section(whole, keys: Self.keys)
        let apps = Self.apps(section, whole, &reader)
        settings = MerchantSettings(apps: apps.map(\.app))
        database = Self.database(section, whole, overrides, &reader)
        logFile = reader.logFile(section?["log"])
        listen = reader.address(section?["listen"]) ?? listen
        plainHTTPReason = reader.reason(section?["allowPlainHTTP"])
        listen = overrides.listen ?? listen
        reader.readLimits(section?["limits"], into: &settings)
        settings.metricsAreOpen = reader.choice(section?["metrics"], of: MetricsAccess.self) == .open
        let store = StoreSection(section?["store"], overrides.clock, &reader)
        store.apply(to: &settings)
        clock = store.clock
        check(section, whole, apps, store, &reader)
        warnings = reader.warnings
    }

    private static func database(
        _ section: ConfigurationReader.Section?, _ whole: ConfigurationReader.Setting, _ overrides: Overrides,
        _ reader: inout ConfigurationReader
    ) -> DatabaseLocation {
        let fallback = DatabaseLocation.sqlite(path: "")
        if let database = overrides.database { return database }
        guard let setting = section?["database"] else {
            reader.add(whole.problem(.missing, "database has to be there: \"sqlite:PATH\" or \"postgres://…\""))
            return fallback
        }
        return reader.database(setting) ?? fallback
    }

    // MARK: What has to fit together

    private func check(
        _ section: ConfigurationReader.Section?, _ whole: ConfigurationReader.Setting,
        _ apps: [(app: MerchantApp, setting: ConfigurationReader.Setting)], _ store: StoreSection,
        _ reader: inout ConfigurationReader
    ) {
        if !listen.isLoopback, plainHTTPReason == nil {
            reader.add(
                (section?["listen"] ?? whole).problem(
                    .plainHTTP,
                    "\(listen) is open to other machines, and keys and receipts would pass it unencrypted: listen on "
                        + "127.0.0.1 behind a server that speaks TLS, or say why it may be with "
                        + "allowPlainHTTP: \"the reason\""))
        }
        for (app, setting) in apps {
            if settings.production.isApples, app.appleID == nil {
                reader.add(
                    setting.problem(
                        .appleIDMissing,
                        "appleId has to be there: production data names the app by it, and would be refused"))
            }
            if settings.production.isApples, app.allowsLocalTesting {
                reader.warn(
                    setting.problem(
                        .localTestingWithApple, "anybody can sign receipts of local tests, and this server asks Apple"))
            }
        }
        if clock != nil, settings.production.isApples || settings.sandbox.isApples {
            reader.add(
                (section?["store"] ?? whole).problem(
                    .clockWithApple, "a server that asks Apple can't follow the clock of a box"))
        }
    }
}

/// Who may read `/metrics`.
enum MetricsAccess: String, CaseIterable {
    /// Whoever has the operator key of any app.
    case keyed = "operator"
    /// Everybody who can connect.
    case open
}

extension HTTPURL.Origin {
    /// Whether the host is one of Apple's.
    var isApples: Bool { host == "apple.com" || host.hasSuffix(".apple.com") }

    /// Whether only this machine answers there.
    var isLoopback: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }
}

extension MerchantConfiguration {
    /// The keys whose new values take effect only when the server starts again.
    package func keysForRestart(comparedWith next: MerchantConfiguration) -> [String] {
        var keys: [String] = []
        if next.listen != listen { keys.append("listen") }
        if next.database != database { keys.append("database") }
        if next.clock != clock { keys.append("store.clockUrl") }
        if next.logFile != logFile { keys.append("log.file") }
        if next.settings.receiptBytes > settings.receiptBytes { keys.append("limits.receiptBytes") }
        if next.settings.lease != settings.lease { keys.append("limits.leaseSeconds") }
        if next.settings.questionsInFlight != settings.questionsInFlight { keys.append("limits.questionsInFlight") }
        return keys
    }
}
