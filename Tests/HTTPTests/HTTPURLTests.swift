import Testing
import WindfallHTTP

@Suite struct HTTPURLTests {
    @Test("An address is taken apart and put together in its shortest form")
    func parts() throws {
        let url = try #require(HTTPURL("HTTPS://Shop.Example:8443/a/../b%20c?d=e&f=#part"))
        #expect(url.origin.scheme == .https && url.origin.host == "shop.example" && url.origin.port == 8443)
        #expect(url.target == "/a/../b%20c?d=e&f=")
        #expect(url.text == "https://shop.example:8443/a/../b%20c?d=e&f=")
        #expect(HTTPURL("http://a:80")?.text == "http://a/")
        #expect(HTTPURL("https://a:443?b")?.text == "https://a/?b")
        #expect(HTTPURL("http://[2001:DB8::1]:81/")?.text == "http://[2001:db8::1]:81/")
    }

    @Test("What a person reads has no query, which may hold secrets")
    func description() {
        #expect(HTTPURL("https://a/b?token=secret").map { "\($0)" } == "https://a/b")
    }

    @Test(
        "What is no address of a server is refused",
        arguments: [
            "", "a", "/a", "//a", "http:", "http:/a", "http://", "http:///a", "http://:80/", "ftp://a/", "file:///a",
            "gopher://a/", "javascript://a/", "http://user@a/", "http://user:word@a/", "http://a@b/", "http://a:0/",
            "http://a:65536/", "http://a:-1/", "http://a:+1/", "http://a:8a/", "http://a b/", "http://a/b c",
            "http://a/\r\nX: 1", "http://a\u{0}b/", "http://a\\b/", "http://[::1/", "http://[]/", "http://[a]/",
            "http://[::1]a/", "http://[::1%25eth0]/", "http://a%2eb/", "http://ä.example/", "http://a/ä", " http://a/",
            "http://a/ ", "http://" + String(repeating: "a", count: 256),
            "http://a/" + String(repeating: "a", count: 20_000),
        ])
    func refused(text: String) {
        #expect(HTTPURL(text) == nil)
    }
}
