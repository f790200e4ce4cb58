import WindfallCCurl
import WindfallHTTP

/// Owns one `CURLM`: the transfers under way, and the connections that they share.
///
/// Sendable: one thread uses it; others call ``wake()`` alone, which libcurl allows from anywhere.
@safe struct MultiHandle: ~Copyable, @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// The longest wait, in milliseconds. libcurl's own deadlines end it earlier.
    private static let longestWait: Int32 = 60_000

    init(_ settings: HTTPClientSettings) throws(HTTPClientError) {
        try EasyHandle.check(Self.start)
        guard let pointer = unsafe curl_multi_init() else {
            throw .unavailable(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        unsafe self.pointer = pointer
        // Zero would mean no limit.
        for (option, value) in [
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.connections),
            (CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerServer),
            (CURLMOPT_MAXCONNECTS, settings.idleConnections),
        ] {
            unsafe windfall_multi_set_long(pointer, option, max(1, value))
        }
    }

    deinit { unsafe curl_multi_cleanup(pointer) }

    /// libcurl is started once for the process.
    private static let start: CURLcode = windfall_start_curl()

    /// Begins a transfer, which must be kept until it is removed.
    func add(_ transfer: Transfer) throws(HTTPClientError) {
        guard unsafe curl_multi_add_handle(pointer, transfer.handle.pointer) == CURLM_OK else {
            throw .unavailable(code: Int(CURLE_FAILED_INIT.rawValue))
        }
    }

    /// Ends a transfer, finished or not.
    func remove(_ transfer: Transfer) {
        unsafe _ = curl_multi_remove_handle(pointer, transfer.handle.pointer)
    }

    /// Moves all transfers as far as they go without waiting.
    func perform() throws(HTTPClientError) {
        var running: Int32 = 0
        let result = unsafe curl_multi_perform(pointer, &running)
        guard result == CURLM_OK else { throw .unavailable(code: Int(result.rawValue)) }
    }

    /// The next transfer that libcurl has finished: its identifier, and how it ended.
    func nextFinished() -> (identifier: UInt, result: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle else {
                continue
            }
            return (unsafe windfall_get_number(handle), unsafe message.pointee.data.result)
        }
        return nil
    }

    /// Waits for sockets, deadlines or ``wake()``.
    func wait() {
        unsafe _ = curl_multi_poll(pointer, nil, 0, Self.longestWait, nil)
    }

    /// Ends the present wait, or else the next one.
    func wake() {
        unsafe _ = curl_multi_wakeup(pointer)
    }
}
