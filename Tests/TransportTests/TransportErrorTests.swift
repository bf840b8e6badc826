import Testing
import Transport

@Suite("Transport errors")
struct TransportErrorTests {
    @Test("an error is one line with the peer, what was expected and what was found")
    func linesNameThePeer() {
        let error = TransportError.unexpectedAnswer(address: "http://a:1", expected: "status 200", found: "404")
        #expect(error.reason == "http://a:1: expected status 200, found 404")
    }
}
