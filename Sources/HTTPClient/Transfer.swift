import WindfallCCurl
import WindfallHTTP

/// One request under way. Only the thread of the loop that owns it may touch it.
final class Transfer {
    let order: TransferOrder
    let handle: EasyHandle
    /// What the callbacks saw.
    private(set) var assembly: ResponseAssembly
    private(set) var sockets = SocketRecord()
    /// Why a callback ended the transfer.
    private(set) var refusal: HTTPClientError?
    /// Whether a connection was made and its TLS has begun.
    private(set) var isSecuring = false
    private let addresses: AddressPolicy

    /// Readies the request; nothing is sent yet.
    init(_ order: TransferOrder, addresses: AddressPolicy, roots: RootBytes) throws(HTTPClientError) {
        self.order = order
        self.addresses = addresses
        assembly = ResponseAssembly(for: order.request, limits: order.limits)
        var handle = try EasyHandle()
        try handle.restrict()
        try handle.set(order.limits, remaining: order.remaining)
        try handle.set(order.request)
        try Self.checkRoots(unsafe roots.set(on: handle.pointer))
        self.handle = handle
        try register()
    }

    private static func checkRoots(_ result: CURLcode) throws(HTTPClientError) {
        if result == CURLE_SSL_CACERT_BADFILE { throw .tlsFailed(.rootsUnreadable) }
        try EasyHandle.check(result)
    }

    /// Tells libcurl which functions to call with this object. The loop keeps the object for as long as the handle runs.
    private func register() throws(HTTPClientError) {
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        try EasyHandle.check(unsafe windfall_set_number(handle.pointer, order.identifier))
        try EasyHandle.check(
            unsafe windfall_set_receivers(
                handle.pointer,
                { bytes, one, count, owner in
                    unsafe Transfer.receive(bytes, one &* count, owner) { transfer, span throws(HTTPClientError) in
                        try transfer.assembly.take(headerLine: span)
                    }
                },
                { bytes, one, count, owner in
                    unsafe Transfer.receive(bytes, one &* count, owner) { transfer, span throws(HTTPClientError) in
                        try transfer.assembly.take(body: span)
                    }
                },
                { owner, _, address in
                    guard let owner = unsafe owner, let address = unsafe address else { return windfall_no_socket() }
                    return unsafe Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue().openSocket(to: address)
                },
                owner))
        // Only the time-out's phase is lost where libcurl has no such call.
        unsafe _ = windfall_set_tls_observer(
            handle.pointer,
            { _, _, owner in
                guard let owner = unsafe owner else { return CURLE_OK }
                unsafe Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue().isSecuring = true
                return CURLE_OK
            },
            owner)
    }

    /// Takes bytes from libcurl.
    ///
    /// - Returns: how many were taken; another number than came ends the transfer.
    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ owner: UnsafeMutableRawPointer?,
        _ take: (Transfer, Span<UInt8>) throws(HTTPClientError) -> Void
    ) -> Int {
        guard let owner = unsafe owner, let bytes = unsafe bytes else { return 0 }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
        let span = unsafe Span(_unsafeStart: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count)
        do throws(HTTPClientError) {
            try take(transfer, span)
            return count
        } catch {
            transfer.refusal = error
            return count == 0 ? 1 : 0
        }
    }

    private func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let target = unsafe IPAddress(address), addresses.allows(target) else {
            sockets.refused += 1
            return windfall_no_socket()
        }
        var error: Int32 = 0
        let socket = unsafe windfall_open_socket(address, &error)
        if socket == windfall_no_socket() { sockets.error = Int(error) } else { sockets.opened += 1 }
        return socket
    }

    /// What became of the transfer, once libcurl has finished it.
    func outcome(_ result: CURLcode) -> TransferOrder.Outcome {
        if let refusal { return .failure(refusal) }
        guard result == CURLE_OK else { return .failure(HTTPClientError(result, of: self)) }
        guard assembly.response.status.code != 0 else { return .failure(.malformed) }
        return .success(assembly.response)
    }

    /// The order to carry out next when the response points elsewhere; nil when it is the answer.
    func redirected(by response: HTTPResponse) throws(HTTPClientError) -> TransferOrder? {
        let next = try Redirect.next(
            after: response, to: order.request, location: handle.text(CURLINFO_REDIRECT_URL), followed: order.followed,
            limit: order.limits.redirects)
        guard let next else { return nil }
        var order = order
        order.request = next
        order.followed += 1
        order.remaining -= Int(handle.microseconds(CURLINFO_TOTAL_TIME_T) / 1000)
        guard order.remaining > 0 else { throw .timedOut(.resolving) }
        return order
    }
}

/// What happened when connections of a transfer were to be made.
struct SocketRecord {
    var opened = 0
    /// How many addresses the policy refused.
    var refused = 0
    /// The system's `errno` when it had no socket to give.
    var error = 0
}
