import NIOCore
import NIOHTTP1
import NIOWebSocket
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

    @Test("an answer that is no HTTP is called so, and not in the words of whoever reads it")
    func noHTTP() {
        #expect(LinkErrorText.text(HTTPParserError.invalidConstant) == "the server's answer is not HTTP")
        #expect(LinkErrorText.text(HTTPParserError.headerOverflow) == "the server's answer has unterminated headers")
        #expect(LinkErrorText.text(HTTPParserError.invalidEOFState) == "the server's answer is truncated")
    }

    @Test("parts of WebSocket messages that do not fit together are told in sentences")
    func fragments() {
        let errors: [NIOWebSocketFrameAggregator.Error] = [
            .nonFinalFragmentSizeIsTooSmall, .tooManyFragments, .accumulatedFrameSizeIsTooLarge,
            .receivedNewFrameWithoutFinishingPrevious, .didReceiveFragmentBeforeReceivingTextOrBinaryFrame,
        ]
        for error in errors {
            let text = LinkErrorText.reason(error).text
            #expect(text.hasPrefix("protocol error: a ") && !text.contains("\(error)"), "\(text)")
        }
    }

    @Test("where this machine has no network that is told apart from a peer that does not answer")
    func network() {
        let missing = LinkErrorText.reason(IOError(errnoCode: ENETUNREACH, reason: "connect"))
        guard case .noNetwork(let words) = missing else {
            Issue.record("\(missing)")
            return
        }
        #expect(missing.text == "transport error: \(words)" && words.contains("unreachable") && missing.words == words)
        let refused = LinkErrorText.reason(IOError(errnoCode: ECONNREFUSED, reason: "connect"))
        guard case .transportError = refused else {
            Issue.record("\(refused)")
            return
        }
    }
}
