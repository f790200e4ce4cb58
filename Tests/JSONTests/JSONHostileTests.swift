import Testing
import WindfallJSON

@Suite struct JSONHostileTests {
    private static let sample = #"""
        {"id":"2000000284164527","date":1677076215000,"part":1697679936049.7297,"list":[true,false,null,-1e-3,[]],
        "text":"a\n\u20ac\ud83d\ude00 é/","empty":{},"nested":{"a":{"b":[{"c":""}]}}}
        """#

    @Test("A document cut anywhere is refused as truncated")
    func truncation() {
        let bytes = Array(Self.sample.utf8)
        for length in bytes.indices {
            let result = reading(Array(bytes[..<length]))
            guard case .failure(let error) = result else {
                Issue.record("\(length) bytes were read as a document")
                continue
            }
            // A character that is cut may also be called what it is: no UTF-8.
            #expect(error.code == .truncated, "cut to \(length) bytes")
            #expect(error.offset == length)
        }
        #expect(throws: Never.self) { try JSON(reading: bytes.span) }
    }

    @Test("Any byte replaced by any other never traps, and what is read is written and read again alike")
    func replacement() throws {
        let bytes = Array(Self.sample.utf8)
        var accepted = 0
        for place in bytes.indices {
            for value: UInt8 in [
                0x00, 0x1F, 0x22, 0x2C, 0x30, 0x39, 0x5B, 0x5C, 0x5D, 0x65, 0x7B, 0x7D, 0x80, 0xC3, 0xFF,
            ] {
                var changed = bytes
                changed[place] = value
                guard case .success(let json) = reading(changed) else { continue }
                accepted += 1
                #expect(reading(json.bytes()) == .success(json))
            }
        }
        #expect(accepted > 0)
    }

    @Test("Nesting 100,000 deep is refused at the first level too many", arguments: ["[", "{\"a\":", "[{\"a\":"])
    func depth(opening: String) {
        let result = reading(String(repeating: opening, count: 100_000))
        guard case .failure(let error) = result else {
            Issue.record("read")
            return
        }
        #expect(error.code == .tooDeep)
        #expect(error.offset <= 65 * opening.utf8.count)
    }

    @Test("The depth allowed is read, one level more is not")
    func depthLimit() {
        let limits = JSONLimits(maxBytes: 1000, maxDepth: 3, maxValues: 100)
        #expect(reading("[[[1]]]", limits: limits) == .success([[[1]]]))
        #expect(reading("[[[[]]]]", limits: limits) == .failure(JSONError(.tooDeep, at: 3)))
        #expect(reading("[[{\"a\":{}}]]", limits: limits) == .failure(JSONError(.tooDeep, at: 7)))
        #expect(reading("[[1],[[1]]]", limits: limits) == .success([[1], [[1]]]))
        let flat = JSONLimits(maxBytes: 1000, maxDepth: 0, maxValues: 100)
        #expect(reading("1", limits: flat) == .success(1))
        #expect(reading("[]", limits: flat) == .failure(JSONError(.tooDeep, at: 0)))
    }

    @Test("A limit on depth cannot be larger than the stack bears")
    func deepestLimit() {
        var limits = JSONLimits(maxBytes: .max, maxDepth: .max, maxValues: .max)
        #expect(limits.maxDepth == JSONLimits.deepest)
        limits.maxDepth = 1_000_000
        #expect(limits.maxDepth == JSONLimits.deepest)
        limits.maxDepth = -1
        #expect(limits.maxDepth == 0)
        limits.maxDepth = .max
        let deepest = String(repeating: "[", count: JSONLimits.deepest)
        #expect(reading(deepest, limits: limits) == .failure(JSONError(.truncated, at: JSONLimits.deepest)))
        #expect(reading(deepest + "[", limits: limits) == .failure(JSONError(.tooDeep, at: JSONLimits.deepest)))
    }

    @Test("A document of the longest length is read, one byte more is not")
    func sizeLimit() {
        let limits = JSONLimits(maxBytes: 4, maxDepth: 3, maxValues: 100)
        #expect(reading("1234", limits: limits) == .success(1234))
        #expect(reading("12345", limits: limits) == .failure(JSONError(.tooLarge, at: 4)))
    }

    @Test("As many values as allowed are read, one more is not; keys do not count")
    func valueLimit() {
        let limits = JSONLimits(maxBytes: 1000, maxDepth: 3, maxValues: 3)
        #expect(reading("[1,2]", limits: limits) == .success([1, 2]))
        #expect(reading("[1,2,3]", limits: limits) == .failure(JSONError(.tooManyValues, at: 5)))
        #expect(reading("{\"a\":1,\"b\":2}", limits: limits) == .success(["a": 1, "b": 2]))
        #expect(reading("{\"a\":1,\"b\":[2]}", limits: limits) == .failure(JSONError(.tooManyValues, at: 12)))
    }

    @Test(
        "A doubled key is refused, however it is spelled",
        arguments: [
            (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"":1,"":2}"#, 6), (#"{"a":1,"\u0061":2}"#, 7),
            (#"{"\u0061":1,"a":2}"#, 12), (#"{"b":1,"\u0061":2,"c":3,"c":4}"#, 24), ("[{\"x\":{\"a\":1,\"a\":2}}]", 13),
            // U+212A, the Kelvin sign, is canonically equivalent to K, and é to e with U+0301.
            ("{\"K\":1,\"\u{212A}\":2}", 7), ("{\"\u{212A}\":1,\"K\":2}", 9), ("{\"\u{E9}\":1,\"e\u{301}\":2}", 8),
        ])
    func doubledKey(text: String, offset: Int) {
        #expect(reading(text) == .failure(JSONError(.duplicateKey, at: offset)))
    }

    @Test("The same key in different objects is no doubled key")
    func sameKeyElsewhere() {
        #expect(throws: Never.self) { try JSON(reading: #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"c":{"b":1}}"#) }
    }

    @Test("A doubled key is found among 100,000", arguments: [0, 39, 40, 41, 99_999])
    func doubledKeyInLargeObject(place: Int) {
        var text = "{"
        for key in 0..<100_000 { text += "\"key\(key)\":\(key)," }
        let end = text.utf8.count
        #expect(reading(text + "\"key\(place)\":0}") == .failure(JSONError(.duplicateKey, at: end)))
        guard case .success(let json) = reading(text + "\"other\":0}") else {
            Issue.record("distinct keys were refused")
            return
        }
        #expect(json.object?.count == 100_001)
    }

    @Test("A nested object does not disturb the keys of the one around it", arguments: [5, 39, 40, 60])
    func nestedAmongMany(count: Int) {
        var text = "{"
        for key in 0..<count { text += "\"k\(key)\":{\"k\(key)\":1,\"x\":2}," }
        #expect(throws: Never.self) { try JSON(reading: text + "\"k\":0}") }
        for key in 0..<count {
            #expect(reading(text + "\"k\(key)\":0}") == .failure(JSONError(.duplicateKey, at: text.utf8.count)))
        }
    }
}
