import Cells
import Events
import Support
import Testing

@testable import Debugger
@testable import Engine
@testable import Panels
@testable import Sessions

@Suite struct LogViewTests {
    private static func rect(_ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    private static func view(_ log: SessionLog) -> LogView {
        var view = LogView()
        view.update(with: log)
        return view
    }

    private static func lines(
        _ view: LogView, _ log: SessionLog, heard: EventCount, _ columns: Int, _ rows: Int,
        _ landmarks: Landmarks = Landmarks()
    ) -> [String] {
        text(view.panel(log, heard: heard, landmarks, in: rect(columns, rows)))
    }

    /// Five frames, the third held for two periods, the fourth without its overlay.
    private static let short: SessionLog = {
        var log = Sessions.talking(frames: 5, length: 3) { record in
            if record.ordinal == 2 {
                record.status = .held
                record.decoded = nil
            }
            if record.ordinal == 3 {
                record.status = .noOverlay
                record.shown += .milliseconds(33)
            }
        }
        log.appendEntry(LogEntry(heard: 5, time: Instant(seconds: 1.2), .tally(Tally(lost: 1))))
        log.appendEntry(
            LogEntry(
                heard: 6, time: Instant(seconds: 1.3),
                .chunk(
                    ChunkReport(
                        generation: 1, chunk: 0, announced: 4, received: 3, shown: 2, noOverlay: 0, guessed: 0,
                        skipped: 0,
                        lost: [3], late: 0, duplicates: 0, hasSound: true, started: nil, ended: .zero))))
        log.appendEntry(
            LogEntry(
                heard: 6, time: Instant(seconds: 1.3),
                .audible(AudibleLine(generation: 1, text: "heard 0.10 of 0.13 s"))))
        return log
    }()

    @Test("at 80 columns each frame has place, base, times from when it was due, and its hold")
    func middle() {
        #expect(
            Self.lines(Self.view(Self.short), Self.short, heard: 3, 80, 10) == [
                "   frame     time S chunk    base want    arr    dec  late  hold overlay or clip",
                "       0    1.004 S 0:0.0      20    =   -812   -790    +4       J0_X2_M0.webp …",
                "       1    1.037 S 0:0.1      21    =   -812   -790    +4       J1_X2_M0.webp …",
                "▶      2    1.070 H 0:0.2      22    =   -812           +4    66 J2_X2_M0.webp …",
                "       3    1.136 O 1:0.0      23    =   -812   -790   +37       J0_X2_M0.webp …",
                "       4    1.137 S 1:0.1      24    =   -812   -790    +4       J1_X2_M0.webp …",
                "            1.200 ! 1 lost",
                "            1.300 chunk 0 ended: 2 shown, 1 lost (3), 3 of 4 received",
                "            1.300 heard 0.10 of 0.13 s",
            ])
    }

    @Test("a value that is wider than its column takes blanks of those behind it, which stay below their names")
    func wideValue() {
        let log = Sessions.talking(frames: 3) {
            if $0.ordinal == 2 { ($0.demandedIndex, $0.status) = (100_000, .desyncBaseMissing) }
        }
        let line = Self.lines(Self.view(log), log, heard: 1, 80, 10)[3]
        #expect(line.hasPrefix("       2    1.070 B 0:0.2      22 100000 -812   -790    +4       J2_X2_M0.webp"))
    }

    @Test("a chunk that was cut off says how far it had come")
    func cutOff() {
        var cut = ChunkReport(
            generation: 1, chunk: 1, announced: 60, received: 40, shown: 34, noOverlay: 0, skipped: 0, lost: [],
            late: 0, duplicates: 0, hasSound: true, end: .cut, started: .zero, ended: .zero)
        #expect(LogLine.text(cut) == "chunk 1 cut off after 34 of 60 frames: 40 of 60 received")
        cut.received = 60
        #expect(LogLine.text(cut) == "chunk 1 cut off after 34 of 60 frames")
        (cut.announced, cut.received, cut.shown) = (nil, 0, 0)
        #expect(LogLine.text(cut) == "chunk 1 cut off")
    }

    @Test("at 60 columns it keeps status, place and base")
    func narrow() {
        #expect(
            Self.lines(Self.view(Self.short), Self.short, heard: 3, 60, 4) == [
                "      time S chunk    base want  late overlay or clip",
                "     1.037 S 0:0.1      21    =    +4 J1_X2_M0.webp talking…",
                "▶    1.070 H 0:0.2      22    =    +4 J2_X2_M0.webp talking…",
                "     1.136 O 1:0.0      23    =   +37 J0_X2_M0.webp talking…",
            ])
    }

    @Test("at 120 columns it also says the picture, the character and the status word")
    func wide() {
        let lines = Self.lines(Self.view(Self.short), Self.short, heard: 3, 120, 10)
        #expect(
            lines[0]
                == "   frame     time S chunk    base want ch pic    arr    dec  late  hold status     overlay")
        #expect(
            lines[3]
                == "▶      2    1.070 H 0:0.2      22    = a  raw   -812           +4    66 HELD       J2_X2_M0 talking/22"
        )
    }

    @Test("the widest has everything, and names another clip that was wanted")
    func full() {
        let log = Sessions.talking(frames: 1) {
            $0.demandedClip = "talking_2_s_talking_2_e"
            $0.status = .desyncClip
        }
        let line = Self.lines(Self.view(log), log, heard: 1, 200, 3)[1]
        #expect(
            line == "▶      0    1.004 talk     1 C 0:0.0    1/60      20   20 a  yes   -812   -790    +4       "
                + "DESYNC(clip) talking_1_s_talking_1_e, demanded talking_2_s_talking_2_e J0_X2_M0.webp talking/20")
    }

    @Test("the playhead's line is in view wherever it is, two thirds down away from the ends")
    func follows() {
        let log = Sessions.talking(frames: 1_000)
        let view = Self.view(log)
        for heard in [1, 2, 30, 500, 999, 1_000] {
            let lines = Self.lines(view, log, heard: heard, 80, 13)
            let row = lines.firstIndex { $0.hasPrefix("▶") }
            #expect(row.map { lines[$0].contains(" \(heard - 1) ") } == true)
            if heard == 500 { #expect(row == 8) }
            if heard == 1_000 { #expect(row == 12) }
        }
    }

    @Test("what was said since the frame came leaves its line in view where both have room, else the newest is")
    func notesSince() {
        for count in 1...4 {
            var log = Sessions.talking(frames: 20)
            for number in 0..<count {
                let note = Note(time: .zero, code: .odd, text: "note \(number)")
                log.appendEntry(LogEntry(heard: 21, time: Instant(seconds: 2), .note(note)))
            }
            log.appendEntry(
                LogEntry(heard: 30, time: Instant(seconds: 3), .note(Note(time: .zero, code: .odd, text: "later"))))
            let lines = Self.lines(Self.view(log), log, heard: 21, 80, 4).dropFirst()
            #expect(lines.contains { $0.hasPrefix("▶") } == (count < 3), "\(lines)")
            #expect(lines.contains { $0.contains("note \(count - 1)") }, "\(lines)")
        }
    }

    @Test("the playhead's row is reversed to its end")
    func reversed() {
        let panel = Self.view(Self.short).panel(Self.short, heard: 3, Landmarks(), in: Self.rect(80, 10))
        #expect(panel.lines[3].fill.isReverse && panel.lines[3].spans.allSatisfy(\.style.isReverse))
        #expect(!panel.lines[2].fill.isReverse)
    }

    @Test("scrolling leaves the playhead, stops at the ends, and following goes back")
    func scrolling() {
        let log = Sessions.talking(frames: 100)
        var view = Self.view(log)
        view.scroll(by: -5, rows: 10, log, heard: 100)
        #expect(!view.followsPlayhead)
        #expect(Self.lines(view, log, heard: 100, 80, 11)[1].contains("    85  "))
        view.scroll(by: -1_000, rows: 10, log, heard: 100)
        #expect(Self.lines(view, log, heard: 100, 80, 11)[1].contains("     0  "))
        view.scroll(by: .max, rows: 10, log, heard: 100)
        #expect(Self.lines(view, log, heard: 100, 80, 11)[10].contains("    99  "))
        view.scroll(by: -.max, rows: 10, log, heard: 100)
        #expect(Self.lines(view, log, heard: 100, 80, 11)[1].contains("     0  "))
        #expect(Self.lines(view, log, heard: 100, 80, 11)[0].contains("scrolled"))
        view.follow()
        #expect(Self.lines(view, log, heard: 50, 80, 11).contains { $0.hasPrefix("▶") })
    }

    @Test("a filter by status and by text shows those lines only, also of what comes later")
    func filters() {
        let log = Sessions.talking(frames: 90) { if $0.ordinal % 7 == 0 { $0.status = .held } }
        let more = Sessions.talking(frames: 120) { if $0.ordinal % 7 == 0 { $0.status = .held } }
        var view = Self.view(log)
        view.setFilter(LogFilter(statuses: [.held]), in: log)
        #expect(view.count == 13)
        view.update(with: more)
        #expect(view.selection(in: more) == stride(from: 0, to: 120, by: 7).map { $0 })
        view.setFilter(LogFilter(text: "TALKING/41/", statuses: [.held]), in: more)
        #expect(view.selection(in: more) == (0..<120).filter { $0 % 7 == 0 && 20 + $0 % 40 == 41 })
        #expect(Self.lines(view, more, heard: 1, 80, 5)[0].hasSuffix(" only =H TALKING/41/: 1 of 120 "))
        view.setFilter(LogFilter(), in: more)
        #expect(view.count == 120)
    }

    @Test("every figure that a line shows can be filtered for", arguments: 0..<5)
    func findable(place: Int) {
        let record = Self.short.entries[place].record
        let shown = Self.lines(Self.view(Self.short), Self.short, heard: 9, 200, 10)[place + 1]
        // Times from when the frame was due are worked out for the panel.
        for word in shown.split(separator: " ") where !["+", "-"].contains(word.first) && word.count > 2 {
            guard word.contains(where: { ":._".contains($0) }) || word == record?.status.text[...] else { continue }
            var view = Self.view(Self.short)
            view.setFilter(LogFilter(text: String(word)), in: Self.short)
            #expect(view.selection(in: Self.short).contains(place), "\(word)")
        }
    }

    @Test("the faults that mark a frame are found in its line, as its status says them, and in no other one")
    func faultWords() throws {
        var log = Sessions.talking(frames: 6) { if $0.ordinal == 4 { $0.status = .held } }
        for (ordinal, kind) in [(2, AuditFinding.Kind.lost), (4, .gap)] {
            let record = try #require(log.record(ordinal))
            log.addFinding(AuditFinding(kind, record, expected: "", found: ""), heard: ordinal + 1)
        }
        var view = Self.view(log)
        for (text, places) in [
            ("FRAME_LOSS", [2]), ("loss", [2]), ("HELD GAP", [4]), ("gap", [4]), ("drift", []), ("gap j1", []),
        ] as [(String, [Int])] {
            view.setFilter(LogFilter(text: text), in: log)
            #expect(view.selection(in: log) == places, "\(text)")
        }
        view.setFilter(LogFilter(), in: log)
        view.search = "frame_loss"
        #expect(view.match(.forward, from: -1, in: log) == 2 && view.match(.forward, from: 2, in: log) == nil)
    }

    @Test("a fault that shows later marks a line that was looked at, and one of a moment goes on to the next frame")
    func laterFaults() {
        var log = Sessions.talking(frames: 5)
        var view = Self.view(log)
        view.setFilter(LogFilter(text: "GAP"), in: log)
        #expect(view.count == 0)
        func gap(after ordinal: Int) -> AuditFinding {
            AuditFinding(.gap, at: Sessions.frame(ordinal).shown + .milliseconds(10), expected: "", found: "")
        }
        log.addFinding(gap(after: 1), heard: 6)
        view.update(with: log)
        #expect(view.selection(in: log) == [2])
        // The last frame has it as long as none comes behind it.
        log.addFinding(gap(after: 4), heard: 7)
        view.update(with: log, atMost: 1)
        while view.unseenCount(of: log) > 0 { view.update(with: log, atMost: 1) }
        #expect(view.selection(in: log) == [2, 4])
        let next = Sessions.frame(5)
        log.appendEntry(LogEntry(heard: 8, time: next.shown, .frame(next)))
        view.update(with: log)
        #expect(view.selection(in: log) == [2, 5])
    }

    @Test("places of a second message say so, as they can be typed, and the column has room for that")
    func severalMessages() {
        let log = Sessions.talking(frames: 6, length: 3) { if $0.ordinal >= 3 { $0.generation = 2 } }
        var view = Self.view(log)
        let lines = Self.lines(view, log, heard: 1, 80, 10)
        #expect(lines[0].contains("S chunk      base"))
        #expect(lines[3].contains("S 0:0.2        22") && lines[4].contains("S 2/1:0.0      23"))
        view.setFilter(LogFilter(text: "2/1:0.1"), in: log)
        #expect(view.selection(in: log) == [4])
    }

    @Test("what is typed for a filter is letters of statuses behind = and a text")
    func typed() {
        #expect(LogFilter(typed: "=hk talking/4") == LogFilter(text: "talking/4", statuses: [.held, .skipped]))
        #expect(LogFilter(typed: "=S") == LogFilter(statuses: [.sync]))
        #expect(LogFilter(typed: "J1 x") == LogFilter(text: "J1 x"))
        #expect(LogFilter(typed: "=Z") == nil)
        for typed in ["=SH J1", "=B", "abc", ""] { #expect(LogFilter(typed: typed)?.typed == typed) }
    }

    @Test("searching goes to the nearest match on either side, and only through lines that pass the filter")
    func search() {
        let log = Sessions.talking(frames: 200) { if $0.ordinal < 100 { $0.status = .noOverlay } }
        var view = Self.view(log)
        view.search = "/41/"
        #expect(view.match(.forward, from: 0, in: log) == 21)
        #expect(view.match(.forward, from: 21, in: log) == 61)
        #expect(view.match(.backward, from: 61, in: log) == 21)
        #expect(view.match(.backward, from: 21, in: log) == nil)
        #expect(view.match(.forward, from: 181, in: log) == nil)
        view.setFilter(LogFilter(statuses: [.sync]), in: log)
        #expect(view.match(.forward, from: 0, in: log) == 101)
        #expect(view.match(.backward, from: .max, in: log) == 181)
    }

    @Test("a long log is filtered in parts, and the heading says how far that is", arguments: [1, 7, 64])
    func filteredInParts(lines: Int) {
        let log = Sessions.wild(seed: 5, entries: 300)
        var whole = Self.view(log)
        whole.setFilter(LogFilter(text: "7"), in: log)
        var view = Self.view(log)
        view.setFilter(LogFilter(text: "7"), in: log, atMost: lines)
        #expect(view.seenCount == lines && view.unseenCount(of: log) == 300 - lines)
        #expect(Self.lines(view, log, heard: 1, 90, 5)[0].contains("of \(lines) (of 300 in total)"))
        var parts = 1
        while view.unseenCount(of: log) > 0, parts < 1_000 {
            view.update(with: log, atMost: lines)
            parts += 1
        }
        #expect(parts == (300 + lines - 1) / lines)
        #expect(view.selection(in: log) == whole.selection(in: log))
        #expect(!Self.lines(view, log, heard: 1, 90, 5)[0].contains("in all"))
    }

    @Test("looking in parts finds the same line as looking at once", arguments: 0..<8)
    func searchedInParts(seed: Int) {
        let log = Sessions.wild(seed: UInt64(seed), entries: 200)
        var view = Self.view(log)
        view.search = ["J1_X2", "HELD", "twice", "nowhere to be found"][seed % 4]
        if seed > 3 { view.setFilter(LogFilter(text: "1"), in: log) }
        for place in [Int.min, -1, 0, 60, 199, 200, .max] {
            for direction in [Search.Direction.forward, .backward] {
                var match = LogMatch(direction, from: place, in: view)
                var outcome = match.next(in: view, log, atMost: 3)
                var parts = 1
                while outcome == .notYet, parts < 200 {
                    outcome = match.next(in: view, log, atMost: 3)
                    parts += 1
                }
                #expect(outcome == (view.match(direction, from: place, in: log).map { .at($0) } ?? .nowhere))
            }
        }
    }

    @Test("a search that goes around looks at every line once, those behind the place first")
    func searchedAround() {
        let log = Sessions.talking(frames: 100)
        var view = Self.view(log)
        view.search = "/25/"
        var found: [LogMatch.Outcome] = []
        for place in [3, 30, 50, 99] {
            var match = LogMatch(.forward, from: place, in: view, goesAround: true)
            found.append(match.next(in: view, log))
        }
        #expect(found == [.at(5), .at(45), .at(85), .at(5)])
        view.search = "nowhere"
        var match = LogMatch(.forward, from: 60, in: view, goesAround: true)
        #expect(match.next(in: view, log, atMost: 75) == .notYet)
        #expect(match.progress == 0.75)
        #expect(match.next(in: view, log, atMost: 25) == .nowhere)
        #expect(match.progress == 1)
        view.search = ""
        var empty = LogMatch(.forward, from: 0, in: view, goesAround: true)
        #expect(empty.next(in: view, log) == .nowhere)
    }

    @Test("what was looked for is underlined where it stands")
    func highlighted() {
        var view = Self.view(Self.short)
        view.search = "m0.WEBP"
        let line = view.panel(Self.short, heard: 9, Landmarks(), in: Self.rect(200, 9)).lines[1]
        #expect(line.spans.filter(\.style.isUnderlined).map(\.text) == ["M0.webp"])
    }

    @Test("marks, slots, breakpoint hits and the selection have signs in the margin")
    func margin() {
        let log = Sessions.talking(frames: 6)
        var landmarks = Landmarks(marks: [Mark(time: Sessions.frame(1).shown + .milliseconds(10), name: "here")])
        landmarks.slotA = 3
        landmarks.selection = 3...5
        let lines = Self.lines(Self.view(log), log, heard: 6, 80, 9, landmarks)
        #expect(lines.dropFirst().map { String($0.prefix(2)) } == ["  ", " ◆", " A", " │", " │", "▶ "])
    }

    @Test("a click finds the entry that its row shows")
    func clicks() {
        let log = Sessions.talking(frames: 100)
        let view = Self.view(log)
        let rect = CellRect(column: 5, row: 7, columns: 70, rows: 11)
        let lines = text(view.panel(log, heard: 50, Landmarks(), in: rect))
        for row in 1..<11 {
            let place = view.place(at: CellPoint(column: 20, row: 7 + row), log, heard: 50, in: rect)
            #expect(place.map { lines[row].contains(log.entries[$0].time.inSeconds) } == true)
        }
        #expect(view.place(at: CellPoint(column: 20, row: 7), log, heard: 50, in: rect) == nil)
        #expect(view.place(at: CellPoint(column: 4, row: 9), log, heard: 50, in: rect) == nil)
    }

    @Test("while playing the newest frames and notes up to the playhead are shown")
    func playing() {
        let log = Sessions.talking(frames: 50)
        let lines = text(LogPanel.panel(log, heard: 20, in: Self.rect(60, 4)))
        #expect(lines.count == 4 && lines[3].trimmed.hasPrefix("1.637") && lines[1].trimmed.hasPrefix("1.570"))
    }

    @Test("no line is wider than the panel, whatever was said", arguments: 0..<6)
    func width(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let log = Sessions.wild(seed: UInt64(seed), entries: 200)
        var view = Self.view(log)
        var found: [String] = []
        for _ in 0..<40 {
            let size = CellSize(columns: 1 + random.below(250), rows: 1 + random.below(80))
            let heard = random.below(400)
            switch random.below(5) {
            case 0: view.setFilter(LogFilter(text: random.pick(["", "e", "J1", "\u{1B}", "漢"])), in: log)
            case 1: view.search = random.pick(strangeNames)
            case 2: view.scroll(by: random.pick([.min, -7, 3, .max]), rows: size.rows, log, heard: heard)
            case 3: view.follow()
            default: _ = view.match(random.pick([.forward, .backward]), from: random.pick([.min, 9, .max]), in: log)
            }
            let rect = CellRect(origin: .zero, size: size)
            found += faults(view.panel(log, heard: heard, Landmarks(), in: rect), on: size)
        }
        #expect(found == [])
    }
}

extension LogView {
    /// Place of the nearest line with `search` in it, found at once.
    fileprivate func match(_ direction: Search.Direction, from place: Int, in log: SessionLog) -> Int? {
        var match = LogMatch(direction, from: place, in: self)
        guard case .at(let found) = match.next(in: self, log) else { return nil }
        return found
    }
}
