import Testing

@testable import TileLink

@Suite struct TileProtocolTests {
    @Test(
        "each request is read as it was written",
        arguments: [
            TileRequest.begin(interrupts: false), .begin(interrupts: true), .text("a \"b\"\n\u{1B}[31m é 😀"), .end,
            .say("", interrupts: false), .say("x", interrupts: true), .ping,
        ])
    func requests(_ request: TileRequest) throws {
        let line = request.line
        #expect(line.last == 10 && line.count { $0 == 10 } == 1)
        #expect(try TileRequest(line: line.dropLast()) == request)
    }

    @Test(
        "each answer is read as it was written",
        arguments: [
            TileAnswer.hello(version: 1, name: "Ada"), .pong, .gone, .refused(reason: "no"),
            .utterance(3, .accepted(before: 2)), .utterance(1, .heard), .utterance(1, .saying), .utterance(1, .said),
            .utterance(2, .interrupted), .utterance(2, .refused(reason: "a tape")),
        ])
    func answers(_ answer: TileAnswer) { #expect(TileAnswer(line: answer.line.dropLast()) == answer) }

    @Test(
        "what is no request is refused with what one would be",
        arguments: [
            "x", "[]", "{}", #"{"do":"sing"}"#, #"{"do":"text"}"#, #"{"do":"text","text":1}"#,
            #"{"do":"say","version":2,"text":"a"}"#, "\"do\"", #"{"do":1}"#, #"{"do":"ping","version":null}"#,
            #"{"do":"ping","version":1.5}"#, #"{"do":"ping","version":"1"}"#, #"{"do":"ping","version":true}"#,
            #"{"do":"begin","interrupt":"yes"}"#, #"{"do":"begin","interrupt":1}"#,
            #"{"do":"say","text":"a","interrupt":null}"#,
        ])
    func noRequests(_ line: String) {
        #expect { try TileRequest(line: line.utf8) } throws: { error in
            (error as? TileError)?.reason.hasPrefix("not understood: ") == true
        }
    }

    @Test("what is no UTF-8 is replaced, and members that nobody knows mean nothing")
    func odd() throws {
        let line = Array(#"{"do":"text","new":[1],"text":"a"#.utf8) + [0xFF] + Array("b\"}".utf8)
        #expect(try TileRequest(line: line) == .text("a\u{FFFD}b"))
        #expect(try TileRequest(line: #"{"do":"text","text":"a\ud83d"}"#.utf8) == .text("a\u{FFFD}"))
    }

    @Test("version 1 is also 1.0, and interrupt is true or false; where it means nothing it may be anything")
    func members() throws {
        #expect(try TileRequest(line: #"{"do":"ping","version":1.0,"interrupt":"yes"}"#.utf8) == .ping)
        #expect(try TileRequest(line: #"{"do":"begin","interrupt":false}"#.utf8) == .begin(interrupts: false))
        #expect(try TileRequest(line: #"{"do":"begin","interrupt":true}"#.utf8) == .begin(interrupts: true))
    }

    @Test("names and reasons are cut")
    func cut() {
        let answer = TileAnswer.hello(version: 1, name: String(repeating: "n", count: 5_000))
        guard case .hello(_, let name)? = TileAnswer(line: answer.line.dropLast()) else {
            Issue.record("no hello")
            return
        }
        #expect(name.count == TileLimits.nameLength && name.hasSuffix("n…"))
    }
}
