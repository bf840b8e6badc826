import Events
import Testing

@testable import Keys

@Suite("Keys in the longer forms of terminals")
struct KeyStrokeTests {
    private static func key(_ text: String) -> Key? { KeyStroke(sequence: Array("\u{1B}\(text)".utf8))?.key }

    @Test(
        "keys-kitty-q, keys-enter-kitty: what kitty writes is the key that was pressed, whatever else it tells of it",
        arguments: [
            ("[113u", Key.character("q")), ("[113;1:1u", .character("q")), ("[113;1:2u", .character("q")),
            ("[113::113;1;113u", .character("q")), ("[97;2u", .character("A")), ("[97:65;2u", .character("A")),
            ("[49:33;2u", .character("!")), ("[97;65u", .character("a")), ("[228;1;228u", .character("ä")),
            ("[99;5u", .control("c")), ("[99;133u", .control("c")), ("[99;69u", .control("c")),
            ("[1089::99;5u", .control("c")), ("[93;5u", .control("]")), ("[32;5u", .control("@")),
            ("[120;3u", .alt("x")), ("[27u", .named(.escape)), ("[27;129u", .named(.escape)),
            ("[91;5u", .named(.escape)),
            ("[13u", .named(.enter)), ("[13;5u", .named(.enter, .control)), ("[127u", .named(.backspace)),
            ("[9;2u", .named(.tab, .shift)), ("[105;5u", .named(.tab)), ("[57352u", .named(.up)),
            ("[57376u", .named(.function(13))),
        ])
    func kitty(text: String, key: Key) { #expect(Self.key(text) == key) }

    @Test(
        "what xterm writes for keys with modifiers, and cursor keys with locks on",
        arguments: [
            ("[27;5;99~", Key.control("c")), ("[27;2;65~", .character("A")), ("[27;6;67~", .control("c")),
            ("[27;5;13~", .named(.enter, .control)), ("[1;129A", .named(.up)), ("[1;5C", .named(.right, .control)),
            ("[1;1:2B", .named(.down)), ("[5;3~", .named(.pageUp, .alt)), ("[3;133~", .named(.delete, .control)),
            ("[1;2R", .named(.function(3), .shift)), ("[Z", .named(.tab, .shift)), ("OP", .named(.function(1))),
        ])
    func xterm(text: String, key: Key) { #expect(Self.key(text) == key) }

    @Test("keys-keypad-point: the keypad's keys are those that do the same elsewhere")
    func keypad() {
        let typed = zip("0123456789./*-+=,", "pqrstuvwxynojmkXl")
        for (character, final) in typed {
            #expect(Self.key("O\(final)") == .character(character), "\(character)")
        }
        for (character, number) in zip("0123456789./*-+", 57_399...) {
            #expect(Self.key("[\(number)u") == .character(character), "\(character)")
        }
        #expect(Self.key("OM") == .named(.enter) && Self.key("[57414u") == .named(.enter))
        #expect(Self.key("[57417;129u") == .named(.left) && Self.key("[57421u") == .named(.pageUp))
    }

    @Test("a key that is let go does nothing, nor does a modifier alone, nor one with the Super key")
    func nothing() {
        for text in ["[113;1:3u", "[1;1:3A", "[57441;2u", "[57358u", "[99;9u", "[57427u"] {
            #expect(Self.key(text) == nil, "\(text)")
        }
    }

    @Test(
        "what is no key is none",
        arguments: [
            "[1;1R", "[24;80R", "[5R", "[?0u", "[<0;3;4M", "[99;99;99z", "[u", "[5u", "[1;9:9A", "[200~", "[I",
            "[97;5$u",
        ])
    func none(text: String) {
        let stroke = KeyStroke(sequence: Array("\u{1B}\(text)".utf8))
        #expect(stroke == nil || text == "[1;1R", "\(text)")
    }

    @Test("no bytes make it trap", arguments: 1...20)
    func random(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        for _ in 0..<500 {
            var bytes: [UInt8] = [0x1B, 0x5B]
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                bytes.append(Array("0123456789;:u~ARZ\u{1B}".utf8)[Int(state >> 33) % 18])
            }
            guard let stroke = KeyStroke(sequence: bytes) else { continue }
            for flags in [0, 1, 31] as [UInt8] { _ = KeyEncoding(flags: .init(rawValue: flags)).bytes(of: stroke) }
        }
    }
}

@Suite("Keys in the form that a program wants")
struct KeyFormTests {
    private static func told(_ typed: String, _ flags: UInt8, cursor: Bool = false, keypad: Bool = false) -> String {
        let bytes = Array(typed.utf8)
        let stroke =
            bytes.count > 1 ? KeyStroke(sequence: bytes) : typed.unicodeScalars.first.map { KeyStroke(typed: $0) }
        let form = KeyEncoding(
            flags: KeyEncoding.Flags(rawValue: flags), hasApplicationCursor: cursor, hasApplicationKeypad: keypad)
        return stroke.map { String(decoding: form.bytes(of: $0), as: UTF8.self) } ?? "?"
    }

    @Test(
        "a program that asked for nothing gets what terminals have always sent",
        arguments: [
            ("\u{1B}[99;5u", "\u{3}"), ("\u{1B}[97;2u", "A"), ("\u{1B}[27u", "\u{1B}"), ("\u{1B}[13u", "\r"),
            ("\u{1B}[9;2u", "\u{1B}[Z"), ("\u{1B}[120;3u", "\u{1B}x"), ("\u{1B}[127;129u", "\u{7F}"),
            ("\u{1B}[1;129A", "\u{1B}[A"), ("\u{1B}[1;5A", "\u{1B}[1;5A"), ("\u{1B}[57406u", "7"),
            ("\u{1B}[57414u", "\r"), ("\u{1B}[57417u", "\u{1B}[D"), ("\u{1B}[113;1:3u", ""), ("\u{1B}[57441u", ""),
            ("\u{1B}[27;5;99~", "\u{3}"), ("\u{1B}[P", "\u{1B}OP"), ("\u{1B}[13~", "\u{1B}OR"), ("\u{1B}Ow", "7"),
        ])
    func plain(typed: String, told: String) { #expect(Self.told(typed, 0) == told) }

    @Test("modes of cursor keys and keypad are heeded")
    func modes() {
        #expect(Self.told("\u{1B}[A", 0, cursor: true) == "\u{1B}OA")
        #expect(Self.told("\u{1B}OA", 0) == "\u{1B}[A")
        #expect(Self.told("\u{1B}[1;2A", 0, cursor: true) == "\u{1B}[1;2A")
        #expect(Self.told("\u{1B}[57406u", 0, keypad: true) == "\u{1B}Ow")
    }

    @Test(
        "a program gets the form of the flags that it has set, also of keys that came in the old one",
        arguments: [
            ("\u{3}", UInt8(1), "\u{1B}[99;5u"), ("\u{1B}", 1, "\u{1B}[27u"), ("a", 1, "a"), ("A", 1, "A"),
            ("\r", 1, "\r"), ("\t", 1, "\t"), ("\u{1B}OA", 1, "\u{1B}[A"), ("\u{1B}OR", 1, "\u{1B}[13~"),
            ("\u{1B}[57417u", 1, "\u{1B}[57417u"), ("\u{1B}[57406u", 1, "7"), ("\u{1B}[97;1:3u", 1, ""),
            ("\u{1B}[97;1:3u", 3, "\u{1B}[97;1:3u"), ("\u{1B}[1;1:2A", 3, "\u{1B}[1;1:2A"), ("\u{1B}[13;1:3u", 3, ""),
            ("a", 8, "\u{1B}[97u"), ("A", 8, "\u{1B}[97;2u"), ("A", 12, "\u{1B}[97:65;2u"), ("\r", 8, "\u{1B}[13u"),
            ("A", 24, "\u{1B}[97;2;65u"), ("a", 24, "\u{1B}[97;;97u"), ("\u{1B}[57441;2u", 8, "\u{1B}[57441;2u"),
            ("\u{1B}[99;133u", 1, "\u{1B}[99;133u"), ("\u{3}", 2, "\u{3}"),
        ])
    func telling(typed: String, flags: UInt8, told: String) { #expect(Self.told(typed, flags) == told) }
}
