import Testing
import WindfallHTTP
import WindfallHTTPServer

@Suite("Limits of the server over sockets")
struct LimitTests {
    private static let count: HTTPService = { .text("\($0.body.count)") }

    @Test("A body of more bytes than the limit is 413 at once, and the connection ends")
    func declared() async throws {
        try await Serving.run(Self.count, settings: .with { $0.bodyBytes = 10 }) { serving in
            // Nothing of the body is sent, and the answer is there all the same.
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: "
            let heard = try await RawClient.send("\(head)11\r\n\r\n", port: serving.port)
            #expect(heard.statuses == [413])
            #expect(heard.text.contains("Content-Type: application/json\r\n"))
            #expect(heard.body == #"{"error":{"code":"body_too_large","message":"The body has more than 10 bytes."}}"#)
            let beyond = try await RawClient.send("\(head)99999999999999999999\r\n\r\n", port: serving.port)
            #expect(beyond.text.hasPrefix("HTTP/1.1 413 "))
            let fits = try await RawClient.send("\(head)10\r\nConnection: close\r\n\r\n0123456789", port: serving.port)
            #expect(fits.body == "10")
        }
    }

    @Test("A body whose length is not told is 413 as soon as it has too many bytes")
    func chunked() async throws {
        try await Serving.run(Self.count, settings: .with { $0.bodyBytes = 10 }) { serving in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            let heard = try await RawClient.send("\(head)6\r\nabcdef\r\n5\r\nabcde\r\n", port: serving.port)
            #expect(heard.statuses == [413])
            let fits = try await RawClient.send("\(head)6\r\nabcdef\r\n4\r\nabcd\r\n0\r\n\r\n", port: serving.port)
            #expect(fits.body == "10")
        }
    }

    @Test("A client that sends on and on hears 413 before it is cut off")
    func endless() async throws {
        try await Serving.run(Self.count, settings: .with { $0.bodyBytes = 10 }) { serving in
            let part = "10000\r\n\(String(repeating: "x", count: 65_536))\r\n"
            let heard = try await RawClient.run(
                [
                    .send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"),
                    .send("11\r\n01234567890123456\r\n"), .read(until: "}}"), .sendMany(part, 1_000), .readToEnd(),
                ], port: serving.port)
            #expect(heard[0].statuses == [413])
            #expect(heard[0].end != .timeout)
            #expect(heard[0].end != .open)
        }
    }

    @Test(
        "curl reads the 413, whether it waits for leave to send or not", arguments: ["Expect: 100-continue", "Expect:"])
    func curl(field: String) async throws {
        try await Serving.run(Self.count, settings: .with { $0.bodyBytes = 10 }) { serving in
            let body = String(repeating: "x", count: 60_000)
            let output = try await Command.run(
                "curl",
                ["-s", "-H", field, "--data-binary", "@-", "-o", "/dev/null", "-w", "%{http_code}", "\(serving.url)/"],
                input: body)
            #expect(output.text == "413")
        }
    }

    @Test("A client that waits for leave to send gets it when its body fits")
    func leave() async throws {
        try await Serving.run(Self.count) { serving in
            let heard = try await RawClient.run(
                [
                    .send(
                        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
                    ),
                    .read(until: "100 Continue\r\n\r\n"), .send("abc"), .readToEnd(),
                ], port: serving.port)
            #expect(heard[0].statuses == [100, 200])
        }
    }

    @Test(
        "Who does not finish a head is cut off, however it dribbles, and others are served",
        arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX-A: "])
    func slowHead(start: String) async throws {
        try await Serving.run(Self.count, settings: .with { $0.headTime = .milliseconds(150) }) { serving in
            let heard = try await RawClient.run(
                [
                    .send(start, on: 0), .send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", on: 1),
                    .readToEnd(on: 1), start.isEmpty ? .readToEnd(on: 0) : .dribble(on: 0),
                ], port: serving.port)
            #expect(heard[1].body == "0")
            #expect(heard[0].text.isEmpty)
            #expect(heard[0].end == .eof || heard[0].end == .reset)
        }
    }

    @Test(
        "Who does not finish a body is cut off", arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
    func slowBody(framing: String) async throws {
        try await Serving.run(Self.count, settings: .with { $0.bodyTime = .milliseconds(150) }) { serving in
            let start = "POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n"
            let heard = try await RawClient.run(
                [.send(framing.hasPrefix("T") ? start + "FFFFF\r\n" : start), .dribble()], port: serving.port)
            #expect(heard[0].text.isEmpty)
            #expect(heard[0].end == .eof || heard[0].end == .reset)
        }
    }

    @Test("An idle connection is closed after an answer too")
    func idle() async throws {
        try await Serving.run(Self.count, settings: .with { $0.headTime = .milliseconds(150) }) { serving in
            let heard = try await RawClient.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", port: serving.port)
            #expect(heard.statuses == [200])
            #expect(heard.end == .eof)
        }
    }

    @Test("A service may take longer than any limit on clients")
    func slowService() async throws {
        let gate = Gate()
        let service: HTTPService = { request in
            if request.url.target == "/slow" { await gate.pass() }
            return .text("done")
        }
        let settings = HTTPServerSettings.with { settings in
            settings.headTime = .milliseconds(50)
            settings.bodyTime = .milliseconds(50)
        }
        try await Serving.run(service, settings: settings) { serving in
            async let slow = RawClient.send(
                "GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: serving.port)
            // Another connection is cut off meanwhile, which takes as long as the limit.
            let other = try await RawClient.send("", port: serving.port)
            #expect(other.text.isEmpty)
            gate.open()
            let heard = try await slow
            #expect(heard.body == "done")
        }
    }
}
