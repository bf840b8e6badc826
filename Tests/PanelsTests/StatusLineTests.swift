import Engine
import Events
import Foundation
import Support
import Testing
import Typesetting

@testable import Panels

@Suite struct StatusLineTests {
    private static func rect(_ columns: Int) -> CellRect { CellRect(column: 0, row: 0, columns: columns, rows: 1) }

    private static func line(_ state: StatusState, _ columns: Int) -> String {
        text(StatusLine.panel(state, in: rect(columns)))[0]
    }

    private static let talking = StatusState(
        mode: .overlay, record: record(), clipName: "talking_1_s_talking_1_e", rate: 30, bufferReady: 12,
        bufferKnown: 58, queuedChunks: 2, time: Instant(seconds: 61), duration: Instant(seconds: 125))

    @Test("while talking it says mode, time, status, place, base frame, rate, buffer and queue")
    func talking() {
        #expect(
            Self.line(Self.talking, 200).hasPrefix(
                " ▶ talk    1:01/2:05  SYNC       chunk 3 frame 2/60   talking_1_s_talking_1_e 45  30 fps  buffer 12/58  "
                    + "queue 2  "))
        #expect(Self.line(Self.talking, 200).hasSuffix("? help  q quit"))
        #expect(TerminalText.cellWidth(of: Self.line(Self.talking, 200)) == 199)
    }

    @Test("where chunks of several messages were played the message comes first")
    func message() {
        var state = Self.talking
        state.namesMessage = true
        let message = state.record?.generation ?? 0
        #expect(Self.line(state, 200).contains("  message \(message) chunk 3 frame 2/60 "))
        #expect((12...200).contains { Self.line(state, $0).contains(" m\(message) c3 2/60 ") })
    }

    @Test("beyond an hour the time has hours, as on the timeline")
    func hours() {
        var state = Self.talking
        (state.time, state.duration) = (Instant(seconds: 75 * 60 + 4), Instant(seconds: 36_061))
        #expect(Self.line(state, 200).contains("  1:15:04/10:01:01  "))
    }

    /// In the order in which a line that becomes wider gets them.
    private static let worth = [
        "1:01", "?", "SYNC", "talk", " 2/60", "? help", "1:01/2:05", "q quit", "chunk 3", "30 fps",
        "talking_1_s_talking_1_e 45", "buffer 12/58", "queue 2",
    ]

    @Test("what is worth most is there first, whole, and a wider line has all of a narrower one")
    func worth() throws {
        let lines = (12...200).map { Self.line(Self.talking, $0) }
        let first = try Self.worth.map { part in try #require(lines.firstIndex { $0.contains(part) }) }
        #expect(first == first.sorted(), "\(zip(Self.worth, first).map { "\($0): \($1 + 12)" })")
        for (part, index) in zip(Self.worth, first) {
            #expect(lines[index...].allSatisfy { $0.contains(part) }, "\(part)")
        }
        #expect(zip(lines, 12...).allSatisfy { !$0.contains("…") && TerminalText.cellWidth(of: $0) < $1 })
        #expect(lines[40 - 12] == " ▶ talk  1:01  SYNC  c3 2/60     ? help")
        #expect(lines[80 - 12].hasPrefix(" ▶ talk    1:01/2:05  SYNC       chunk 3 frame 2/60 "))
        #expect(lines[80 - 12].hasSuffix("  ? help  q quit"))
    }

    /// As docs/reference/step-screen.md calls the parts of the line.
    private static let names: [(StatusPart.Worth, Int, String)] = [
        (.sign, 0, "playing or paused"), (.insecure, 0, "`INSECURE`"), (.time, 0, "the time"),
        (.help, 0, "the key for help"), (.name, 0, "the name of the member shown"), (.status, 0, "the frame's status"),
        (.faults, 0, "the number of faults"), (.unusual, 0, "unusual conditions"), (.mode, 0, "the mode"),
        (.lag, 0, "how far behind live"), (.content, 0, "what a call shows"), (.message, 0, "the latest message"),
        (.status, 1, "all faults of the frame"), (.ordinal, 0, "its number"), (.place, 0, "chunk and frame"),
        (.help, 1, "the word `help`"), (.view, 0, "the view"), (.time, 1, "the length"),
        (.quit, 0, "the key that quits"), (.member, 0, "whose frame it is"), (.title, 0, "the title"),
        (.keys, 0, "the keys for viewers"), (.place, 1, "long forms of chunk, status and mode"),
        (.rate, 0, "frames per second"), (.clip, 0, "clip"), (.buffer, 0, "buffer"), (.queue, 0, "queue"),
    ]

    @Test("the order of worth is the one of the documentation")
    func documented() throws {
        let text = try String(contentsOfFile: Repository.file("docs/reference/step-screen.md"), encoding: .utf8)
        var rest = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        rest = rest[try #require(rest.firstRange(of: "highest priority first:")).upperBound...]
        for (_, _, name) in Self.names {
            let found = try #require(rest.firstRange(of: name), "\(name)")
            // Nothing but the parts' own examples stands between two of them.
            let between = rest[..<found.lowerBound].split(separator: ";", omittingEmptySubsequences: false)
            #expect(between.count <= 2, "before \(name): \(between)")
            rest = rest[found.upperBound...]
        }
        // Long forms of three parts are one entry there; the help's bars of progress have none.
        let told = StatusPart.order.filter { step in
            !(step.worth == .status && step.form == 2 || step.worth == .mode && step.form == 1)
                && !(step.worth == .help && step.form > 1) && !(step.worth == .name && step.form > 0)
                && !(step.worth == .keys && step.form > 0)
        }
        #expect(told.map(\.worth) == Self.names.map(\.0) && told.map(\.form) == Self.names.map(\.1))
        #expect(Set(told.map(\.worth)) == Set(StatusPart.Worth.allCases))
    }

    @Test(
        "that a frame is faulty is said before what was just done, and how faulty where there is room",
        arguments: 28...200)
    func faulty(columns: Int) {
        var state = Self.talking
        (state.isPaused, state.unusual) = (true, ["no sound"])
        state.record?.status = .noOverlay
        (state.faults, state.faultCount) = ([.noOverlay, .decodeFailed], 2)
        let line = Self.line(state, columns)
        #expect(line.contains("NO-OVERLAY +1") || line.contains("NO-OVERLAY DECODE_FAILED") || columns < 46, "\(line)")
        #expect(line.contains("NO-OVERLAY DECODE_FAILED") == (columns >= 63), "\(line)")
        state.notice = "saved picture.png"
        let said = Self.line(state, columns)
        #expect(said.contains("NO-OVERLAY") || !said.contains("saved"), "\(said)")
    }

    @Test("a narrow line keeps the frame's status before unusual conditions")
    func narrow() {
        var state = Self.talking
        (state.isPaused, state.unusual, state.faults) = (true, ["no sound"], [.noOverlay])
        state.record?.status = .noOverlay
        let lines = (20...60).map { Self.line(state, $0) }
        #expect(lines.allSatisfy { $0.contains("NO-OVERLAY") || !$0.contains("no sound") }, "\(lines)")
        #expect(lines[40 - 20].contains("NO-OVERLAY") && lines[40 - 20].contains("no sound"), "\(lines[20])")
    }

    @Test("a narrow line keeps the number of faults before all but the frame's status")
    func faultCount() {
        var state = Self.talking
        (state.isPaused, state.unusual, state.notice) = (true, ["finished", "no sound"], "saved picture.png")
        (state.faults, state.faultCount) = ([.noOverlay], 12)
        state.record?.status = .noOverlay
        #expect(Self.line(state, 40).hasPrefix(" ‖ 1:01  NO-OVERLAY  12 faults "), "\(Self.line(state, 40))")
    }

    @Test("what is not as usual stays when the line is narrow, and so do the keys", arguments: [40, 80])
    func unusual(columns: Int) {
        var state = Self.talking
        state.unusual = ["REC", "50 %", "muted"]
        #expect(Self.line(state, columns).contains("  REC · 50 % · muted  ") && Self.line(state, columns).contains("?"))
    }

    @Test("SYNC is green where somebody has looked at the pixels, or where there is no overlay that might not fit")
    func untested() {
        func isGreen(isTested: Bool, hasOverlay: Bool) -> Bool {
            var state = Self.talking
            state.hasTestedSeams = isTested
            if !hasOverlay { state.record?.overlayKey = nil }
            let spans = StatusLine.panel(state, in: Self.rect(120)).lines.flatMap(\.spans)
            return spans.contains { $0.text.contains("SYNC") && $0.style.color == .good }
        }
        #expect(Self.talking.record?.overlayKey != nil)
        #expect(isGreen(isTested: true, hasOverlay: true) && !isGreen(isTested: false, hasOverlay: true))
        #expect(isGreen(isTested: false, hasOverlay: false))
    }

    @Test("paused is shown by another sign, and frames a second are none then")
    func paused() {
        var state = Self.talking
        state.isPaused = true
        #expect(Self.line(state, 120).hasPrefix(" ‖ talk") && !Self.line(state, 200).contains("fps"))
    }

    @Test("what is said leaves the state in view; what it has no room for stands above the line, whole")
    func notice() throws {
        var state = Self.talking
        let said = "not saved: /a/very/long/folder/name: no space left on this device"
        (state.notice, state.unusual) = (said, ["muted"])
        let wide = Self.line(state, 200)
        #expect(wide.hasPrefix(" ▶ talk    1:01/2:05  muted  SYNC") && wide.contains(said) && wide.contains("? help"))
        let below = CellRect(column: 0, row: 23, columns: 200, rows: 1)
        #expect(StatusLine.overflow(state, above: below) == nil)
        #expect(Self.line(state, 100).contains(said) && Self.line(state, 100).hasPrefix(" ▶ talk  1:01  muted  "))

        let narrow = CellRect(column: 0, row: 23, columns: 40, rows: 1)
        #expect(Self.line(state, 40).hasPrefix(" ▶ talk  1:01  muted  SYNC"))
        let panel = try #require(StatusLine.overflow(state, above: narrow))
        #expect(panel.rect == CellRect(column: 0, row: 21, columns: 40, rows: 2))
        #expect(text(panel).map(\.trimmed).joined(separator: " ") == said)
        // Where there are not rows enough the end is missed, and that shows.
        let low = CellRect(column: 0, row: 1, columns: 20, rows: 1)
        let cut = try #require(StatusLine.overflow(state, above: low))
        #expect(text(cut).count == 1 && text(cut)[0].trimmed.hasSuffix("…"))
    }

    @Test("whatever is said, what is not as usual, the mode and how far behind live stay", arguments: 40...200)
    func stateStays(columns: Int) {
        var state = Self.talking
        (state.notice, state.unusual) = (String(repeating: "twelve cells", count: 5) + " end.", ["REC", "muted"])
        (state.lag, state.link) = (.seconds(3), .connected(.webSocket))
        let line = Self.line(state, columns)
        for part in [" ▶ ", "1:01", "talk", "REC · muted"] { #expect(line.contains(part), "\(line)") }
        #expect(columns < 51 || line.contains("live -3.000 s"), "\(line)")
        let rect = CellRect(column: 0, row: 23, columns: columns, rows: 1)
        let above = StatusLine.overflow(state, above: rect).map { text($0).map(\.trimmed).joined() } ?? ""
        #expect((line + above).replacing(" ", with: "").contains("twelvecellsend."))
    }

    @Test("a message of a thousand cells is whole above the line where there are rows for it")
    func longMessage() throws {
        var state = Self.talking
        let words = (0..<160).map { "w\($0)" }.joined(separator: " ")
        state.notice = words
        let panel = try #require(StatusLine.overflow(state, above: CellRect(column: 0, row: 23, columns: 80, rows: 1)))
        #expect(text(panel).map(\.trimmed).joined(separator: " ") == words)
    }

    @Test("what stands in the middle of the screen is not said once more, but what has just been done is")
    func explained() {
        var state = Self.talking
        (state.link, state.isExplained) = (.refused(reason: "no"), true)
        let rect = CellRect(column: 0, row: 9, columns: 40, rows: 1)
        #expect(!Self.line(state, 200).contains("refuses") && StatusLine.overflow(state, above: rect) == nil)
        state.notice = "saved"
        #expect(Self.line(state, 200).contains("  saved  "))
    }

    @Test("a long status is whole or not there")
    func longStatus() {
        var state = Self.talking
        state.record?.status = .desyncBaseMissing
        for columns in 20...200 {
            let line = Self.line(state, columns)
            #expect(line.contains("DESYNC(base-missing)") || !line.contains("DESYNC"), "\(line)")
        }
        #expect(Self.line(state, 80).contains("DESYNC(base-missing)"))
    }

    @Test("before the first picture it says how much is loaded")
    func loading() {
        let state = StatusState(
            mode: .idle, clipName: "idle_1_s_idle_1_e", loading: .init(loaded: 3, announced: 61), time: .zero)
        #expect(Self.line(state, 80).contains("  loading idle_1_s_idle_1_e 3/61  "))
    }

    @Test("the line is never wider than its row, whatever the names are", arguments: strangeNames)
    func width(name: String) {
        var states = statuses.map { status in
            StatusState(
                mode: .returnTransition, record: record(clip: name, status: status, frameCount: 20_000),
                clipName: name, rate: 1_000, bufferReady: .max, bufferKnown: .max, queuedChunks: .max,
                view: "difference", time: Instant(microseconds: .max), duration: Instant(microseconds: .max))
        }
        states.append(StatusState(mode: .idle, clipName: name, loading: .init(loaded: 0, announced: 5), time: .zero))
        states.append(StatusState(mode: .idle, clipName: "idle", notice: name, time: .zero))
        var found: [String] = []
        for columns in Array(1...40) + [79, 80, 120, 200, 299, 300] {
            for state in states {
                found += faults(
                    StatusLine.panel(state, in: Self.rect(columns)), on: CellSize(columns: columns, rows: 1))
            }
        }
        #expect(found == [])
    }
}

extension String {
    /// Without blanks at its ends.
    var trimmed: String {
        let inner = drop { $0 == " " }
        return String(inner.prefix(inner.count - inner.reversed().prefix { $0 == " " }.count))
    }
}
