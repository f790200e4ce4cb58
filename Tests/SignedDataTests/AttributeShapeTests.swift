import Testing
import WindfallCommerce
import WindfallSignedData

/// Attributes of the usual shape are read at once, all others part by part: both must say the same.
@Suite("The shapes of attributes")
struct AttributeShapeTests {
    /// The payload of a receipt whose one purchase has one more attribute.
    private static func payload(_ attribute: [UInt8]) -> [UInt8] {
        func part(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
            DERWriter.sequence(
                DERWriter.integer(type), DERWriter.integer(1), DERWriter.element(.octetString, value))
        }
        let entry = DERWriter.constructed(
            .set, [part(1702, DERWriter.utf8String("coins")), part(1703, DERWriter.utf8String("1")), attribute])
        return DERWriter.constructed(.set, [part(2, DERWriter.utf8String("com.example.notes")), part(17, entry)])
    }

    private static func read(_ attribute: [UInt8]) throws(Problem) -> AppReceipt {
        let bytes = payload(attribute)
        return try AppReceipt(reading: bytes, bytes.indices)
    }

    @Test(
        "Type, version and value are what was written, whatever their lengths",
        arguments: [-40_000, -2, 5, 127, 128, 255, 256, 1722, 1800, 32_767, 32_768, 5_000_000] as [Int64],
        [-129, -128, -1, 0, 1, 127, 128] as [Int64])
    func anyShape(type: Int64, version: Int64) throws {
        for length in [0, 1, 118, 119, 126, 127, 128, 255, 256] {
            let value = [UInt8](repeating: 0x30, count: length)
            let attribute = DERWriter.sequence(
                DERWriter.integer(type), DERWriter.integer(version), DERWriter.element(.octetString, value))
            let others = try Self.read(attribute).inApp.first?.others
            #expect(others == [ReceiptAttribute(type: type, version: version, value: value[...])])
        }
    }

    /// An attribute of the usual shape with one octet changed, and what is said of it.
    struct Spoiled: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var place: Int
        var octet: UInt8
        var code: Problem.Code
        /// The offset of what does not fit, from the start of the attribute.
        var offset: Int
    }

    /// `30 0B 02 02 06 F0 02 01 01 04 02 0C 00`: type 1776, version 1, two octets of value.
    private static let usual: [UInt8] = [0x30, 0x0B, 0x02, 0x02, 0x06, 0xF0, 0x02, 0x01, 0x01, 0x04, 0x02, 0x0C, 0x00]

    @Test(
        "What does not fit is refused where it stands",
        arguments: [
            Spoiled(testDescription: "no sequence", place: 0, octet: 0x31, code: .malformed, offset: 0),
            Spoiled(testDescription: "the type is no integer", place: 2, octet: 0x0C, code: .malformed, offset: 2),
            Spoiled(testDescription: "a type with a zero too many", place: 4, octet: 0x00, code: .malformed, offset: 4),
            Spoiled(testDescription: "the version is no integer", place: 6, octet: 0x04, code: .malformed, offset: 6),
            Spoiled(
                testDescription: "the value is no octet string", place: 9, octet: 0x0C, code: .malformed, offset: 9),
            Spoiled(testDescription: "a value too short", place: 10, octet: 0x01, code: .trailingBytes, offset: 12),
            Spoiled(testDescription: "a value too long", place: 10, octet: 0x03, code: .truncated, offset: 13),
            Spoiled(testDescription: "a length without end", place: 10, octet: 0x80, code: .malformed, offset: 10),
        ])
    func spoiled(_ spoiled: Spoiled) throws {
        #expect(try Self.read(Self.usual).inApp.first?.others.first?.type == 1776)
        var attribute = Self.usual
        attribute[spoiled.place] = spoiled.octet
        if spoiled.place == 4 { attribute[5] = 0x70 }
        let start = Self.payload(attribute).count - attribute.count
        do {
            _ = try Self.read(attribute)
            Issue.record("it was read")
        } catch {
            #expect(error.code == spoiled.code)
            #expect(error.offset == start + spoiled.offset)
        }
    }

    @Test("Strings of a property list are read alike with and without escapes, at any place")
    func strings() throws {
        let texts = ["", "plain", "\"", "\\", "a\"b", "\"a", "a\"", "\n\\\"\n", "käse", "ä\"ö"]
        let entries = texts.enumerated().map {
            TransactionReceipt.Entry(key: "\($0.offset)\($0.element)", value: $0.element)
        }
        let bytes = PropertyList.write(entries)
        #expect(try PropertyList.read(bytes.span) == entries)
    }

    @Test("A string that is not UTF-8 is refused, with an escape before it too", arguments: ["", "\\\""])
    func notUTF8(before: String) {
        let bytes = Array("{\"a\" = \"\(before)".utf8) + [0xFF] + Array("\";}".utf8)
        #expect(throws: Problem.self) { try PropertyList.read(bytes.span) }
    }
}
