import Synchronization
import WindfallPostgreSQL

/// Carries out orders on a connection: makes it, makes it anew when it was lost, and tries again what met others.
final class PostgreSQLWorker: Sendable {
    private let url: String
    private let settings: PostgreSQLConnection.Settings
    private let wakes = WakeNotices()
    /// How often a connection was lost. Others that were made before are likely to be lost as well.
    private let losses = Mutex(0)

    /// How often a scope is tried that meets others.
    private static let attemptLimit = 50

    init(url: String, settings: PostgreSQLConnection.Settings) {
        self.url = url
        self.settings = settings
    }

    /// Carries out an order and tells its caller, and then those who listen.
    func carryOut(_ order: Order, on session: inout PostgreSQLSession?) {
        conclude(order, on: &session)
        while let channels = wakes.begin() {
            tell(channels, on: &session)
            wakes.end()
        }
    }

    /// Tells listeners; once more where the connection was lost while nobody used it.
    ///
    /// A notice that is lost all the same costs time, nothing else: who waits for work also looks for it now and then.
    private func tell(_ channels: Set<WakeChannel>, on session: inout PostgreSQLSession?) {
        for _ in 0..<2 {
            var isNew = false
            do throws(StorageError) {
                return try open(&session, isNew: &isNew).notify(channels)
            } catch {
                lose(&session)
                if isNew { return }
            }
        }
    }

    private func conclude(_ order: Order, on session: inout PostgreSQLSession?) {
        var attempt = 0
        while true {
            attempt += 1
            var isNew = false
            do throws(StorageError) {
                let current = try open(&session, isNew: &isNew)
                let interrupter = current.interrupter
                guard order.begins(stop: { interrupter.interrupt() }) else { return order.conclude(.cancelled) }
                try perform(order, on: current)
                if order.ends() { session = nil }
                return order.conclude(nil)
            } catch {
                let wasStopped = order.ends()
                session?.rollBack()
                if wasStopped || session?.isBroken == true || error.isLoss { lose(&session) }
                if wasStopped { return order.conclude(error == .timedOut ? .cancelled : error) }
                let isWorthAnother =
                    switch error {
                    case .conflict: attempt < Self.attemptLimit
                    // A connection that was lost while nobody used it says nothing about the server.
                    case .unavailable(.lost): !isNew
                    default: false
                    }
                if !isWorthAnother { return order.conclude(error) }
            }
        }
    }

    private func perform(_ order: Order, on session: PostgreSQLSession) throws(StorageError) {
        switch order.kind {
        case .read(let body):
            session.beginReading()
            try body(ReadScope(on: session))
            try session.commit()
        case .write(let isolation, let body):
            let progress = ScopeProgress()
            session.begin(isolation)
            let isKept = try body(WriteScope(on: session, progress))
            if let failure = progress.failure { throw failure }
            guard isKept else { return session.rollBack() }
            try session.commit()
            wakes.add(progress.channels)
        }
    }

    private func open(
        _ session: inout PostgreSQLSession?, isNew: inout Bool
    ) throws(StorageError) -> PostgreSQLSession {
        let generation = losses.withLock { $0 }
        if let session, session.generation == generation, !session.isBroken { return session }
        session = nil
        isNew = true
        let opened = try PostgreSQLSession(url: url, settings, generation: generation)
        session = opened
        return opened
    }

    private func lose(_ session: inout PostgreSQLSession?) {
        if session?.isBroken == true { losses.withLock { $0 += 1 } }
        session = nil
    }
}
