import Testing
import WindfallHTTPClient

@Suite struct AddressPolicyTests {
    /// An address out of its usual text: four numbers, or eight hexadecimal groups of which `::` may leave some out.
    private func address(_ text: String) throws -> IPAddress {
        if text.contains(".") {
            return try #require(IPAddress(text.split(separator: ".").compactMap { UInt8($0) }))
        }
        let sides = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
            .map { side in side.split(separator: ":").compactMap { UInt16($0, radix: 16) } }
        let (first, last) = (sides[0], sides.count > 1 ? sides[1] : [])
        let groups = first + Array(repeating: 0, count: 8 - first.count - last.count) + last
        return try #require(IPAddress(groups.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }))
    }

    @Test(
        "Addresses inside networks, of machines themselves and of groups are not public",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
            "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.7",
            "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::7f00:1", "::ffff:7f00:1", "::ffff:a00:1", "::ffff:c0a8:1", "::ffff:a9fe:a9fe",
            "::fffe:808:808", "64:ff9b::a00:1", "64:ff9b:1::808:808", "100::1", "2001::1", "2001:1ff::1",
            "2001:db8::1", "2002:a00:1::1", "2002:7f00:1::1", "3fff::1", "4000::1", "5f00::1", "fc00::1", "fdff::1",
            "fe80::1", "febf::1", "fec0::1", "ff02::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        ])
    func refused(text: String) throws {
        #expect(try !AddressPolicy.publicOnly.allows(address(text)))
        #expect(try AddressPolicy.any.allows(address(text)))
    }

    @Test(
        "Addresses of the open Internet are public, up to the borders of the others",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "17.253.144.10", "100.63.255.255", "100.128.0.0",
            "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
            "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
            "223.255.255.255", "::ffff:808:808", "64:ff9b::808:808", "2001:200::1", "2001:4860:4860::8888",
            "2001:db7:ffff::1", "2001:db9::1", "2002:808:808::1", "2606:4700::1111", "2a00:1450::1", "3ffe:ffff::1",
        ])
    func allowed(text: String) throws {
        #expect(try AddressPolicy.publicOnly.allows(address(text)))
    }

    @Test("Only 4 or 16 bytes are an address")
    func sizes() {
        for count in 0...17 where count != 4 && count != 16 {
            #expect(IPAddress([UInt8](repeating: 1, count: count)) == nil)
        }
        #expect(IPAddress([127, 0, 0, 1]) == .v4(0x7F00_0001))
    }
}
