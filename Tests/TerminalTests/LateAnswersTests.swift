import Support
import Testing

@testable import Terminal

extension LateAnswers {
    /// What was typed of these bytes.
    fileprivate mutating func typed(of bytes: [UInt8]) -> [UInt8] {
        tokens(of: bytes).flatMap { token -> [UInt8] in
            if case .raw(let typed) = token { return typed }
            return []
        }
    }
}

@Suite("Answers that come when what is typed is a hosted program's already")
struct LateAnswersTests {
    private static let answers =
        "\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}[?2026;2$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[6;20;10t"
    private static let last = "\u{1B}[?62;22c"
    private static let typed = "ls\r\u{1B}[A\u{1B}OP\u{1B}x\u{1B}[200~a\rb\u{1B}[201~é"

    @Test("they are nobody's, wherever the bytes are cut, and what is typed around them passes as it came")
    func cut() {
        let bytes = Array(("q" + Self.answers + Self.typed + Self.last + Self.typed).utf8)
        for place in 0...bytes.count {
            var late = LateAnswers(isAwaited: true)
            let passed = late.typed(of: Array(bytes[..<place])) + late.typed(of: Array(bytes[place...]))
            #expect(passed == Array(("q" + Self.typed + Self.typed).utf8), "cut at \(place)")
            #expect(!late.isAwaited && late.timeout == nil)
        }
    }

    @Test("they are told, and the cursor's place among them once: a second one is a key")
    func told() {
        var late = LateAnswers(isAwaited: true)
        let tokens = late.tokens(of: Array("\u{1B}[3;2R\u{1B}[1;2R\u{1B}[?2026;2$y\u{1B}[?62c".utf8))
        #expect(
            tokens == [
                .reply(.cursor(column: 2)), .reply(.mode(2026, setting: 2)), .reply(.deviceAttributes),
                .raw(Array("\u{1B}[1;2R".utf8)),
            ])
        late = LateAnswers(isAwaited: true)
        #expect(late.hear(.keys(Array("\u{1B}[1;2R".utf8))) == .reply(.cursor(column: 2)))
        #expect(late.hear(.keys(Array("\u{1B}[1;2R".utf8))) == .keys(Array("\u{1B}[1;2R".utf8)))
    }

    @Test("behind the last one everything passes, answers too: whatever they are, they are none of ours")
    func over() {
        let bytes = Array(Self.answers.utf8)
        var late = LateAnswers(isAwaited: false)
        #expect(late.typed(of: bytes) == bytes)
        late = LateAnswers(isAwaited: true)
        #expect(late.hear(.reply(.deviceAttributes)) == .reply(.deviceAttributes))
        #expect(late.typed(of: bytes) == bytes && late.hear(.reply(.other)) == nil)
    }

    @Test(
        "a lone Esc, Alt and a letter, and half an arrow are keys once nothing follows",
        arguments: ["", "P", "[", "[1;"])
    func keys(rest: String) {
        var late = LateAnswers(isAwaited: true)
        let bytes = Array("\u{1B}\(rest)".utf8)
        #expect(late.typed(of: bytes) == [] && late.timeout == .sequence)
        #expect(late.release() == bytes && late.timeout == nil && late.release() == [])
    }

    @Test(
        "what begins as an answer is waited for longer, and is nobody's without its end",
        arguments: ["[?62;", "P>|XT", "]11;rgb:0"])
    func slow(rest: String) {
        var late = LateAnswers(isAwaited: true)
        #expect(late.typed(of: Array("\u{1B}\(rest)".utf8)) == [])
        #expect(late.timeout == .answer && late.release() == [] && late.timeout == nil && late.isAwaited)
    }

    @Test("no byte that is typed is lost or doubled, whatever it is", arguments: 1...20)
    func chance(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Nothing of these is an answer.
        let alphabet = Array("ab\u{1B}[AO1;m~ é".utf8)
        let bytes = (0..<500).map { _ in random.pick(alphabet) }
        var late = LateAnswers(isAwaited: true)
        var passed: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = 1 + random.below(20)
            passed += late.typed(of: Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
            if random.isOneIn(3) { passed += late.release() }
        }
        passed += late.release()
        #expect(passed == bytes)
    }
}
