import Cells
import Events
import Frames
import Support
import Testing

@testable import Debugger
@testable import Engine
@testable import Panels

@Suite struct DebugPopupTests {
    private static func layout(_ columns: Int, _ rows: Int) -> ScreenLayout {
        ScreenLayout(CellSize(columns: columns, rows: rows), .debugging)
    }

    private static let groups = ["Moving", "Looking", "Panels", "Files"].enumerated().map { number, title in
        HelpPanel.Group(
            title, (0..<11).map { ("\(title.first ?? "?")\($0)", "does thing \(number * 11 + $0) of many") })
    }

    private static func help(_ layout: ScreenLayout, top: Int = 0) -> Panel {
        var state = HelpPanel.State()
        state.top = top
        return HelpPanel.popup(groups, state, in: layout)
    }

    @Test("44 keys in groups are all in view from 120x40 on, without a bar", arguments: [(120, 40), (200, 60)])
    func help(columns: Int, rows: Int) {
        let layout = Self.layout(columns, rows)
        #expect(HelpPanel.lastTop(Self.groups, HelpPanel.State(), in: layout) == 0)
        let lines = text(Self.help(layout))
        #expect(lines.first?.hasPrefix(" Moving ──") == true)
        #expect(!lines.contains { $0.contains("…") || $0.contains("█") })
        #expect(lines.filter { $0.contains("──") }.count == 4)
    }

    @Test("scrolled from its beginning to its end every key is seen, whole, whatever the size")
    func scrolled() {
        for columns in stride(from: 40, through: 200, by: 17) {
            for rows in stride(from: 6, through: 60, by: 3) {
                let layout = Self.layout(columns, rows)
                let last = HelpPanel.lastTop(Self.groups, HelpPanel.State(), in: layout)
                let panels = (0...last).map { Self.help(layout, top: $0) }
                let all = Set(panels.flatMap(text)).joined(separator: "\n")
                for number in 0..<44 {
                    #expect(all.contains("thing \(number) of many"), "\(number) at \(columns)x\(rows)")
                }
                #expect(panels.flatMap { faults($0, on: layout.size) } == [])
                #expect(Self.help(layout, top: .max) == panels.last && Self.help(layout, top: .min) == panels.first)
            }
        }
    }

    @Test("a word of a title finds all keys below it, as words of their sentences find single ones")
    func search() {
        let found = { (words: String) in
            var state = HelpPanel.State()
            state.filter = TypedFilter(words)
            return text(HelpPanel.popup(Self.groups, state, in: Self.layout(200, 60))).joined(separator: "\n")
        }
        let moving = found("mov")
        #expect((0..<11).allSatisfy { moving.contains("M\($0) ") } && !moving.contains("Looking"))
        #expect(found("thing 12 ").contains("L1") && !found("thing 12 ").contains("L2"))
        // Two letters are in too many titles, and the middle of a word is none of its beginning.
        for words in ["mo", "oving"] { #expect(found(words).contains("no matching key"), "\(words)") }
    }

    @Test("where rows are out of view a bar says how many, and nothing of what is behind it shows at the edges")
    func bar() {
        let layout = Self.layout(40, 12)
        let bars = [0, 10, Int.max].map { top in
            text(Self.help(layout, top: top)).map { $0.last == "█" ? "█" : $0.last == "│" ? "│" : "?" }.joined()
        }
        #expect(bars.first?.hasPrefix("█") == true && bars.last?.hasSuffix("█") == true)
        #expect(bars.allSatisfy { $0.contains("│") && !$0.contains("?") } && Set(bars).count == 3)
        #expect(Self.help(layout).rect == CellRect(column: 0, row: 0, columns: 40, rows: 11))
    }

    private static let breakpoints = [
        Breakpoint(.fault), Breakpoint(.drift(.milliseconds(80)), ignoring: 3),
        Breakpoint(.overlay("J1*"), isEnabled: false),
    ]

    @Test("breakpoints are listed with their hits, the selected one with a sign")
    func breakpoints() {
        let panel = BreakpointsPanel.popup(Self.breakpoints, hits: [12, 0, 0], selected: 1, in: Self.layout(80, 24))
        #expect(
            text(panel).map(\.trimmed) == [
                "stops at      hits ignore  meaning",
                "[x] fault           12      0  any fault",
                "▶[x] drift 80         0      3  sound and picture 80 ms apart",
                "[ ] overlay J1*      -      0  overlay key like J1*",
                "space on/off  +/- ignore  a add  d delete  q close",
            ])
        #expect(panel.lines[2].fill.isReverse)
        #expect(faults(panel, on: CellSize(columns: 80, rows: 24)) == [])
        #expect(
            text(BreakpointsPanel.popup([], hits: [], selected: nil, in: Self.layout(80, 24)))[0] == " no breakpoints")
    }

    @Test(
        "a condition can be read whole: in its row where that has room, else below the list",
        arguments: [(200, 60), (120, 40), (80, 24), (40, 24)])
    func longCondition(columns: Int, rows: Int) throws {
        let condition = "chunk == 1 && overlay ~ *M3* || status ~ DESYNC*"
        let layout = Self.layout(columns, rows)
        let all = Self.breakpoints + [Breakpoint(try #require(Breakpoint.Condition("when \(condition)")))]
        let panel = BreakpointsPanel.popup(all, hits: [12, 0, 0, 2], selected: 3, in: layout)
        let lines = text(panel).map(\.trimmed)
        #expect(lines.joined(separator: " ").contains(condition), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("▶") && $0.hasSuffix("  \(condition)") } == (columns >= 120))
        // In a list that says what they mean it stands nowhere else.
        #expect(lines.contains { $0.hasPrefix("▶[x] when   ") } == (columns >= 80))
        #expect(faults(panel, on: layout.size) == [])
        // Nothing moves when another one is selected.
        #expect(BreakpointsPanel.popup(all, hits: [12, 0, 0, 2], selected: 0, in: layout).rect == panel.rect)
    }

    @Test("marks are listed with time and frame, and what strangers called them is made visible")
    func marks() {
        let log = Sessions.talking(frames: 200)
        let marks = [
            Mark(time: Instant(seconds: 2), name: "smile", note: "too wide"),
            Mark(time: Instant(seconds: 3), name: "x\u{1B}[2J"),
        ]
        let lines = text(MarksPanel.popup(marks, log, selected: 0, in: Self.layout(80, 24)))
        #expect(lines[1] == "▶    2.000      30  smile                too wide")
        #expect(lines[2].trimmed == "3.000      60  x^[[2J")
        // Where a row cuts its note it is below the list.
        let narrow = text(MarksPanel.popup(marks, log, selected: 0, in: Self.layout(40, 12))).map(\.trimmed)
        #expect(narrow.contains("too wide"))
    }

    @Test(
        "a mark's name and note can be read whole: in its row where that has room, else below the list",
        arguments: [(200, 60), (120, 40), (80, 24), (40, 12)])
    func longMarks(columns: Int, rows: Int) {
        let name = "seam suspected by colleague in chunk two after the second bridge frame, see ticket END"
        let layout = Self.layout(columns, rows)
        let log = Sessions.talking(frames: 200)
        for note in ["", "too wide for the face"] {
            let marks = [Mark(time: .zero, name: "short"), Mark(time: .zero, name: name, note: note)]
            let panel = MarksPanel.popup(marks, log, selected: 1, in: layout)
            let lines = text(panel).map(\.trimmed)
            let said = name + (note.isEmpty ? "" : ": " + note)
            let isInRow = lines.contains { $0.hasPrefix("▶") && $0.contains(name) && $0.hasSuffix(note) }
            #expect(isInRow || lines.joined(separator: " ").contains(said), "\(lines)")
            // Nothing moves when another one is selected.
            #expect(MarksPanel.popup(marks, log, selected: 0, in: layout).rect == panel.rect)
            #expect(columns > 80 || panel.rect.size.columns == columns)
        }
    }

    @Test("the selected line of a long list is in view")
    func longList() {
        let log = Sessions.talking(frames: 10)
        let marks = (0..<100).map { Mark(time: Instant(seconds: Double($0)), name: "mark \($0)") }
        for selected in [0, 1, 50, 98, 99] {
            let lines = text(MarksPanel.popup(marks, log, selected: selected, in: Self.layout(80, 24)))
            #expect(lines.contains { $0.hasPrefix("▶") && $0.contains("mark \(selected) ") })
        }
    }

    @Test("a line is edited as in a shell")
    func editing() {
        var editor = LineEditor("one two  three")
        editor.deleteWord()
        #expect(editor.text == "one two  ")
        editor.deleteWord()
        #expect(editor.text == "one ")
        editor.moveToStart()
        editor.insert("a\tb\u{1B}c\n")
        #expect(editor.text == "a bc one ")
        editor.moveLeft()
        editor.deleteBackward()
        #expect(editor.text == "a b one ")
        editor.deleteForward()
        editor.deleteForward()
        #expect(editor.text == "a bne ")
        editor.moveRight()
        editor.deleteToStart()
        #expect(editor.text == "e ")
        editor.moveToEnd()
        editor.deleteForward()
        #expect(editor.text == "e ")
        editor.insert(String(repeating: "x", count: 5_000))
        #expect(editor.text.count == LineEditor.limit)
        editor.clear()
        editor.deleteBackward()
        editor.moveLeft()
        #expect(editor.text.isEmpty && editor.cursor == 0)
    }

    private static func prompt(
        _ editor: LineEditor, _ cells: Int, error: String? = nil, aside: String = ""
    ) -> String {
        let rect = CellRect(column: 0, row: 0, columns: cells, rows: 1)
        return text(PromptPanel.panel("filter", editor, error: error, aside: aside, in: rect)).joined()
    }

    @Test("what stands aside is there whole while what is typed leaves three blanks, and not beside an error")
    func aside() {
        // "filter ", the text, the cursor's cell.
        let (editor, least) = (LineEditor("abc"), 7 + 3 + 1 + 3 + 8)
        #expect(Self.prompt(editor, least, aside: "no sound") == "filter abc    no sound")
        #expect(!Self.prompt(editor, least - 1, aside: "no sound").contains("no"))
        #expect(Self.prompt(editor, 80, aside: "no sound").hasSuffix("  no sound"))
        #expect(!Self.prompt(editor, 80, error: "wrong", aside: "no sound").contains("no sound"))
    }

    @Test("the cursor's cell is always shown, and an error stands at the right")
    func prompts() {
        var editor = LineEditor("a long text that does not fit")
        #expect(Self.prompt(editor, 60) == "filter a long text that does not fit ")
        #expect(Self.prompt(editor, 21) == "filter …does not fit ")
        editor.moveToStart()
        #expect(Self.prompt(editor, 21) == "filter a long text t…")
        #expect(Self.prompt(LineEditor("=Z"), 40, error: "no status Z") == "filter =Z                    no status Z")
    }

    @Test("a pixel is told with its colors, and where there is no overlay that is said")
    func probe() {
        let state = PixelReading(
            point: PixelPoint(x: 640, y: 212), size: PixelSize(width: 1_280, height: 768),
            base: .init(200, 160, 9), overlay: nil, composite: .init(255, 0, 128, alpha: 40))
        let popup = { (layout: ScreenLayout) in
            ProbePanel.popup(state, at: .zero, on: layout.picture ?? .zero, in: layout).panel
        }
        #expect(
            text(popup(Self.layout(120, 40))) == [
                " 640,212 of 1280x768", " base      #C8A009 200 160   9", " overlay   -",
                " composite #FF0080 255   0 128 a40",
            ])
        #expect(
            text(popup(Self.layout(80, 24))) == [
                " 640,212", " base      #C8A009", " overlay   -", " composite #FF0080",
            ])
    }

    @Test("popups and prompts of any size are cut to the screen", arguments: 0..<3)
    func width(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let log = Sessions.talking(frames: 30)
        let marks = strangeNames.map { Mark(time: .zero, name: $0, note: $0) }
        let stops = strangeNames.map { Breakpoint(.overlay($0), ignoring: .max) }
        var found: [String] = []
        for _ in 0..<50 {
            let size = CellSize(columns: 1 + random.below(250), rows: 1 + random.below(80))
            let layout = ScreenLayout(size, .debugging)
            let selected = random.pick([nil, 0, 5, .max, .min])
            var editor = LineEditor(random.pick(strangeNames))
            for _ in 0..<random.below(30) { editor.moveLeft() }
            let row = CellRect(column: 0, row: 0, columns: size.columns, rows: 1)
            let last = CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
            let pixel = PixelReading(
                point: PixelPoint(x: .min, y: .max), size: .zero, base: .init(0, 0, 0), overlay: nil,
                composite: .init(0, 0, 0))
            let panels = [
                MarksPanel.popup(marks, log, selected: selected, in: layout),
                BreakpointsPanel.popup(stops, hits: [], selected: selected, in: layout),
                Self.help(layout, top: random.pick([.min, 0, .max])),
                ProbePanel.popup(
                    pixel, at: random.pick([nil, .zero]), on: layout.picture ?? .zero, in: layout
                ).panel,
                PromptPanel.panel(random.pick(strangeNames), editor, error: random.pick([nil, "no"]), in: row),
                PromptPanel.pointer(random.pick(strangeNames), editor, random.pick(strangeNames), above: last)
                    ?? Panel(row, []),
                PromptPanel.candidates(strangeNames.shuffled(using: &random), above: last) ?? Panel(row, []),
                PairPanel.difference(Sessions.frame(.max / 100_000), Sessions.frame(1), "B", in: row),
                PairPanel.label(
                    "A", random.pick([nil, Sessions.frame(.max / 100_000)]), over: layout.picture ?? .zero),
            ]
            found += panels.flatMap { faults($0, on: size) }
        }
        #expect(found == [])
    }
}
