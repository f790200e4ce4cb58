import Testing
import WindfallHTTP
import WindfallHTTPClient

/// What a client tells of servers that misbehave.
@Suite(.enabled(if: LocalServer.isPresent, "python3 or openssl is not installed"))
struct HTTPClientFailureTests {
    let server: LocalServer
    let client: HTTPClient
    /// Short enough for a test, which waits until it has passed, and long enough for all that comes before on a busy machine.
    let short = HTTPLimits(totalTime: .seconds(1), connectTime: .seconds(1))

    init() throws {
        server = try LocalServer.shared.get()
        client = try HTTPClient()
    }

    // MARK: Connections

    @Test("A port where nobody listens refuses the connection")
    func refused() async throws {
        await expectFailure(.refused, of: client, try server.get("/", on: "closed"))
    }

    @Test("A name without an address is told")
    func noName() async throws {
        // A label of more than 63 characters is no name, so that no name service is asked.
        let url = try #require(HTTPURL("http://\(String(repeating: "a", count: 70)).invalid/"))
        await expectFailure(.nameNotResolved, of: client, HTTPRequest(.get, url))
    }

    @Test("A time-out tells how far the request had come")
    func timeOuts() async throws {
        let requests: [(HTTPClientError.Phase, HTTPRequest)] = [
            (.connecting, try server.get("/", on: "full")),
            (.securing, try server.get("/", on: "silent", scheme: "https")),
            (.waiting, try server.get("/", on: "silent")), (.waiting, try server.get("/hang?a")),
            (.receiving, try server.get("/slow-header")), (.receiving, try server.get("/slow-body")),
        ]
        await withTaskGroup(of: Void.self) { group in
            for (phase, request) in requests {
                group.addTask { [client, short] in await expectFailure(.timedOut(phase), of: client, request, short) }
            }
        }
    }

    @Test("The time to connect has a limit of its own")
    func connectTime() async throws {
        let limits = HTTPLimits(totalTime: .seconds(600), connectTime: .milliseconds(500))
        await expectFailure(.timedOut(.connecting), of: client, try server.get("/", on: "full"), limits)
        await expectFailure(
            .timedOut(.securing), of: client, try server.get("/", on: "silent", scheme: "https"), limits)
    }

    @Test("The total time covers a redirect and what follows it")
    func timeOfRedirects() async throws {
        let limits = HTTPLimits(totalTime: .seconds(1), redirects: 5)
        await expectFailure(
            .timedOut(.waiting), of: client, try server.get("/redirect?code=302&to=/hang?redirected"), limits)
    }

    @Test(
        "An answer that ends too early is no answer",
        arguments: ["/reset", "/nothing", "/truncated", "/chunked-cut"])
    func reset(path: String) async throws {
        await expectFailure(.reset, of: client, try server.get(path))
    }

    @Test(
        "What is not HTTP is malformed",
        arguments: [
            "SSH-2.0-OpenSSH_9.2%0D%0A", "HTTP/1.1%20abc%0D%0A%0D%0A",
            "HTTP/1.1%20200%20OK%0D%0Ano%20colon%0D%0A%0D%0A",
            "HTTP/1.1%20200%20OK%0D%0AX:%20a%00b%0D%0A%0D%0A", "HTTP/1.1%20200%20OK%0D%0A:%20no%20name%0D%0A%0D%0A",
            "HTTP/1.1%20200%20OK%0D%0AX%20Y:%20blank%0D%0A%0D%0A",
            "HTTP/1.1%20200%20OK%0D%0AContent-Length:%20abc%0D%0A%0D%0A", "%00%00%00",
        ])
    func malformed(bytes: String) async throws {
        await expectFailure(.malformed, of: client, try server.get("/raw?bytes=\(bytes)"))
    }

    @Test("Chunks without a size are malformed")
    func chunks() async throws {
        await expectFailure(.malformed, of: client, try server.get("/chunked-wrong"))
    }

    // MARK: Limits

    @Test("More bytes than the limit end the transfer: endless, announced, or one too many")
    func tooLarge() async throws {
        let limits = HTTPLimits(responseBytes: 1_000_000)
        await expectFailure(.tooLarge, of: client, try server.get("/endless"), limits)
        await expectFailure(.tooLarge, of: client, try server.get("/announced"), limits)
        await expectFailure(.tooLarge, of: client, try server.get("/chunked"), HTTPLimits(responseBytes: 7))
        #expect(try await client.send(server.get("/chunked"), limits: HTTPLimits(responseBytes: 8)).body.count == 8)
        await expectFailure(.tooLarge, of: client, try server.get("/chunked"), HTTPLimits(responseBytes: 0))
        await expectFailure(.tooLarge, of: client, try server.get("/chunked"), HTTPLimits(responseBytes: -1))
    }

    @Test(
        "An endless header and endless interim answers end the transfer",
        arguments: ["/endless-header", "/endless-interim"])
    func headerTooLarge(path: String) async throws {
        await expectFailure(.tooLarge, of: client, try server.get(path))
    }

    // MARK: Addresses

    @Test("A client for public addresses connects to no address of this machine, whatever its name")
    func addressRefused() async throws {
        let wary = try HTTPClient(HTTPClientSettings(addresses: .publicOnly))
        await expectFailure(.addressRefused, of: wary, try server.get("/echo"))
        for host in ["localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001", "127.1", "0.0.0.0"] {
            let url = try #require(HTTPURL("http://\(host):\(try server.url("/").origin.port)/echo"))
            await expectFailure(.addressRefused, of: wary, HTTPRequest(.get, url))
        }
    }

    // MARK: TLS

    @Test("A server's certificate is trusted under private roots, with the system's or without")
    func trusted() async throws {
        for roots in [HTTPClientSettings.Roots.only(pem: server.root), .systemAnd(pem: server.root)] {
            let client = try HTTPClient(HTTPClientSettings(roots: roots))
            #expect(try await client.send(server.get("/echo", on: "tls")).status == .ok)
        }
    }

    @Test("A certificate of an authority that nobody named is not trusted")
    func untrusted() async throws {
        let roots: [HTTPClientSettings.Roots] = [
            .system, .only(pem: server.foreignRoot), .systemAnd(pem: server.foreignRoot),
        ]
        for roots in roots {
            let client = try HTTPClient(HTTPClientSettings(roots: roots))
            await expectFailure(.tlsFailed(.untrusted), of: client, try server.get("/echo", on: "tls"))
        }
    }

    @Test("A certificate for another name, or of another time, is not accepted")
    func wrongCertificate() async throws {
        let client = try HTTPClient(HTTPClientSettings(roots: .only(pem: server.root)))
        await expectFailure(.tlsFailed(.wrongName), of: client, try server.get("/echo", on: "wrong"))
        await expectFailure(.tlsFailed(.expired), of: client, try server.get("/echo", on: "expired"))
    }

    @Test(
        "Roots that hold no certificate trust nobody",
        arguments: ["", "\n", "no certificate", "-----BEGIN CERTIFICATE-----"])
    func noRoots(pem: String) async throws {
        let client = try HTTPClient(HTTPClientSettings(roots: .only(pem: Array(pem.utf8))))
        await expectFailure(.tlsFailed(.rootsUnreadable), of: client, try server.get("/echo", on: "tls"))
    }

    @Test("A server without TLS fails the handshake")
    func noTLS() async throws {
        await expectFailure(.tlsFailed(.handshake), of: client, try server.get("/echo", on: "plain", scheme: "https"))
    }

    // MARK: Cancelling

    @Test("A cancelled task ends its transfer, and the server sees the connection go")
    func cancelled() async throws {
        let request = try server.get("/hang?cancelled")
        let task = Task { [client] in try await client.send(request, limits: HTTPLimits(totalTime: .seconds(600))) }
        #expect(try await client.send(server.get("/arrived?target=/hang?cancelled")).status == .ok)
        task.cancel()
        let outcome = await task.result
        #expect(throws: HTTPClientError.cancelled) { try outcome.get() }
        #expect(try await client.send(server.get("/gone?target=/hang?cancelled")).status == .ok)
    }

    @Test("A task that was cancelled before sends nothing")
    func cancelledBefore() async throws {
        let request = try server.get("/hang?never")
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { [client] in await expectFailure(.cancelled, of: client, request) }
        }
        await expectFailure(.timedOut(.waiting), of: client, try server.get("/arrived?target=/hang?never"), short)
    }

    @Test("An error says nothing of the request or the answer")
    func description() {
        let errors: [HTTPClientError] = [
            .refused, .timedOut(.securing), .tlsFailed(.wrongName), .unavailable(code: 27),
        ]
        #expect(
            errors.map(\.description) == [
                "the connection was refused", "timed out while securing", "TLS failed (wrongName)",
                "the client can't send (libcurl 27)",
            ])
    }
}
