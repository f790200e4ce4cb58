import WindfallCCurl

/// An address of the Internet protocol, as a connection is made to it.
package enum IPAddress: Hashable, Sendable {
    /// 32 bits in network order.
    case v4(UInt32)
    /// 128 bits in network order.
    case v6(UInt128)

    /// - Parameter bytes: 4 or 16, in network order; nil for any other number.
    package init?(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16: self = .v6(bytes.reduce(0) { $0 << 8 | UInt128($1) })
        default: return nil
        }
    }

    /// The address to which libcurl is about to connect; nil for one of another family.
    init?(_ address: UnsafePointer<curl_sockaddr>) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe windfall_address_bytes(address, buffer.baseAddress)
        }
        self.init(Array(bytes.prefix(Int(count))))
    }
}
