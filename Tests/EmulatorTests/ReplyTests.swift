import Events
import Keys
import Testing

@testable import Emulator

@Suite("What a program asks, and what it says beside text")
struct ReplyTests {
    @Test(
        "questions are answered with what is so",
        arguments: [
            ("^[c", "^[?62;22c"), ("^[0c", "^[?62;22c"), ("^[1c", ""), ("^Z", "^[?62;22c"), ("^[>c", "^[>1;10;0c"),
            ("^[=c", "^P!|00000000^\\"), ("^[5n", "^[0n"), ("^[2;3H^[6n", "^[2;3R"), ("^[2;3H^[?6n", "^[?2;3R"),
            ("^[2;3r^[?6h^[6n", "^[1;1R"), ("^[18t", "^[8;4;10t"), ("^[14t", ""), ("^[?u", "^[?0u"),
            ("^[?7$p", "^[?7;1$y"), ("^[?7l^[?7$p", "^[?7;2$y"), ("^[?2026$p", "^[?2026;2$y"), ("^[?3$p", "^[?3;4$y"),
            ("^[?12345$p", "^[?12345;0$y"), ("^[4h^[4$p", "^[4;1$y"), ("^[20$p", "^[20;2$y"), ("^[99$p", "^[99;0$y"),
            ("^[?1000h^[?1006h^[?1000$p^[?1006$p", "^[?1000;1$y^[?1006;1$y"), ("^[?1049h^[?1049$p", "^[?1049;1$y"),
            ("^[1;4:3;31;48;5;200m^P$qm^\\", "^P1$r0;1;4:3;31;48:5:200m^\\"), ("^[2;3r^P$qr^\\", "^P1$r2;3r^\\"),
            ("^[4 q^P$q q^\\", "^P1$r4 q^\\"), ("^P$qx^\\", "^P0$r^\\"),
            ("^P+q544E^\\", "^P1+r544E=787465726D2D323536636F6C6F72^\\"),
            ("^P+q5858^\\", "^P0+r5858^\\"), ("^]4;1;?\u{7}", "^]4;1;rgb:cdcd/0000/0000^\\"),
            ("^]4;1;rgb:f/8/0\u{7}^]4;1;?\u{7}", "^]4;1;rgb:ffff/8888/0000^\\"),
            ("^]4;1;#010203\u{7}^]104\u{7}^]4;1;?\u{7}", "^]4;1;rgb:cdcd/0000/0000^\\"), ("^]10;?\u{7}", ""),
            ("^]11;#102030\u{7}^]11;?^\\", "^]11;rgb:1010/2020/3030^\\"), ("^]4;x;?\u{7}^]4;256;?\u{7}", ""),
        ])
    func answers(question: String, answer: String) {
        var terminal = VirtualTerminal(question)
        #expect(terminal.answers() == answer)
        #expect(terminal.answers().isEmpty)
    }

    @Test("the outer terminal's colors and size are told where they are known")
    func outerTerminal() {
        var terminal = VirtualTerminal("")
        terminal.colors = TerminalColors(foreground: 0xFFFFFF, background: 0x102030)
        terminal.pixels = PixelSize(width: 100, height: 80)
        terminal.say("^]10;?;?\u{7}^[14t^[16t")
        #expect(
            terminal.answers()
                == "^]10;rgb:ffff/ffff/ffff^\\^]11;rgb:1010/2020/3030^\\^[4;80;100t^[6;20;10t")
    }

    @Test("who asks without listening gets no more than has room")
    func repliesWait() {
        var terminal = VirtualTerminal(String(repeating: "^[c", count: 100_000))
        #expect(terminal.takeReplies().count <= 65_536)
    }

    @Test("titles are printable and short, are kept and brought back")
    func titles() {
        #expect(
            VirtualTerminal("^]2;a\u{9B}b\u{202E}c^\\").title.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x9B
            })
        #expect(VirtualTerminal("^]0;vim\u{7}").title == "vim" && VirtualTerminal("^]1;icon\u{7}").title.isEmpty)
        #expect(VirtualTerminal("^]2;\(String(repeating: "x", count: 5_000))\u{7}").title.count == 200)
        #expect(VirtualTerminal("^]2;a\u{7}^[22t^]2;b\u{7}^[23t").title == "a")
    }

    @Test(
        "texts for the clipboard are decoded, what is none is nothing",
        arguments: [
            ("^]52;c;aGVsbG8=\u{7}", ["hello"]), ("^]52;;aGk^\\", ["hi"]), ("^]52;c;?\u{7}", []), ("^]52;c;*\u{7}", []),
            ("^]52;aGk=\u{7}", []),
        ])
    func copies(said: String, copies: [String]) {
        var terminal = VirtualTerminal(said)
        #expect(terminal.takeCopies() == copies)
        #expect(terminal.takeReplies().isEmpty)
    }

    @Test("links are kept with the cells, bells are counted, folders and prompts are passed over")
    func marks() {
        var terminal = VirtualTerminal("^]8;id=1;http://a/b^\\ab^]8;;^\\c\u{7}\u{7}^]7;file:///tmp^\\\r\n^]133;A^\\$")
        let row = terminal.row(0)
        #expect(row.prefix(3).map { terminal.link(of: $0)?.address ?? "" } == ["http://a/b", "http://a/b", ""])
        #expect(terminal.takeBells() == 2 && terminal.takeBells() == 0)
        #expect(terminal.lines[1] == "$")
        #expect(VirtualTerminal("^]8;;http://a b^\\x").row(0).first.map { $0.look.extra } == 0)
    }

    @Test("a string of more than 1 MiB is nothing, and what follows is read")
    func longStrings() {
        let long = String(repeating: "x", count: 1 << 20)
        #expect(VirtualTerminal("^]2;\(long)\u{7}ok").title.isEmpty)
        #expect(VirtualTerminal("^]2;\(long)\u{7}ok").lines[0] == "ok")
        #expect(VirtualTerminal("^P\(long)\(long)^\\^_\(long)^\\^X\(long)^\\ok").lines[0] == "ok")
    }

    @Test("CAN and SUB end any sequence, ESC begins another one")
    func cancelling() {
        for said in ["^[3\u{18}ok", "^]2;a\u{1A}ok", "^P1\u{18}ok", "^[3^[mok", "^]2;a^[mok", "^_x^[mok"] {
            #expect(VirtualTerminal(said).lines[0] == "ok", "\(said)")
        }
    }
}
