import Testing
import WindfallHTTP

@Suite struct ByteRangeTests {
    @Test(
        "A range names bytes of a file of ten, as RFC 9110 has it",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=9-", 9..<10), ("bytes=3-99", 3..<10),
            ("bytes=-4", 6..<10), ("bytes=-99", 0..<10), ("BYTES=2-3", 2..<4), ("bytes= 2-3", 2..<4),
            ("bytes=5-9223372036854775807", 5..<10), ("bytes=5-99999999999999999999", 5..<10),
            ("bytes=-99999999999999999999", 0..<10),
        ] as [(String, Range<Int64>)])
    func isRead(text: String, bounds: Range<Int64>) throws {
        #expect(try #require(ByteRange(text)).bounds(of: 10) == bounds)
    }

    @Test(
        "A range behind the end has no bytes",
        arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"])
    func isOutside(text: String) throws {
        #expect(try #require(ByteRange(text)).bounds(of: 10) == nil)
    }

    @Test("An empty file has no range", arguments: ["bytes=0-", "bytes=-1", "bytes=0-0"])
    func emptyHasNone(text: String) throws {
        #expect(try #require(ByteRange(text)).bounds(of: 0) == nil)
    }

    @Test(
        "What is no single range of bytes is as if it were not there",
        arguments: [
            "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=5-3", "bytes=+1-2", "bytes=1-2,4-5",
            "bytes=-1-2", "lines=1-2", "bytes 1-2", "bytes=0x1-2", "bytes=1-2 3", "bytes=١-٢",
        ])
    func isNone(text: String) {
        #expect(ByteRange(text) == nil)
    }
}

@Suite struct EntityTagTests {
    private func request(_ values: [String]) throws -> HTTPRequest {
        var request = HTTPRequest(.get, try #require(HTTPURL("http://127.0.0.1/a")))
        for value in values { try request.headers.append("If-None-Match", value) }
        return request
    }

    @Test(
        "If-None-Match tells that the client has it",
        arguments: [["\"a-1\""], ["W/\"a-1\""], ["*"], ["\"x\", \"a-1\""], ["\"x\"", "\"a-1\" , \"y\""]])
    func isHeld(values: [String]) throws {
        #expect(EntityTag("a-1").isHeld(by: try request(values)))
    }

    @Test(
        "Another tag, and what is none, does not",
        arguments: [[], ["a-1"], ["\"a-12\""], ["\"a\""], ["\"x\""], ["w/\"a-1\""], ["\"a-1"], ["\"A-1\""]])
    func isNotHeld(values: [String]) throws {
        #expect(!EntityTag("a-1").isHeld(by: try request(values)))
    }
}
