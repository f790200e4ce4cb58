import WindfallCCurl
import WindfallHTTP

extension HTTPClientError {
    /// What a result of libcurl's means for the caller.
    init(_ result: CURLcode, of transfer: Transfer) {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: self = .nameNotResolved
        case CURLE_COULDNT_CONNECT: self = .noConnection(transfer)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut(Phase(transfer))
        case CURLE_PEER_FAILED_VERIFICATION: self = .tlsFailed(TLSFailure(transfer.handle))
        case CURLE_SSL_CACERT_BADFILE: self = .tlsFailed(.rootsUnreadable)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: self = .tlsFailed(.handshake)
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: self = .reset
        case CURLE_RECV_ERROR: self = transfer.isBrokenByPeer ? .reset : .malformed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
            self = .malformed
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        default: self = .unavailable(code: Int(result.rawValue))
        }
    }

    private static func noConnection(_ transfer: Transfer) -> HTTPClientError {
        let sockets = transfer.sockets
        if sockets.opened == 0, sockets.refused > 0 { return .addressRefused }
        if sockets.opened == 0, sockets.error != 0 { return .unavailable(code: sockets.error) }
        return switch transfer.handle.number(CURLINFO_OS_ERRNO) {
        case Int(ECONNREFUSED): .refused
        case Int(ETIMEDOUT): .timedOut(.connecting)
        default: .unreachable
        }
    }
}

extension HTTPClientError.Phase {
    /// The last step that was done tells which one was not.
    fileprivate init(_ transfer: Transfer) {
        if transfer.handle.microseconds(CURLINFO_STARTTRANSFER_TIME_T) > 0 {
            self = .receiving
        } else if transfer.handle.microseconds(CURLINFO_PRETRANSFER_TIME_T) > 0 {
            self = .waiting
        } else if transfer.isSecuring {
            self = .securing
        } else if transfer.handle.microseconds(CURLINFO_NAMELOOKUP_TIME_T) > 0 {
            self = .connecting
        } else {
            self = .resolving
        }
    }
}

extension HTTPClientError.TLSFailure {
    /// OpenSSL's reason (X509_V_ERR in x509_vfy.h, whose numbers are frozen). When libcurl itself compared the names, there
    /// is none: 0, or the 1 that libcurl puts there before it asks.
    fileprivate init(_ handle: borrowing EasyHandle) {
        switch handle.number(CURLINFO_SSL_VERIFYRESULT) {
        case 0, 1, 62, 63, 64: self = .wrongName
        case 9: self = .notYetValid
        case 10: self = .expired
        case 2, 18, 19, 20, 21, 27: self = .untrusted
        case let code: self = .certificate(code: code)
        }
    }
}

extension Transfer {
    /// Whether the connection broke, rather than that libcurl could not make sense of what came.
    fileprivate var isBrokenByPeer: Bool {
        order.request.url.origin.scheme == .https || handle.number(CURLINFO_OS_ERRNO) != 0
    }
}
