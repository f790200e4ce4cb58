import Foundation
import Synchronization

/// Connections of a task and all that it starts: a test that binds one has stores of its own.
package final class ConnectionScope: Sendable {
    /// The scope of the running task; nil outside all.
    @TaskLocal package static var current: ConnectionScope?

    fileprivate let connections = Mutex<[StoreConnection]>([])

    package init() {}
}

/// Which store the caller talks to.
extension StoreConnection {
    /// The store that is calling an observer or a delegate.
    @TaskLocal static var calling: StoreConnection?

    private static let installed = Mutex<[StoreConnection]>([])
    /// What configuration and environment gave; asked for once.
    private static let own = Mutex<StoreConnection?>(nil)
    private static let unconnected = PaymentDesk(nil)
    private static let said = Mutex<Set<String>>([])

    /// Makes this the store of the running task's scope, or of the process where there is no scope.
    ///
    /// Observers that were added while there was no store are taken over.
    package func install() {
        if let scope = ConnectionScope.current {
            scope.connections.withLock { $0.append(self) }
        } else {
            Self.installed.withLock { $0.append(self) }
        }
        for observer in Self.unconnected.observers {
            Self.unconnected.remove(observer)
            desk.add(observer)
        }
    }

    /// Ends that, everywhere.
    package func remove() {
        ConnectionScope.current?.connections.withLock { $0.removeAll { $0 === self } }
        Self.installed.withLock { $0.removeAll { $0 === self } }
        desk.close()
    }

    /// The store of the caller: of the call or the scope that it runs in; else the only one of the process; else what the
    /// app or its environment says.
    ///
    /// - Throws: `SKError.clientInvalid` where there is none or where it can't be told which, after one line on standard
    ///   error that says why.
    package static func resolved() throws(SKError) -> StoreConnection {
        if let calling { return calling }
        if let scoped = ConnectionScope.current?.connections.withLock({ $0.last }) { return scoped }
        let all = installed.withLock { $0 }
        if let only = all.first, all.count == 1 { return only }
        guard all.isEmpty else {
            throw complain("\(all.count) test sessions exist, and nothing tells which of them is meant here")
        }
        if let known = own.withLock({ $0 }) { return known }
        do throws(StoreConfiguration.Gap) {
            let settings = try StoreConfiguration.chosen().settings()
            return own.withLock { own in
                if let own { return own }
                let made = StoreConnection(settings)
                own = made
                return made
            }
        } catch {
            throw complain(error.sentence)
        }
    }

    /// The desk of the caller's store; one that fails each payment where there is no store.
    static func desk() -> PaymentDesk {
        (try? resolved())?.desk ?? unconnected
    }

    /// Why there is no store.
    static func complaint() -> SKError {
        do throws(SKError) {
            _ = try resolved()
            return SKError(.clientInvalid)
        } catch {
            return error
        }
    }

    /// Says it once.
    private static func complain(_ sentence: String) -> SKError {
        if said.withLock({ $0.insert(sentence).inserted }) { Complaint.say(sentence) }
        return SKError(.clientInvalid, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}
