import StoreKitTest

/// The store that the wrapper's tests of the app's own queue talk to, where Apple's would be.
enum StoreOfTheTests {
    private static let text = """
        {"identifier": "0", "version": {"major": 4, "minor": 0}, "settings": {}, "products": [],
         "nonRenewingSubscriptions": [], "subscriptionGroups": []}
        """

    /// Opened once, at the first use.
    static let session: SKTestSession? = {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("Wrapper-\(getpid()).storekit")
        defer { try? FileManager.default.removeItem(at: file) }
        try? text.write(to: file, atomically: true, encoding: .utf8)
        return try? SKTestSession(contentsOf: file)
    }()
}
