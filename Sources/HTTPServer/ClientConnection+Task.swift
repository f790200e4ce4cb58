import Synchronization
import WindfallHTTP

extension ClientConnection {
    /// A task that is at work on a request.
    ///
    /// Safe: it is set and taken away inside the task itself, which thus lives as long as it can be reached, and reached
    /// only behind the connection's mutex. `cancel` may be called from any thread.
    @safe struct RequestTask: @unchecked Sendable {
        private let task: UnsafeCurrentTask

        init(_ task: UnsafeCurrentTask) { unsafe self.task = task }

        func cancel() { unsafe task.cancel() }
    }

    /// The task of the request begins, or has ended (nil).
    func set(_ task: RequestTask?) {
        state.withLock { state in
            state.task = task
            if state.hasLeft || state.isDropped { task?.cancel() }
        }
    }

    /// The service has answered.
    func answer(_ response: HTTPResponse) {
        let resumes = state.withLock { state -> Bool in
            guard state.isSuspended else { return false }
            if case .noAnswer = response.delivery, !state.hasLeft, !state.isDropped {
                state.phase = .silent
                return false
            }
            state.isSuspended = false
            if response.delivery == .noAnswer {
                state.isDropped = true
            } else {
                state.answer = response
            }
            return true
        }
        if resumes { handle.resume() }
    }

    /// Looks at the deadline of what the connection is doing, and whether the client is still there.
    func watch(at now: Int, _ limits: Traffic.Deadlines) {
        let resumes = state.withLock { state -> Bool in
            switch state.phase {
            case .waiting where now - state.since > limits.head, .receiving where now - state.since > limits.body,
                .discarding where now - state.since > limits.body:
                handle.shutDown()
            case .asked where now > state.since && !state.hasLeft && handle.hasLeft:
                state.hasLeft = true
                state.task?.cancel()
            case .silent where handle.hasLeft: return state.drop()
            default: break
            }
            return false
        }
        if resumes { handle.resume() }
    }

    /// Cancels what is at work; its answer still goes to the client.
    func cancel() {
        state.withLock { $0.task?.cancel() }
    }

    /// Ends a suspended connection without an answer, and lets none be suspended any more.
    func drop() {
        let resumes = state.withLock { $0.drop() }
        if resumes { handle.resume() }
    }

    /// Whether the connection has something to do that a server which stops should wait for.
    var isAtWork: Bool {
        state.withLock { state in
            switch state.phase {
            case .receiving, .asked, .answering: true
            case .waiting, .silent, .discarding, .closed: false
            }
        }
    }
}

extension ClientConnection.State {
    /// - Returns: whether the connection is to be resumed, so that it can be closed.
    mutating func drop() -> Bool {
        isDropped = true
        guard isSuspended else { return false }
        isSuspended = false
        return true
    }
}

/// A request that waits for its service.
struct Exchange: Sendable {
    let connection: ClientConnection
    let request: HTTPRequest

    /// Lets the service answer; its task is cancelled when the client leaves.
    func run() async {
        let response = unsafe await withUnsafeCurrentTask { task in
            if let task = unsafe task { connection.set(unsafe ClientConnection.RequestTask(task)) }
            let response = await connection.door.listener.service(request)
            connection.set(nil)
            return response
        }
        connection.answer(response)
        connection.door.traffic.ended()
    }
}
