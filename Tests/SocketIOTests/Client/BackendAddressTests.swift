import Events
import Testing

@testable import SocketIO

@Suite("Backend addresses")
struct BackendAddressTests {
    @Test(
        "addresses are read as they are written",
        arguments: [
            ("http://127.0.0.1:5003", BackendAddress(scheme: .http, host: "127.0.0.1", port: 5003)),
            ("HTTPS://api.example.com/", BackendAddress(scheme: .https, host: "api.example.com", port: 443)),
            ("ws://[::1]:80/live/", BackendAddress(scheme: .ws, host: "::1", port: 80, path: "/live")),
            ("wss://a-b", BackendAddress(scheme: .wss, host: "a-b", port: 443)),
        ])
    func read(written: String, address: BackendAddress) throws {
        #expect(try BackendAddress(written) == address)
        #expect(try BackendAddress(address.text) == address)
    }

    @Test(
        "what is no address is refused with a reason",
        arguments: [
            "", "localhost:5003", "ftp://a", "http://", "http://:80", "http://a:0", "http://a:65536", "http://a:x",
            "http://u:p@a", "http://a/b c", "http://a?x", "http://a\u{1b}[2J", "http://[::1", "http://[::1]x",
        ])
    func refused(written: String) {
        #expect(throws: WireError.self) { try BackendAddress(written) }
    }

    @Test(
        "an address is the backend's where it has its scheme, its place and its path",
        arguments: [
            ("http://a:1/b/c.png", "/c.png"), ("http://a:1/b/c?x=1&y#z", "/c?x=1&y"), ("HTTP://A:1/b/", "/"),
            ("http://a:1/b", "/"), ("http://a:1/b?x", "/?x"), ("http://a:1/bc/d.png", nil), ("http://a:1/d.png", nil),
            ("https://a:1/b/c", nil), ("ws://a:1/b/c", nil), ("http://a/b/c", nil), ("http://a.evil:1/b/c", nil),
            ("http://x@a:1/b/c", nil), ("http://a:1@evil/b/c", nil), ("http://a:1/b/c?x y", nil), ("/b/c.png", nil),
            ("http://a:1/b/c?\r\nX:1", nil), ("", nil),
        ] as [(String, String?)])
    func own(written: String, path: String?) throws {
        #expect(try BackendAddress("ws://a:1/b").path(of: written) == path)
    }

    @Test("where a backend has no path of its own, all addresses at its place are its own")
    func ownWithoutPath() throws {
        let address = try BackendAddress("https://h")
        #expect(address.path(of: "https://h:443/c/d.png") == "/c/d.png" && address.path(of: "https://h") == "/")
        #expect(address.path(of: "http://h:443/c") == nil)
    }

    @Test("K55 a user id with plus, at and blank arrives intact")
    func queryIsEncoded() throws {
        let endpoint = SocketEndpoint(try BackendAddress("http://a:1/b"))
        let path = endpoint.target(.webSocket, query: [("user_id", "a+b@c d/é&")])
        #expect(path == "/b/socket.io/?EIO=4&transport=websocket&user_id=a%2Bb%40c%20d%2F%C3%A9%26")
    }
}
