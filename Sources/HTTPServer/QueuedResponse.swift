import WindfallCMicroHTTPD
import WindfallHTTP

/// One `MHD_Response`; the library keeps its own hold on it once it is queued.
@safe struct QueuedResponse: ~Copyable {
    let handle: OpaquePointer

    deinit { unsafe MHD_destroy_response(handle) }

    /// - Parameters:
    ///   - response: `Content-Length` and `Transfer-Encoding` are left to the library, which also leaves out the body
    ///     for `HEAD`.
    ///   - closes: whether the connection ends with this answer.
    ///   - connection: the one on which it will be queued.
    init(_ response: HTTPResponse, closes: Bool, on connection: ConnectionHandle) {
        let body = response.status.isWithoutBody ? [] : response.body
        let made =
            if case .truncated(let count) = response.delivery {
                unsafe BrokenBody(bytes: body, count: count, connection: connection).response()
            } else {
                unsafe body.withUnsafeBytes { buffer in
                    unsafe MHD_create_response_from_buffer(
                        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
                }
            }
        guard let handle = unsafe made else { preconditionFailure("out of memory") }
        unsafe self.handle = handle
        for field in response.headers.fields where !Self.isOfTheLibrary(field.name) {
            _ = unsafe MHD_add_response_header(handle, field.name, field.value)
        }
        if closes { _ = unsafe MHD_add_response_header(handle, "Connection", "close") }
    }

    private static func isOfTheLibrary(_ name: String) -> Bool {
        switch name.utf8.count {
        case 10: name.lowercased() == "connection"
        case 14: name.lowercased() == "content-length"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }
}

/// A body that ends before its end.
private final class BrokenBody: Sendable {
    private let bytes: [UInt8]
    private let count: Int

    private let connection: ConnectionHandle

    init(bytes: [UInt8], count: Int, connection: ConnectionHandle) {
        self.bytes = bytes
        self.count = min(max(0, count), bytes.count)
        self.connection = connection
    }

    /// A response that names the whole length and breaks off after `count` bytes.
    func response() -> OpaquePointer? {
        let body = unsafe Unmanaged.passRetained(self)
        return unsafe MHD_create_response_from_callback(
            UInt64(self.bytes.count), 16 * 1024,
            { context, position, target, room in
                guard let context = unsafe context, let target = unsafe target else { return -2 }
                return unsafe Unmanaged<BrokenBody>.fromOpaque(context).takeUnretainedValue()
                    .read(from: position, into: UnsafeMutableRawBufferPointer(start: target, count: room))
            },
            body.toOpaque(),
            { context in
                if let context = unsafe context { unsafe Unmanaged<BrokenBody>.fromOpaque(context).release() }
            })
    }

    /// How many bytes were written, or `MHD_CONTENT_READER_END_WITH_ERROR` (-2) where the body breaks off.
    private func read(from position: UInt64, into target: UnsafeMutableRawBufferPointer) -> Int {
        let start = Int(clamping: position)
        guard start < count else {
            // The library closes such a connection only when something else happens on it, or its time is up.
            connection.shutDown()
            return -2
        }
        let end = min(count, start + target.count)
        unsafe target.copyBytes(from: bytes[start..<end])
        return end - start
    }
}
