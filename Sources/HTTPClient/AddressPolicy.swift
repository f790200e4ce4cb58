/// To which addresses a client may connect. It is asked about each address of a name just before the connection is made,
/// so that a name that changes its address in between gains nothing.
package enum AddressPolicy: Hashable, Sendable {
    /// Any: the address comes from the operator's own configuration.
    case any
    /// Only addresses of the open Internet: what strangers name must not lead to the machines behind the firewall.
    case publicOnly

    package func allows(_ address: IPAddress) -> Bool {
        switch (self, address) {
        case (.any, _): true
        case (.publicOnly, .v4(let bits)): Self.isPublic(bits)
        case (.publicOnly, .v6(let bits)): Self.isPublic(bits)
        }
    }

    /// Blocks that are no part of the open Internet (IANA, "IPv4 Special-Purpose Address Registry"; RFC 5771; RFC 1112, 4),
    /// as first address and number of leading bits.
    private static let reserved4: [(UInt32, Int)] = [
        (0x0000_0000, 8),  // 0.0.0.0/8, this network
        (0x0A00_0000, 8),  // 10.0.0.0/8, private
        (0x6440_0000, 10),  // 100.64.0.0/10, shared by a carrier's customers
        (0x7F00_0000, 8),  // 127.0.0.0/8, this machine
        (0xA9FE_0000, 16),  // 169.254.0.0/16, link-local, among it the data services of clouds
        (0xAC10_0000, 12),  // 172.16.0.0/12, private
        (0xC000_0000, 24),  // 192.0.0.0/24, protocol assignments
        (0xC000_0200, 24),  // 192.0.2.0/24, documentation
        (0xC058_6300, 24),  // 192.88.99.0/24, relays of 6to4
        (0xC0A8_0000, 16),  // 192.168.0.0/16, private
        (0xC612_0000, 15),  // 198.18.0.0/15, benchmarks
        (0xC633_6400, 24),  // 198.51.100.0/24, documentation
        (0xCB00_7100, 24),  // 203.0.113.0/24, documentation
        (0xE000_0000, 4),  // 224.0.0.0/4, multicast
        (0xF000_0000, 4),  // 240.0.0.0/4, reserved, and broadcast
    ]

    private static func isPublic(_ bits: UInt32) -> Bool {
        !reserved4.contains { block, length in bits >> (32 - length) == block >> (32 - length) }
    }

    /// Blocks inside 2000::/3 that are no part of the open Internet (IANA, "IPv6 Special-Purpose Address Registry").
    private static let reserved6: [(UInt128, Int)] = [
        (0x2001_0000 << 96, 23),  // 2001::/23, protocol assignments, among them Teredo
        (0x2001_0DB8 << 96, 32),  // 2001:db8::/32, documentation
        (0x3FFF_0000 << 96, 20),  // 3fff::/20, documentation
    ]

    /// Everything outside 2000::/3 is refused: loopback, link-local, unique local, multicast and what is not assigned.
    /// Where an IPv4 address is embedded, that one decides.
    private static func isPublic(_ bits: UInt128) -> Bool {
        func begins(_ block: UInt128, _ length: Int) -> Bool { bits >> (128 - length) == block >> (128 - length) }
        // ::ffff:0:0/96 is IPv4 on an IPv6 socket; 64:ff9b::/96 is IPv4 behind a translator (RFC 6052).
        if begins(0xFFFF << 32, 96) || begins(0x0064_FF9B << 96, 96) {
            return isPublic(UInt32(truncatingIfNeeded: bits))
        }
        // 2002::/16 is IPv4 in a tunnel (RFC 3056); its address follows the prefix.
        if begins(0x2002 << 112, 16) { return isPublic(UInt32(truncatingIfNeeded: bits >> 80)) }
        return begins(0x2000 << 112, 3) && !reserved6.contains { begins($0.0, $0.1) }
    }
}
