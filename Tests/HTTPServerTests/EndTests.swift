import Testing
import WindfallHTTP
import WindfallHTTPServer

@Suite("How requests, connections and the server end")
struct EndTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("A service's task is cancelled when its client leaves")
    func clientLeaves() async throws {
        let (entered, cancelled) = (Gate(), Gate())
        try await Serving.run(HTTPService?.waiting(entered: entered, cancelled: cancelled)) { serving in
            _ = try await RawClient.run([.send(Self.get), .close()], port: serving.port)
            await entered.pass()
            await cancelled.pass()
        }
    }

    @Test("No answer: the connection stays open and silent until the client leaves; others are served")
    func noAnswer() async throws {
        let service: HTTPService = { request in
            var response = HTTPResponse.text("answer")
            if request.url.target == "/none" { response.delivery = .noAnswer }
            return response
        }
        try await Serving.run(service) { serving in
            let heard = try await RawClient.run(
                [
                    .send("GET /none HTTP/1.1\r\nHost: a\r\n\r\n", on: 0), .send(Self.get, on: 1),
                    .read(until: "answer", on: 1), .endSending(on: 0), .readToEnd(on: 0),
                ], port: serving.port)
            #expect(heard[0].text.isEmpty)
            #expect(heard[0].end == .eof)
            #expect(heard[1].statuses == [200])
        }
    }

    @Test("A silent connection does not keep the server from ending")
    func silentAtTheEnd() async throws {
        let entered = Gate()
        let service: HTTPService = { _ in
            entered.open()
            var response = HTTPResponse.empty()
            response.delivery = .noAnswer
            return response
        }
        async let heard: RawClient.Heard? = {
            var heard: RawClient.Heard?
            try await Serving.run(service) { serving in
                async let silent = RawClient.send(Self.get, port: serving.port)
                await entered.pass()
                serving.server.stop()
                heard = try await silent
            }
            return heard
        }()
        #expect(try await heard?.text == "")
    }

    @Test("Reset: the client sees its connection reset, without a byte")
    func reset() async throws {
        try await Serving.run({ _ in
            var response = HTTPResponse.text("lost")
            response.delivery = .reset
            return response
        }) { serving in
            let heard = try await RawClient.send(Self.get, port: serving.port)
            #expect(heard.text.isEmpty)
            #expect(heard.end == .reset)
        }
    }

    @Test("Truncated: the head names the whole length, and the body breaks off", arguments: [0, 1, 5, 9])
    func truncated(count: Int) async throws {
        try await Serving.run({ _ in
            var response = HTTPResponse.text("0123456789")
            response.delivery = .truncated(after: count)
            return response
        }) { serving in
            let heard = try await RawClient.send(Self.get, port: serving.port)
            #expect(heard.text.contains("Content-Length: 10\r\n"))
            #expect(heard.body == String("0123456789".prefix(count)))
            #expect(heard.end == .eof || heard.end == .reset)
            let curl = try await Command.run("curl", ["-s", "-o", "/dev/null", "\(serving.url)/"])
            #expect(curl.status != 0)
        }
    }

    @Test("A server that stops takes nobody new and lets what is at work end")
    func stop() async throws {
        let (entered, gate) = (Gate(), Gate())
        let service: HTTPService = { _ in
            entered.open()
            await gate.pass()
            return .text("done")
        }
        try await Serving.run(service, settings: .with { $0.graceTime = .seconds(60) }) { serving in
            async let first = RawClient.send(Self.get, port: serving.port)
            await entered.pass()
            serving.server.stop()
            let second = try await RawClient.send(Self.get, port: serving.port)
            #expect(second.end == .refused)
            gate.open()
            let heard = try await first
            #expect(heard.body == "done")
            #expect(heard.text.contains("Connection: close\r\n"))
            #expect(heard.end == .eof)
        }
    }

    @Test("What is not done by the end of the grace time is cancelled")
    func grace() async throws {
        let (entered, cancelled) = (Gate(), Gate())
        try await Serving.run(HTTPService?.waiting(entered: entered, cancelled: cancelled)) { serving in
            async let heard = RawClient.send(Self.get, port: serving.port)
            await entered.pass()
            serving.server.stop()
            await cancelled.pass()
            _ = try await heard
        }
    }

    @Test("A cancelled server cancels its requests and ends")
    func cancelledServer() async throws {
        let (entered, cancelled) = (Gate(), Gate())
        let service = HTTPService?.waiting(entered: entered, cancelled: cancelled)
        let server = try HTTPServer([.init(port: 0, service: service)])
        try await withThrowingTaskGroup { group in
            group.addTask { try await server.run() }
            async let heard = RawClient.send(Self.get, port: server.origins[0].port)
            await entered.pass()
            group.cancelAll()
            await cancelled.pass()
            let end = try await heard.end
            #expect(end != .timeout)
        }
    }

    @Test("Servers start and stop at once, again and again, with clients on them")
    func again() async throws {
        for _ in 0..<10 {
            try await Serving.run({ _ in .text("x") }) { serving in
                let heard = try await RawClient.run([.send(Self.get), .read(until: "x")], port: serving.port)
                #expect(heard[0].statuses == [200])
            }
            try await Serving.run({ _ in .text("x") }) { _ in }
        }
    }
}
