import Testing

@testable import Wire

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

    @Test("K55 a user id with plus, at and blank arrives intact")
    func queryIsEncoded() throws {
        let address = try BackendAddress("http://a:1/b")
        let path = address.socketPath(transport: "websocket", query: [("user_id", "a+b@c d/é&")])
        #expect(path == "/b/socket.io/?EIO=4&transport=websocket&user_id=a%2Bb%40c%20d%2F%C3%A9%26")
    }
}
