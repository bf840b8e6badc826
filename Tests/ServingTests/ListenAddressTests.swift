import Testing

@testable import Serving

@Suite struct ListenAddressTests {
    @Test(
        "an address is a host and a port",
        arguments: [
            ("127.0.0.1:5003", "127.0.0.1", 5_003, true), ("[::1]:0", "::1", 0, true),
            ("localhost:1", "localhost", 1, true),
            ("0.0.0.0:80", "0.0.0.0", 80, false), ("[::]:80", "::", 80, false), ("10.0.0.1:80", "10.0.0.1", 80, false),
            ("127.example:80", "127.example", 80, false),
        ])
    func addresses(text: String, host: String, port: Int, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.host == host && address.port == port && address.isLoopback == isLoopback)
        #expect(address.text == text)
    }

    @Test(
        "what is no address is refused",
        arguments: ["", "5003", ":5003", "h:", "h:-1", "h:65536", "::1:80", "a b:1", "h/:1"])
    func noAddress(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
