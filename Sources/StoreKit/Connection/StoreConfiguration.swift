public import Foundation
import Synchronization

/// Which store an app talks to: from its environment, or set in code before StoreKit is first used.
///
/// What is not set is taken from the environment: `WINDFALL_STORE_URL`, `WINDFALL_STORE_ROOT`, `WINDFALL_ACCOUNT_TOKEN`,
/// `WINDFALL_BUNDLE_ID`, `WINDFALL_DEVICE_ID`, `WINDFALL_DATA`.
public struct StoreConfiguration: Sendable {
    /// The store's production or sandbox host, as `http://127.0.0.1:8182`.
    public var url: String?
    /// The file with the roots whose signatures are believed, in PEM. It is never fetched from the store.
    public var rootsFile: String?
    /// The token of the account that buys.
    public var accountToken: String?
    /// The app's bundle identifier; else that of the Info.plist beside the program.
    public var bundleIdentifier: String?
    /// The device's identifier, a UUID; else one is made once and kept.
    public var deviceIdentifier: String?
    /// The folder for queue and receipt; else `$XDG_DATA_HOME/windfall/<bundle identifier>`.
    public var dataFolder: String?
    /// What asks the person; else a terminal is asked where there is one, and everything is approved where there is none.
    public var dialog: (any StoreDialog)?
    /// The language of names and prices.
    public var locale = Locale.current

    private static let choice = Mutex(StoreConfiguration())

    /// A configuration that leaves all to the environment.
    public init() {}

    /// Sets what the process uses from the first use of StoreKit on; later calls have no effect.
    public static func use(_ configuration: StoreConfiguration) {
        choice.withLock { $0 = configuration }
    }

    static func chosen() -> StoreConfiguration {
        choice.withLock { $0 }
    }

    /// What is missing or wrong, and where it could have been said.
    package struct Gap: Error, Hashable {
        package var sentence: String
    }
}
