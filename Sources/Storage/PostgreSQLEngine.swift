import Dispatch
import WindfallPostgreSQL

/// PostgreSQL: a pool of connections, each with a thread of its own.
final class PostgreSQLEngine: Engine {
    private let url: String
    private let settings: DatabaseSettings
    private let pool: WorkerPool<PostgreSQLSession, Order>

    init(url: String, _ settings: DatabaseSettings) {
        self.url = url
        self.settings = settings
        let worker = PostgreSQLWorker(url: url, settings: settings.connection)
        pool = WorkerPool(label: "windfall postgres", workers: settings.connections) { session, orders in
            for order in orders { worker.carryOut(order, on: &session) }
        }
    }

    func submit(_ order: Order) {
        pool.submit(order)
    }

    func listen(
        to channel: WakeChannel, onWakeUp: @escaping @Sendable () -> Void
    ) async throws(StorageError) {
        let interrupter: Interrupter
        do throws(PostgreSQLError) {
            interrupter = try Interrupter()
        } catch {
            throw StorageError(error)
        }
        let queue = DispatchQueue(label: "windfall postgres listener")
        let error: PostgreSQLError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [url, settings] in
                    do throws(PostgreSQLError) {
                        var connection = try PostgreSQLConnection(
                            url: url, settings.connection, interrupter: interrupter)
                        try connection.execute(script: "LISTEN \(channel.name)")
                        onWakeUp()
                        while try connection.nextNotifications() != nil { onWakeUp() }
                        continuation.resume(returning: nil)
                    } catch {
                        continuation.resume(returning: error)
                    }
                }
            }
        } onCancel: {
            interrupter.interrupt()
        }
        if let error { throw StorageError(error) }
    }
}
