import Testing
import WindfallSignedData

@Suite("DER that is written")
struct DERWriterTests {
    private static func element(_ bytes: [UInt8]) throws -> DERElement {
        var reader = DERReader(0..<bytes.count)
        let element = try reader.next(in: bytes.span)
        try reader.finish()
        return element
    }

    /// The numbers at which an INTEGER gets longer, and their neighbours, on both sides of zero.
    static let numbers: [Int64] =
        [0, 1, -1, .max, .min]
        + (1...8).flatMap { count -> [Int64] in
            let half = Int64(bitPattern: 1 << UInt64(8 * count - 1))
            return [half &- 1, half, half &+ 1, 0 &- half, 0 &- half &- 1, 0 &- half &+ 1]
        }

    @Test("An INTEGER is read back, in as few octets as it needs, at every length", arguments: numbers)
    func integer(number: Int64) throws {
        let bytes = DERWriter.integer(number)
        let element = try Self.element(bytes)
        #expect(try element.integer(in: bytes.span) == number)
        let needed = (1...8).first { count in
            count == 8 || (-(Int64(1) << (8 * count - 1))..<(Int64(1) << (8 * count - 1))).contains(number)
        }
        #expect(element.content.count == needed)
    }

    @Test(
        "An INTEGER has the octets of X.690",
        arguments: [
            (0, [2, 1, 0]), (127, [2, 1, 0x7F]), (128, [2, 2, 0, 0x80]), (256, [2, 2, 1, 0]), (-1, [2, 1, 0xFF]),
            (-128, [2, 1, 0x80]), (-129, [2, 2, 0xFF, 0x7F]),
            (.max, [2, 8, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), (.min, [2, 8, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        ] as [(Int64, [UInt8])])
    func octets(number: Int64, bytes: [UInt8]) {
        #expect(DERWriter.integer(number) == bytes)
    }

    @Test(
        "A length is written in as few octets as it needs, and read back",
        arguments: [
            (0x00, [0x00]), (0x7F, [0x7F]), (0x80, [0x81, 0x80]), (0xFF, [0x81, 0xFF]), (0x100, [0x82, 0x01, 0x00]),
            (0xFFFF, [0x82, 0xFF, 0xFF]), (0x10000, [0x83, 0x01, 0x00, 0x00]),
        ] as [(Int, [UInt8])])
    func length(count: Int, octets: [UInt8]) throws {
        let content = [UInt8](repeating: 0xA5, count: count)
        let bytes = DERWriter.element(.octetString, content)
        #expect(bytes.starts(with: [0x04] + octets))
        let element = try Self.element(bytes)
        #expect(element.content == (1 + octets.count)..<bytes.count)
        #expect(element.content.count == count)
    }

    @Test("A SET OF is sorted by its encoded bytes")
    func setOf() {
        let elements = [DERWriter.integer(300), DERWriter.integer(2), DERWriter.utf8String("a"), DERWriter.integer(1)]
        let sorted: [UInt8] = [0x31, 13, 2, 1, 1, 2, 1, 2, 2, 2, 1, 0x2C, 0x0C, 1, 0x61]
        #expect(DERWriter.setOf(elements) == sorted)
    }

    @Test("What is written with indefinite lengths is read back")
    func indefinite() throws {
        let bytes = DERWriter.indefinite(.sequence, [DERWriter.indefinite(.context(0), [DERWriter.integer(7)])])
        #expect(bytes == [0x30, 0x80, 0xA0, 0x80, 2, 1, 7, 0, 0, 0, 0])
        var inner = try Self.element(bytes).reader
        var number = try inner.next(.context(0), in: bytes.span).reader
        try inner.finish()
        #expect(try number.next(.integer, in: bytes.span).integer(in: bytes.span) == 7)
        try number.finish()
    }

    @Test(
        "Texts are read back",
        arguments: ["", "a", "com.example.notes", "Æøå 漢字 🍎", String(repeating: "x", count: 300)])
    func texts(text: String) throws {
        let bytes = DERWriter.utf8String(text)
        #expect(try Self.element(bytes).utf8String(in: bytes.span) == text)
        let ascii = DERWriter.ia5String(String(text.unicodeScalars.filter(\.isASCII)))
        #expect(try Self.element(ascii).ia5String(in: ascii.span) == String(text.unicodeScalars.filter(\.isASCII)))
    }
}
