import Synchronization
import WindfallCCurl
import WindfallHTTP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Drives all transfers of a client on one thread of its own, off Swift's shared threads.
///
/// Other threads only put orders into the inbox and wake the loop.
final class TransferLoop: Sendable {
    private struct Inbox: Sendable {
        var orders: [TransferOrder] = []
        var cancelled: [UInt] = []
        var isStopping = false
    }

    private let transfers: MultiHandle
    private let inbox = Mutex(Inbox())
    private let addresses: AddressPolicy
    private let roots: RootBytes

    /// Starts the thread, which ends some time after ``stop()``.
    init(_ settings: HTTPClientSettings) throws(HTTPClientError) {
        transfers = try MultiHandle(settings)
        addresses = settings.addresses
        roots = RootBytes(settings.roots)
        try startThread()
    }

    /// Takes an order, unless its task was cancelled already.
    func submit(_ order: TransferOrder) {
        let isTaken = inbox.withLock { inbox in
            // The flag is set before ``cancel(_:)`` is called: whichever of the two comes first here, the other sees it.
            guard !Task.isCancelled else { return false }
            inbox.orders.append(order)
            return true
        }
        guard isTaken else { return order.continuation.resume(returning: .failure(.cancelled)) }
        transfers.wake()
    }

    /// Ends an order, if it is still under way.
    func cancel(_ identifier: UInt) {
        inbox.withLock { $0.cancelled.append(identifier) }
        transfers.wake()
    }

    /// Ends the thread once no transfer is under way.
    func stop() {
        inbox.withLock { $0.isStopping = true }
        transfers.wake()
    }

    private func startThread() throws(HTTPClientError) {
        var thread = pthread_t()
        let owner = unsafe Unmanaged.passRetained(self).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { owner in
                guard let owner = unsafe owner else { return nil }
                let loop = unsafe Unmanaged<TransferLoop>.fromOpaque(owner).takeRetainedValue()
                loop.run()
                return nil
            }, owner)
        guard result == 0 else {
            unsafe Unmanaged<TransferLoop>.fromOpaque(owner).release()
            throw .unavailable(code: Int(result))
        }
        pthread_detach(thread)
    }

    private func run() {
        Self.blockBrokenPipes()
        var active: [UInt: Transfer] = [:]
        while takeInbox(&active) {
            do throws(HTTPClientError) {
                try transfers.perform()
                while let (identifier, result) = transfers.nextFinished() { finish(identifier, result, &active) }
            } catch {
                for identifier in Array(active.keys) { conclude(identifier, .failure(error), &active) }
            }
            transfers.wait()
        }
    }

    /// Writing to a connection that the other side has closed raises a signal in some libraries; its default would end
    /// the process.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Begins and ends what was asked for.
    ///
    /// - Returns: whether the loop goes on.
    private func takeInbox(_ active: inout [UInt: Transfer]) -> Bool {
        let taken = inbox.withLock { inbox in
            defer { inbox = Inbox(isStopping: inbox.isStopping) }
            return inbox
        }
        for order in taken.orders { start(order, &active) }
        for identifier in taken.cancelled { conclude(identifier, .failure(.cancelled), &active) }
        return !(taken.isStopping && active.isEmpty)
    }

    private func start(_ order: TransferOrder, _ active: inout [UInt: Transfer]) {
        do throws(HTTPClientError) {
            let transfer = try Transfer(order, addresses: addresses, roots: roots)
            try transfers.add(transfer)
            active[order.identifier] = transfer
        } catch {
            order.continuation.resume(returning: .failure(error))
        }
    }

    /// Tells the caller, or follows a redirect.
    private func finish(_ identifier: UInt, _ result: CURLcode, _ active: inout [UInt: Transfer]) {
        guard let transfer = active[identifier] else { return }
        do throws(HTTPClientError) {
            let response = try transfer.outcome(result).get()
            guard let order = try transfer.redirected(by: response) else {
                return conclude(identifier, .success(response), &active)
            }
            active[identifier] = nil
            transfers.remove(transfer)
            start(order, &active)
        } catch {
            conclude(identifier, .failure(error), &active)
        }
    }

    private func conclude(_ identifier: UInt, _ outcome: TransferOrder.Outcome, _ active: inout [UInt: Transfer]) {
        guard let transfer = active.removeValue(forKey: identifier) else { return }
        transfers.remove(transfer)
        transfer.order.continuation.resume(returning: outcome)
    }
}
