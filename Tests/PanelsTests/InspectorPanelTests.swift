import Cells
import Events
import Frames
import Support
import Testing

@testable import Debugger
@testable import Engine
@testable import Panels
@testable import Sessions

@Suite struct InspectorPanelTests {
    private static func rect(_ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    private static func state(_ log: SessionLog = Sessions.talking(frames: 200), heard: EventCount = 73)
        -> InspectorState
    {
        var state = InspectorState(log, heard: heard)
        state.knowledge = "decoded at 210 ms, 4096 bytes, used by 1 frame"
        state.event = InspectorState.RawEvent(
            name: "receive_frame_images_batch", entry: 17, time: Instant(seconds: 2.588),
            text: "{\n  \"chunk_index\": 1,\n  \"frames\": [...]\n}", byteCount: 48_211)
        state.changes = [StateDifference(name: "base index", before: "51", after: "52")]
        return state
    }

    @Test("at 80x24 what explains a frame is in the panel's 12 rows, the rest below")
    func small() {
        let lines = text(InspectorPanel.panel(Self.state(), in: Self.rect(44, 12)))
        #expect(
            lines == [
                "│frame  lines 1-11 of 26",
                "│frame    72  SYNC",
                "│shown    3.403 s, due 3.399, +4 ms",
                "│chunk    1  section 0  seq 12  frame 13/60",
                "│base     talking_1_s_talking_1_e 52 (ok)",
                "│overlay  talking/52/J0_X2_M0.webp",
                "│arrived  2.587 s, 812 ms early",
                "│decoded  2.609 s, 790 ms early",
                "│sound    at 412 ms, 12 ms ahead",
                "│cache    decoded at 210 ms, 4096 bytes,",
                "│         used by 1 frame",
                "│mode     talk, message 1, char a",
            ])
        let rest = text(InspectorPanel.panel(Self.state(), in: Self.rect(44, 15), scroll: .max))
        #expect(
            rest == [
                "│frame  lines 13-26 of 26",
                "│ends     in 47 frames, about 1567 ms",
                "│before   chunk 0 began 72 frames ago, 2400",
                "│         ms",
                "│next     chunk 2, in 48 frames, 1600 ms",
                "│event    #17 receive_frame_images_batch,",
                "│         2.588 s, 48211 bytes",
                "│changed since the previous frame",
                "│base index: 51 → 52",
                "│raw message",
                "│{",
                "│  \"chunk_index\": 1,",
                "│  \"frames\": [...]",
                "│}",
                "│... 48211 bytes in total",
            ])
    }

    @Test("the last frame of a chunk does not end in 0 frames")
    func chunkEnd() {
        var state = Self.state()
        state.record?.position?.frame = 59
        let rows = text(InspectorPanel.panel(state, in: Self.rect(106, 30)))
        #expect(rows.contains("│ends     with it"), "\(rows)")
    }

    @Test("an overlay that nobody has compared with its base frame is not called right without a word")
    func untested() {
        var state = Self.state()
        #expect(text(InspectorPanel.panel(state, in: Self.rect(106, 25))).contains { $0.hasSuffix("  SYNC") })
        state.hasTestedSeams = false
        let lines = text(InspectorPanel.panel(state, in: Self.rect(106, 25)))
        #expect(lines.contains { $0.hasSuffix("  SYNC, seam not tested") })
        state.record?.overlayKey = nil
        let bare = text(InspectorPanel.panel(state, in: Self.rect(106, 25)))
        #expect(!bare.contains { $0.contains("not tested") })
    }

    @Test("where there is room everything is shown without scrolling")
    func large() {
        let lines = text(InspectorPanel.panel(Self.state(), in: Self.rect(106, 25)))
        #expect(lines[0] == "│frame" && lines.count == 25)
        #expect(lines.contains("│cache    decoded at 210 ms, 4096 bytes, used by 1 frame"))
        #expect(lines.contains("│... 48211 bytes in total"))
    }

    private static func changed(_ change: @escaping (inout FrameRecord) -> Void) -> [String] {
        let log = Sessions.talking(frames: 200) { if $0.ordinal == 72 { change(&$0) } }
        return text(InspectorPanel.panel(state(log), in: rect(106, 30)))
    }

    @Test("another base than the demanded one is said with both")
    func otherBase() {
        let lines = Self.changed {
            $0.status = .desyncBaseMissing
            $0.demandedClip = "talking_2_s_talking_2_e"
            $0.demandedIndex = 99
        }
        #expect(lines[1] == "│frame    72  DESYNC(base-missing), base frame missing")
        #expect(lines.contains("│base     talking_1_s_talking_1_e 52, demanded: talking_2_s_talking_2_e 99"))
    }

    @Test("a frame that came too late, is held, or has no picture says so")
    func trouble() {
        let late = Self.changed {
            $0.arrived = $0.due + .milliseconds(20)
            $0.decoded = nil
            $0.status = .noOverlay
            $0.note = "lost"
        }
        #expect(late[2] == "│note     lost")
        #expect(late.contains("│overlay  talking/52/J0_X2_M0.webp, not drawn"))
        #expect(late.contains { $0.hasPrefix("│arrived") && $0.hasSuffix(", 20 ms late") })
        #expect(late.contains("│decoded  not yet"))
        let held = Self.changed { ($0.status, $0.arrived, $0.decoded) = (.held, nil, nil) }
        #expect(held[2] == "│held     for 33 ms")
        // What is on the screen has come: for the frame before.
        #expect(held.contains("│overlay  talking/52/J0_X2_M0.webp, kept from the previous frame"))
        #expect(held.contains("│arrived  -") && held.contains("│decoded  -"))
        #expect(!held.contains { $0.contains("not yet") })
        // One that waits for its own has come, and says what it waits for.
        let waiting = Self.changed { ($0.status, $0.decoded) = (.held, nil) }
        #expect(waiting.contains("│overlay  talking/52/J0_X2_M0.webp") && waiting.contains("│decoded  not yet"))
        #expect(waiting.contains { $0.hasPrefix("│arrived") && $0.hasSuffix("early") })
    }

    @Test(
        "what has shown since the frame came is there wherever the playhead stands behind it, with the frame that it marks"
    )
    func since() {
        var log = SessionLog()
        for (number, heard) in [1, 10].enumerated() {
            let record = Sessions.frame(number)
            log.appendEntry(LogEntry(heard: heard, time: record.shown, .frame(record)))
        }
        let between = Sessions.frame(0).shown + .milliseconds(10)
        log.addFinding(AuditFinding(.soundFailed, at: between, expected: "", found: "broken off"), heard: 4)
        let words = (1...10).map { Array(InspectorState(log, heard: $0).words.values) }
        let after = Array(repeating: ["broken off (marks frame 1)"], count: 6)
        #expect(words == [[], [], []] + after + [["broken off"]], "\(words)")
    }

    @Test("what could not be decoded is not waited for, as what marks the frame says, or what the engine knows")
    func broken() throws {
        var log = Sessions.talking(frames: 5) {
            guard $0.ordinal > 1 else { return }
            ($0.decoded, $0.status) = (nil, .noOverlay)
        }
        let record = try #require(log.record(2))
        log.addFinding(AuditFinding(.decodeFailed, record, expected: "", found: ""), heard: 3)
        func decoded(_ state: InspectorState) -> String? {
            text(InspectorPanel.panel(state, in: Self.rect(60, 20))).first { $0.hasPrefix("│decoded") }
        }
        #expect(decoded(InspectorState(log, heard: 3)) == "│decoded  cannot be decoded")
        var next = InspectorState(log, heard: 4)
        #expect(decoded(next) == "│decoded  not yet")
        next.isKnownBroken = true
        #expect(decoded(next) == "│decoded  cannot be decoded")
    }

    @Test("how far moments are apart is told as in the frame's reasons, not as their cut figures are apart")
    func apart() {
        let lines = Self.changed {
            $0.due = Instant(microseconds: 3_999_900)
            $0.arrived = Instant(microseconds: 300)
            $0.shown = Instant(microseconds: 4_000_200)
        }
        #expect(lines.contains("│shown    4.000 s, due 3.999, +0.3 ms"))
        #expect(lines.contains("│arrived  0.000 s, 3999.6 ms early"))
        #expect(Self.changed { $0.shown = $0.due + TimeSpan(microseconds: 30) }.contains { $0.hasSuffix(", 0 ms") })
        #expect(Self.changed { $0.shown = $0.due - .seconds(12) }.contains { $0.hasSuffix(", -12.0 s") })
    }

    @Test("every fault that marks the frame, or showed at the playhead, has a line")
    func faultLines() throws {
        var log = Sessions.talking(frames: 5)
        let record = try #require(log.record(2))
        log.addFinding(
            AuditFinding(.gap, record, expected: "", found: "1900 ms", amount: .milliseconds(1_900)), heard: 3)
        log.addFinding(AuditFinding(.note, at: record.shown, expected: "", found: "AUDIO_MISSING: chunk 1"), heard: 3)
        let rect = CellRect(column: 0, row: 0, columns: 80, rows: 20)
        let lines = text(InspectorPanel.panel(InspectorState(log, heard: 3), in: rect))
        #expect(lines[2] == "│fault    GAP 1900 ms" && lines[3] == "│fault    NOTE AUDIO_MISSING: chunk 1")
        #expect(!text(InspectorPanel.panel(InspectorState(log, heard: 4), in: rect)).contains { $0.contains("fault") })
    }

    @Test("a missing overlay beside another status has its own color in every line about it, as in lists and pictures")
    func missingOverlay() throws {
        var log = Sessions.talking(frames: 5) { if $0.ordinal == 2 { $0.status = .desyncBaseMissing } }
        let record = try #require(log.record(2))
        log.addFinding(AuditFinding(.noOverlay, record, expected: "", found: "no overlay"), heard: 3)
        let rect = CellRect(column: 0, row: 0, columns: 80, rows: 20)
        let spans = InspectorPanel.panel(InspectorState(log, heard: 3), in: rect).lines.flatMap(\.spans)
        for words in ["NO-OVERLAY no overlay", "talking/22/J2_X2_M0.webp, not drawn"] {
            #expect(spans.first { $0.text.contains(words) }?.style.color == FaultRole.missing.textColor, "\(words)")
        }
        #expect(FaultRole.missing.textColor == .info && FaultRole.missing.pictureColor == Color(215, 135, 215))
    }

    @Test("before the first frame the event is explained nevertheless")
    func nothing() {
        var state = Self.state(heard: 0)
        #expect(state.record == nil)
        #expect(
            text(InspectorPanel.panel(state, in: Self.rect(60, 9))).prefix(2) == [
                "│frame  lines 1-8 of 11", "│no frame yet",
            ])
        state.event = nil
        state.changes = []
        #expect(text(InspectorPanel.panel(state, in: Self.rect(60, 9)))[2] == "│nothing changed")
    }

    @Test("a frame between two chunks knows the one before and the next one")
    func between() {
        var log = SessionLog()
        for (number, chunk) in [0, 0, nil, 1].enumerated() {
            var record = Sessions.frame(number)
            record.position = chunk.map { FramePosition(chunk: $0, section: 0, sequence: 0, frame: 0, frameCount: 2) }
            log.appendEntry(LogEntry(heard: number + 1, time: record.shown, .frame(record)))
        }
        let neighbors = InspectorState(log, heard: 3).neighbors
        #expect(neighbors?.own == nil)
        #expect(neighbors?.previous?.name.chunk == 0 && neighbors?.previous?.frames == 2)
        #expect(neighbors?.next?.name.chunk == 1 && neighbors?.next?.frames == 1)
        #expect(InspectorState(log, heard: 4).neighbors?.next == nil)
    }

    @Test("no line is wider than the panel, whatever came", arguments: 0..<6)
    func width(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let log = Sessions.wild(seed: UInt64(seed), entries: 120)
        var found: [String] = []
        for _ in 0..<60 {
            var state = InspectorState(log, heard: random.below(250))
            state.knowledge = random.pick([nil] + strangeNames.map { $0 })
            state.event = InspectorState.RawEvent(
                name: random.pick(strangeNames), entry: .max, time: Instant(microseconds: .min),
                text: random.pick(strangeNames) + "\n" + random.pick(strangeNames), byteCount: .max)
            state.changes = strangeNames.map { StateDifference(name: $0, before: random.pick([nil, $0]), after: $0) }
            let size = CellSize(columns: 1 + random.below(250), rows: 1 + random.below(80))
            let rect = CellRect(origin: .zero, size: size)
            let scroll = random.pick([.min, 0, 3, .max])
            found += faults(InspectorPanel.panel(state, in: rect, scroll: scroll), on: size)
            if InspectorPanel.scrollLimit(state, in: rect) < 0 { found.append("scrolls below 0") }
        }
        #expect(found == [])
    }
}
