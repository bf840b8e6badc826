import Cells
import Engine
import Events
import Testing

@testable import Panels

@Suite struct StatusLineTests {
    private static func rect(_ columns: Int) -> CellRect { CellRect(column: 0, row: 0, columns: columns, rows: 1) }

    private static func line(_ state: StatusState, _ columns: Int) -> String {
        text(StatusLine.panel(state, in: rect(columns)))[0]
    }

    private static let talking = StatusState(
        mode: .overlay, record: record(), clipName: "talking_1_s_talking_1_e", rate: 30, bufferReady: 12,
        bufferKnown: 58, queuedChunks: 2, time: Instant(seconds: 61), duration: Instant(seconds: 125))

    @Test("while talking it says mode, status, place, base frame, rate, buffer, queue and time")
    func talking() {
        #expect(
            Self.line(Self.talking, 200).hasPrefix(
                " ▶ talk   SYNC       chunk 3 frame 2/60  talking_1_s_talking_1_e 45  30 fps  buffer 12/58  queue 2  "
                    + "1:01/2:05 "))
        #expect(Self.line(Self.talking, 200).hasSuffix("? help  q quit"))
        #expect(TextCells.cellWidth(of: Self.line(Self.talking, 200)) == 199)
    }

    @Test("beyond an hour the time has hours, as on the timeline")
    func hours() {
        var state = Self.talking
        (state.time, state.duration) = (Instant(seconds: 75 * 60 + 4), Instant(seconds: 36_061))
        #expect(Self.line(state, 200).contains("  1:15:04/10:01:01 "))
    }

    @Test("what does not fit is left out whole, from the end")
    func narrow() {
        #expect(
            Self.line(Self.talking, 80).trimmed
                == "▶ talk   SYNC       chunk 3 frame 2/60  talking_1_s_talking_1_e 45  30 fps")
        #expect(Self.line(Self.talking, 48).trimmed == "▶ talk   SYNC       chunk 3 frame 2/60")
        #expect(Self.line(Self.talking, 12).trimmed == "▶ talk")
    }

    @Test("paused is shown by another sign")
    func paused() {
        var state = Self.talking
        state.isPaused = true
        #expect(Self.line(state, 120).hasPrefix(" ‖ talk"))
    }

    @Test("a notice takes the place of the figures, and is cut where the line ends")
    func notice() {
        var state = Self.talking
        state.notice = "not saved: /a/very/long/folder/name: no space left on this device"
        #expect(Self.line(state, 200).trimmed == "▶ not saved: /a/very/long/folder/name: no space left on this device")
        #expect(Self.line(state, 20) == " ▶ not saved: /a/v…")
        #expect(!Self.line(state, 200).contains("help"))
    }

    @Test("before the first picture it says how much is loaded")
    func loading() {
        let state = StatusState(
            mode: .idle, clipName: "idle_1_s_idle_1_e", loading: .init(loaded: 3, announced: 61), time: .zero)
        #expect(Self.line(state, 80).hasPrefix(" ▶ loading idle_1_s_idle_1_e 3/61 "))
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
