import Dispatch
package import WindfallHTTP

/// A server over sockets, on libmicrohttpd: its threads read and write, and each request is a task of ``run()``.
///
/// Several listeners share one server, each with a service of its own. Limits and what becomes of a request beyond them
/// stand in ``HTTPServerSettings``.
package final class HTTPServer: Sendable {
    /// Where to listen, and who answers there.
    package struct Address: Sendable {
        /// IPv4 or IPv6 in digits.
        package var host: String
        /// 0 for any port that is free.
        package var port: UInt16
        package var service: HTTPService

        package init(host: String = "127.0.0.1", port: UInt16, service: @escaping HTTPService) {
            self.host = host
            self.port = port
            self.service = service
        }
    }

    private let listeners: [Listener]
    private let traffic: Traffic

    /// Opens the sockets. Clients may connect from now on, and wait until ``run()``.
    ///
    /// - Throws: ``HTTPServerError``; no socket stays open then.
    package init(_ addresses: [Address], settings: HTTPServerSettings = HTTPServerSettings()) throws(HTTPServerError) {
        var listeners: [Listener] = []
        for address in addresses {
            listeners.append(try Listener(address: address.host, port: address.port, service: address.service))
        }
        self.listeners = listeners
        traffic = Traffic(settings: settings)
    }

    /// What each address became, in their order: `http://`, the host and the port that was given.
    package var origins: [HTTPURL.Origin] { listeners.map(\.origin) }

    /// Serves until ``stop()`` was called and has had its effect, or the task is cancelled. It runs once.
    ///
    /// A cancelled server ends at once: it cancels the requests that are at work and waits for their tasks, whose answers
    /// may be lost. A service's task is cancelled too when its client leaves before the answer.
    /// - Throws: `.notStarted`.
    package func run() async throws(HTTPServerError) {
        let doors = listeners.map { Door(listener: $0, traffic: traffic) }
        defer { withExtendedLifetime(doors) { finish() } }
        for door in doors { try door.listener.start(door, settings: traffic.settings) }
        let timer = startTimer()
        defer { timer.cancel() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watch() }
            for await exchange in traffic.exchanges {
                group.addTask { await exchange.run() }
            }
            group.cancelAll()
        }
    }

    /// Takes no further connections, lets what is at work end for as long as the settings say, cancels the rest and
    /// makes ``run()`` return. It may be called from anywhere, more than once.
    package func stop() {
        for listener in listeners { listener.quiet() }
        traffic.stop()
    }

    /// Keeps the deadlines, until the server was stopped and nothing is at work.
    private func watch() async {
        for await _ in traffic.wakes {
            guard traffic.watch() else { break }
        }
        traffic.endExchanges()
    }

    private func startTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource()
        let interval = DispatchTimeInterval.milliseconds(Int(traffic.settings.tick / .milliseconds(1)))
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [traffic] in traffic.tick() }
        timer.activate()
        return timer
    }

    private func finish() {
        for listener in listeners { listener.quiet() }
        traffic.drop()
        for listener in listeners { listener.finish() }
    }
}
