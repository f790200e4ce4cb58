import WindfallCOpenSSL

/// Owns what OpenSSL needs to check one path: a store with the anchors, and the context of the check.
@safe struct PathCheck: ~Copyable {
    private let leaf: Certificate
    private let untrusted: [Certificate]
    private let anchors: [PathAnchor]
    private let store: OpaquePointer
    private let stack: OpaquePointer
    private let context: OpaquePointer

    init(leaf: Certificate, untrusted: [Certificate], anchors: [PathAnchor]) throws(PathFailure) {
        let store = unsafe X509_STORE_new()
        let stack = unsafe OPENSSL_sk_new_null()
        let context = unsafe X509_STORE_CTX_new()
        guard let store = unsafe store, let stack = unsafe stack, let context = unsafe context else {
            unsafe X509_STORE_free(store)
            unsafe OPENSSL_sk_free(stack)
            unsafe X509_STORE_CTX_free(context)
            throw .other(code: X509_V_ERR_OUT_OF_MEM, depth: 0)
        }
        unsafe self.store = store
        unsafe self.stack = stack
        unsafe self.context = context
        self.leaf = leaf
        self.untrusted = untrusted
        self.anchors = anchors
    }

    deinit {
        unsafe X509_STORE_CTX_free(context)
        unsafe OPENSSL_sk_free(stack)
        unsafe X509_STORE_free(store)
    }

    /// Builds the path and checks it.
    ///
    /// - Parameter depthLimit: how many certificates may lie between leaf and anchor.
    func run(depthLimit: Int32) throws(PathFailure) -> CertificatePath {
        defer { ERR_clear_error() }
        try prepare(depthLimit: depthLimit)
        guard unsafe X509_verify_cert(context) == 1 else { throw failure() }
        return try path()
    }

    private func prepare(depthLimit: Int32) throws(PathFailure) {
        // The store adds references; the stack borrows, and `untrusted` keeps what it borrows alive.
        let isFilled =
            anchors.allSatisfy { unsafe X509_STORE_add_cert(store, $0.handle.pointer) == 1 }
            && untrusted.allSatisfy {
                unsafe OPENSSL_sk_push(stack, UnsafeRawPointer($0.handle.pointer)) > 0
            }
        guard isFilled, unsafe X509_STORE_CTX_init(context, store, leaf.handle.pointer, stack) == 1 else {
            throw .other(code: X509_V_ERR_OUT_OF_MEM, depth: 0)
        }
        let parameters = unsafe X509_STORE_CTX_get0_param(context)
        let flags = X509_V_FLAG_NO_CHECK_TIME | X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST
        unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(flags))
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 0)
        unsafe X509_VERIFY_PARAM_set_depth(parameters, depthLimit)
    }

    /// What OpenSSL objects to.
    private func failure() -> PathFailure {
        let depth = Int(unsafe X509_STORE_CTX_get_error_depth(context))
        let failure = PathFailure(code: unsafe X509_STORE_CTX_get_error(context), depth: depth)
        // OpenSSL has one code for a certificate that is no authority and for an authority whose key may not sign
        // certificates.
        guard case .notAuthority = failure, let current = unsafe X509_STORE_CTX_get_current_cert(context) else {
            return failure
        }
        return unsafe X509_get_extension_flags(current) & UInt32(EXFLAG_CA) == 0 ? failure : .usage(depth: depth)
    }

    /// The path that was found, as the certificates that were given. It ends at the first anchor: behind a leaf that is
    /// an anchor itself, OpenSSL leaves what else it tried.
    private func path() throws(PathFailure) -> CertificatePath {
        let chain = unsafe X509_STORE_CTX_get0_chain(context)
        var certificates: [Certificate] = []
        for index in 0..<max(0, unsafe OPENSSL_sk_num(chain)) {
            guard let value = unsafe OPENSSL_sk_value(chain, index) else { break }
            let pointer = OpaquePointer(value)
            if let anchorIndex = anchors.firstIndex(where: { unsafe $0.handle.pointer == pointer }) {
                if let certificate = anchors[anchorIndex].certificate { certificates.append(certificate) }
                return CertificatePath(certificates: certificates, anchorIndex: anchorIndex)
            }
            guard let certificate = unsafe given(pointer) else { break }
            certificates.append(certificate)
        }
        throw .untrustedRoot(depth: certificates.count)
    }

    private func given(_ pointer: OpaquePointer) -> Certificate? {
        if unsafe leaf.handle.pointer == pointer { return leaf }
        return untrusted.first { unsafe $0.handle.pointer == pointer }
    }
}
