import Cells
import Events
import Panels
import PictureInPicture
import Testing

/// The tile's last row (picture-in-picture 2.2, 2.3).
@Suite struct TileBarTests {
    private func bar(
        _ name: String? = "Anna", columns: Int = 20, _ change: (inout TileSnapshot.Overlays) -> Void = { _ in }
    ) -> String { TileDrawing(.video, name: name, columns: columns, filledWith: 0x804020, change).bar }

    @Test("pin, name, paused and microphone from the left, the bars at the right end")
    func order() {
        #expect(bar() == "Anna ♪")
        #expect(bar { $0.hasAudio = false } == "Anna ✗")
        #expect(bar { ($0.isPinned, $0.isPaused) = (true, true) } == "▲ Anna ‖ ♪")
        #expect(bar { ($0.isPinned, $0.hasRaisedHand) = (true, true) } == "▲ ⚑ Anna ♪")
        let full = TileDrawing(.video, name: "Maximilian", columns: 16, filledWith: 0) {
            ($0.isPinned, $0.isPaused, $0.quality, $0.hasAudio) = (true, true, .excellent, false)
        }
        #expect(full.shown().lines.last == " ▲ Maxi… ‖ ✗ ▄▆█")
    }

    @Test("PN17 without a name the id, without both the signs alone")
    func noName() {
        #expect(bar(nil) == "id ♪")
        var drawing = TileDrawing(.avatar, name: nil) { ($0.hasAudio, $0.isPinned) = (false, true) }
        #expect(drawing.bar == "▲ id ✗")
        drawing.snapshot.member = nil
        #expect(drawing.bar == "▲ ✗")
        #expect(bar("  \t ") == "♪")
    }

    @Test(
        "PN18 names are cut by columns, and never inside of what is one character",
        arguments: [
            (String(repeating: "x", count: 500), "xxxxxxxx… ♪"), ("123456789", "123456789 ♪"),
            ("1234567890", "12345678… ♪"),
            ("漢字漢字漢字", "漢字漢字… ♪"), ("a漢字漢字漢", "a漢字漢… ♪"), ("👩‍👩‍👧👩‍👩‍👧", "👩👩👧… ♪"),
            ("abcd👩‍👩‍👧x", "abcd… ♪"),
            (String(repeating: "e\u{301}", count: 12), String(repeating: "e\u{301}", count: 8) + "… ♪"),
            ("a" + String(repeating: "\u{301}", count: 600), "a\u{301}\u{301}\u{301}\u{301} ♪"),
            ("שלום עולם גדול", "שלום עול… ♪"), ("Anna Maria B", "Anna Mar… ♪"), ("12345678 01", "12345678… ♪"),
            ("1234567 901", "1234567… ♪"),
        ])
    func names(name: String, expected: String) { #expect(bar(name, columns: 13) == expected) }

    @Test(
        "PN19 what steers a terminal is taken out of a name",
        arguments: [
            ("a\u{1B}[31mb", "a[31mb ♪"), ("a\nb\tc\rd", "a b c d ♪"), ("\u{7}bell\u{7}", "bell ♪"),
            ("a\u{9B}2Jb", "a2Jb ♪"), ("\u{202E}abc\u{2066}", "abc ♪"), ("a\u{200D}", "a ♪"), ("\u{200D}", "♪"),
            ("\u{E000}x\u{2028}y", "xy ♪"), ("\u{1B}]0;title\u{7}x", "]0;titlex ♪"),
        ])
    func controls(name: String, expected: String) {
        let terminal = TileDrawing(.video, name: name, columns: 20, filledWith: 0).shown()
        #expect(terminal.lines.last == " " + expected)
        #expect(terminal.title.isEmpty && terminal.bells == 0 && terminal.attributes == .init())
    }

    @Test("the pixels below the bar are darkened, and characters stand on the mean of theirs")
    func darkened() {
        var drawing = TileDrawing(.video, name: "A", filledWith: 0x804020)
        #expect(
            drawing.pixel(14, 8) == 0x331A0D && drawing.pixel(14, 9) == 0x331A0D && drawing.pixel(14, 7) == 0x804020)
        #expect(drawing.look(1, 4) == TextLook(0xFFFFFF, on: 0x331A0D))
        let halves = (0..<10).flatMap { y in
            (0..<16).flatMap { _ in [UInt8](repeating: y == 9 ? 250 : 0, count: 3) + [255] }
        }
        drawing.frame = .init(size: PixelSize(width: 16, height: 10), bytes: halves)
        #expect(drawing.look(1, 4) == TextLook(0xFFFFFF, on: 0x323232))
    }

    @Test("a microphone that is off is red, or gray for those who like it")
    func microphone() {
        var drawing = TileDrawing(.video, name: nil, filledWith: 0) { $0.hasAudio = false }
        #expect(drawing.look(4, 4)?.foreground == 0xFF3742)
        drawing.style.hasGrayMicrophone = true
        #expect(drawing.look(4, 4)?.foreground == 0xB3B3B3)
        drawing.snapshot.overlays.hasAudio = true
        #expect(drawing.look(4, 4)?.foreground == 0xFFFFFF)
    }

    @Test(
        "PN16 quality by color; what is unknown or no level is hidden",
        arguments: [
            (1, [0xE64D4D, 0x808080, 0x808080]), (2, [0x33CC66, 0x33CC66, 0x808080]),
            (3, [0x33CC66, 0x33CC66, 0x33CC66]),
            (0, nil), (-1, nil), (4, nil), (99, nil),
        ] as [(Int, [UInt32]?)])
    func quality(level: Int, colors: [UInt32]?) {
        let drawing = TileDrawing(.video, filledWith: 0) { $0.quality = ConnectionQuality(level) }
        #expect(drawing.bar.hasSuffix("▄▆█") == (colors != nil))
        #expect(
            (13...15).map { drawing.look($0, 4)?.foreground } == (colors ?? [])
                + (colors == nil ? [nil, nil, nil] : []))
    }
}
