import Synchronization
import WindfallHTTP

/// One connection of a client: what it is doing, and since when.
///
/// libmicrohttpd calls it on one thread; the task of the request and the watch on deadlines come from others. All of them
/// meet behind one mutex.
final class ClientConnection: Sendable {
    enum Phase {
        /// For the head of a request.
        case waiting
        /// The body.
        case receiving
        /// The service is at work; the connection is suspended.
        case asked
        /// The service has answered that there is no answer; the connection is suspended until the client leaves.
        case silent
        /// The answer is there, or on its way to the client.
        case answering
        /// A refusal was sent; what the client still sends is thrown away, so that it reads the refusal first.
        case discarding
        case closed
    }

    struct State {
        var phase = Phase.waiting
        /// The tick at which the phase began.
        var since = 0
        /// The request line's; nil when it is no UTF-8.
        var target: String?
        var request: HTTPRequest?
        var answer: HTTPResponse?
        var isSuspended = false
        /// The server ends: nothing is suspended any more, and what was is closed.
        var isDropped = false
        var hasLeft = false
        var task: RequestTask?
        /// How many bytes are still thrown away in `.discarding`.
        var discards = ClientConnection.mostDiscarded
    }

    /// A client that has not noticed by then that it is refused is cut off.
    private static let mostDiscarded = 1024 * 1024

    /// Others are no answers (RFC 9110, 15).
    private static let finalStatuses = 200..<600

    let handle: ConnectionHandle
    let door: Door
    let remoteAddress: String?
    let state: Mutex<State>

    init(_ handle: ConnectionHandle, door: Door) {
        self.handle = handle
        self.door = door
        remoteAddress = handle.remoteAddress
        var state = State()
        state.since = door.traffic.now
        self.state = Mutex(state)
    }

    // MARK: Called by the library, on the connection's thread

    func requestLine(target: String?) {
        state.withLock { $0.target = target }
    }

    /// Whether the next call is that of a head.
    var expectsHead: Bool {
        state.withLock { if case .waiting = $0.phase { true } else { false } }
    }

    /// A part of the body.
    ///
    /// - Returns: false to close the connection.
    func body(_ part: UnsafeRawBufferPointer) -> Bool {
        let limit = door.traffic.settings.bodyBytes
        let isTooLarge = state.withLock { state -> Bool? in
            switch state.phase {
            case .receiving:
                guard let count = state.request?.body.count, part.count <= limit - count else { return true }
                unsafe state.request?.body.append(contentsOf: part)
                return false
            case .discarding:
                state.discards -= part.count
                return state.discards > 0 ? false : nil
            default: return nil
            }
        }
        guard let isTooLarge else { return false }
        if isTooLarge { refuse(.bodyTooLarge(limit: limit)) }
        return true
    }

    /// The request is whole, or a suspended connection goes on.
    ///
    /// - Returns: false to close the connection.
    func goOn() -> Bool {
        enum Step {
            case handOver(HTTPRequest)
            case answer(HTTPResponse)
            case close
        }
        let traffic = door.traffic
        let step = state.withLock { state -> Step in
            if state.isDropped { return .close }
            if let answer = state.answer.take() {
                state.phase = .answering
                state.since = traffic.now
                return .answer(answer)
            }
            guard case .receiving = state.phase, let request = state.request.take() else { return .close }
            guard traffic.begins() else {
                state.phase = .answering
                return .answer(APIError.overloaded.response)
            }
            state.phase = .asked
            state.since = traffic.now
            state.isSuspended = true
            handle.suspend()
            return .handOver(request)
        }
        switch step {
        case .close: return false
        case .answer(let response): return give(response)
        case .handOver(let request):
            traffic.handOver(Exchange(connection: self, request: request))
            return true
        }
    }

    /// The answer was sent, or the connection broke.
    func completed() {
        state.withLock { state in
            state.phase = .waiting
            state.since = door.traffic.now
            state.request = nil
            state.answer = nil
            state.target = nil
        }
        door.traffic.completed()
    }

    /// The connection is about to be closed: its handle is not used any more.
    func closed() {
        state.withLock { $0.phase = .closed }
    }

    private func give(_ response: HTTPResponse) -> Bool {
        if case .reset = response.delivery {
            handle.resetOnClose()
            return false
        }
        let closes = door.traffic.isStopping || response.headers["Connection"]?.lowercased() == "close"
        if Self.finalStatuses.contains(response.status.code),
            handle.queue(QueuedResponse(response, closes: closes, on: handle), status: response.status)
        {
            return true
        }
        let failure = APIError(.internalError, "internal", "The server has made an answer that is none.").response
        return handle.queue(QueuedResponse(failure, closes: true, on: handle), status: failure.status)
    }
}
