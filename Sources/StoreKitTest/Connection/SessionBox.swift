import Foundation
import StoreKit
import WindfallCStoreKit
import WindfallCommerce
import WindfallHTTP
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

/// A store inside the test's process, with a root of its own, and StoreKit's connection to it without sockets.
final class SessionBox: Sendable {
    let store: LocalStore
    let connection: StoreConnection
    /// The settings that the file has.
    let defaults: SessionSettings
    private let folder: URL

    /// - Parameters:
    ///   - file: a `.storekit` file.
    ///   - timeline: the system's time.
    ///   - listens: whether what falls due by itself is heard of by itself, or only when the session is asked.
    init(file: [UInt8], timeline: any Timeline, listens: Bool) throws {
        let configuration: StoreKitConfiguration
        do {
            configuration = try StoreKitConfiguration(reading: file.span)
        } catch {
            throw SKTestError(.invalidURL, "The configuration can't be used: \(error)")
        }
        if let problem = configuration.problems().first {
            throw SKTestError(.invalidURL, "The configuration can't be used: \(problem.path): \(problem.message)")
        }
        let authority: TestAuthority
        do {
            authority = try TestAuthority.local(randomness: SystemRandomness())
        } catch {
            throw SKTestError(.serviceUnavailable, "\(error)")
        }
        defaults = SessionSettings(configuration.settings)
        let token = SystemRandomness().uuidText()
        do throws(StoreRefusal) {
            store = try LocalStore(
                configuration, bundleID: Self.bundleID, device: Self.deviceIdentifier, settings: defaults.change,
                authority: authority, token: token, timeline: timeline)
        } catch {
            throw SKTestError(.invalidURL, "The configuration can't be used: \(error.message)")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "windfall-session-\(token)")
        guard let origin = HTTPURL("http://store.windfall.invalid")?.origin else {
            throw SKTestError(.serviceUnavailable, "The store has no address.")
        }
        let pause: @Sendable (Duration) async throws -> Void =
            if listens { SystemPause.wait } else { { _ in throw CancellationError() } }
        let server = MemoryServer(service: store.host(pause: pause))
        var settings = StoreConnection.Settings(
            transport: server.transport(at: origin), origin: origin, access: .device(token: token),
            bundleID: Self.bundleID, deviceID: Self.deviceIdentifier, folder: folder, trust: authority.localTrust)
        settings.timeline = timeline
        settings.locale = defaults.locale
        settings.listens = listens
        settings.pause = pause
        connection = StoreConnection(settings)
        connection.setAccount(storefront: defaults.storefront, isSandbox: true, canMakePayments: true)
        connection.install()
    }

    deinit {
        connection.remove()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The same in each session.
    private static let deviceIdentifier: [UInt8] = Array(0x10...0x1F)

    /// The app that is tested: as the environment names it, or one of our own, since a test has none on Linux.
    private static var bundleID: String {
        ProcessInfo.processInfo.environment["WINDFALL_BUNDLE_ID"].flatMap { $0.isEmpty ? nil : $0 }
            ?? Bundle.main.bundleIdentifier ?? "app.windfall.tests"
    }

    var account: AccountNumber { store.customer.account }
    var device: DeviceNumber { store.customer.device }
    var app: AppNumber { store.customer.app }

    /// Has the store do something; whoever listens hears of it soon.
    @discardableResult
    func perform(_ command: StoreCommand) throws(SKTestError) -> Store.Subject {
        let subject: Store.Subject
        do throws(StoreRefusal) {
            subject = try store.perform(command)
        } catch {
            throw SKTestError(error)
        }
        connection.poke()
        return subject
    }

    /// Looks at the store's state.
    func read<Value: Sendable>(
        _ body: (StoreState) throws(StoreRefusal) -> Value
    ) throws(SKTestError) -> Value {
        do throws(StoreRefusal) {
            return try store.read(body)
        } catch {
            throw SKTestError(error)
        }
    }

    func transaction(_ number: TransactionNumber) throws(SKTestError) -> TransactionRecord {
        try read { store throws(StoreRefusal) in try store.transaction(number) }
    }

    /// Moves the store's clock ahead.
    func advance(by duration: Duration) {
        store.advance(by: duration)
        connection.poke()
    }
}

extension SKTestError {
    /// The error that Apple's session would give.
    init(_ refusal: StoreRefusal) {
        let code: SKTestErrorCode =
            switch (refusal.code, refusal.field) {
            case (.notFound, "product"?), (.notForSale, _): .invalidProductIdentifier
            case (.notFound, "subscription"?): .noSubscriptionFound
            case (.notFound, _): .noTransactionFound
            default: .invalidAction
            }
        self.init(code, refusal.message)
    }
}
