import WindfallCMicroHTTPD

// The functions that libmicrohttpd calls on its own threads. One connection is always called from the same thread.

/// What the threads of one listener reach: the context of every call.
final class Door: Sendable {
    let listener: Listener
    let traffic: Traffic

    init(listener: Listener, traffic: Traffic) {
        self.listener = listener
        self.traffic = traffic
    }
}

/// A connection was opened or is about to be closed; its socket is open in both calls.
func windfallConnection(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?,
    attached: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    event: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let handle = unsafe handle, let attached = unsafe attached else { return }
    let door = unsafe Unmanaged<Door>.fromOpaque(context).takeUnretainedValue()
    if event == .CONNECTION_NOTIFY_STARTED {
        let connection = ClientConnection(unsafe ConnectionHandle(handle), door: door)
        door.traffic.opened(connection)
        unsafe attached.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let pointer = unsafe attached.pointee {
        let connection = unsafe Unmanaged<ClientConnection>.fromOpaque(pointer).takeRetainedValue()
        unsafe attached.pointee = nil
        connection.closed()
        door.traffic.closed(connection)
    }
}

/// The request line was read; `target` is as it was sent.
func windfallTarget(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let connection = unsafe ClientConnection.attached(to: handle), let target = unsafe target {
        connection.requestLine(target: unsafe String(validatingCString: target))
        unsafe windfall_MHD_hide_query(target)
    }
    return nil
}

/// The head was read, a part of the body was, the whole request was, or a suspended connection goes on.
func windfallAccess(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, bytes: UnsafePointer<CChar>?,
    count: UnsafeMutablePointer<Int>?, request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection = unsafe ClientConnection.attached(to: handle), let count = unsafe count else { return .NO }
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: unsafe bytes == nil ? 0 : count.pointee)
    let goesOn =
        if let method = unsafe method, let version = unsafe version, connection.expectsHead {
            connection.head(method: unsafe String(cString: method), version: unsafe String(cString: version))
        } else if unsafe part.isEmpty {
            connection.goOn()
        } else {
            unsafe connection.body(part)
        }
    // What was offered is taken, whatever became of it; the first call offers nothing.
    if unsafe !part.isEmpty { unsafe count.pointee = 0 }
    return goesOn ? .YES : .NO
}

/// A request has ended: its answer was sent, or the connection broke.
func windfallCompleted(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    unsafe ClientConnection.attached(to: handle)?.completed()
}

extension ClientConnection {
    /// The object that was attached to a connection when it was opened.
    static func attached(to handle: OpaquePointer?) -> ClientConnection? {
        guard let handle = unsafe handle, let pointer = unsafe windfall_MHD_attached(handle) else { return nil }
        return unsafe Unmanaged<ClientConnection>.fromOpaque(pointer).takeUnretainedValue()
    }
}
