import Events
import Testing
import Typesetting

@testable import Debugger
@testable import Engine
@testable import Panels
@testable import Sessions

@Suite struct PopupTests {
    private static let keys: [(key: String, does: String)] = [
        ("space", "pause or continue"), (".", "one frame forward"), ("v", "composite, base, overlay, diff"),
        ("Ctrl-Z", "suspend; fg brings it back"), ("q", "quit"),
    ]

    private static func statistics(_ number: Int) -> StatisticsState {
        var state = StatisticsState(
            counters: Counters(), generation: number, queuedChunks: number, decodedBytes: number, bufferReady: number,
            bufferKnown: number, picture: CellSize(columns: 200, rows: 59), pixels: PixelSize(width: 200, height: 118),
            colors: "truecolor")
        (state.keptBytes, state.painted, state.dropped) = (number, number, number)
        (state.frameBytes, state.totalBytes) = (number, number)
        let span = Duration.milliseconds(min(max(number, -100), 100))
        state.timing = TimingSummary([FrameTiming([.compose: span, .paint: span])])
        return state
    }

    @Test("the help says every key and, where there is room, all of what it does", arguments: screens.dropFirst(2))
    func help(screen: CellSize) {
        let panel = HelpPanel.popup([HelpPanel.Group("", Self.keys)], HelpPanel.State(), in: ScreenLayout(screen))
        #expect(
            text(panel).map(\.trimmed) == [
                "space   pause or continue", ".       one frame forward", "v       composite, base, overlay, diff",
                "Ctrl-Z  suspend; fg brings it back", "q       quit",
            ])
        #expect(faults(panel, on: screen) == [])
    }

    @Test("in a low terminal the help has two columns")
    func lowHelp() {
        let screen = CellSize(columns: 100, rows: 4)
        let panel = HelpPanel.popup([HelpPanel.Group("", Self.keys)], HelpPanel.State(), in: ScreenLayout(screen))
        #expect(panel.lines.count == 3)
        #expect(text(panel)[0].contains("pause or continue") && text(panel)[0].contains("suspend"))
        #expect(faults(panel, on: screen) == [])
    }

    @Test("the statistics show their figures whole where the terminal is 80 columns or wider")
    func statistics() {
        for screen in screens.dropFirst(2) {
            let panel = StatisticsPanel.popup(Self.statistics(123_456), in: ScreenLayout(screen)).panel
            #expect(faults(panel, on: screen) == [])
            let lines = text(panel)
            #expect(!lines.contains { $0.contains("…") })
            #expect(lines.contains(" played    123456 drawn, 123456 dropped"))
            #expect(lines.contains(" kept      123.5 KB of pictures"))
            #expect(lines.contains(" picture   200x59 cells, 200x118 px, truecolor"))
        }
    }

    @Test("the statistics take the margin beside the picture, folded where that is narrow, and no cell of the face")
    func statisticsBeside() {
        let layout = ScreenLayout(CellSize(columns: 200, rows: 60))
        for (left, columns) in [(41, 41), (80, 54), (34, 34)] {
            let picture = CellRect(column: left, row: 0, columns: 200 - 2 * left, rows: 59)
            let panel = StatisticsPanel.popup(Self.statistics(123_456), in: layout, beside: picture).panel
            #expect(panel.rect.columns.upperBound <= left && panel.rect.size.columns == columns)
            #expect(!text(panel).contains { $0.contains("…") } && faults(panel, on: layout.size) == [])
        }
        // A margin that is too narrow is taken first, and of the picture no more than its edge.
        let usual = ScreenLayout(CellSize(columns: 120, rows: 40))
        let face = CellRect(column: 21, row: 0, columns: 78, rows: 39)
        let over = StatisticsPanel.popup(Self.statistics(123_456), in: usual, beside: face).panel
        #expect(
            over.rect.columns.lowerBound == 0 && over.rect.columns.upperBound < 48
                && !text(over).contains { $0.contains("…") })
        let narrow = CellRect(column: 11, row: 0, columns: 178, rows: 59)
        #expect(
            StatisticsPanel.popup(Self.statistics(1), in: layout, beside: narrow).panel
                == StatisticsPanel.popup(Self.statistics(1), in: layout).panel)
    }

    @Test("statistics without room for all of them are scrolled to the last", arguments: [(40, 12), (40, 8), (60, 8)])
    func scrolled(columns: Int, rows: Int) {
        let layout = ScreenLayout(CellSize(columns: columns, rows: rows))
        let first = StatisticsPanel.popup(Self.statistics(123_456), in: layout)
        #expect(first.scrollLimit > 0 && first.panel.border?.title == "statistics  ↑↓")
        let last = StatisticsPanel.popup(Self.statistics(123_456), in: layout, scroll: first.scrollLimit)
        #expect(
            text(first.panel).contains { $0.contains("message") }
                && !text(last.panel).contains { $0.contains("message") })
        #expect(text(last.panel).last?.contains("truecolor") == true, "\(text(last.panel))")
        #expect(faults(last.panel, on: layout.size) == [])
        let beyond = StatisticsPanel.popup(Self.statistics(123_456), in: layout, scroll: first.scrollLimit + 9)
        #expect(beyond.panel == last.panel)
    }

    @Test("the statistics show the message's look-ups and stalls, and the stages of drawing in columns")
    func messageFigures() {
        var state = Self.statistics(1)
        var log = SessionLog()
        for place in 0..<60 {
            var record = Sessions.frame(place)
            if place == 5 { record.decoded = record.due + .milliseconds(12) }
            log.appendEntry(LogEntry(heard: place + 1, time: record.shown, .frame(record)))
            guard place == 9 else { continue }
            log.addFinding(
                AuditFinding(.freeze, record, expected: "", found: "", amount: .milliseconds(94)), heard: place + 1)
        }
        var cursor = MessageCursor()
        state.message = cursor.figures(upTo: 59, in: log)
        state.messageBefore = state.message
        state.unjudged = "sound not judged"
        state.timing = TimingSummary([FrameTiming([.decode: .milliseconds(25), .scale: .microseconds(400)])])
        let lines = text(StatisticsPanel.popup(state, in: ScreenLayout(screens[screens.count - 1])).panel)
        #expect(lines.contains(" look-ups  60: 59 hits, 1 miss, 98.3 %"))
        #expect(lines.contains(" missed    talking/25/J2_X2_M0.webp 12 ms late"))
        #expect(lines.contains(" stalls    1 freeze, 94 ms; no gap"))
        #expect(lines.contains(" before    60/60 frames, 98.3 % hits, 0/1 chunks"))
        #expect(lines.contains(" ms         decode compose scale paint write   all"))
        #expect(lines.contains(" p99          25.0     0.0   0.4   0.0   0.0  25.4"))
        #expect(lines.contains(" slow      1 of 1 above 20 ms: decode 1"))
        #expect(lines.contains(" seams     not tested; sound not judged"))
        // A reason is whole, however long.
        state.sound = "no device: ALSA: Couldn't open audio device: No such file or directory END"
        for screen in screens where screen.columns >= 40 && screen.rows >= 24 {
            let whole = text(StatisticsPanel.popup(state, in: ScreenLayout(screen)).panel).map(\.trimmed)
            #expect(whole.joined(separator: " ").contains("No such file or directory END"), "\(screen): \(whole)")
        }
        (state.faults, state.unjudged, state.seams) = ((3, 12), nil, .found(soFar: 1, inAll: 2))
        (state.counters.late, state.counters.lateSounds) = (2, 1)
        let judged = text(StatisticsPanel.popup(state, in: ScreenLayout(screens[screens.count - 1])).panel)
        #expect(judged.contains(" faults    3 up to here, 12 in total"))
        #expect(judged.contains(" seams     1 up to here, 2 in total"))
        // As check counts them.
        #expect(judged.contains(" stream    0 lost, 3 late, 0 duplicate, 0 stale"))
    }

    @Test("the statistics say how far picture and sound are apart, now and in the chunk so far")
    func drift() {
        var state = Self.statistics(1)
        state.sound = "volume 80 %, paces the picture"
        var chunk = DriftFigures(.milliseconds(-20))
        chunk.add(.milliseconds(4))
        state.drift = (.milliseconds(4), chunk)
        let lines = text(StatisticsPanel.popup(state, in: ScreenLayout(screens[screens.count - 1])).panel)
        #expect(lines.contains(" sound     volume 80 %, paces the picture"))
        #expect(lines.contains(" drift     +4 ms, in its chunk -20 to +4"))
        state.drift = (nil, nil)
        let silent = text(StatisticsPanel.popup(state, in: ScreenLayout(screens[screens.count - 1])).panel)
        #expect(silent.contains(" drift     no sound"))
    }

    @Test("statistics of any size are cut at the popup's edge")
    func extremeStatistics() {
        for screen in screens {
            for number in [0, -1, .max, .min] {
                #expect(
                    faults(StatisticsPanel.popup(Self.statistics(number), in: ScreenLayout(screen)).panel, on: screen)
                        .filter { !$0.contains("lines for") } == [])
            }
        }
    }

    @Test("a caption shows the line of the word that is heard, with the word marked; without one its beginning")
    func markedWord() {
        let text = "one two three four five six"
        func shown(_ word: Range<Int>?) -> (line: String, marked: [String]) {
            let panel = CaptionPanel.panel(text, word: word, in: CellRect(column: 0, row: 0, columns: 14, rows: 1))
            let spans = panel.lines[0].spans
            return (spans.map(\.text).joined().trimmed, spans.filter { $0.style.isReverse }.map(\.text))
        }
        #expect(shown(nil).line.hasPrefix("one two three") && shown(nil).marked == [])
        #expect(shown(4..<7) == ("one two three…", ["two"]))
        #expect(shown(14..<18) == ("four five six", ["four"]))
        #expect(shown(8..<18) == ("one two three…", ["three"]))
        #expect(shown(100..<105).marked == [] && shown(5..<5).marked == [])
        #expect(shown(100..<105).line == shown(nil).line)
    }

    @Test("the mark ends where the word does, not with the punctuation beside it; of other signs all is marked")
    func markedLetters() {
        func marked(_ text: String, _ word: Range<Int>) -> [String] {
            let rect = CellRect(column: 0, row: 0, columns: 20, rows: 1)
            let panel = CaptionPanel.panel(text, word: word, in: rect)
            #expect(PanelsTests.text(panel)[0].trimmed == TerminalText.visible(text))
            return panel.lines[0].spans.filter { $0.style.isReverse }.map(\.text)
        }
        #expect(marked("hot peppers.", 4..<11) == ["peppers"] && marked("“Yes!” he", 1..<4) == ["Yes"])
        #expect(marked("NATO's.", 0..<6) == ["NATO's"] && marked("well-known", 5..<10) == ["known"])
        #expect(marked("cafe\u{301}, no", 0..<5) == ["cafe\u{301}"])
        #expect(marked("a\u{202E}b. c", 0..<3) == [TerminalText.visible("a\u{202E}b.")])
    }

    @Test("a caption of two rows is turned like a page, and stays at its last word when nothing is heard any more")
    func pages() {
        let text = "one two three four five six seven eight nine ten eleven twelve"
        func shown(_ word: Range<Int>?, last: Range<Int>? = nil) -> [String] {
            let rect = CellRect(column: 0, row: 0, columns: 14, rows: 2)
            return PanelsTests.text(CaptionPanel.panel(text, word: word, last: last, in: rect)).map(\.trimmed)
        }
        #expect(shown(nil) == ["one two three", "four five six…"])
        #expect(shown(14..<18)[0] == "one two three" && shown(28..<33) == ["seven eight", "nine ten …"])
        #expect(shown(nil, last: 56..<62) == ["eleven twelve"] && shown(49..<55) == ["eleven twelve"])
        // No word is cut by the sign that more comes: each is whole on some page.
        for columns in 9...40 {
            let rect = CellRect(column: 0, row: 0, columns: columns, rows: 1)
            var place = 0
            for word in text.split(separator: " ") {
                let span = place..<place + word.count
                let row = PanelsTests.text(CaptionPanel.panel(text, word: span, in: rect))[0]
                #expect(row.contains(word), "\(columns): \(row)")
                place += word.count + 1
            }
        }
    }

    @Test(
        "line breaks of a text are those of its caption, also where a row is folded, and its words are marked all the same"
    )
    func verse() {
        let text = "Roses are red,\nviolets are blue,\nsugar is sweet"
        func shown(_ word: Range<Int>?, columns: Int = 40, rows: Int = 3) -> [String] {
            let rect = CellRect(column: 0, row: 0, columns: columns, rows: rows)
            return PanelsTests.text(CaptionPanel.panel(text, word: word, in: rect)).map(\.trimmed)
        }
        #expect(shown(nil) == ["Roses are red,", "violets are blue,", "sugar is sweet"])
        #expect(shown(nil, columns: 12, rows: 4) == ["Roses are", "red,", "violets are", "blue, …"])
        #expect(shown(nil, rows: 2) == ["Roses are red,", "violets are blue, …"])
        #expect(shown(33..<38, rows: 2) == ["sugar is sweet"])
        let rect = CellRect(column: 0, row: 0, columns: 40, rows: 3)
        let spans = CaptionPanel.panel(text, word: 15..<22, in: rect).lines.flatMap(\.spans)
        #expect(spans.filter(\.style.isReverse).map(\.text) == ["violets"])
    }

    @Test("where nobody says which word is heard the pages are turned as fast as people speak, and the last one stays")
    func untimed() {
        let text = "a talking face, right here in your terminal, with every single frame"
        func shown(after seconds: Double) -> String {
            let rect = CellRect(column: 0, row: 0, columns: 40, rows: 1)
            let panel = CaptionPanel.panel(text, shownFor: TimeSpan(seconds: seconds), in: rect)
            #expect(panel.lines[0].spans.allSatisfy { $0.style.isBold || ["", "…"].contains($0.text.trimmed) })
            return PanelsTests.text(panel)[0].trimmed
        }
        #expect(shown(after: 0) == "a talking face, right here in your …" && shown(after: 2.4) == shown(after: 0))
        for seconds in [2.6, 4, 10, 1e9] { #expect(shown(after: seconds) == "terminal, with every single frame") }
        #expect(shown(after: -1) == shown(after: 0))
    }

    @Test("a word longer than a row is broken over rows, which are turned while it is heard, with one sign for more")
    func longWord() {
        let text = "Start " + String(repeating: "abcdefghij", count: 4) + " end"
        func shown(after seconds: Double, rows: Int = 1, _ word: Range<Int>? = 6..<46) -> [String] {
            let rect = CellRect(column: 0, row: 0, columns: 20, rows: rows)
            let panel = CaptionPanel.panel(text, word: word, shownFor: TimeSpan(seconds: seconds), in: rect)
            let marked = panel.lines.flatMap(\.spans).filter(\.style.isReverse).map(\.text)
            #expect(marked.isEmpty == (word == nil) && marked.allSatisfy { !$0.contains("…") })
            return PanelsTests.text(panel).map(\.trimmed)
        }
        let rows = ["abcdefghijabcdefghi…", "jabcdefghijabcdefgh…", "ij end"]
        #expect(shown(after: 0) == [rows[0]] && shown(after: 0, nil) == ["Start …"])
        #expect(shown(after: 1) == [rows[0]] && shown(after: 2) == [rows[1]])
        for seconds in [3.2, 4, 100] { #expect(shown(after: seconds) == [rows[2]]) }
        // On rows enough all of it is there.
        #expect(shown(after: 0, rows: 4) == ["Start", "abcdefghijabcdefghij", "abcdefghijabcdefghij", "end"])
    }

    @Test("of a sentence in Chinese the word that is heard is marked, by the dictionary, and not all of it")
    func chinese() {
        let rect = CellRect(column: 0, row: 0, columns: 40, rows: 1)
        let line = CaptionPanel.panel("你好世界，今天天气很好。", word: 5..<7, in: rect).lines[0]
        #expect(line.spans.filter(\.style.isReverse).map(\.text) == ["今天"])
        #expect(line.sentence == nil)
    }

    @Test("a row of a sentence from right to left says so, also where it is a row of Latin letters alone")
    func rightToLeft() {
        func turned(_ text: String) -> [Bool?] {
            let rect = CellRect(column: 0, row: 0, columns: 12, rows: 2)
            return CaptionPanel.panel(text, in: rect).lines.map(\.sentence?.isRightToLeft)
        }
        #expect(turned("مرحبا بالعالم everywhere") == [true, true])
        #expect(turned("say שלום") == [false] && turned("hello") == [nil])
    }

    @Test("captions stand in the middle and are cut at the edge", arguments: strangeNames)
    func caption(name: String) {
        for columns in [1, 2, 3, 10, 80, 120] {
            let panel = CaptionPanel.panel(name, in: CellRect(column: 0, row: 3, columns: columns, rows: 1))
            #expect(faults(panel, on: CellSize(columns: columns, rows: 4)) == [])
        }
        let panel = CaptionPanel.panel("Hello", in: CellRect(column: 0, row: 0, columns: 15, rows: 1))
        #expect(text(panel) == ["     Hello"])
    }

    @Test("a terminal that is too small says how large it has to be, as far as there is room")
    func tooSmall() {
        let sizes = (1...40).flatMap { columns in (1...12).map { CellSize(columns: columns, rows: $0) } }
        for size in sizes where size.columns < 8 || size.rows < 4 {
            let content = TooSmallPanel.content(ScreenLayout(size))
            #expect(content.picture == nil)
            #expect(content.panels.flatMap { faults($0, on: size) } == [])
            let shown = content.panels.flatMap(text).joined(separator: " ")
            #expect(size.columns < 3 || shown.contains("8x4"), "\(size.columns)x\(size.rows): \(shown)")
        }
        #expect(
            TooSmallPanel.content(ScreenLayout(CellSize(columns: 30, rows: 3))).panels.flatMap(text)
                == ["Cameo needs 8x4 cells"])
        #expect(
            TooSmallPanel.content(ScreenLayout(CellSize(columns: 6, rows: 2))).panels.flatMap(text) == ["needs", "8x4"])
    }
}
