import NIOCore
import Platform
import Testing

@testable import Transport

@Suite("Transport errors")
struct TransportErrorTests {
    @Test("an error is one line with the peer, what was expected and what was found")
    func linesNameThePeer() {
        let error = TransportError.unexpectedAnswer(address: "http://a:1", expected: "status 200", found: "404")
        #expect(error.reason == "http://a:1: expected status 200, found 404")
    }

    @Test("where this machine has no network that is told apart from a peer that does not answer")
    func network() {
        let missing = LinkErrorText.reason(IOError(errnoCode: ENETUNREACH, reason: "connect"))
        guard case .noNetwork(let words) = missing else {
            Issue.record("\(missing)")
            return
        }
        #expect(missing.text == "transport error: \(words)" && words.contains("unreachable"))
        let refused = LinkErrorText.reason(IOError(errnoCode: ECONNREFUSED, reason: "connect"))
        guard case .transportError = refused else {
            Issue.record("\(refused)")
            return
        }
    }
}
