import WindfallCOpenSSL

/// One of OpenSSL's digests, fetched once for the whole process.
///
/// Fetching looks the name up under a lock, which costs as much as digesting a short message.
///
/// Sendable: an `EVP_MD` is never changed after it is fetched, and this one is never freed.
@safe struct FetchedDigest: @unchecked Sendable {
    let method: OpaquePointer

    private static let sha1 = FetchedDigest(name: "SHA1")
    private static let sha256 = FetchedDigest(name: "SHA2-256")
    private static let sha384 = FetchedDigest(name: "SHA2-384")
    private static let sha512 = FetchedDigest(name: "SHA2-512")

    private init(name: String) {
        LibraryStart.begin()
        guard let method = unsafe EVP_MD_fetch(nil, name, nil) else {
            preconditionFailure("this installation of OpenSSL has no digest \(name)")
        }
        unsafe self.method = method
    }

    static func of(_ algorithm: DigestAlgorithm) -> FetchedDigest {
        switch algorithm {
        case .sha1: sha1
        case .sha256: sha256
        case .sha384: sha384
        case .sha512: sha512
        }
    }
}
