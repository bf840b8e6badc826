import Testing
import Typesetting

@Suite struct FoldedLineTests {
    @Test("a message folds between words, those below its first line indented; a long word stays whole")
    func message() {
        let path = String(repeating: "x", count: 30)
        #expect(
            FoldedLine.message("cameo: \(path): no such file", width: 24) == ["cameo:", "  \(path):", "  no such file"])
        #expect(FoldedLine.message("cameo: short", width: 24) == ["cameo: short"])
    }

    @Test("a number stays with its unit; a narrow terminal has no padding between columns, a wide one has")
    func report() {
        let line = "  time     freezes 0; pauses 1, longest 876 ms, then 12 frames"
        #expect(
            FoldedLine.folded([line], width: 40) == [
                "  time  freezes 0; pauses 1, longest", "      876 ms, then 12 frames",
            ])
        let link = "  link     not lost"
        #expect(FoldedLine.folded([link], width: 40) == [link])
        // Beside one without; what stands further in has columns of its own.
        let why = "      drawn    frame 312"
        #expect(FoldedLine.folded([link, line, why], width: 40).first == "  link  not lost")
        #expect(FoldedLine.folded([link, line, why], width: 40).last == why)
        #expect(FoldedLine.folded([line], width: 60).first?.hasPrefix("  time     freezes") == true)
        #expect(
            FoldedLine.folded("until the end at 0.876 s, as recorded", width: 22) == [
                "until the end at", "    0.876 s, as", "    recorded",
            ])
        #expect(FoldedLine.folded("in all 676 frames, 9 chunks", width: 20) == ["in all 676 frames,", "    9 chunks"])
    }

    private static let rows = [
        ["play.volume", "100", "default", "how loud it is, in percent of what the sound has"],
        ["play.log", "false", "default", "begin with the log open"],
    ]

    @Test("a table is as wide as it is where nobody says how much room there is")
    func whole() {
        let lines = TextTable(Self.rows).lines(toCells: nil)
        #expect(lines == TerminalText.aligned(Self.rows) && lines == TextTable(Self.rows).lines(toCells: 120))
    }

    @Test("the last column of a table folds below itself, and where there is no room beside the others below them")
    func folded() {
        #expect(
            TextTable(Self.rows).lines(toCells: 60) == [
                "play.volume  100    default  how loud it is, in percent of",
                "                             what the sound has",
                "play.log     false  default  begin with the log open",
            ])
        #expect(
            TextTable(Self.rows).lines(toCells: 40) == [
                "play.volume  100  default", "    how loud it is, in percent of what", "    the sound has",
                "play.log  false  default", "    begin with the log open",
            ])
    }
}
