import Dispatch
import Foundation

/// Signals that others send to this process, taken instead of what they would do.
enum ProcessSignal {
    /// Calls a closure at each signal of a number, on a thread of Dispatch's, until the source is cancelled.
    ///
    /// When it returns, no signal is lost any more: until Dispatch listens, one that is ignored is gone.
    static func on(_ number: Int32, _ action: @escaping @Sendable () -> Void) async -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler(handler: action)
        await withCheckedContinuation { continuation in
            source.setRegistrationHandler { continuation.resume() }
            source.resume()
        }
        return source
    }
}
