import Testing
import WindfallSignedData

@Suite("DER that is read")
struct DERReaderTests {
    /// Reads one element, which must be all there is.
    private func whole(_ bytes: [UInt8]) throws(DERError) -> DERElement {
        var reader = DERReader(0..<bytes.count)
        let element = try reader.next(in: bytes.span)
        try reader.finish()
        return element
    }

    @Test(
        "A length is refused where it stands",
        arguments: [
            (
                "eight 0xFF octets", [0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .lengthNotSupported,
                1
            ),
            ("five octets", [0x30, 0x85, 0x01, 0, 0, 0, 0], .lengthNotSupported, 1),
            ("126 octets", [0x30, 0xFE, 0x01], .lengthNotSupported, 1),
            ("the reserved one", [0x30, 0xFF, 0x01], .lengthNotSupported, 1),
            ("indefinite, of a primitive", [0x04, 0x80, 0, 0], .lengthNotSupported, 1),
            ("one octet where none is needed", [0x04, 0x81, 0x7F], .lengthNotMinimal, 2),
            ("one octet, zero", [0x04, 0x81, 0x00], .lengthNotMinimal, 2),
            ("two octets where one would do", [0x04, 0x82, 0x00, 0xFF], .lengthNotMinimal, 2),
            ("three octets where two would do", [0x04, 0x83, 0x00, 0xFF, 0xFF], .lengthNotMinimal, 2),
            ("four octets where three would do", [0x04, 0x84, 0x00, 0xFF, 0xFF, 0xFF], .lengthNotMinimal, 2),
            ("four octets of zero", [0x04, 0x84, 0, 0, 0, 0], .lengthNotMinimal, 2),
            ("nothing", [0x04], .truncated, 1),
            ("half of two octets", [0x04, 0x82, 0x01], .truncated, 3),
            (
                "four octets of 0xFF, with three bytes after them", [0x04, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3],
                .truncated, 9
            ),
            ("one more than there is", [0x04, 0x03, 1, 2], .truncated, 4),
        ] as [(String, [UInt8], DERError.Code, Int)])
    func length(_: String, bytes: [UInt8], code: DERError.Code, offset: Int) {
        #expect(throws: DERError(code, at: offset)) { try whole(bytes) }
    }

    @Test("No bytes are no value")
    func empty() {
        #expect(throws: DERError(.truncated, at: 0)) { try whole([]) }
    }

    @Test(
        "A tag of several octets is refused where it stands",
        arguments: [0x1F, 0x3F, 0x9F, 0xBF, 0xDF, 0xFF] as [UInt8])
    func longTag(tag: UInt8) {
        #expect(throws: DERError(.unexpectedTag, at: 2)) {
            let bytes: [UInt8] = [0x05, 0x00, tag, 0x81, 0x01, 0x00]
            var reader = DERReader(0..<bytes.count)
            _ = try reader.next(.null, in: bytes.span)
            _ = try reader.next(in: bytes.span)
        }
    }

    @Test("A value that overruns the one it stands in is refused at its parent's end, whatever follows")
    func overrun() throws {
        let bytes: [UInt8] = [0x30, 0x04, 0x04, 0x03, 1, 2, 3, 4, 5]
        var outer = DERReader(0..<bytes.count)
        var inner = try outer.next(.sequence, in: bytes.span).reader
        #expect(throws: DERError(.truncated, at: 6)) { try inner.next(in: bytes.span) }
    }

    @Test("Bytes after the last value are refused at the first of them")
    func trailing() {
        #expect(throws: DERError(.trailingBytes, at: 2)) { try whole([0x05, 0x00, 0x00]) }
    }

    @Test("Another tag than the one that is due is refused where it stands")
    func unexpectedTag() throws {
        let bytes: [UInt8] = [0x05, 0x00, 0x04, 0x01, 0x07]
        var reader = DERReader(0..<bytes.count)
        #expect(try reader.nextIfPresent(.octetString, in: bytes.span) == nil)
        #expect(try reader.nextIfPresent(.null, in: bytes.span)?.whole == 0..<2)
        #expect(throws: DERError(.unexpectedTag, at: 2)) { try reader.next(.integer, in: bytes.span) }
    }

    @Test(
        "An INTEGER that is not minimal, too long or empty is refused at its content",
        arguments: [
            [], [0x00, 0x00], [0x00, 0x7F], [0xFF, 0xFF], [0xFF, 0x80], [0x00, 0x7F, 0xFF],
            [0x00] + [UInt8](repeating: 0xFF, count: 8), [UInt8](repeating: 1, count: 9),
        ] as [[UInt8]])
    func badInteger(content: [UInt8]) throws {
        let bytes = [0x05, 0x00] + DERWriter.element(.integer, content)
        var reader = DERReader(0..<bytes.count)
        _ = try reader.next(.null, in: bytes.span)
        let element = try reader.next(.integer, in: bytes.span)
        #expect(throws: DERError(.badValue, at: 4)) { try element.integer(in: bytes.span) }
    }

    @Test("A value of another type is refused where it stands")
    func otherType() throws {
        let bytes: [UInt8] = [0x04, 0x01, 0x41]
        let element = try whole(bytes)
        #expect(throws: DERError(.unexpectedTag, at: 0)) { try element.integer(in: bytes.span) }
        #expect(throws: DERError(.unexpectedTag, at: 0)) { try element.utf8String(in: bytes.span) }
        #expect(throws: DERError(.unexpectedTag, at: 0)) { try element.ia5String(in: bytes.span) }
    }

    @Test(
        "A text that is not UTF-8 is refused",
        arguments: [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func badText(content: [UInt8]) throws {
        let bytes = DERWriter.element(.utf8String, content)
        let element = try whole(bytes)
        #expect(throws: DERError(.badValue, at: 2)) { try element.utf8String(in: bytes.span) }
    }

    @Test("An IA5String with a byte outside ASCII is refused at that byte")
    func badASCII() throws {
        let bytes = DERWriter.element(.ia5String, [0x41, 0x42, 0xC3, 0xA9])
        let element = try whole(bytes)
        #expect(throws: DERError(.badValue, at: 4)) { try element.ia5String(in: bytes.span) }
    }
}

@Suite("Indefinite lengths")
struct IndefiniteLengthTests {
    /// Constructed values of indefinite length, one inside the other.
    private func nested(_ depth: Int, closed: Int) -> [UInt8] {
        [UInt8](repeatElement([0x30, 0x80], count: depth).joined()) + [UInt8](repeating: 0, count: 2 * closed)
    }

    private func read(_ bytes: [UInt8]) throws(DERError) -> DERElement {
        var reader = DERReader(0..<bytes.count)
        return try reader.next(in: bytes.span)
    }

    @Test("Values may nest as deep as the bound, and no deeper")
    func bound() throws {
        let depth = DERReader.maximumDepth
        let bytes = nested(depth, closed: depth)
        let element = try read(bytes)
        #expect(element.whole == 0..<bytes.count)
        #expect(element.content == 2..<(bytes.count - 2))
        #expect(throws: DERError(.tooDeep, at: 2 * depth)) { try read(nested(depth + 1, closed: depth + 1)) }
    }

    @Test("Nesting 100,000 deep is refused at the first value beyond the bound", arguments: [0, 100_000])
    func veryDeep(closed: Int) {
        #expect(throws: DERError(.tooDeep, at: 2 * DERReader.maximumDepth)) {
            try read(nested(100_000, closed: closed))
        }
    }

    @Test("Definite lengths 100,000 deep are gone past in one step, and refused as a receipt")
    func veryDeepDefinite() throws {
        var reversed: [UInt8] = []
        for _ in 0..<100_000 {
            let count = reversed.count
            let octets = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
            let length = count < 0x80 ? 1 : count < 0x100 ? 1 : count < 0x10000 ? 2 : 3
            reversed += octets.prefix(length)
            if count >= 0x80 { reversed.append(0x80 | UInt8(length)) }
            reversed.append(0x30)
        }
        let bytes = [UInt8](reversed.reversed())
        #expect(try read(bytes).whole == bytes.indices)
        #expect(throws: Problem.self) { try SignedEnvelope(reading: bytes.span) }
    }

    @Test(
        "An end that is missing or not empty is refused",
        arguments: [
            ("no end at all", [0x30, 0x80], .truncated, 2),
            ("half an end", [0x30, 0x80, 0x00], .truncated, 3),
            ("an end of one byte", [0x30, 0x80, 0x00, 0x01, 0x00], .badValue, 2),
            ("the inner end only", [0x30, 0x80, 0x30, 0x80, 0x00, 0x00], .truncated, 6),
            ("an inner value beyond the end", [0x30, 0x80, 0x04, 0x05, 0x00, 0x00], .truncated, 6),
            (
                "an inner length that is not minimal", [0x30, 0x80, 0x04, 0x81, 0x01, 0x00, 0x00, 0x00],
                .lengthNotMinimal, 4
            ),
            (
                "an inner primitive of indefinite length", [0x30, 0x80, 0x04, 0x80, 0x00, 0x00, 0x00, 0x00],
                .lengthNotSupported, 3
            ),
        ] as [(String, [UInt8], DERError.Code, Int)])
    func end(_: String, bytes: [UInt8], code: DERError.Code, offset: Int) {
        #expect(throws: DERError(code, at: offset)) { try read(bytes) }
    }

    @Test("An end inside a value of definite length is no end")
    func endInside() throws {
        let bytes: [UInt8] = [0x30, 0x80, 0x04, 0x02, 0x00, 0x00, 0x00, 0x00, 0x05, 0x00]
        let element = try read(bytes)
        #expect(element.whole == 0..<8)
        #expect(element.content == 2..<6)
    }

    @Test("An end outside its parent does not count")
    func endOutside() throws {
        let bytes: [UInt8] = [0x30, 0x02, 0x30, 0x80, 0x00, 0x00]
        var inner = try read(bytes).reader
        #expect(throws: DERError(.truncated, at: 4)) { try inner.next(in: bytes.span) }
    }
}
