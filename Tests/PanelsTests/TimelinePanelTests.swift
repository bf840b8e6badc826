import Cells
import Events
import Support
import Testing

@testable import Debugger
@testable import Engine
@testable import Panels
@testable import Sessions

@Suite struct TimelinePanelTests {
    private static func rect(_ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    private static func index(_ log: SessionLog) -> TimelineIndex {
        var index = TimelineIndex()
        index.update(with: log)
        return index
    }

    /// The rows by their labels, from `from` over one second a ten cells.
    private static func lanes(
        _ log: SessionLog, from: Double = 1, span: Double = 7.4, playhead: Double = 0, heard: Double = 100,
        duration: Double? = nil, _ landmarks: Landmarks = Landmarks()
    ) -> [String: String] {
        let view = TimelineView(from: Instant(seconds: from), span: TimeSpan(seconds: span))
        let state = TimelineState(
            view: view, playhead: Instant(seconds: playhead), heard: Instant(seconds: heard),
            duration: duration.map { Instant(seconds: $0) }, landmarks: landmarks)
        let lines = text(TimelinePanel.panel(log, index(log), state, in: rect(80, 14)))
        return Dictionary(lines.map { (String($0.prefix(6)).trimmed, String($0.dropFirst(6))) }) { a, _ in a }
    }

    @Test("each lane says in letters what happened when")
    func lanes() {
        let log = Sessions.talking(frames: 220, length: 60) { record in
            let number = record.ordinal
            if number == 45 { record.status = .desyncClip }
            if (90..<102).contains(number) { record.status = .skipped }
            if number == 150 { record.arrived = record.due + .milliseconds(5) }
            if number == 180 { record.decoded = nil }
            if number >= 180 { record.generation = 2 }
            if number >= 200 { record.soundPosition = record.soundPosition.map { $0 + .milliseconds(50) } }
            if number >= 210 { record.mode = .idle }
        }
        let lanes = Self.lanes(log, playhead: 2.504, heard: 8.33)
        let blank = String(repeating: " ", count: 74)
        #expect(
            lanes == [
                "time": "               ▼0:02.504      |0:04               |0:06                   ",
                "chunk": "|0──────────────────|1──────────────────|2──────────────────|3────────────",
                "stat": "───────────────C──────────────KKKK────────────────────────────────────····",
                "mode": "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT····",
                "arr": "▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇!▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇",
                "mark": blank,
                "dec": "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆×▆▆▆▆▆▆▆▆▆▆▆▆▆",
                "hold": blank,
                "skip": "                              3333                                        ",
                "frz": blank,
                "snd": "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~--------",
                "came": "00000000000*1111111111111111111*2222222222222222222*3333333333333         ",
                "lost": blank,
                "msg": "|1──────────────────────────────────────────────────────────|2────────────",
            ])
    }

    @Test("the help says from which drift on the sound's lane has a sign, and whose lead which sign is")
    func soundLegend() {
        let said = TimelinePanel.legend.first { $0.sign == "snd" }?.meaning
        #expect(said == "~ in sync, + lips over 125 ms ahead, - sound over 45 ms ahead")
        for (drift, sign) in [(124, "~"), (126, "+"), (-44, "~"), (-46, "-")] as [(Int64, Character)] {
            let log = Sessions.talking(frames: 220, length: 60) { record in
                let inTime = PlaybackSettings().period * Int64(record.position?.frame ?? 0)
                record.soundPosition = inTime - .milliseconds(drift)
            }
            #expect(Set(Self.lanes(log)["snd"] ?? "") == [sign], "\(drift) ms")
        }
    }

    @Test("the sound's lane is its waveform, as it was heard; faint where it was not, a sign where it was too far off")
    func waveform() {
        // Chunks of 60 frames, each 2 s; the sound of the first one is 12 ms ahead.
        let log = Sessions.talking(frames: 180, length: 60) { record in
            if record.ordinal >= 60 { record.soundPosition = nil }
            if (30..<40).contains(record.ordinal) {
                record.soundPosition = record.soundPosition.map { $0 + .seconds(1) }
            }
        }
        let start = log.record(0)?.shown ?? .zero
        var state = TimelineState(
            view: TimelineView(from: start, span: TimeSpan(seconds: 7.4)), playhead: .zero, heard: Instant(seconds: 100)
        )
        let steps = (0..<60).map { UInt8($0 / 3 * 12) }
        for chunk in 0..<2 { state.levels[SessionLog.ChunkName(generation: 1, chunk: chunk)] = steps }
        func lane() -> (text: String, styles: [TextStyle]) {
            let panel = TimelinePanel.panel(log, Self.index(log), state, in: Self.rect(80, 14))
            let line = panel.lines.first { $0.spans.first?.text.trimmed == "snd" }
            let spans = line?.spans.dropFirst() ?? []
            return (spans.map(\.text).joined(), spans.map(\.style))
        }
        let (found, styles) = lane()
        #expect(found.hasPrefix("▁▁▁▂▂▂▃▃▄----▅▆▆▇▇▇▁▁▁▁▂▂▂▃▃▄▄▄▅▅▅▆▆▇▇▇    "), "\(found)")
        #expect(styles.contains(TextStyle(.good)) && styles.contains(TextStyle(.faint)) && styles.count >= 4)
        state.levels = [:]
        #expect(lane().text.hasPrefix("~~~~~~~~~----~~~~~~~    "))
    }

    @Test("a frame is clicked where it is drawn, at any scale")
    func clicks() {
        let rect = CellRect(column: 3, row: 5, columns: 77, rows: 6)
        for span in [0.033333, 0.5, 10, 3_600] {
            let view = TimelineView(from: Instant(seconds: 2), span: TimeSpan(seconds: span))
            let scale = TimeScale(from: view.from, span: view.span, columns: 71)
            for column in 0..<71 {
                let time = TimelinePanel.time(at: CellPoint(column: 9 + column, row: 6), view, in: rect)
                #expect(time == scale.time(column))
                #expect(time.flatMap(scale.column) == column)
            }
            #expect(TimelinePanel.time(at: CellPoint(column: 8, row: 6), view, in: rect) == nil)
            #expect(TimelinePanel.time(at: CellPoint(column: 80, row: 6), view, in: rect) == nil)
        }
    }

    @Test("bins of any frames are what the frames one by one come to", arguments: 0..<4)
    func bins(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let log = Sessions.wild(seed: UInt64(seed), entries: 5_000)
        let index = Self.index(log)
        for _ in 0..<200 {
            let first = random.below(log.frameCount)
            let range = first..<first + random.below(log.frameCount - first)
            var expected: TimelineBin?
            for frame in range {
                guard let bin = index.bin(frame..<frame + 1) else { continue }
                if expected == nil { expected = bin } else { expected?.merge(bin) }
            }
            #expect(index.bin(range) == expected)
        }
    }

    @Test("an index that grew line by line is the one of the whole log")
    func growing() {
        let log = Sessions.wild(seed: 7, entries: 700)
        var part = SessionLog()
        var index = TimelineIndex()
        for entry in log.entries {
            part.appendEntry(entry)
            index.update(with: part)
        }
        let whole = Self.index(log)
        #expect(index.times == whole.times && index.chunks == whole.chunks && index.arrivals == whole.arrivals)
        for start in stride(from: 0, to: whole.times.count, by: 37) {
            #expect(index.bin(start..<whole.times.count) == whole.bin(start..<whole.times.count))
        }
    }

    @Test("of a long log parts are taken, and what is known ends with the last of them", arguments: [1, 64])
    func parts(lines: Int) {
        let log = Sessions.wild(seed: 7, entries: 300)
        let end = log.entries[299].time
        var index = TimelineIndex()
        index.update(with: log, atMost: lines)
        #expect(index.unseenCount(of: log) == 300 - lines)
        #expect(index.known(of: log, until: end) == index.times.last ?? .zero)
        var parts = 1
        while index.unseenCount(of: log) > 0, parts < 1_000 {
            index.update(with: log, atMost: lines)
            parts += 1
        }
        #expect(parts == (300 + lines - 1) / lines && index.known(of: log, until: end) == end)
        let whole = Self.index(log)
        #expect(index.times == whole.times && index.chunks == whole.chunks && index.arrivals == whole.arrivals)
        #expect(index.bin(0..<whole.times.count) == whole.bin(0..<whole.times.count))
    }

    @Test("a held frame, a tally and a note are in the columns of their frames")
    func tallies() {
        var log = SessionLog()
        for number in 0..<3 {
            var record = Sessions.frame(number * 30)
            if number == 1 { record.status = .held }
            log.appendEntry(LogEntry(heard: 2 * number + 1, time: record.due, .frame(record)))
            if number == 0 {
                log.appendEntry(LogEntry(heard: 1, time: record.due, .tally(Tally(lost: 1, frozen: .milliseconds(60)))))
            }
        }
        let index = Self.index(log)
        #expect(index.bin(0..<1)?.facts.isSuperset(of: [.lost, .freeze]) == true)
        #expect(index.bin(1..<2)?.hold == 999_990)
        #expect(index.bin(0..<3)?.hold == 999_990)
        #expect(index.bin(2..<3)?.facts.contains(.lost) == false)
    }

    @Test("what has not been heard yet is shaded up to the end of the tape")
    func unheard() {
        let log = Sessions.talking(frames: 60, length: 30)
        let lanes = Self.lanes(log, from: 0, span: 7.4, heard: 3, duration: 5)
        #expect(
            lanes["chunk"] == "          |0────────|1─────────" + String(repeating: "░", count: 19)
                + String(repeating: " ", count: 24))
        #expect(lanes["time"]?.contains("┤") == true)
        let live = Self.lanes(log, from: 0, span: 7.4, heard: 3)
        #expect(live["chunk"]?.trimmed == "|0────────|1─────────")
    }

    @Test("a time into which the end's mark would be written is left out", arguments: [(6.2, false), (6.6, true)])
    func end(duration: Double, isLabeled: Bool) {
        let time = Self.lanes(Sessions.talking(frames: 60), from: 0, span: 7.4, duration: duration)["time"] ?? ""
        #expect(time.contains("┤") && time.contains("|0:04") && time.contains("|0:06") == isLabeled, "\(time)")
        #expect(isLabeled || !time.contains("06"), "\(time)")
    }

    @Test("marks have their names where there is room, hits and slots their signs")
    func marks() {
        let log = Sessions.talking(frames: 200)
        var landmarks = Landmarks(marks: [
            Mark(time: Instant(seconds: 2), name: "smile"), Mark(time: Instant(seconds: 2.5), name: "blink now"),
            Mark(time: Instant(seconds: 5), name: "漢字\u{1B}"),
        ])
        landmarks.slotA = 61
        landmarks.selection = 91...100
        let lane = Self.lanes(log, landmarks)["mark"]
        #expect(lane?.trimmed == "◆sm… ◆bl… A         ====      ◆漢字^[")
    }

    @Test("zooming keeps the moment in its column, and ends at one frame and at a day")
    func zoom() {
        var view = TimelineView(from: Instant(seconds: 10), span: .seconds(8))
        view.zoomIn(around: Instant(seconds: 12))
        #expect(view.span == .seconds(4) && view.from == Instant(seconds: 11))
        view.zoomOut(around: Instant(seconds: 12))
        #expect(view.span == .seconds(8) && view.from == Instant(seconds: 10))
        for _ in 0..<60 { view.zoomIn(around: Instant(seconds: 12)) }
        #expect(view.span == TimelineView.leastSpan)
        for _ in 0..<60 { view.zoomOut(around: Instant(seconds: 12)) }
        #expect(view.span == TimelineView.mostSpan)
    }

    @Test("the playhead stays in view, and so does all of a session once that is shown")
    func following() {
        var view = TimelineView(from: .zero, span: .seconds(8))
        for playhead in [1.0, 9, 55, 54, 20, 0, 100] {
            view.update(playhead: Instant(seconds: playhead), end: Instant(seconds: 100))
            #expect(view.from <= Instant(seconds: playhead) && Instant(seconds: playhead) < view.end)
        }
        view.showAll()
        view.update(playhead: .zero, end: Instant(seconds: 3_600))
        #expect(view.from == .zero && view.end > Instant(seconds: 3_600) && view.span < .seconds(3_700))
    }

    @Test("at the end of a tape the page ends with it; what comes has room where it goes on")
    func end() {
        func page(isGrowing: Bool) -> TimelineView {
            var view = TimelineView(from: .zero, span: .seconds(8))
            view.update(playhead: Instant(seconds: 100), end: Instant(seconds: 100), isGrowing: isGrowing)
            return view
        }
        #expect(
            page(isGrowing: false).from == Instant(seconds: 93) && page(isGrowing: true).from == Instant(seconds: 99))
        var short = TimelineView(from: .zero, span: .seconds(8))
        short.update(playhead: Instant(seconds: 4), end: Instant(seconds: 5))
        #expect(short.from == .zero)
    }

    @Test("the playhead's own time stands at its sign, whatever tick was there")
    func axis() {
        let axis = { (playhead: Double) in
            TimeAxis(
                scale: TimeScale(from: .zero, span: .seconds(4), columns: 60), playhead: Instant(seconds: playhead),
                end: nil
            ).cells.map(\.text).joined()
        }
        #expect(axis(9) == "|0:00          |0:01          |0:02          |0:03          ")
        #expect(axis(1) == "|0:00          ▼0:01.000      |0:02          |0:03          ")
        #expect(axis(1.9) == "|0:00          |0:01        ▼0:01.900        |0:03          ")
        #expect(axis(3.9) == "|0:00          |0:01          |0:02               0:03.900▼ ")
    }

    @Test("a stretch that was asked for stays until the playhead has moved, and not before it is where it was sent")
    func asked() throws {
        var view = try #require(TimelineView(typed: "4s..6.5s"))
        let asked = view.span
        func update(_ playhead: Double, isSeeking: Bool = false) {
            view.update(playhead: Instant(seconds: playhead), end: Instant(seconds: 20), isSeeking: isSeeking)
        }
        update(0)
        update(0)
        #expect(view.typed == "4.000s..6.500s")
        update(1.5, isSeeking: true)
        update(5)
        #expect(view.from == Instant(seconds: 4) && view.span == asked)
        update(7)
        #expect(view.from > Instant(seconds: 6))
        // How much has been heard by then does not count: all that comes has room on it.
        view = try #require(TimelineView(typed: "4s..6.5s"))
        for (playhead, isSeeking) in [(0.0, false), (0, true), (5, false), (5, false)] {
            view.update(playhead: Instant(seconds: playhead), end: Instant(seconds: 5.2), isSeeking: isSeeking)
            #expect(view.typed == "4.000s..6.500s")
        }
        // Without a place to go to it follows the first step.
        view = try #require(TimelineView(typed: "4s..6.5s"))
        update(0)
        update(0.1)
        #expect(view.from == .zero)
        view = TimelineView(from: Instant(microseconds: 1_234_567), span: .seconds(2))
        #expect(view.typed == "1.234s..3.235s")
    }

    @Test("ticks are as fine as the scale", arguments: [(0.03, "|0:00.005"), (600, "|2:00"), (20_000, "|1:00:00")])
    func ticks(span: Double, tick: String) {
        let axis = TimeAxis(
            scale: TimeScale(from: .zero, span: TimeSpan(seconds: span), columns: 74), playhead: Instant(seconds: -1),
            end: nil)
        #expect(axis.cells.map(\.text).joined().contains(tick))
    }

    @Test("no line is wider than the panel, whatever was said and wherever it stands", arguments: 0..<6)
    func width(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let log = Sessions.wild(seed: UInt64(seed), entries: 300)
        let index = Self.index(log)
        var landmarks = Landmarks(
            marks: strangeNames.map {
                Mark(time: Instant(microseconds: Int64(random.below(9_000_000))), name: $0)
            })
        landmarks.slotA = random.pick([.min, 5, .max])
        landmarks.selection = random.pick([nil, .min ... .max, 3...40])
        var view = TimelineView()
        var found: [String] = []
        let times: [Instant] = [.zero, Instant(seconds: 3), Instant(microseconds: .min), Instant(microseconds: .max)]
        for _ in 0..<100 {
            let playhead = random.pick(times)
            switch random.below(4) {
            case 0: view.zoomIn(around: random.pick(times))
            case 1: view.zoomOut(around: random.pick(times))
            case 2: view.showAll()
            default: break
            }
            view.update(playhead: playhead, end: random.pick(times))
            let state = TimelineState(
                view: view, playhead: playhead, heard: random.pick(times),
                duration: random.pick([nil] + times.map { $0 }),
                landmarks: landmarks)
            let size = CellSize(columns: 1 + random.below(250), rows: 1 + random.below(20))
            let rect = CellRect(origin: .zero, size: size)
            found += faults(TimelinePanel.panel(log, index, state, in: rect), on: size)
            _ = TimelinePanel.time(at: CellPoint(column: random.below(250), row: 0), view, in: rect)
        }
        #expect(found == [])
    }
}
