import WindfallCCurl

/// Owns the certificates that libcurl reads when it makes a connection secure; nil roots are the system's.
///
/// Sendable: the bytes never change.
@safe final class RootBytes: @unchecked Sendable {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// Whether the system's folder of certificates counts too.
    private let includesSystem: Bool

    init(_ roots: HTTPClientSettings.Roots) {
        let bytes: [UInt8]
        switch roots {
        case .system: (bytes, includesSystem) = ([], true)
        case .systemAnd(let pem): (bytes, includesSystem) = (Self.systemBundle() + [UInt8(ascii: "\n")] + pem, true)
        case .only(let pem): (bytes, includesSystem) = (pem, false)
        }
        unsafe buffer = .allocate(capacity: bytes.count)
        unsafe _ = buffer.initialize(from: bytes)
        isSystem = roots == .system
    }

    private let isSystem: Bool

    deinit { unsafe buffer.deallocate() }

    /// Tells a transfer whom to trust.
    func set(on transfer: UnsafeMutableRawPointer) -> CURLcode {
        if isSystem { return CURLE_OK }
        // libcurl looks into its default folder beside the bytes that it is given.
        if !includesSystem {
            let result = unsafe windfall_set_text(transfer, CURLOPT_CAPATH, nil)
            guard result == CURLE_OK else { return result }
        }
        // No bytes would mean the default; one that is no certificate means nobody.
        guard !(unsafe buffer.isEmpty) else { return CURLE_SSL_CACERT_BADFILE }
        return unsafe windfall_set_roots(transfer, buffer.baseAddress, buffer.count)
    }

    /// The file of certificates that libcurl was built to trust; empty where it has none (a folder then).
    private static func systemBundle() -> [UInt8] {
        guard let path = unsafe windfall_default_roots(), let file = unsafe fopen(path, "re") else { return [] }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < 8 * 1024 * 1024 {
            let count = unsafe fread(&part, 1, part.count, file)
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return bytes
    }
}
