import Events
import Keys
import Support
import Testing

@testable import Screens

@Suite("Keys while a program is hosted")
struct HostKeysTests {
    private static let prefix: UInt8 = 0x1D

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("bytes pass as they come, a lone Esc as well")
    func passing() {
        var keys = HostKeys(prefix: 0x1D)
        for text in ["a", "\u{1B}", "\u{1B}[A", "é", "\u{3}", "\u{1A}"] {
            #expect(keys.take(Self.bytes(text)) == [.send(Self.bytes(text))])
        }
    }

    @Test("behind the prefix a key is ours, and what came with it is whose that key makes it")
    func prefixed() {
        var keys = HostKeys(prefix: 0x1D)
        #expect(
            keys.take(Self.bytes("x\u{1D}cy")) == [.send([0x78]), .prefixed, .key(.character("c")), .behind([0x79])])
        #expect(keys.take([Self.prefix]) == [.prefixed])
        #expect(keys.take(Self.bytes("\u{1B}[5~z")) == [.key(.named(.pageUp)), .behind([0x7A])])
        #expect(keys.take([Self.prefix]) == [.prefixed])
        #expect(keys.take([Self.prefix]) == [.send([Self.prefix])])
        #expect(keys.take([Self.prefix, 0x1A]) == [.prefixed, .key(.control("z"))])
        #expect(keys.take([Self.prefix, 0x0D]) == [.prefixed, .key(.named(.enter))])
        #expect(keys.take(Self.bytes("\u{1D}\u{1B}[99~")) == [.prefixed, .abandoned])
        #expect(keys.take(Self.bytes("c")) == [.send(Self.bytes("c"))])
    }

    @Test("another prefix")
    func otherPrefix() {
        var keys = HostKeys(prefix: 1)
        #expect(keys.take([1, 0x63, Self.prefix]) == [.prefixed, .key(.character("c")), .behind([Self.prefix])])
    }

    @Test("inside of a paste there is no prefix, wherever the bytes are cut, and behind it there is")
    func paste() {
        let text = Self.bytes("\u{1B}[200~one\u{1D}c two\u{1B}[201~")
        for cut in 1..<text.count {
            var keys = HostKeys(prefix: 0x1D)
            let outputs = keys.take(Array(text[..<cut])) + keys.take(Array(text[cut...]))
            let sent = outputs.reduce(into: [UInt8]()) { if case .send(let bytes) = $1 { $0 += bytes } }
            #expect(sent == text && outputs.allSatisfy { if case .send = $0 { true } else { false } }, "\(cut)")
            #expect(keys.take(Self.bytes("\u{1D}c")) == [.prefixed, .key(.character("c"))])
        }
    }

    @Test(
        "paste-ok-60-kb: a bracketed paste of 60 KB passes whole, however it is cut", arguments: [1, 7, 4_096, 65_536])
    func longPaste(piece: Int) {
        let lines = (0..<2_400).map { "line \(1_000_000 + $0) of the paste\r" }.joined()
        let text = Self.bytes("\u{1B}[200~" + lines.prefix(60_000) + "\u{1B}[201~")
        var keys = HostKeys(prefix: 0x1D)
        var sent: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: piece) {
            for output in keys.take(Array(text[start..<min(start + piece, text.count)])) {
                guard case .send(let bytes) = output else {
                    Issue.record("\(output) inside of a paste")
                    return
                }
                sent += bytes
            }
        }
        #expect(text.count == 60_012 && sent == text)
        #expect(keys.take(Self.bytes("\u{1D}c")) == [.prefixed, .key(.character("c"))])
    }

    @Test("what comes at once and is more than anybody types is a paste, where none has brackets")
    func longPiece() {
        var keys = HostKeys(prefix: 0x1D)
        let text = Self.bytes(String(repeating: "x", count: 80) + "\u{1D}c")
        #expect(keys.take(text) == [.send(text)])
    }

    @Test("no byte is lost and none is doubled, whatever is typed", arguments: 1...20)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var keys = HostKeys(prefix: 0x1D)
        var typed: [UInt8] = []
        var sent: [UInt8] = []
        for _ in 0..<200 {
            let piece = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                [UInt8](Self.bytes("ab\u{1B}[200~1")).randomElement(using: &random) ?? 0
            }
            typed += piece
            for output in keys.take(piece) {
                guard case .send(let bytes) = output else {
                    Issue.record("\(output) without a prefix")
                    continue
                }
                sent += bytes
            }
        }
        #expect(sent == typed)
    }

    // MARK: Other forms of keys

    private static func context(
        _ flags: UInt8 = 0, catching: HostKeys.Catching = .nothing, brackets: Bool = true
    ) -> HostKeys.Context {
        var context = HostKeys.Context()
        context.form = KeyEncoding(flags: KeyEncoding.Flags(rawValue: flags))
        (context.catching, context.bracketsPaste) = (catching, brackets)
        return context
    }

    @Test(
        "keys-prefix-kitty: the prefix is one in every form, with Num Lock and Caps Lock as well",
        arguments: ["\u{1D}", "\u{1B}[93;5u", "\u{1B}[93;133u", "\u{1B}[93;69u", "\u{1B}[93;5:1u", "\u{1B}[27;5;93~"])
    func prefixForms(prefix: String) {
        for key in ["q", "\u{1B}[113u", "\u{1B}[113;129u", "\u{1B}[113;65u"] {
            var keys = HostKeys(prefix: 0x1D)
            #expect(keys.take(Self.bytes(prefix + key)) == [.prefixed, .key(.character("q"))], "\(key)")
        }
        var keys = HostKeys(prefix: 0x1D)
        // Letting it go is no key behind it, and nothing to the program.
        #expect(keys.take(Self.bytes(prefix)) == [.prefixed])
        #expect(keys.take(Self.bytes("\u{1B}[93;5:3u\u{1B}[57442;5:3u")) == [])
        #expect(keys.take(Self.bytes(prefix)) == [.send([0x1D])])
    }

    @Test("another window between the prefix and its key is told to the program, and the key is still ours")
    func focusBehindPrefix() {
        for report in ["\u{1B}[I", "\u{1B}[O"] {
            var keys = HostKeys(prefix: 0x1D)
            #expect(keys.take([0x1D]) == [.prefixed])
            #expect(keys.take(Self.bytes(report)) == [.send(Self.bytes(report))])
            #expect(keys.take(Self.bytes("q")) == [.key(.character("q"))])
        }
    }

    @Test("a sequence that is cut anywhere is one key all the same")
    func cutSequence() {
        let text = Self.bytes("\u{1B}[93;133u")
        for cut in 1..<text.count {
            var keys = HostKeys(prefix: 0x1D)
            let first = keys.take(Array(text[..<cut]))
            // A lone Esc is a key, as far as anybody knows.
            #expect(first == (cut == 1 ? [.send([0x1B])] : []), "\(cut)")
            #expect(keys.take(Array(text[cut...])) == [.prefixed], "\(cut)")
        }
        var keys = HostKeys(prefix: 0x1D)
        #expect(keys.take(Self.bytes("\u{1B}[")) == [] && keys.isHolding)
        #expect(keys.release() == [.send(Self.bytes("\u{1B}["))] && !keys.isHolding)
    }

    @Test("the program gets keys in its form, whatever form the terminal has")
    func forms() {
        var keys = HostKeys(prefix: 0x1D)
        #expect(keys.take(Self.bytes("\u{1B}[99;5ua\u{1B}[27u")) == [.send(Self.bytes("\u{3}a\u{1B}"))])
        #expect(keys.take(Self.bytes("\u{3}aé"), Self.context(1)) == [.send(Self.bytes("\u{1B}[99;5uaé"))])
        // Where it tells Esc apart it waits for what may follow.
        #expect(keys.take(Self.bytes("\u{1B}"), Self.context(1)) == [])
        #expect(keys.release(Self.context(1)) == [.send(Self.bytes("\u{1B}[27u"))])
        #expect(keys.take(Self.bytes("\u{1B}[I")) == [.send(Self.bytes("\u{1B}[I"))])
    }

    @Test("a program hears that a key is let go which it heard being pressed, and of no other one")
    func released() {
        var keys = HostKeys(prefix: 0x1D)
        #expect(keys.take(Self.bytes("\u{1B}[97;1:3u"), Self.context(11)) == [])
        #expect(keys.take(Self.bytes("\u{1B}[97u"), Self.context(11)) == [.send(Self.bytes("\u{1B}[97u"))])
        #expect(keys.take(Self.bytes("\u{1B}[97;1:3u"), Self.context(11)) == [.send(Self.bytes("\u{1B}[97;1:3u"))])
    }

    @Test(
        "wheel-escape: a key that closes something of ours reaches only us, in every form, and what came with it waits")
    func caught() {
        for (text, key) in [
            ("q", Key.character("q")), ("\r", .named(.enter)), ("\u{3}", .control("c")),
            ("\u{1B}[27u", .named(.escape)),
            ("\u{1B}[99;133u", .control("c")), ("\u{1B}[A", .named(.up)), ("é", .character("é")),
        ] {
            var keys = HostKeys(prefix: 0x1D)
            let outputs = keys.take(Self.bytes(text + "x!"), Self.context(catching: .everyKey))
            guard case .caught(let stroke, _)? = outputs.first else {
                Issue.record("\(text.debugDescription) is not caught: \(outputs)")
                continue
            }
            #expect(stroke.key == key && Array(outputs.dropFirst()) == [.behind(Self.bytes("x!"))])
        }
        // A lone Esc may still become something longer.
        var keys = HostKeys(prefix: 0x1D)
        #expect(keys.take([0x1B], Self.context(catching: .everyKey)) == [] && keys.isHolding)
        let escape = keys.release(Self.context(catching: .everyKey))
        #expect(escape == [.caught(KeyStroke(.named(.escape)), [0x1B])])
        #expect(keys.take(Self.bytes("q"), Self.context(catching: .escape)) == [.send(Self.bytes("q"))])
    }

    @Test("the wheel and a key that came at once: the key closes what the wheel has scrolled to")
    func wheelAndKey() {
        var keys = HostKeys(prefix: 0x1D)
        var context = HostKeys.Context()
        (context.takesMouse, context.canScroll) = (true, true)
        let outputs = keys.take(Self.bytes("\u{1B}[<64;3;4Mq"), context)
        #expect(outputs.count == 2)
        guard case .caught? = outputs.last else { return #expect(Bool(false), "\(outputs)") }
    }

    @Test("wheel-escape-paste: a paste closes nothing, and has brackets where the program wants them")
    func pasteForms() {
        let text = "\u{1B}[200~one\rtwo\u{1B}[201~"
        var keys = HostKeys(prefix: 0x1D)
        #expect(keys.take(Self.bytes(text), Self.context(catching: .everyKey)) == [.send(Self.bytes(text))])
        #expect(keys.take(Self.bytes(text), Self.context(brackets: false)) == [.send(Self.bytes("one\rtwo"))])
    }
}
