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
}
