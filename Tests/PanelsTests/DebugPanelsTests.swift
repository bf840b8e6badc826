import Cells
import Events
import Frames
import Support
import Testing

@testable import Debugger
@testable import Engine
@testable import Panels
@testable import Sessions

/// What the panels of the step-debug screen say where there is little room, and of what is left out.
@Suite struct DebugPanelsTests {
    private static func layout(_ columns: Int, _ rows: Int) -> ScreenLayout {
        ScreenLayout(CellSize(columns: columns, rows: rows), .debugging)
    }

    // MARK: Seams

    /// Frame 2 is drawn over base 22, as demanded, and its overlay fits base 19.
    private static func seam() -> SessionLog {
        var log = Sessions.talking(frames: 5)
        log.addSeam(2, madeFor: 19)
        return log
    }

    @Test("a seam's line names the base that its overlay fits, in the column of what was wanted")
    func seamLine() {
        let log = Self.seam()
        var view = LogView()
        view.update(with: log)
        for columns in [60, 80, 106, 120, 200] {
            let rect = CellRect(column: 0, row: 0, columns: columns, rows: 8)
            let panel = view.panel(log, heard: 5, Landmarks(), in: rect)
            #expect(text(panel)[3].contains(" 22  !19 "), "\(columns)")
            #expect(panel.lines[3].spans.contains { $0.text.contains("!19") && $0.style.color == .bad })
            #expect(!text(panel)[2].contains("!"))
        }
    }

    @Test("the inspector says a seam in one sentence")
    func seamFacts() {
        let state = InspectorState(Self.seam(), heard: 3)
        let rect = CellRect(column: 0, row: 0, columns: 80, rows: 20)
        let lines = text(InspectorPanel.panel(state, in: rect))
        #expect(lines[2] == "│seam     overlay fits base 19, not 22 as demanded")
    }

    @Test("seams are counted up to a frame and in all, in whatever order they are found")
    func seamCounts() {
        var log = Sessions.talking(frames: 9)
        for (ordinal, madeFor) in [(7, 1), (2, 4), (5, 3), (2, 9), (8, nil)] { log.addSeam(ordinal, madeFor: madeFor) }
        #expect((0..<10).map { log.seamCount(before: $0) } == [0, 0, 0, 1, 1, 1, 2, 2, 3, 4])
        #expect(log.seamCount == 4)
        #expect((0..<9).map { log.madeFor($0) } == [nil, nil, 4, nil, nil, 3, nil, 1, nil])
    }

    @Test("a usual overlay's name is whole beside the picture of a large screen")
    func overlayNames() {
        let log = Sessions.talking(frames: 3) {
            $0.overlayKey = PictureKey("talking_1_e_talking_1_s/\($0.baseIndex)/J2_X5_M1.webp")
        }
        var view = LogView()
        view.update(with: log)
        let lines = text(view.panel(log, heard: 1, Landmarks(), in: Self.layout(200, 60).log ?? .zero))
        #expect(lines[1].hasSuffix(" J2_X5_M1 talking_1_e_talking_1_s/20"))
    }

    // MARK: A filter without the playhead's frame

    @Test("behind the last line that passes the sign of the playhead has a row, too, however few there are")
    func markerAtEnd() {
        let log = Sessions.talking(frames: 30) { if $0.ordinal < 10 { $0.status = .held } }
        var view = LogView()
        view.setFilter(LogFilter(statuses: [.held]), in: log)
        let rect = CellRect(column: 0, row: 0, columns: 80, rows: 4)
        func lines() -> [String] { text(view.panel(log, heard: 20, Landmarks(), in: rect)) }
        #expect(lines().count == 4 && lines()[2].hasPrefix("       9 "))
        #expect(lines().last == "▶ ── frame 19 is not in this list ──")
        #expect(view.place(at: CellPoint(column: 5, row: 3), log, heard: 20, in: rect) == 19)
        view.scroll(by: -5, rows: 3, log, heard: 20)
        view.scroll(by: .max, rows: 3, log, heard: 20)
        #expect(lines().last == "▶ ── frame 19 is not in this list ──")
    }

    @Test("of a book the sign stands behind what has happened with the last event, also where that is behind the frame")
    func markerInBook() {
        let note = { (word: String) in Note(time: .zero, code: .readerWord, text: word) }
        var log = Sessions.talking(frames: 3)
        let heard = log.entries.last?.heard ?? 0
        for (event, word) in [(heard, "one"), (heard + 1, "two"), (heard + 2, "three")] {
            log.appendEntry(LogEntry(heard: event, time: .zero, .note(note(word))))
        }
        var view = LogView()
        view.setFilter(LogFilter(isOfBook: true), in: log)
        func lines(_ heard: EventCount) -> [String] {
            let rect = CellRect(column: 0, row: 0, columns: 60, rows: 5)
            let panel = view.panel(log, heard: heard, Landmarks(), in: rect)
            return text(panel).dropFirst().map { line in
                ["one", "two", "three", "here"].first(where: line.contains) ?? line
            }
        }
        #expect(lines(heard) == ["one", "here", "two", "three"])
        #expect(lines(heard + 1) == ["one", "two", "here", "three"])
        #expect(lines(heard + 2) == ["one", "two", "three", "here"])
        // It says where it is, and leads nowhere.
        let rect = CellRect(column: 0, row: 0, columns: 60, rows: 5)
        #expect(view.place(at: CellPoint(column: 4, row: 2), log, heard: heard, in: rect) == nil)
        // Of what had happened before the first frame, too.
        #expect(lines(0).first == "here")
    }

    @Test("a filter that leaves the playhead's frame out shows where it would be, and clicks find the lines around it")
    func marker() {
        let log = Sessions.talking(frames: 30) { if $0.ordinal % 3 == 0 { $0.status = .held } }
        var view = LogView()
        view.setFilter(LogFilter(statuses: [.held]), in: log)
        let rect = CellRect(column: 0, row: 0, columns: 80, rows: 8)
        let lines = text(view.panel(log, heard: 12, Landmarks(), in: rect))
        // Frames 0, 3, 6 ... pass; the playhead is at frame 11.
        let row = lines.firstIndex { $0.hasPrefix("▶") }
        #expect(row.map { lines[$0] } == "▶ ── frame 11 is not in this list ──")
        if let row, row > 1, row + 1 < lines.count {
            #expect(lines[row - 1].contains("      9 ") && lines[row + 1].contains("     12 "))
            for (step, place) in [(-1, 9), (0, 11), (1, 12)] {
                let point = CellPoint(column: 4, row: row + step)
                #expect(view.place(at: point, log, heard: 12, in: rect) == place)
            }
        } else {
            Issue.record("no lines around the marker: \(lines)")
        }
        #expect(lines.count <= 8)
        let shown = text(view.panel(log, heard: 13, Landmarks(), in: rect))
        #expect(!shown.contains { $0.contains("not among") } && shown.contains { $0.hasPrefix("▶") })
    }

    // MARK: Lists

    private static let breakpoints = Breakpoint.Condition.kinds.map { Breakpoint($0, isEnabled: false) }

    @Test("at 80 columns a list of breakpoints is whole; at 40 the selected one's meaning has a line of its own")
    func breakpoints() {
        let wide = text(BreakpointsPanel.popup(Self.breakpoints, hits: [], selected: 1, in: Self.layout(80, 24)))
        #expect(!wide.contains { $0.contains("…") })
        #expect(wide[0].contains("hits ignore  meaning"))
        let panel = BreakpointsPanel.popup(Self.breakpoints, hits: [], selected: 1, in: Self.layout(40, 12))
        let narrow = text(panel)
        #expect(!narrow.contains { $0.contains("…") })
        #expect(narrow[0].hasSuffix("hits ignore"))
        #expect(narrow[narrow.count - 2] == " " + Self.breakpoints[1].condition.meaning)
        #expect(narrow.contains { $0.hasPrefix("▶") })
    }

    @Test("a list says how many lines are above and below what is shown")
    func hiddenLines() {
        let marks = (0..<40).map { Mark(time: Instant(seconds: Double($0)), name: "mark \($0)") }
        let title = { (selected: Int, rows: Int) in
            MarksPanel.popup(marks, SessionLog(), selected: selected, in: Self.layout(80, rows)).border?.title
        }
        #expect(title(0, 24) == "marks  ↓21")
        #expect(title(20, 24) == "marks  ↑11  ↓10")
        #expect(title(39, 24) == "marks  ↑21")
        #expect(title(0, 60) == "marks")
    }

    @Test("nothing gray is in a selected row")
    func selected() {
        let marks = [Mark(time: .zero, name: "a", note: "note")]
        let panel = MarksPanel.popup(marks, SessionLog(), selected: 0, in: Self.layout(80, 24))
        #expect(panel.lines[1].spans.allSatisfy { $0.style.isReverse && $0.style.color != .faint })
        let off = BreakpointsPanel.popup(Self.breakpoints, hits: [], selected: 0, in: Self.layout(80, 24))
        #expect(off.lines[1].spans.allSatisfy { $0.style.isReverse && $0.style.color != .faint })
        #expect(off.lines[2].spans.contains { $0.style.color == .faint })
    }

    // MARK: Help

    @Test("long sentences take several rows, the key in the first one, and scroll at 20x6")
    func wrapped() {
        let groups = [HelpPanel.Group("g", [("a", "one two three four"), ("b", "five")])]
        var lines: [String] = []
        for top in 0...HelpPanel.lastTop(groups, HelpPanel.State(), in: Self.layout(20, 6)) {
            var state = HelpPanel.State()
            state.top = top
            lines += text(HelpPanel.popup(groups, state, in: Self.layout(20, 6)))
        }
        let all = lines.map { $0.replacing("█", with: "").replacing("│", with: "").trimmed }
        for line in ["a  one two three", "four", "b  five"] { #expect(all.contains(line), "\(all)") }
    }

    @Test("a long label has two thirds of the line, and an error that has no room there is said above it, whole")
    func prompts() throws {
        let rect = CellRect(column: 0, row: 9, columns: 80, rows: 1)
        let label = "say (only the idle clips are loaded yet):"
        #expect(text(PromptPanel.panel(label, LineEditor(), in: rect))[0].hasPrefix(label + " "))
        let error = "expected a frame, 5s, c3 or the name of a mark, found nothing of them"
        #expect(!PromptPanel.hasRoom(for: error, in: rect) && PromptPanel.hasRoom(for: "already exists", in: rect))
        let panel = try #require(StatusLine.said(error, above: rect))
        #expect(text(panel).map(\.trimmed) == [error] && panel.rect.origin.row == 8)
    }

    @Test("what is wrong at a place stands above it, at whichever side there is room, else in rows of its own")
    func pointer() throws {
        let label = "stop at:"
        func rows(_ typed: String, at place: Int, _ error: String, columns: Int, above row: Int = 9) -> [String]? {
            var editor = LineEditor(typed)
            editor.move(to: place)
            let rect = CellRect(column: 0, row: row, columns: columns, rows: 1)
            return PromptPanel.pointer(label, editor, error, above: rect).map(text)
        }
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        let end = { (line: String) in String(line.reversed().drop { $0 == " " }.reversed()) }
        #expect(rows("chnk == 3", at: 0, "no field", columns: 40)?.map(end) == [blanks(9) + "▼ no field"])
        let long = String(repeating: "x", count: 28)
        #expect(rows(long, at: 24, "no field", columns: 40)?.map(end) == [blanks(24) + "no field ▼"])
        // Only the end of the text before the cursor is shown.
        #expect(rows(long + long, at: 56, "no field", columns: 40)?.map(end) == [blanks(30) + "no field ▼"])
        let sentence = "a sentence of many words that has no room at either side"
        let wrapped = try #require(rows("chnk == 3", at: 8, sentence, columns: 40))
        #expect(wrapped.count == 3 && end(wrapped[2]) == blanks(17) + "▼")
        #expect(wrapped[0].trimmed + " " + wrapped[1].trimmed == sentence)
        #expect(rows("chnk", at: 0, sentence, columns: 40, above: 1)?.map(end) == [blanks(9) + "▼"])
        #expect(rows("chnk", at: 0, "no field", columns: 40, above: 0) == nil)
    }

    @Test("what could be typed stands in at most three rows, with a sign that there is more")
    func candidates() throws {
        let rect = CellRect(column: 0, row: 9, columns: 20, rows: 1)
        let words = (0..<30).map { "word\($0)" }
        let panel = try #require(PromptPanel.candidates(words, above: rect))
        #expect(panel.rect.origin.row == 6 && text(panel)[0].hasPrefix(" word0 word1"))
        #expect(text(panel)[2].trimmed.hasSuffix("…"))
        #expect(PromptPanel.candidates([], above: rect) == nil)
        #expect(text(try #require(PromptPanel.candidates(["a\u{1B}[2J"], above: rect)))[0].contains("\u{1B}") == false)
    }

    // MARK: Probe

    private static let reading = PixelReading(
        point: PixelPoint(x: 640, y: 212), size: PixelSize(width: 1_280, height: 768), base: .init(200, 160, 9),
        overlay: nil, composite: .init(255, 0, 128))

    @Test("the probe's popup and its color are on the picture, and never at the pixel or near it")
    func probePlace() {
        for (columns, rows) in [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)] {
            let layout = Self.layout(columns, rows)
            guard let picture = layout.picture else { continue }
            for column in picture.columns {
                for row in picture.rows {
                    let cell = CellPoint(column: column, row: row)
                    let (panel, swatch) = ProbePanel.popup(Self.reading, at: cell, on: picture, in: layout)
                    let parts = [panel.rect] + (swatch.map { [$0] } ?? [])
                    #expect(!parts.contains { $0.contains(cell) }, "\(columns)x\(rows) \(cell)")
                    guard let swatch else { continue }
                    #expect(parts.allSatisfy { picture.columns.contains($0.columns) && picture.rows.contains($0.rows) })
                    #expect(3 * parts.reduce(0) { $0 + $1.size.count } <= picture.size.count)
                    #expect(!swatch.isEmpty)
                    #expect(faults(panel, on: layout.size) == [])
                }
            }
        }
    }

    @Test("without room for a popup the pixel is told in a line or two")
    func probeLine() {
        let layout = Self.layout(34, 9)
        let (panel, swatch) = ProbePanel.popup(
            Self.reading, at: .zero, on: layout.picture ?? .zero, in: layout)
        #expect(swatch == nil)
        #expect(text(panel) == [" 640,212  base #C8A009  overlay -", " composite #FF0080"])
        #expect(!panel.rect.contains(.zero))
    }

    // MARK: Two pictures

    @Test("two pictures have their slots, frames and statuses on them, and a line that tells them apart")
    func pair() {
        var wish = ScreenLayout.Request.debugging
        wish.split = true
        let layout = ScreenLayout(CellSize(columns: 120, rows: 40), wish)
        guard let left = layout.picture, let line = layout.pair else {
            Issue.record("no room")
            return
        }
        #expect(line.origin.row == left.rows.upperBound)
        let label = PairPanel.label("A", Sessions.frame(3), over: left)
        #expect(text(label) == [" A 3 SYNC "] && label.rect.origin == left.origin)
        #expect(text(PairPanel.label("B", nil, over: left)) == [" B -  "])
        let (a, b) = (Sessions.frame(3), Sessions.frame(8))
        #expect(
            text(PairPanel.difference(a, b, "B", in: line)) == [
                " A → B  +5 frames  +167 ms  base 23 → 28  overlay J0_X2_M0 → J2_X2_M0"
            ])
        #expect(
            text(PairPanel.difference(a, a, "now", in: line)) == [
                " A → now  0 frames  0 ms  same base  same overlay"
            ])
        // One that came and was not drawn is on neither side.
        var bare = b
        bare.status = .noOverlay
        #expect(text(PairPanel.difference(a, bare, "B", in: line))[0].hasSuffix("overlay J0_X2_M0 → -"))
        #expect(text(PairPanel.difference(bare, bare, "now", in: line))[0].hasSuffix("no overlays"))
        let narrow = CellRect(column: 0, row: 0, columns: 30, rows: 1)
        #expect(text(PairPanel.difference(a, b, "B", in: narrow)) == [" A → B  +5 frames  +167 ms"])
    }

    @Test("a view that is black says why")
    func legend() {
        let picture = CellRect(column: 0, row: 0, columns: 40, rows: 12)
        let frame = Sessions.frame(3)
        #expect(
            ViewLegend.fromDemanded(frame, fits: nil, over: picture).map(text) == [" base 23 is drawn as demanded "])
        var other = frame
        other.demandedIndex = 7
        #expect(ViewLegend.fromDemanded(other, fits: nil, over: picture) == nil)
        other.demandedClip = nil
        #expect(ViewLegend.fromDemanded(other, fits: nil, over: picture).map(text) == [" nothing demanded here "])
        #expect(
            ViewLegend.fromDemanded(frame, fits: 19, over: picture).map(text)
                == [" base 23 to 19, which the overlay fits"].map { $0 + " " })
    }

    @Test("the view of what was demanded names the base that a seam's overlay fits, and what never came")
    func demandedLegend() {
        let picture = CellRect(column: 0, row: 0, columns: 90, rows: 12)
        let frame = Sessions.frame(3)
        #expect(ViewLegend.demanded(frame, fits: nil, .here, over: picture) == nil)
        #expect(
            ViewLegend.demanded(frame, fits: 19, .here, over: picture).map(text)
                == [" base 19, which the overlay fits, instead of 23 "])
        #expect(
            ViewLegend.demanded(frame, fits: nil, .never, over: picture).map(text)
                == [" base 23 of talking_1_s_talking_1_e is demanded but never arrived "])
    }

    // MARK: Room

    @Test("lanes in which there is something come before empty ones, and how many have no room is said")
    func lanes() {
        let log = Sessions.talking(frames: 90) { if $0.ordinal == 40 { $0.status = .skipped } }
        var index = TimelineIndex()
        index.update(with: log)
        let labels = { (rows: Int, landmarks: Landmarks) in
            let state = TimelineState(
                view: TimelineView(), playhead: .zero, heard: Instant(seconds: 9), landmarks: landmarks)
            let rect = CellRect(column: 0, row: 0, columns: 80, rows: rows)
            return text(TimelinePanel.panel(log, index, state, in: rect)).map { String($0.prefix(6)).trimmed }
        }
        #expect(labels(9, Landmarks()) == ["time", "chunk", "stat", "mode", "arr", "dec", "skip", "snd", "came"])
        #expect(labels(5, Landmarks()) == ["+4", "chunk", "stat", "mode", "arr"])
        let marked = Landmarks(marks: [Mark(time: .zero, name: "a")])
        #expect(labels(9, marked) == ["+1", "chunk", "stat", "mode", "arr", "mark", "dec", "skip", "snd"])
        #expect(labels(14, Landmarks()).count == 14 && labels(14, Landmarks()).first == "time")
    }

    @Test("the least size at which a panel has room is one at which it has")
    func leastSize() {
        for panel in [ScreenLayout.Part.inspector, .timeline, .log] {
            guard let least = ScreenLayout.least(for: panel, from: CellSize(columns: 20, rows: 8), .debugging) else {
                Issue.record("never")
                continue
            }
            #expect(ScreenLayout(least, .debugging)[panel] != nil)
            #expect(least.columns >= 20 && least.rows >= 8)
        }
        #expect(Self.layout(40, 12).inspector == nil)
    }

    @Test("where no panel names the frame the status line does")
    func ordinal() {
        var state = StatusState(mode: .overlay, record: Sessions.frame(3), clipName: "", time: .zero)
        let line = { (state: StatusState) in
            text(StatusLine.panel(state, in: CellRect(column: 0, row: 0, columns: 40, rows: 1)))[0]
        }
        #expect(!line(state).contains("#3"))
        state.showsOrdinal = true
        #expect(line(state).hasPrefix(" ▶ talk  0:00  #3  SYNC"))
    }

    @Test("statistics leave the inspector's values in view, and count seams")
    func statistics() {
        var state = StatisticsState(
            counters: Counters(), generation: 1, queuedChunks: 0, decodedBytes: 0, bufferReady: 0, bufferKnown: 0,
            picture: CellSize(columns: 36, rows: 12), pixels: PixelSize(width: 36, height: 24), colors: "truecolor")
        state.seams = .found(soFar: 1, inAll: 2)
        for (columns, rows) in [(40, 12), (80, 24), (120, 40), (200, 60)] {
            let layout = Self.layout(columns, rows)
            let panel = StatisticsPanel.popup(state, in: layout).panel
            #expect(faults(panel, on: layout.size) == [])
            if let inspector = layout.inspector {
                let isClear =
                    !panel.rect.columns.overlaps(inspector.columns) || !panel.rect.rows.overlaps(inspector.rows)
                #expect(isClear, "\(columns)x\(rows)")
            }
            #expect(text(panel).contains { $0.contains("1 up to here, 2 in total") })
        }
    }

    @Test("an offered text is shown as selected")
    func offered() {
        let rect = CellRect(column: 0, row: 0, columns: 40, rows: 1)
        let spans = { (isSelected: Bool) in
            PromptPanel.panel("mark:", LineEditor("frame 12"), isSelected: isSelected, in: rect).lines[0].spans
        }
        #expect(spans(true).contains { $0.text == "frame 12" && $0.style.isReverse })
        #expect(spans(false).contains { $0.text == "frame 12" && !$0.style.isReverse })
    }
}

extension Range where Bound == Int {
    /// All of another one.
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

extension SessionLog {
    /// As one that was found among the pixels.
    mutating func addSeam(_ ordinal: Int, madeFor: Int?) {
        guard let record = record(ordinal) else { return }
        var finding = AuditFinding(.seam, record, expected: "", found: "")
        (finding.madeFor, finding.demandedBase) = (madeFor, record.baseIndex)
        addMediaFindings([finding]) { _ in 1 }
    }
}

extension ScreenLayout.Request {
    /// The step-debug screen with all that it has.
    static var debugging: Self { Self(StepDebugPanels()) }
}
