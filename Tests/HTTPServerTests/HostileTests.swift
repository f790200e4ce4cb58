import Testing
import WindfallHTTP
import WindfallHTTPServer

@Suite("Hostile clients of the server over sockets")
struct HostileTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n"
    private static let post = "POST /a HTTP/1.1\r\nHost: a\r\n"
    private static let echo: HTTPService = { request in
        .text("\(request.url.target) \(request.headers.fields.count) \(String(decoding: request.body, as: UTF8.self))")
    }

    private struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        /// The first answer's; nil for none at all.
        let status: Int?

        init(_ name: String, _ text: String, _ status: Int?) {
            (self.name, self.text, self.status) = (name, text, status)
        }

        var testDescription: String { name }
    }

    private static let smuggling: [Case] = [
        Case("two lengths", "\(post)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
        Case("one length twice", "\(post)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
        Case("lengths in a list", "\(post)Content-Length: 3, 3\r\n\r\nabc", 400),
        Case("length and chunks", "\(post)Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG", 400),
        Case("chunks and length", "\(post)Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nG", 400),
        Case("negative length", "\(post)Content-Length: -1\r\n\r\n", 400),
        Case("length with a sign", "\(post)Content-Length: +3\r\n\r\nabc", 400),
        Case("hexadecimal length", "\(post)Content-Length: 0x3\r\n\r\nabc", 400),
        Case("empty length", "\(post)Content-Length:\r\n\r\nabc", 400),
        Case("length with a blank before the colon", "\(post)Content-Length : 3\r\n\r\nabc", 400),
        Case("chunks with a blank before the colon", "\(post)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
        Case("chunks behind a vertical tab", "\(post)Transfer-Encoding:\u{0B}chunked\r\n\r\n0\r\n\r\n", 400),
        Case("two codings", "\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", 400),
        Case("a list of codings", "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
        Case("an unknown coding", "\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
        Case("chunks in HTTP/1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        Case("a folded field", "\(post)X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n", 400),
        Case("a carriage return in a value", "\(get)X-A: a\rContent-Length: 3\r\n\r\n", 400),
        Case("a chunk of no size", "\(post)Transfer-Encoding: chunked\r\n\r\nZ\r\nabc\r\n0\r\n\r\n", 400),
        Case("a chunk of negative size", "\(post)Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n", 400),
        Case(
            "a chunk beyond 64 bits", "\(post)Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n",
            413),
        Case("a chunk with more than its size", "\(post)Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n", 400),
    ]

    private static let heads: [Case] = [
        Case("no host", "GET /a HTTP/1.1\r\n\r\n", 400),
        Case("two hosts", "\(get)Host: b\r\n\r\n", 400),
        Case("a control character in a value", "\(get)X-A: a\u{1}b\r\n\r\n", 400),
        Case("NUL in a name", "\(get)X-\0A: b\r\n\r\n", 400),
        Case("a blank in a name", "\(get)X A: b\r\n\r\n", 400),
        Case("no colon", "\(get)nothing\r\n\r\n", 400),
        Case("a value of 40,000 bytes", "\(get)X: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431),
        Case("5,000 fields", "\(get)\((0..<5_000).map { "X-\($0): b\r\n" }.joined())\r\n", 431),
        Case("5,000 cookies", "\(get)Cookie: \(String(repeating: "a=b;", count: 5_000))\r\n\r\n", 431),
        Case(
            "a target of 40,000 bytes", "GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414
        ),
        Case("a target that is no UTF-8", "GET /\u{FF} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        Case("a method that is none", "G(T /a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("a method of 40 letters", "\(String(repeating: "A", count: 40)) /a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Case("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Case("a version of many digits", "GET /a HTTP/9999999999.1\r\nHost: a\r\n\r\n", 400),
        Case("no version", "GET /a\r\n\r\n", 400),
        Case("a method alone", "GET\r\n\r\n", nil),
        Case("TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}\r\n\r\n", nil),
    ]

    @Test("What two servers could read in two ways is refused, and the connection ends", arguments: smuggling)
    private func smuggled(asked: Case) async throws { try await refused(asked) }

    @Test("Heads that are none, or too large, are refused, and the next client is served", arguments: heads)
    private func head(asked: Case) async throws { try await refused(asked) }

    private func refused(_ asked: Case) async throws {
        try await Serving.run(Self.echo, settings: .with { $0.headTime = .seconds(5) }) { serving in
            let heard = try await RawClient.run(
                [
                    .send(asked.text, on: 0), .endSending(on: 0), .readToEnd(on: 0),
                    .send("\(Self.get)Connection: close\r\n\r\n", on: 1), .readToEnd(on: 1),
                ], port: serving.port)
            let first = heard[0].text.hasPrefix("HTTP/1.1 ") ? Int(heard[0].text.dropFirst(9).prefix(3)) : nil
            #expect(first == asked.status)
            #expect(heard[0].end == .eof || heard[0].end == .reset)
            #expect(heard[1].body == "/a 2 ")
        }
    }

    @Test("A query of a thousand items reaches the service")
    func manyItems() async throws {
        try await Serving.run({ request in .text("\((try? HTTPTarget(request.url.target))?.query.items.count ?? -1)") })
        {
            let query = String(repeating: "a=b&", count: 1_000)
            let heard = try await RawClient.send(
                "GET /?\(query) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: $0.port)
            #expect(heard.body == "1000")
        }
    }

    @Test("Three hundred fields reach the service")
    func manyFields() async throws {
        try await Serving.run(Self.echo) { serving in
            let fields = (0..<300).map { "X-\($0): b\r\n" }.joined()
            let heard = try await RawClient.send("\(Self.get)\(fields)Connection: close\r\n\r\n", port: serving.port)
            #expect(heard.body == "/a 302 ")
        }
    }

    @Test("NUL ends a target and a value for the library, so nothing behind it counts")
    func nul() async throws {
        try await Serving.run({ request in .text("\(request.url.target) \(request.headers["X-A"] ?? "-")") }) {
            serving in
            let heard = try await RawClient.send(
                "GET /a\0b HTTP/1.1\r\nHost: a\r\nX-A: c\0d\r\nConnection: close\r\n\r\n", port: serving.port)
            #expect(heard.body == "/a c")
        }
    }
}
