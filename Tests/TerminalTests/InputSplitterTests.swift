import Events
import Support
import Testing

@testable import Terminal

struct InputSplitterTests {
    private func tokens(_ pieces: [String]) -> [InputSplitter.Token] {
        var splitter = InputSplitter()
        var tokens = pieces.flatMap { splitter.feed(Array($0.utf8)) }
        while splitter.timeout != nil { tokens += splitter.expire() }
        return joined(tokens)
    }

    /// Text that was cut in two is one text.
    private func joined(_ tokens: [InputSplitter.Token]) -> [InputSplitter.Token] {
        tokens.reduce(into: []) { list, token in
            if case .keys(let next) = token, next.first != 0x1B, case .keys(let last) = list.last, last.first != 0x1B {
                list[list.count - 1] = .keys(last + next)
            } else {
                list.append(token)
            }
        }
    }

    private func keys(_ text: String) -> InputSplitter.Token { .keys(Array(text.utf8)) }

    private static let mixed =
        "ab\u{1B}[?62;4c\u{1B}[Aé\u{1B}P>|XTerm(388)\u{1B}\\q\u{1B}]11;rgb:ffff/8080/0000\u{07}\u{1B}Oz"
        + "\u{1B}[?2026;2$y\u{1B}[200~one\r\ntwo\u{1B}[Ax\u{1B}[201~漢\u{1B}[6;20;10t\u{1B}[4;480;800t\u{1B}[<0;3;4Mw\u{1B}x\u{1B}[0n."

    private var mixedTokens: [InputSplitter.Token] {
        [
            keys("ab"), .reply(.deviceAttributes), keys("\u{1B}[A"), keys("é"), .reply(.name("XTerm(388)")), keys("q"),
            .reply(.background(red: 255, green: 128, blue: 0)), keys("\u{1B}Oz"), .reply(.mode(2026, setting: 2)),
            .paste("one\ntwox"), keys("漢"), .reply(.cellPixels(PixelSize(width: 10, height: 20))),
            .reply(.windowPixels(PixelSize(width: 800, height: 480))), keys("\u{1B}[<0;3;4M"), keys("w"),
            keys("\u{1B}x"), .reply(.other), keys("."),
        ]
    }

    @Test("answers are taken out from between keys, and pasted text is one piece")
    func mixedInput() { #expect(tokens([Self.mixed]) == mixedTokens) }

    @Test("cutting the input in two at any byte changes nothing")
    func splitAnywhere() {
        let bytes = Array(Self.mixed.utf8)
        for cut in 0...bytes.count {
            var splitter = InputSplitter()
            let found = joined(splitter.feed(bytes[..<cut]) + splitter.feed(bytes[cut...]))
            #expect(found == mixedTokens, "cut at \(cut)")
            #expect(splitter.timeout == nil)
        }
    }

    @Test("one byte at a time gives the same")
    func byteByByte() {
        var splitter = InputSplitter()
        #expect(joined(Self.mixed.utf8.flatMap { splitter.feed([$0]) }) == mixedTokens)
    }

    @Test("a lone escape is a key once nothing follows")
    func loneEscape() {
        var splitter = InputSplitter()
        #expect(splitter.feed([0x1B]).isEmpty)
        #expect(splitter.timeout == .sequence)
        #expect(splitter.expire() == [.keys([0x1B])])
        #expect(splitter.timeout == nil)
    }

    @Test("Alt and a bracket is a key and text, not an answer that never ends")
    func altBracket() {
        #expect(tokens(["\u{1B}]hello"]) == [keys("\u{1B}]"), keys("hello")])
        #expect(tokens(["\u{1B}P"]) == [keys("\u{1B}P")])
    }

    @Test("half an answer is no text")
    func halfAnswer() {
        #expect(tokens(["a\u{1B}]11;rgb:ff"]) == [keys("a"), .reply(.other)])
        #expect(tokens(["\u{1B}P>|na", ""]) == [.reply(.name("na"))])
    }

    @Test("an answer that a new sequence cuts off does not take the sequence with it")
    func cutAnswer() {
        #expect(tokens(["\u{1B}]11;rgb:1\u{1B}[A"]) == [.reply(.other), keys("\u{1B}[A")])
    }

    @Test(
        "garbled answers are answers and say nothing",
        arguments: [
            "\u{1B}]11;rgb:zz/00/00\u{07}", "\u{1B}]11;rgb:1/2\u{07}", "\u{1B}[?2026$y", "\u{1B}[6;0;0t",
            "\u{1B}[6;99999999999999999999;1t", "\u{1B}P>|\u{1B}\\", "\u{1B}[?;;$y", "\u{1B}]11;rgb:12345/0/0\u{07}",
        ])
    func garbled(answer: String) { #expect(tokens([answer]) == [.reply(.other)]) }

    @Test("a paste is bounded, and ends although its end never comes")
    func pasteBounds() {
        var splitter = InputSplitter()
        var found = splitter.feed(Array("\u{1B}[200~".utf8))
        for _ in 0..<100 { found += splitter.feed([UInt8](repeating: 0x61, count: 1_000)) }
        #expect(found.isEmpty)
        #expect(splitter.timeout == .paste)
        #expect(splitter.expire() == [.paste(String(repeating: "a", count: InputSplitter.pasteLimit))])
        #expect(splitter.feed([0x62]) == [.keys([0x62])])
    }

    @Test("colors and links that were copied with a text go whole")
    func pastedSequences() {
        let copied = "a \u{1B}[1;38;2;1;2;3mred\u{1B}[0m \u{1B}]8;;x:y\u{1B}\\link\u{1B}]8;;\u{7}, end\u{1B}"
        #expect(tokens(["\u{1B}[200~\(copied)\u{1B}[201~"]) == [.paste("a red link, end")])
    }

    @Test("blank lines of a paste stay, control characters go")
    func pasteText() {
        #expect(tokens(["\u{1B}[200~a\r\n\r\nb\n\nc\t\u{8}\u{9B}d\u{1B}[201~"]) == [.paste("a\n\nb\n\nc\td")])
    }

    @Test("no bytes trap, hang or grow without bound")
    func anyBytes() {
        var random = SplitMix64(seed: 42)
        let favorites = Array("\u{1B}[]P\\?;0129~MOc$y\u{7}é".utf8)
        for _ in 0..<2_000 {
            var splitter = InputSplitter()
            for _ in 0..<random.below(20) {
                let piece = (0..<random.below(30)).map { _ in
                    random.isOneIn(4) ? UInt8(random.below(256)) : random.pick(favorites)
                }
                _ = splitter.feed(piece)
            }
            var rounds = 0
            while splitter.timeout != nil, rounds < 100 {
                _ = splitter.expire()
                rounds += 1
            }
            #expect(splitter.timeout == nil)
        }
    }

    @Test("what is half read can be read by somebody else: also a paste that has begun, as it came")
    func handedOver() {
        for text in ["\u{1B}", "\u{1B}[1;", "\u{1B}[200~one\rtwo", "\u{1B}[200~one\u{1B}[20"] {
            var splitter = InputSplitter()
            #expect(splitter.feed(Array(text.utf8)) == [])
            #expect(splitter.takePending() == Array(text.utf8) && splitter.timeout == nil)
        }
    }

    @Test("of keys that came together the first can be taken")
    func firstKey() {
        let cut = keys("éx!").cut(isText: false)
        #expect(cut.first == keys("é") && cut.rest == Array("x!".utf8))
        let sequence = keys("\u{1B}[A")
        for isText in [false, true] {
            #expect(sequence.cut(isText: isText).first == sequence && sequence.cut(isText: isText).rest == [])
        }
    }

    @Test("of text for a line all can be taken up to the next control character, which is a key of its own")
    func text() {
        for control in ["\r", "\u{7F}", "\u{3}"] {
            let cut = keys("éx!\(control)y").cut(isText: true)
            #expect(cut.first == .paste("éx!") && cut.rest == Array("\(control)y".utf8))
            let next = keys("\(control)yz").cut(isText: true)
            #expect(next.first == keys(control) && next.rest == Array("yz".utf8))
        }
        let one = keys("é").cut(isText: true)
        #expect(one.first == keys("é") && one.rest == [])
    }
}
