import Dispatch
import Synchronization

/// The running question of a request: only the newest start is answered, and none after a cancel.
final class RequestRun: Sendable {
    private let number = Mutex(0)

    /// Asks the store that the caller talks to, and calls the delegate on the main queue.
    ///
    /// The request lives until then, whether or not somebody else keeps it.
    func begin(_ request: SKRequest) {
        let mine = number.withLock { number in
            number += 1
            return number
        }
        let question = request.question
        let held = Carried(request)
        let connection: StoreConnection
        do {
            connection = try StoreConnection.resolved()
        } catch {
            finish(mine, held, .failure(error), nil)
            return
        }
        Task {
            do throws(SKError) {
                self.finish(mine, held, .success(try await question(connection)), connection)
            } catch {
                self.finish(mine, held, .failure(error), connection)
            }
        }
    }

    func cancel() {
        number.withLock { $0 += 1 }
    }

    private func finish(
        _ mine: Int, _ held: Carried<SKRequest>, _ outcome: Result<@Sendable (SKRequest) -> Void, SKError>,
        _ connection: StoreConnection?
    ) {
        MainQueue.run(for: connection) {
            let request = held.value
            guard self.isCurrent(mine) else { return }
            switch outcome {
            case .success(let perform):
                perform(request)
                guard self.isCurrent(mine) else { return }
                request.delegate?.requestDidFinish(request)
            case .failure(let error):
                request.delegate?.request(request, didFailWithError: error)
            }
        }
    }

    private func isCurrent(_ mine: Int) -> Bool {
        number.withLock { $0 == mine }
    }
}
