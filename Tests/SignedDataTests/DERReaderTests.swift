import Testing
import WindfallSignedData

@Suite struct DERReaderTests {
    @Test("A length of eight 0xFF octets is refused where it stands")
    func hugeLength() {
        let bytes: [UInt8] = [0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8)
        var reader = DERReader(0..<bytes.count)
        #expect(throws: DERError(.lengthNotSupported, at: 1)) { try reader.next(in: bytes.span) }
    }
}
