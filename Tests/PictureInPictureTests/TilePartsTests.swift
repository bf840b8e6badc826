import Events
import Testing

@testable import PictureInPicture

@Suite struct TilePartsTests {
    @Test(
        "PN20 initials of every kind of name",
        arguments: [
            ("Santhosh Vaiyapuri", "SV"), ("Get Stream", "GS"), ("madonna", "MA"), ("X", "X"),
            ("Anna Maria Schmidt", "AM"), ("007", "00"), ("Jean-Luc Picard", "JP"), (" Bo  Li ", "BL"), ("ß", "SS"),
            ("o'neil", "O'"), ("李 小龙", "李小"), (nil, nil), ("", nil), ("   ", nil), ("\t \n", nil), ("a\tb", "AB"),
            ("al\rbo", "AB"), ("al\nbo", "AB"),
            ("\u{7}\u{1B}bo", "BO"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("👩‍👩‍👧 é", "👩‍👩‍👧É"), ("\u{7}", nil),
        ] as [(String?, String?)])
    func initials(name: String?, expected: String?) { #expect(Initials.of(name) == expected) }

    @Test("the name of a million letters takes no time, and one character of a million marks gives some")
    func longNames() {
        #expect(Initials.of(String(repeating: "ab ", count: 300_000)) == "AA")
        #expect(
            Initials.of("a" + String(repeating: "\u{301}", count: 1_000_000)).map { $0.unicodeScalars.count <= 1_000 }
                == true)
    }

    @Test(
        "PN58 the dots at each time",
        arguments: [
            (0.0, 0, 0, 0), (0.2, 0, 0, 0), (0.45, 0.378, 0.129, 0.093), (0.70, 0.685, 0.5, 0.315),
            (0.95, 0.907, 0.871, 0.622), (1.20, 1, 1, 1), (1.45, 0.907, 0.871, 0.622), (1.70, 0.685, 0.5, 0.315),
            (1.95, 0.378, 0.129, 0.093), (2.20, 0, 0, 0), (2.45, 0.378, 0.129, 0.093),
            (2_000_000.45, 0.378, 0.129, 0.093),
        ] as [(Double, Double, Double, Double)])
    func dots(seconds: Double, first: Double, second: Double, third: Double) {
        let found = ReconnectingDots.opacities(after: TimeSpan(seconds: seconds))
        #expect(zip(found, [first, second, third]).allSatisfy { abs($0 - $1) <= 0.002 }, "\(found)")
    }

    @Test("PN25 in the smallest tile there is room for a name beside every sign")
    func smallestBar() {
        var all = TileSnapshot.Overlays()
        (all.isPinned, all.isPaused, all.quality, all.hasAudio) = (true, true, .good, false)
        let bar = InfoBar(all, columns: 16)
        #expect(
            bar.nameColumns == 5 && bar.hasBars && bar.before == [.pinned] && bar.after == [.paused, .microphoneOff])
    }

    @Test("where the name gets less than three columns the pin goes, then the paused sign, never the others")
    func narrowBar() {
        var all = TileSnapshot.Overlays()
        (all.isPinned, all.isPaused, all.quality) = (true, true, .poor)
        #expect(InfoBar(all, columns: 14).before == [.pinned] && InfoBar(all, columns: 14).nameColumns == 3)
        let narrower = InfoBar(all, columns: 13)
        #expect(narrower.before.isEmpty && narrower.after == [.paused, .microphoneOn] && narrower.nameColumns == 4)
        let narrow = InfoBar(all, columns: 11)
        #expect(narrow.after == [.microphoneOn] && narrow.nameColumns == 4 && narrow.hasBars)
        #expect(InfoBar(all, columns: 5).nameColumns == 0)
        all.hasRaisedHand = true
        #expect(InfoBar(all, columns: 16).before == [.pinned, .raisedHand])
        #expect(InfoBar(all, columns: 14).before == [.raisedHand] && InfoBar(all, columns: 11).before.isEmpty)
        #expect(InfoBar(TileSnapshot.Overlays(), columns: 16).nameColumns == 12)
    }

    @Test(
        "PB12 the circle is of the tile as it is",
        arguments: [
            (16, 5, 8), (24, 9, 8), (39, 15, 12), (40, 15, 12), (80, 30, 24), (49, 30, 20), (48, 30, 19), (4, 2, 4),
            (0, 0, 0),
        ])
    func circle(columns: Int, rows: Int, diameter: Int) {
        #expect(PlaceholderCircle.diameter(columns: columns, rows: rows) == diameter)
    }
}
