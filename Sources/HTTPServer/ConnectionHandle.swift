import Glibc
import WindfallCMicroHTTPD
import WindfallHTTP

/// libmicrohttpd's handle of a connection, and its socket.
///
/// Safe: it is valid until the connection's `closed()`. Headers are read and answers queued on the connection's own
/// thread; suspending and resuming, and the socket's shutdown, are allowed on any, and happen behind the connection's
/// mutex, which `closed()` takes too.
@safe struct ConnectionHandle: @unchecked Sendable {
    private let handle: OpaquePointer
    private let socket: Int32

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
        socket = unsafe windfall_MHD_socket(handle)
    }

    /// The client's address in digits.
    var remoteAddress: String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let address = unsafe text.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            unsafe windfall_MHD_client_address(handle, start, socklen_t(buffer.count))
            return unsafe String(validatingCString: start)
        }
        return address?.isEmpty == true ? nil : address
    }

    /// The header fields of the request that was read.
    ///
    /// - Returns: nil when one of them is none.
    func headers() -> HTTPHeaders? {
        var reading = HeaderReading()
        unsafe withUnsafeMutablePointer(to: &reading) { pointer in
            _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, windfallHeader, pointer)
        }
        return reading.isRefused ? nil : reading.headers
    }

    /// Nothing happens on the connection until ``resume()``.
    func suspend() { unsafe MHD_suspend_connection(handle) }

    func resume() { unsafe MHD_resume_connection(handle) }

    /// Queues an answer; false when the library takes none.
    func queue(_ response: borrowing QueuedResponse, status: HTTPStatus) -> Bool {
        unsafe MHD_queue_response(handle, UInt32(clamping: status.code), response.handle) == .YES
    }

    /// Sends bytes past the library, as many as the socket takes at once, and says that no more will come.
    func sendLast(_ bytes: [UInt8]) {
        _ = unsafe bytes.withUnsafeBytes { buffer in
            unsafe send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Ends what is read and what is written; the library then closes the connection.
    func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Makes the closing of the connection a reset.
    func resetOnClose() { windfall_reset_on_close(socket) }

    /// Whether the client has closed its end.
    var hasLeft: Bool { windfall_has_left(socket) != 0 }
}

/// The fields of a head, as they come.
private struct HeaderReading {
    var headers = HTTPHeaders()
    var isRefused = false
}

private func windfallHeader(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameCount: Int,
    value: UnsafePointer<CChar>?, valueCount: Int
) -> MHD_Result {
    guard let reading = unsafe context?.assumingMemoryBound(to: HeaderReading.self) else { return .NO }
    do throws(HTTPHeaders.Refusal) {
        unsafe try reading.pointee.headers.append(text(name, nameCount), text(value, valueCount))
        return .YES
    } catch {
        unsafe reading.pointee.isRefused = true
        return .NO
    }
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: unsafe start == nil ? 0 : count), as: UTF8.self)
}
