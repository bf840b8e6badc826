import Cells
import Debugger
import Engine
import Events
import Keys
import Panels
import Sessions
import Support
import Testing

@testable import Screens

@Suite("The list of everything")
struct PaletteListTests {
    private static func opened(_ set: (inout ScreenModel.Opening) -> Void = { _ in }) -> Screening {
        var screening = Screening(Screening.heard) {
            $0.settings = [
                ListedSetting(name: "play.fill", value: "false", says: "fill the window"),
                ListedSetting(name: "play.buffer", value: "10", says: "frames to wait for"),
            ]
            set(&$0)
        }
        screening.change {
            $0.isPaused = true
            $0.captions = [
                SaidLine(heard: 300, time: .zero, isAsked: false, text: "Hello there"),
                SaidLine(heard: 500, time: .zero, isAsked: false, text: "good bye"),
            ]
        }
        screening.hear(.marks([Mark(time: Instant(seconds: 2), name: "teeth", note: "odd")]))
        return screening
    }

    private static func typed(_ text: String, _ set: (inout ScreenModel.Opening) -> Void = { _ in }) -> Screening {
        var screening = opened(set)
        #expect(screening.press(.palette) == [.readMarks, .readRecentTapes])
        screening.press(.paste(text))
        return screening
    }

    private static func palette(_ screening: Screening) -> PaletteList? {
        if case .palette(let palette) = screening.model.popup { palette } else { nil }
    }

    private static func lines(_ screening: Screening) -> [String] {
        guard let palette = palette(screening) else { return [] }
        let layout = screening.model.layout(screening.played)
        return screening.model.panel(palette, layout, screening.played).lines.map { $0.spans.map(\.text).joined() }
    }

    @Test("a command does what its key would")
    func command() {
        var screening = Self.typed("statistics")
        #expect(Self.lines(screening).contains { $0.contains("command") && $0.hasSuffix(" i ") || $0.hasSuffix(" i") })
        screening.press(.named(.enter))
        #expect(screening.model.picture.showsStatistics && screening.model.popup == nil)
        var next = Self.typed("next chunk")
        #expect(next.press(.named(.enter)) == [.go(to: .chunks(1))])
    }

    @Test("a command is found by its heading in the help, before settings with the same word")
    func heading() {
        let lines = Self.lines(Self.typed("play"))
        #expect(lines[1].contains("command pause or continue"), "\(lines)")
        #expect(lines.contains { $0.contains("setting play.fill") })
    }

    @Test("a view is drawn, by its name or by letters of it", arguments: ["view difference", "vdif"])
    func view(typed: String) {
        var screening = Self.typed(typed)
        #expect(Self.lines(screening)[1].contains("difference: to previous frame"))
        screening.press(.named(.enter))
        #expect(screening.model.picture.view == .difference && screening.model.popup == nil)
        #expect(Self.lines(Self.typed("view composite")).contains { $0.hasSuffix("shown") })
    }

    @Test(
        "a mark, a chunk and a caption are gone to",
        arguments: [
            ("mark teeth", Goal.frame(40)), ("caption hello", .heard(300)),
            ("caption bye", .heard(500)),
        ])
    func places(text: String, goal: Goal) {
        var screening = Self.typed(text)
        #expect(screening.press(.named(.enter)) == [.go(to: goal)])
    }

    @Test("a fault is gone to, also one that is found while the list is open", arguments: [true, false])
    func fault(isKnownBefore: Bool) throws {
        var screening = Self.opened()
        let record = try #require(screening.played.log.entries.compactMap(\.record).dropFirst(20).first)
        let finding = AuditFinding(.seam, at: record.shown, frame: record.ordinal, expected: "a", found: "b")
        let find = { (screening: inout Screening) in
            screening.timeline.addMediaFindings([finding])
            screening.hear(.panelsDue)
        }
        if isKnownBefore { find(&screening) }
        screening.press(.palette)
        screening.press(.paste("seam \(record.ordinal)"))
        if !isKnownBefore {
            #expect(!Self.lines(screening)[1].contains("SEAM"))
            find(&screening)
        }
        let lines = Self.lines(screening)
        #expect(lines[1].contains("fault   SEAM \(record.ordinal): ") && lines[1].hasSuffix(record.shown.inSeconds))
        let fault = try #require(FaultsPanel.listed(screening.played.log, "").first?.fault)
        #expect(screening.press(.named(.enter)) == [.go(to: .heard(fault.heard))])
    }

    @Test("a chunk is gone to at its first frame")
    func chunk() {
        var screening = Self.typed("chunk 1 of")
        guard case .go(let goal)? = screening.press(.named(.enter)).first else {
            Issue.record("nowhere")
            return
        }
        #expect(screening.timeline.find(goal) == screening.timeline.find(.chunk(1)))
    }

    @Test("a setting that can change now does, of another one it is said what it is")
    func settings() {
        var fill = Self.typed("play.fill")
        fill.press(.named(.enter))
        #expect(fill.model.picture.fills && fill.model.notice == "play.fill = true")
        fill.press(.palette)
        fill.press(.paste("play.fill"))
        #expect(Self.lines(fill).contains { $0.contains("play.fill = true: fill the window") })
        var buffer = Self.typed("play.buffer")
        #expect(buffer.press(.named(.enter)) == [])
        #expect(
            buffer.model.notice
                == "play.buffer is 10; to change it, edit the file shown by `cameo config --path` and restart")
    }

    @Test("a tape that was open before is opened by a command, which is copied")
    func tapes() {
        var screening = Self.typed("tape")
        screening.hear(.recent(["/tmp/a b.cameo"]))
        #expect(screening.press(.named(.enter)) == [.copy("cameo play '/tmp/a b.cameo'")])
        #expect(screening.model.notice == "Copied (if the terminal allows it): cameo play '/tmp/a b.cameo'")
    }

    @Test("letters narrow it, what has them as they were typed comes first, Esc closes it")
    func narrowing() throws {
        var screening = Self.typed("mute")
        #expect(Self.lines(screening)[1].contains("command mute"))
        let few = try #require(Self.palette(screening)).matches.count
        screening.press(.named(.backspace))
        #expect(Self.palette(screening).map(\.matches.count) ?? 0 >= few)
        let all = screening.press(.control("u")) == [] ? Self.palette(screening)?.matches.count : nil
        #expect(try #require(all) > few && Self.palette(screening)?.filter.text == "")
        screening.press(.paste("zzzz"))
        #expect(
            Self.lines(screening)[0].contains("zzzz") && Self.lines(screening)[0].contains("No matches"))
        #expect(screening.press(.named(.enter)) == [] && screening.model.popup == nil)
        screening.press(.palette)
        screening.press(.named(.escape))
        #expect(screening.model.popup == nil)
    }

    @Test(
        "what is typed stands in the list's own first row behind its name, the cursor a reversed cell behind it",
        arguments: [(40, 12), (80, 24), (120, 40)])
    func typedRow(columns: Int, rows: Int) throws {
        var screening = Self.opened()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: columns, rows: rows))))
        screening.press(.palette)
        for text in ["", "m", "mu", String(repeating: "long ", count: 8)] {
            screening.press(.control("u"))
            screening.press(.paste(text))
            let palette = try #require(Self.palette(screening))
            let panel = screening.model.panel(palette, screening.model.layout(screening.played), screening.played)
            let line = try #require(panel.lines.first)
            let cursor = try #require(line.spans.firstIndex { $0.style.isReverse })
            let before = line.spans[..<cursor].map(\.text).joined()
            #expect(before.hasPrefix(" find: ") && before.hasSuffix(text.suffix(20)), "\(before)")
            #expect(line.spans[cursor].text == " " && line.cellWidth <= panel.rect.size.columns - 2)
            #expect(panel.border?.title.contains("find") == false)
        }
    }

    @Test("commands that mean nothing now, and what is no frame of a hosted program, are not in it")
    func leftOut() {
        let player = Self.typed("say something")
        #expect(Self.palette(player)?.matches.isEmpty == true)
        let hosting = Self.typed("chunk") { $0.isHosting = true }
        // The first row has what is typed.
        let listed = Self.lines(hosting).dropFirst()
        #expect(!listed.contains { $0.contains("chunk  ") || $0.contains("teeth") })
    }

    @Test(
        "of ten thousand chunks only what is looked at is made into text: all once, what is left after that, rows in view"
    )
    func work() {
        let count = 10_000
        var palette = PaletteList([5, 0, count, 0, 0, 0, 0])
        var made = 0
        let words = { (kind: Int, place: Int) in
            made += 1
            return kind == 0 ? "command \(place)" : "chunk \(place) of message 1"
        }
        #expect(palette.matches.count == count + 5 && made == 0)
        palette.narrow(to: TypedFilter("9"), palette.counts, words: words)
        #expect(made == count + 5)
        let left = palette.matches.count
        made = 0
        palette.narrow(to: TypedFilter("99"), palette.counts, words: words)
        #expect(made == left && palette.matches.count < left)
        var shown = 0
        let layout = ScreenLayout(CellSize(columns: 80, rows: 24))
        _ = PalettePanel.popup(
            palette.filter, count: palette.matches.count, of: palette.count, selected: 100, in: layout
        ) { _ in
            shown += 1
            return PalettePanel.Row(.chunk, "x")
        }
        #expect(shown > 0 && shown < 24)
    }
}
