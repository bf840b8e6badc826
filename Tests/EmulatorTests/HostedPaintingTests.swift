import Cells
import Events
import Keys
import Support
import Testing

@testable import Emulator

/// What the outer terminal gets of a hosted program's screen.
@Suite("A screen painted")
struct HostedPaintingTests {
    private static let size = CellSize(columns: 30, rows: 8)

    /// A terminal, its painter, and the terminal that is painted to.
    private struct Stage {
        var hosted = VirtualTerminal(size: HostedPaintingTests.size)
        var painting: ScreenPainting
        var outer = TerminalModel(size: HostedPaintingTests.size)

        init(_ depth: ColorDepth = .truecolor, passing passed: PassedLooks = [.underlineStyles, .links]) {
            painting = ScreenPainting(Painter(depth: depth), passing: passed)
            painting.painter.place(
                CellRect(
                    column: 0, row: 0, columns: HostedPaintingTests.size.columns, rows: HostedPaintingTests.size.rows),
                on: HostedPaintingTests.size)
        }

        mutating func paint() -> [UInt8] {
            var bytes: [UInt8] = []
            let changed = hosted.takeChangedRows()
            if painting.take(hosted, changed: changed) { painting.paint(into: &bytes) }
            outer.feed(bytes)
            return bytes
        }
    }

    @Test(
        "it shows the same cells, also after partial changes, and nothing but cells is written",
        arguments: UInt64(1)...30)
    func same(seed: UInt64) {
        var stage = Stage()
        var random = RandomOutput(seed: seed)
        for _ in 0..<20 {
            stage.hosted.feed(random.bytes(150).filter { $0 < 0x80 })
            let bytes = stage.paint()
            #expect(Self.isStrict(bytes))
            #expect(Self.differences(stage).isEmpty, "\(Self.differences(stage))")
            #expect(stage.paint().isEmpty)
        }
    }

    @Test(
        "zero-width-space, zero-width-directions: a character without a width costs neither the letter before it nor the one behind it",
        arguments: [
            "word\u{200B}word", "word\u{2060}word", "word\u{FEFF}word", "word\u{200E}word", "a\u{202B}b\u{202C}c",
            "a \u{202B}b\u{202C} c", "a\u{2066}b\u{2069}c", "soft\u{AD}hyphen", "a\u{61C}b", "a\u{180E}b", "a\u{2028}b",
            "\u{FEFF}abc",
            "x\u{E0067}y",
            "q\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}r",
        ])
    func zeroWidth(text: String) {
        var stage = Stage()
        stage.hosted.feed(Array((text + "|").utf8))
        let bytes = stage.paint()
        let wanted = text.unicodeScalars.filter { $0.isASCII }.map { String(Character($0)) }.joined() + "|"
        #expect(stage.outer.lines.first == wanted)
        // None of them reaches the outer terminal.
        #expect(!String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { !$0.isASCII })
    }

    @Test("zero-width-sixteen-marks: a letter with many marks is that letter, with as many as a cell has room for")
    func manyMarks() {
        var stage = Stage()
        let marks = String(repeating: "\u{301}", count: 40)
        stage.hosted.feed(Array("e\(marks)nd".utf8))
        _ = stage.paint()
        let first = stage.outer[.zero].text.unicodeScalars
        #expect(first.first == "e" && first.count == 16)
        #expect(stage.outer[CellPoint(column: 1, row: 0)].text == "n")
    }

    @Test(
        "zero-width-ok-accents: combining accents and wide characters are drawn as they came",
        arguments: [("cafe\u{301} nai\u{308}ve", 10), ("\u{65E5}\u{672C}\u{8A9E} e\u{301}\u{323}x", 9)])
    func accents(text: String, width: Int) {
        var stage = Stage()
        stage.hosted.feed(Array((text + "|").utf8))
        _ = stage.paint()
        #expect(stage.outer.lines.first.map { Array($0.unicodeScalars) } == Array((text + "|").unicodeScalars))
        #expect(stage.outer[CellPoint(column: width, row: 0)].text == "|")
    }

    @Test(
        "zero-width-directions: the letters before marks of direction stay, in Hebrew, too, which keeps its place",
        arguments: ["\u{5D0}\u{5D1}\u{200E} 12", "\u{5D0}\u{5D1}\u{200F} 12"])
    func hebrewMarks(text: String) {
        var stage = Stage()
        stage.hosted.feed(Array((text + "|").utf8))
        _ = stage.paint()
        let letters = text.unicodeScalars.filter { $0.value < 0x2000 }
        #expect(stage.outer.lines.first.map { Array($0.unicodeScalars) } == Array(letters) + Array("|".unicodeScalars))
    }

    @Test("letters of other scripts keep their marks, and a flag of a region its tags")
    func scripts() {
        var stage = Stage()
        let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        for (row, text) in ["\u{E17}\u{E35}\u{E48}", "\u{5E9}\u{5B8}\u{5C1}", "\u{1112}\u{1161}\u{11AB}", flag]
            .enumerated()
        {
            stage.hosted.feed(Array("\u{1B}[\(row + 1)H\(text)|".utf8))
            _ = stage.paint()
            #expect(stage.outer[CellPoint(column: 0, row: row)].text == text)
        }
    }

    @Test("a reversed screen is drawn whole, and what is scrolled back into view")
    func wholeScreens() {
        var stage = Stage()
        stage.hosted.say((0..<12).map { "line \($0)\r\n" }.joined() + "^[Hx")
        _ = stage.paint()
        stage.hosted.say("^[?5h")
        _ = stage.paint()
        #expect(stage.outer[CellPoint(column: 0, row: 0)].attributes.isReversed)
        stage.hosted.say("^[?5l")
        var bytes: [UInt8] = []
        let isOther = stage.painting.take(stage.hosted, changed: 0..<0, back: 2)
        #expect(isOther)
        stage.painting.paint(into: &bytes)
        stage.outer.feed(bytes)
        #expect(stage.outer.lines[0] == "line 3" && stage.outer.lines[2].hasPrefix("x"))
        #expect(!stage.outer[CellPoint(column: 0, row: 0)].attributes.isReversed)
    }

    @Test("private characters and joined emoji are drawn, a joiner at the end of a cell is not")
    func hosted() {
        var stage = Stage()
        stage.hosted.say("\u{E0B0}\u{1F468}\u{200D}\u{1F467}^[8mx")
        let text = String(decoding: stage.paint(), as: UTF8.self)
        #expect(text.contains("\u{E0B0}") && !text.unicodeScalars.contains("\u{200D}") && !text.contains("x"))
    }

    @Test(
        "an underline keeps its style and color where the terminal has them, else it is a straight line",
        arguments: [
            ("4:2", 2), ("4:3", 3), ("4:4", 4), ("4:5", 5), ("4", 1), ("21", 2),
        ])
    func underlines(rendition: String, style: Int) {
        var stage = Stage()
        stage.hosted.say("a^[\(rendition);58:2::255:128:3mb^[58:5:9m ^[59mc^[24md")
        #expect(Self.isStrict(stage.paint()))
        let shown = (0..<5).map { stage.outer[CellPoint(column: $0, row: 0)].attributes }
        #expect(shown.map(\.underlineStyle) == [0, style, style, style, 0])
        #expect(shown[1...3].map(\.underlineColor) == [.rgb(0xFF8003), .indexed(9), nil])
        #expect(stage.outer.unparsed.isEmpty && stage.paint().isEmpty)
        stage.hosted.say("^[H^[4:3mab")
        _ = stage.paint()
        #expect((0..<3).map { stage.outer[CellPoint(column: $0, row: 0)].attributes.underlineStyle } == [3, 3, style])

        var plain = Stage(passing: [])
        plain.hosted.say("^[\(rendition);58:5:9mb")
        let bytes = String(decoding: plain.paint(), as: UTF8.self)
        #expect(bytes.contains("^[4mb".replacing("^[", with: "\u{1B}[")) && !bytes.contains(":"))
    }

    @Test("with fewer colors the underline's is the nearest that there is")
    func underlineOfFewColors() {
        for (depth, color) in [(ColorDepth.palette256, UInt8(196)), (.palette16, 9)] {
            var stage = Stage(depth)
            stage.hosted.say("^[4:3;58:2::255:0:0mb")
            _ = stage.paint()
            #expect(stage.outer[.zero].attributes.underlineColor == .indexed(color))
        }
        var stage = Stage(.none)
        stage.hosted.say("^[4:3;58:2::255:0:0mb")
        _ = stage.paint()
        #expect(stage.outer[.zero].attributes.underlineColor == nil)
    }

    @Test("characters keep their link, blanks in it too, and nothing beyond them gets it")
    func links() {
        var stage = Stage()
        let address = "https://example.org/?" + String(repeating: "q", count: 2_000)
        stage.hosted.say("x^]8;;\(address)^\\two words^]8;;^\\y^]8;id=k;MAILTO:z^\\漢 ^]8;;^\\^[3;29Hzz")
        #expect(Self.isStrict(stage.paint()))
        func links(_ stage: Stage) -> [String?] {
            (0..<14).map { stage.outer[CellPoint(column: $0, row: 0)].attributes.link }
        }
        let (first, second) = ("id=1;\(address)", "id=2;MAILTO:z")
        let wanted = [nil] + Array(repeating: first, count: 9) + [nil, second, second, second]
        #expect(links(stage) == wanted)
        #expect(stage.outer[CellPoint(column: 29, row: 2)].attributes.link == nil)
        // What is painted again in the middle stays one link with the rest, and other writers get none of it.
        stage.hosted.say("^[H^[4C^]8;;\(address)^\\W")
        let bytes = stage.paint()
        #expect(Self.isStrict(bytes) && links(stage) == wanted && stage.outer.lines[0].hasPrefix("xtwoWwords"))
        #expect(String(decoding: bytes, as: UTF8.self).contains("W\u{1B}]8;;\u{1B}\\"))

        var without = Stage(passing: .underlineStyles)
        without.hosted.say("^]8;;https://example.org^\\word")
        #expect(!without.paint().contains(UInt8(ascii: "]")))
    }

    @Test(
        "links to anything but the web and mail are text alone",
        arguments: [
            ("file:///etc/passwd", false), ("ssh://a", false), ("javascript:x", false), ("vscode://a", false),
            ("/etc/passwd", false), ("http", false), ("httpx://a", false), ("http://a", true), ("HTTPS://a", true),
            ("mailto:a@b", true),
        ])
    func schemes(address: String, isLink: Bool) {
        var stage = Stage()
        stage.hosted.say("^]8;;\(address)^\\word^]8;;^\\")
        #expect(Self.isStrict(stage.paint()) && stage.outer.lines[0].hasPrefix("word"))
        #expect((stage.outer[.zero].attributes.link != nil) == isLink)
    }

    @Test("every cell with another look and another link of the greatest length has room in a row")
    func largestCells() {
        var stage = Stage()
        for row in 0..<Self.size.rows {
            for column in 0..<Self.size.columns {
                let number = row * 100 + column
                let address =
                    "https://" + String(repeating: "a", count: 2_036 - String(number).count) + "\(number)"
                let looks = column % 2 == 0 ? "1;3;4:3;5;7;9;53" : "2;4:5"
                let text = column % 2 == 0 ? "e\u{301}\u{302}\u{303}\u{304}" : "\u{E0B0}"
                stage.hosted.say(
                    "^]8;;\(address)^\\^[0;\(looks);38;2;255;\(column + 200);255;48;2;255;255;\(column + 200);"
                        + "58:2::255:255:\(column + 100)m\(text)")
            }
        }
        let bytes = stage.paint()
        #expect(Self.isStrict(bytes) && bytes.count > Self.size.count * 2_044)
        let last = stage.outer[CellPoint(column: Self.size.columns - 1, row: Self.size.rows - 1)].attributes
        #expect(last.link?.hasSuffix("a729") == true && last.underlineColor == .rgb(0xFFFF81))
    }

    /// Cells of plain characters whose text, colors or attributes the outer terminal has otherwise.
    private static func differences(_ stage: Stage) -> [String] {
        var found: [String] = []
        for row in 0..<size.rows {
            for (column, cell) in stage.hosted.row(row).enumerated() {
                let text = stage.hosted.text(of: cell)
                guard text.unicodeScalars.count < 2, text.unicodeScalars.allSatisfy({ $0.value < 0x2500 }),
                    cell.columns == 1
                else { continue }
                let place = CellPoint(column: column, row: row)
                let isEmpty = cell.look.contains(.concealed) || text.isEmpty || text == " "
                if isEmpty ? isBlank(stage, place, cell) : isSame(stage, place, cell) { continue }
                found.append("\(place): \(cell) \(stage.outer[place])")
            }
        }
        return found
    }

    /// A blank may be painted as a block in the color of the background: no eye tells them apart.
    private static func isBlank(_ stage: Stage, _ place: CellPoint, _ cell: ScreenCell) -> Bool {
        guard let (upper, lower) = stage.outer.halves(at: place), upper == lower else { return false }
        let isReversed = cell.look.contains(.reversed)
        let standard = isReversed ? TerminalModel.Color.defaultForeground : .defaultBackground
        return color(upper, standard) == wanted(isReversed ? cell.foreground : cell.background, stage.hosted.colors)
            && stage.outer[place].attributes.isUnderlined == (cell.look.underline != .none)
    }

    private static func isSame(_ stage: Stage, _ place: CellPoint, _ cell: ScreenCell) -> Bool {
        let shown = stage.outer[place].attributes
        let (look, colors) = (cell.look, stage.hosted.colors)
        return stage.outer[place].text == stage.hosted.text(of: cell)
            && color(shown.foreground, .defaultForeground) == wanted(cell.foreground, colors)
            && color(shown.background, .defaultBackground) == wanted(cell.background, colors)
            && shown.isReversed == look.contains(.reversed) && shown.underlineStyle == Int(look.underline.rawValue)
            && shown.link.map { $0.contains(stage.hosted.link(of: cell)?.address ?? " ") } ?? true
            && (shown.link == nil) == (stage.hosted.link(of: cell) == nil)
            && shown.isBold == look.contains(.bold) && shown.isFaint == look.contains(.faint)
            && shown.isItalic == look.contains(.italic) && shown.isStruck == look.contains(.struck)
    }

    private static func color(_ color: TerminalModel.Color, _ standard: TerminalModel.Color) -> CellColor? {
        switch color {
        case standard: .standard
        case .indexed(let number): .palette(number)
        case .rgb(let pixel): .rgb(pixel)
        default: nil
        }
    }

    private static func wanted(_ color: CellColor, _ colors: TerminalColors) -> CellColor {
        if case .palette(let number) = color.meaning, let changed = colors.changed[number] { return .rgb(changed) }
        return color
    }

    /// Characters, SGR, links and the cursor's place.
    private static func isStrict(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).replacing(#/\u{1B}\[[0-9;:]*[mHABCD]/#, with: "")
            .replacing(#/\u{1B}\]8;(id=[0-9]+;[!-~]+|;)\u{1B}\\/#, with: "")
        return text.unicodeScalars.allSatisfy { $0.value == 8 || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
    }
}
