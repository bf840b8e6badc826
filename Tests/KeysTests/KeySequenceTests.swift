import Testing

@testable import Keys

@Suite("Where one key ends and the next one begins")
struct KeySequenceTests {
    private static func length(_ bytes: some Sequence<UInt8>, isFinal: Bool = false) -> Int? {
        // Most often they are the rest of what was read.
        KeySequence.length(of: ([0x1B, 0x5B] + Array(bytes))[2...], isFinal: isFinal)
    }

    @Test(
        "a key of any form is one, wherever its bytes are cut, and waits for its end as long as that may come",
        arguments: [
            "a", "\r", "é", "漢", "😀", "\u{1B}x", "\u{1B}é", "\u{1B}P", "\u{1B}OP", "\u{1B}[A", "\u{1B}[1;5C",
            "\u{1B}[97;1:3u", "\u{1B}[200~", "\u{1B}[<0;3;4M", "\u{1B}[M !!", "\u{1B}[[A",
        ])
    func whole(text: String) {
        let bytes = Array(text.utf8)
        for count in 1..<bytes.count {
            #expect(Self.length(bytes.prefix(count)) == nil, "\(count)")
            #expect(Self.length(bytes.prefix(count), isFinal: true) == count, "\(count)")
        }
        for isFinal in [false, true] {
            #expect(Self.length(bytes, isFinal: isFinal) == bytes.count)
            #expect(Self.length(bytes + Array("tail".utf8), isFinal: isFinal) == bytes.count)
        }
    }

    @Test("what is no character, and no sequence, takes nothing with it that follows")
    func none() {
        #expect(Self.length([0xFF, 0x61]) == 1 && Self.length([0x80, 0x61]) == 1 && Self.length([0xC3, 0x61]) == 1)
        #expect(Self.length([0x1B, 0x1B]) == 1)
        #expect(Self.length("\u{1B}[1;\u{1B}[A".utf8) == 4)
        let endless = "\u{1B}[" + String(repeating: "1", count: 200)
        #expect(Self.length(endless.utf8) == 128)
    }
}
