import Glibc
import Synchronization
import WindfallCMicroHTTPD
import WindfallHTTP

/// One listening socket and, once started, the threads that serve it.
///
/// The socket is open from the beginning, so that its port is known and clients may connect; they are served from
/// ``start(_:)`` on. It is closed, and the threads end, in ``finish()`` or with the object.
final class Listener: Sendable {
    /// How many connections the system holds until they are accepted.
    private static let backlog: Int32 = 1_024

    private enum Stage {
        case listening(Int32)
        case serving(Daemon)
        /// No new connections; the socket is closed at the end, since threads may still look at it.
        case quiet(Daemon, Int32)
        case finished
    }

    /// libmicrohttpd's handle.
    ///
    /// Safe: it is used behind the listener's mutex only, from `start` to `finish`.
    @safe private struct Daemon: @unchecked Sendable {
        let handle: OpaquePointer
    }

    /// `http://`, the address and the port that was given.
    let origin: HTTPURL.Origin
    let service: HTTPService
    private let stage: Mutex<Stage>

    /// Opens the socket.
    ///
    /// - Parameters:
    ///   - address: IPv4 or IPv6 in digits, without brackets.
    ///   - port: 0 for any that is free.
    init(address: String, port: UInt16, service: @escaping HTTPService) throws(HTTPServerError) {
        var given = port
        let socket = unsafe windfall_listen(address, &given, Self.backlog)
        guard socket >= 0 else {
            switch -socket {
            case EINVAL: throw .noAddress(address)
            case EADDRINUSE: throw .portInUse(port)
            case EACCES, EPERM: throw .notAllowed(port)
            case EADDRNOTAVAIL: throw .addressNotAvailable(address)
            default: throw .system(code: -socket)
            }
        }
        let host = address.contains(":") ? "[\(address)]" : address
        guard let url = HTTPURL("http://\(host):\(given)/") else {
            close(socket)
            throw .noAddress(address)
        }
        origin = url.origin
        self.service = service
        stage = Mutex(.listening(socket))
    }

    deinit { finish() }

    /// Starts the threads, which call the functions of `Callbacks.swift` with `door`; it must live until ``finish()``.
    func start(_ door: Door, settings: HTTPServerSettings) throws(HTTPServerError) {
        try stage.withLock { stage throws(HTTPServerError) in
            guard case .listening(let socket) = stage else { preconditionFailure("a listener starts once") }
            var start = unsafe windfall_MHD_start()
            unsafe start.socket = socket
            unsafe start.threads = UInt32(clamping: max(1, settings.threads))
            unsafe start.connection_limit = UInt32(clamping: max(settings.threads, settings.connections))
            unsafe start.connection_memory = max(1_024, settings.headBytes)
            unsafe start.idle_seconds = UInt32(clamping: max(1, settings.stallTime.components.seconds))
            unsafe start.context = Unmanaged.passUnretained(door).toOpaque()
            unsafe start.request = windfallAccess
            unsafe start.target = windfallTarget
            unsafe start.completed = windfallCompleted
            unsafe start.connection = windfallConnection
            guard let handle = unsafe windfall_MHD_start_daemon(&start) else { throw .notStarted }
            stage = .serving(unsafe Daemon(handle: handle))
        }
    }

    /// Takes no further connections; those that there are go on.
    func quiet() {
        stage.withLock { stage in
            guard case .serving(let daemon) = stage else { return }
            let socket = unsafe MHD_quiesce_daemon(daemon.handle)
            if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
            stage = .quiet(daemon, socket)
        }
    }

    /// Closes all connections and ends the threads. No connection may be suspended, and none may become so.
    func finish() {
        let last = stage.withLock { stage in
            defer { stage = .finished }
            return stage
        }
        switch last {
        case .listening(let socket): close(socket)
        case .serving(let daemon): unsafe MHD_stop_daemon(daemon.handle)
        case .quiet(let daemon, let socket):
            unsafe MHD_stop_daemon(daemon.handle)
            if socket >= 0 { close(socket) }
        case .finished: break
        }
    }
}
