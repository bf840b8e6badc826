import CCurses
import Events
import Platform
import Testing

@testable import Keys
@testable import Terminal

extension ProcessWide {
    @MainActor struct CursesKeysTests {
        /// Keys of a terminal that nobody sees.
        @MainActor private final class Rig {
            let keys: CursesKeys
            private let output: UnsafeMutablePointer<FILE>
            private let screen: OpaquePointer

            init() throws {
                Locale.choose()
                keys = try CursesKeys()
                output = try #require(fopen("/dev/null", "w"))
                screen = try #require(newterm("xterm-256color", output, keys.file))
                cbreak()
                set_escdelay(0)
                keys.open()
            }

            func close() {
                endwin()
                delscreen(screen)
                keys.dispose()
                fclose(output)
            }

            func heard(_ bytes: [UInt8]) -> [Key] { keys.keys(from: bytes) }
            func heard(_ text: String) -> [Key] { heard(Array(text.utf8)) }
        }

        @Test("text is a key for each character, in its order, of one byte and of four")
        func text() throws {
            let rig = try Rig()
            defer { rig.close() }
            #expect(rig.heard("aé漢😀 ~") == ["a", "é", "漢", "😀", " ", "~"].map(Key.character))
            #expect(rig.heard("").isEmpty)
        }

        @Test("each control character is what a keyboard makes it with")
        func controls() throws {
            let rig = try Rig()
            defer { rig.close() }
            let named: [UInt8: Key] = [
                0x08: .named(.backspace), 0x09: .named(.tab), 0x0A: .named(.enter), 0x0D: .named(.enter),
                0x1B: .named(.escape), 0x7F: .named(.backspace), 0x00: .control("@"), 0x1C: .control("\\"),
                0x1D: .control("]"), 0x1E: .control("^"), 0x1F: .control("_"),
            ]
            for byte in Array(0...0x1F) + [0x7F] as [UInt8] {
                let letter = Key.control(Character(Unicode.Scalar(byte &+ 0x60)))
                #expect(rig.heard([byte]) == [named[byte] ?? letter], "\(byte)")
            }
        }

        @Test("Alt goes with a character, and with a key that is a sequence itself")
        func alt() throws {
            let rig = try Rig()
            defer { rig.close() }
            #expect(rig.heard("\u{1B}q") == [.alt("q")])
            #expect(rig.heard("\u{1B}é") == [.alt("é")])
            #expect(rig.heard("\u{1B}\u{1B}OA") == [.named(.up, .alt)])
            #expect(rig.heard("\u{1B}\r") == [.named(.enter, .alt)])
        }

        @Test("keys-num-lock-ctrl-c: what terminfo does not have is read as kitty and xterm write it")
        func longForms() throws {
            let rig = try Rig()
            defer { rig.close() }
            #expect(rig.heard("\u{1B}[113u") == [.character("q")])
            #expect(rig.heard("\u{1B}[99;133u") == [.control("c")])
            #expect(rig.heard("\u{1B}[27;5;99~") == [.control("c")])
            #expect(rig.heard("\u{1B}On") == [.character(".")])
            #expect(rig.heard("\u{1B}[1;129A") == [.named(.up)])
            #expect(rig.heard("\u{1B}[13u") == [.named(.enter)])
            #expect(rig.heard("\u{1B}[113;1:3u") == [])
        }

        @Test(
            "a sequence that nobody knows, or that breaks off, is no key and leaves nothing behind",
            arguments: [
                "\u{1B}[99;99;99z", "\u{1B}[1;5", "\u{1B}[24", "\u{1B}[A[B", "\u{1B}ab", "\u{1B}[<0;3;4",
                "\u{1B}\u{03}",
            ])
        func unknown(sequence: String) throws {
            let rig = try Rig()
            defer { rig.close() }
            #expect(rig.heard(sequence) == [])
            #expect(rig.heard("x") == [.character("x")])
            #expect(rig.heard("\u{1B}[B") == [.named(.down)])
        }

        @Test("keys are known in both spellings that terminals have for them, and with what is held down")
        func sequences() throws {
            let rig = try Rig()
            defer { rig.close() }
            let cases: [(String, Key)] = [
                ("[A", .named(.up)), ("OA", .named(.up)), ("[H", .named(.home)), ("OH", .named(.home)),
                ("[1~", .named(.home)), ("[7~", .named(.home)), ("[3~", .named(.delete)), ("OM", .named(.enter)),
                ("[1;2A", .named(.up, .shift)), ("[1;7A", .named(.up, [.alt, .control])),
                ("[3;5~", .named(.delete, .control)), ("OP", .named(.function(1))), ("[24~", .named(.function(12))),
            ]
            for (sequence, key) in cases { #expect(rig.heard("\u{1B}" + sequence) == [key], "\(sequence)") }
        }

        @Test("a character of several bytes is never cut in two, wherever it stands in a long text", arguments: 0..<4)
        func cuts(before: Int) throws {
            let rig = try Rig()
            defer { rig.close() }
            for letter in ["漢", "é", "😀"] {
                let text = String(repeating: "x", count: before) + String(repeating: letter, count: 1_000)
                #expect(rig.heard(text) == text.map(Key.character))
            }
        }

        @Test("more at once than a pipe has room for is heard whole", arguments: [1_024, 1_025, 200_000])
        func large(count: Int) throws {
            let rig = try Rig()
            defer { rig.close() }
            let text = (0..<count).map { Character(Unicode.Scalar(UInt8(0x21 + $0 % 90))) }
            #expect(rig.heard(String(text)) == text.map(Key.character))
        }

        @Test("bytes that are no text are no key, and what comes after them is")
        func noText() throws {
            let rig = try Rig()
            defer { rig.close() }
            for bytes in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
                #expect(rig.heard(bytes) == [], "\(bytes)")
                #expect(rig.heard("x") == [.character("x")])
            }
        }

        @Test("nothing is heard before there is a screen")
        func early() throws {
            let keys = try CursesKeys()
            defer { keys.dispose() }
            #expect(keys.keys(from: [0x61]) == [])
        }
    }
}
