public import Foundation
import StoreKit
import Synchronization
public import WindfallCStoreKit
import WindfallStoreEngine
package import WindfallTimeline

/// A store of its own for a test: StoreKit talks to it as long as the session lives. No network, no files but the
/// `.storekit` file, and the same identifiers in each run.
///
/// A session that is made inside ``isolated(_:)`` is the store of that task and all that it starts. Any other one is the
/// store of the whole process; while there are several of those, StoreKit can't tell which one is meant and says so. Let
/// go of a session before the next one is made.
///
/// *Time.* The store's clock goes as the system's does. A time rate makes periods shorter, from the next one on, as at
/// Apple; ``advance(by:)`` moves the clock ahead without waiting. Forcing a renewal and expiring do not move it: they let
/// the running period end now.
///
/// What a session changes, observers hear of on the main queue shortly after; ``settle()`` waits for that.
///
/// Source: Apple, "SKTestSession".
// What changes is in mutexes, here and in what it owns; the class is open only for subclasses without state.
open class SKTestSession: NSObject, @unchecked Sendable {
    /// How fast subscriptions run.
    public typealias TimeRate = SKTestTimeRate

    let box: SessionBox
    let settings: Mutex<SessionSettings>
    let failures = Mutex<[ObjectIdentifier: any SKTestFailure]>([:])

    /// A session with a configuration file of the test's bundles.
    ///
    /// - Parameter filename: with or without `.storekit`; looked for in the resource bundles beside the test program, the
    ///   main bundle, and the working directory.
    /// - Throws: ``SKTestError``: `fileNotFound`, or `invalidURL` for what is no such file.
    public convenience init(configurationFileNamed filename: String) throws {
        try self.init(contentsOf: try ConfigurationFile.find(filename))
    }

    /// A session with a configuration file.
    ///
    /// - Throws: ``SKTestError``: `fileNotFound`, or `invalidURL` for what is no such file.
    public convenience init(contentsOfURL fileURL: URL) throws {
        try self.init(contentsOf: fileURL)
    }

    /// A session with a configuration file.
    ///
    /// - Throws: ``SKTestError``: `fileNotFound`, or `invalidURL` for what is no such file.
    public convenience init(contentsOf fileURL: URL) throws {
        try self.init(file: try ConfigurationFile.read(fileURL), timeline: SystemTimeline(), listens: true)
    }

    /// A session on a clock of the test's own, that hears of what falls due only when it is asked.
    package convenience init(contentsOf fileURL: URL, timeline: any Timeline) throws {
        try self.init(file: try ConfigurationFile.read(fileURL), timeline: timeline, listens: false)
    }

    private init(file: [UInt8], timeline: any Timeline, listens: Bool) throws {
        box = try SessionBox(file: file, timeline: timeline, listens: listens)
        settings = Mutex(box.defaults)
        super.init()
    }

    @available(*, unavailable)
    public override init() {
        fatalError("a session has a configuration")
    }

    /// Sets everything back to what the configuration file says, simulated errors too; transactions stay.
    open func resetToDefaultState() {
        change { [box] in $0 = box.defaults }
        failures.withLock { $0 = [:] }
        for function in Self.functions { box.connection.setSimulatedError(nil, for: function) }
    }

    /// Moves the store's clock ahead and lets everything happen that falls due on the way. Apple's sessions have no such
    /// function.
    open func advance(by duration: Duration) {
        box.advance(by: duration)
    }

    /// Waits until observers and delegates were called for all that happened so far. Apple's sessions have no such function.
    open func settle() async {
        await box.connection.pull()
    }

    /// Runs a body whose sessions are its own: no other task's StoreKit talks to them, nor the body's to another's.
    /// Apple's sessions have no such function.
    public static func isolated<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await ConnectionScope.$current.withValue(ConnectionScope()) { try await body() }
    }

    /// Changes settings, here and at the store.
    func change(_ body: (inout SessionSettings) -> Void) {
        let changed = settings.withLock { settings in
            body(&settings)
            return settings
        }
        box.connection.locale = changed.locale
        // A value that the store does not know leaves it as it was.
        _ = try? box.perform(.changeAccount(box.account, changed.change))
    }
}
