import Support
import Testing

@testable import TileLink

@Suite struct TileLinesTests {
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

    @Test("lines are the same wherever the bytes are cut")
    func cuts() throws {
        let bytes = Array("one\n\n  \r\ntwo \nthree\n".utf8)
        for seed in 0..<50 as Range<UInt64> {
            var (random, lines, found) = (SplitMix64(seed: seed), TileLines(), [String]())
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(1 + random.below(6)))
                rest = rest.dropFirst(piece.count)
                lines.receive(piece)
                while let line = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
            }
            #expect(found == ["one", "two ", "three"], "seed \(seed)")
        }
    }

    @Test("what is left when nothing more comes is a line")
    func finish() throws {
        var (lines, isLeft) = (TileLines(), [Bool]())
        isLeft.append(lines.finish())
        lines.receive(Array("one\ntwo".utf8))
        #expect(try lines.next().map(Array.init) == Array("one".utf8))
        #expect(try lines.next() == nil)
        isLeft.append(lines.finish())
        #expect(try lines.next().map(Array.init) == Array("two".utf8))
        #expect(try lines.next() == nil)
        isLeft.append(lines.finish())
        #expect(isLeft == [false, true, false])
    }

    @Test("a line of the greatest length is read, one of a byte more is not, whether or not its end has come")
    func tooLong() throws {
        var lines = TileLines()
        let longest = [UInt8](repeating: 0x61, count: TileLimits.lineBytes)
        lines.receive(longest + [10])
        #expect(try lines.next()?.count == TileLimits.lineBytes)
        lines.receive(longest)
        #expect(try lines.next() == nil)
        lines.receive([0x61])
        #expect(throws: TileError.lineTooLong) { try lines.next() }
        var other = TileLines()
        other.receive(longest + [0x61, 10])
        #expect(throws: TileError.lineTooLong) { try other.next() }
    }

    @Test("a text in pieces is the same text, and what is no UTF-8 is replaced as in one piece")
    func textPieces() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let whole = Array("Größe 😀👩‍👩‍👧 €x".utf8)
            let bytes = (0..<40).map { _ in random.isOneIn(3) ? UInt8(random.below(256)) : random.pick(whole) } + whole
            var (pieces, text, rest) = (TextPieces(), "", bytes[...])
            while !rest.isEmpty {
                let piece = rest.prefix(1 + random.below(5))
                rest = rest.dropFirst(piece.count)
                text += pieces.receive(piece)
            }
            text += pieces.finish()
            let expected = String(decoding: bytes, as: UTF8.self)
            #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars), "seed \(seed)")
        }
    }
}
