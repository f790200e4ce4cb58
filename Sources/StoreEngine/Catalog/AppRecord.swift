/// An app as registered in Connect.
public struct AppRecord: Hashable, Sendable {
    /// Where the app runs.
    public enum Platform: UInt8, Hashable, Sendable, ByteRawCodable {
        case iOS = 0
        case macOS = 1
    }

    /// Where notifications of the app go.
    public struct NotificationAddresses: Hashable, Sendable {
        public var production: String?
        public var sandbox: String?
        /// 1 or 2.
        public var version: Int64 = 2

        public init(production: String? = nil, sandbox: String? = nil, version: Int64 = 2) {
            self.production = production
            self.sandbox = sandbox
            self.version = version
        }
    }

    public var developer: DeveloperNumber
    public var bundleID: String
    public var platform: Platform = .iOS
    /// Enabled for Newsstand: only such an app may sell free subscriptions (F2).
    public var isNewsstand = false
    /// The version in the store: CFBundleVersion (iOS) or CFBundleShortVersionString (Mac).
    public var version = "1.0"
    /// How many versions there have been; the newest one's number identifies it in the store.
    public var versionCount: Int64 = 1
    /// When receipts of the app expire (Volume Purchase Program) after they are made, in milliseconds; nil for never (F28).
    public var receiptLifetime: Int64?
    /// The app's own shared secrets; several while one takes the place of another.
    public var secrets: [String] = []
    public var notifications = NotificationAddresses()
    /// The `.storekit` file that was imported last, as JSON; empty where there was none. Export gives its keys back.
    public var configuration = ""
}

extension AppRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(developer)
        bytes.text(bundleID)
        bytes.value(platform)
        bytes.flag(isNewsstand)
        bytes.text(version)
        bytes.integer(versionCount)
        bytes.optional(receiptLifetime)
        bytes.list(secrets)
        bytes.optional(notifications.production)
        bytes.optional(notifications.sandbox)
        bytes.integer(notifications.version)
        bytes.text(configuration)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        developer = try bytes.value()
        bundleID = try bytes.text()
        platform = try bytes.value()
        isNewsstand = try bytes.flag()
        version = try bytes.text()
        versionCount = try bytes.tally()
        receiptLifetime = try bytes.optional()
        secrets = try bytes.list()
        notifications.production = try bytes.optional()
        notifications.sandbox = try bytes.optional()
        notifications.version = try bytes.integer()
        configuration = try bytes.text()
    }
}
