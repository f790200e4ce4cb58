import Foundation
import Testing
import WindfallHTTP
import WindfallHTTPServer

@Suite("Server over sockets")
struct HTTPServerTests {
    /// Tells what it was asked.
    private static let echo: HTTPService = { request in
        .text("\(request.method) \(request.url.target) \(String(decoding: request.body, as: UTF8.self))")
    }

    @Test("A connection is kept for the next request, and requests may be sent ahead of answers")
    func keptAlive() async throws {
        try await Serving.run(Self.echo) { serving in
            let one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
            let heard = try await RawClient.run(
                [
                    .send(one), .read(until: "GET /1 "),
                    .send("POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
                    .read(until: "POST /2 abc"),
                    .send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\nGET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
                    .readToEnd(),
                ], port: serving.port)
            #expect(heard[0].statuses == [200, 200, 200, 200])
            #expect(heard[0].end == .eof)
            let places = ["GET /1 ", "POST /2 abc", "GET /3 ", "GET /4 "].map {
                heard[0].text.range(of: $0)?.lowerBound
            }
            #expect(!places.contains(nil))
            #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        }
    }

    @Test("A body may come in chunks, with fields behind it")
    func chunks() async throws {
        try await Serving.run(Self.echo) { serving in
            let heard = try await RawClient.send(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n"
                    + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n", port: serving.port)
            #expect(heard.statuses == [200])
            #expect(heard.body == "POST / abc0123456789")
        }
    }

    @Test("HTTP/1.0 is answered, and the connection ends")
    func oldVersion() async throws {
        try await Serving.run(Self.echo) { serving in
            let heard = try await RawClient.send("GET /x HTTP/1.0\r\n\r\n", port: serving.port)
            #expect(heard.body == "GET /x ")
            #expect(heard.end == .eof)
        }
    }

    @Test("200 requests that wait for one another are answered")
    func together() async throws {
        let gate = Gate(opensAfter: 200)
        try await Serving.run({ _ in
            await gate.pass()
            return .text("through")
        }) { serving in
            let heard = try await RawClient.run(
                (0..<200).map { .send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", on: $0) }
                    + (0..<200).map { .readToEnd(on: $0) }, port: serving.port)
            #expect(heard.count == 200)
            #expect(heard.allSatisfy { $0.statuses == [200] && $0.body == "through" })
        }
    }

    @Test("More requests at work than the limit are 503, and the connection goes on")
    func overloaded() async throws {
        let (gate, entered) = (Gate(), Gate())
        let service: HTTPService = { request in
            guard request.url.target == "/slow" else { return .text("quick") }
            entered.open()
            await gate.pass()
            return .text("slow")
        }
        try await Serving.run(service, settings: .with { $0.requests = 1 }) { serving in
            async let slow = RawClient.send(
                "GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: serving.port)
            await entered.pass()
            let refused = try await RawClient.run(
                [.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), .read(until: "}}")], port: serving.port)
            #expect(refused[0].statuses == [503])
            #expect(refused[0].text.contains(#""code":"overloaded""#))
            #expect(refused[0].text.contains("Retry-After: 1"))
            #expect(refused[0].end == .open)
            gate.open()
            #expect(try await slow.body == "slow")
        }
    }

    @Test("A large answer arrives whole")
    func large() async throws {
        let count = 24 * 1024 * 1024
        try await Serving.run({ _ in .content([UInt8](repeating: 7, count: count), type: "application/octet-stream") })
        {
            let output = try await Command.run(
                "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", "\($0.url)/"])
            #expect(output.text == "200 \(count)")
        }
    }

    @Test("A large body arrives whole")
    func largeUpload() async throws {
        let service: HTTPService = { request in
            .text("\(request.body.count) \(request.body.allSatisfy { $0 == UInt8(ascii: "x") })")
        }
        try await Serving.run(service) { serving in
            let heard = try await RawClient.run(
                [
                    .send("PUT / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4194304\r\n\r\n"),
                    .sendMany(String(repeating: "x", count: 65_536), 64), .readToEnd(),
                ], port: serving.port)
            #expect(heard[0].body == "4194304 true")
        }
    }

    @Test("A service sees the fields, the raw target, the listener's address and the client's")
    func request() async throws {
        let service: HTTPService = { request in
            .text(
                [
                    request.url.text, request.headers["hOST"] ?? "-", request.remoteAddress ?? "-",
                    request.headers.values(of: "x-a").joined(separator: "+"),
                ].joined(separator: " "))
        }
        try await Serving.run(service) { serving in
            let heard = try await RawClient.send(
                "GET /a%2Fb%00?c=%20 HTTP/1.1\r\nHost: shop\r\nX-A:  1 \r\nx-a: 2\r\nConnection: close\r\n\r\n",
                port: serving.port)
            #expect(heard.body == "\(serving.url)/a%2Fb%00?c=%20 shop 127.0.0.1 1+2")
        }
    }

    @Test("Several listeners have each their own service, on IPv6 too")
    func listeners() async throws {
        let server = try HTTPServer([
            .init(port: 0) { _ in .text("one") }, .init(host: "::1", port: 0) { _ in .text("two") },
        ])
        #expect(server.origins[1].host == "[::1]")
        try await withThrowingTaskGroup { group in
            group.addTask { try await server.run() }
            for (origin, text) in zip(server.origins, ["one", "two"]) {
                #expect(try await Command.run("curl", ["-s", "-g", "\(origin)/"]).text == text)
            }
            server.stop()
            try await group.waitForAll()
        }
    }

    @Test("An answer whose status is none becomes 500", arguments: [0, 99, -1, 100, 1_000, 1_000_000_000_000])
    func badStatus(code: Int) async throws {
        try await Serving.run({ _ in .text("x", status: HTTPStatus(code)) }) { serving in
            let heard = try await RawClient.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", port: serving.port)
            #expect(heard.statuses == [500])
        }
    }

    @Test("What can't be listened on is a typed error, and closes what was opened")
    func notListening() throws {
        let service = Self.echo
        // An address of its own: on the usual one, other tests may take a port as soon as it is free.
        let own = "127.0.0.77"
        let first = try HTTPServer([.init(host: own, port: 0, service: service)])
        let port = first.origins[0].port
        let cases: [(HTTPServer.Address, HTTPServerError)] = [
            (.init(host: own, port: port, service: service), .portInUse(port)),
            (.init(host: "localhost", port: 0, service: service), .noAddress("localhost")),
            (.init(host: "", port: 0, service: service), .noAddress("")),
            (.init(host: "1.2.3", port: 0, service: service), .noAddress("1.2.3")),
            (.init(host: "203.0.113.1", port: 0, service: service), .addressNotAvailable("203.0.113.1")),
        ]
        for (address, expected) in cases {
            let error = #expect(throws: HTTPServerError.self) { try HTTPServer([address]) }
            #expect(error == expected)
        }
        _ = consume first
        let again = try HTTPServer([.init(host: own, port: port, service: service)])
        #expect(again.origins[0].port == port)
        #expect(throws: HTTPServerError.self) {
            try HTTPServer([.init(port: 0, service: service), .init(host: own, port: port, service: service)])
        }
    }
}
