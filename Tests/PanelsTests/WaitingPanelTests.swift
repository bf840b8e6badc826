import Cells
import Engine
import Events
import Support
import Testing

@testable import Panels

@Suite("What is waited for, where there is no picture yet")
struct WaitingPanelTests {
    private static let address = "http://127.0.0.1:5999"
    private static let reason =
        "connection refused: nothing listens on port 5999 of 127.0.0.1, which is where the backend is expected to be"

    private func lines(_ columns: Int, _ rows: Int, _ change: (inout StatusState) -> Void) -> [String]? {
        var state = StatusState(mode: .idle, clipName: "idle_1_s_idle_1_e", time: .zero)
        change(&state)
        let picture = CellRect(column: 0, row: 0, columns: columns, rows: rows)
        guard let panel = WaitingPanel.panel(state, address: Self.address, in: picture) else { return nil }
        #expect(faults(panel, on: picture.size) == [])
        return [panel.border?.title ?? ""] + text(panel).map(\.trimmed)
    }

    @Test("a wrong address is there whole, with the whole reason, the attempt, when the next one is, and the keys")
    func waiting() throws {
        for (columns, rows) in [(40, 12), (80, 23), (200, 59)] {
            let lines = try #require(
                lines(columns, rows) {
                    $0.link = .waiting(until: Instant(seconds: 3), attempt: 4, attempts: 10, reason: Self.reason)
                })
            #expect(lines[0] == "Disconnected" && lines[1] == Self.address)
            #expect(lines.dropFirst(2).joined(separator: " ").hasPrefix(Self.reason))
            #expect(Array(lines.suffix(2)) == ["attempt 4 of 10 in 3 s", "R: try now  q: quit"])
            #expect(!lines.contains { $0.contains("…") })
        }
    }

    @Test("people who watch are told in plain words why, and others what the tape says")
    func audiences() throws {
        for (audience, words) in [(Audience.viewer, "the server stopped responding"), (.debugger, "ping timeout")] {
            let lines = try #require(
                lines(80, 23) {
                    $0.audience = audience
                    $0.link = .waiting(
                        until: Instant(seconds: 3), attempt: 4, attempts: 10, reason: "ping timeout",
                        words: "the server stopped responding")
                })
            #expect(lines[2] == words)
        }
    }

    @Test(
        "where there is little room the reason is cut, and the attempt and the keys are there",
        arguments: [(20, 6), (24, 7)])
    func low(columns: Int, rows: Int) throws {
        let lines = try #require(
            lines(columns, rows) {
                $0.link = .waiting(until: Instant(seconds: 3), attempt: 4, attempts: 10, reason: Self.reason)
            })
        let shown = lines.joined(separator: " ")
        #expect(shown.contains("attempt 4 of 10 in") && shown.contains("R: try now  q"), "\(lines)")
        #expect(shown.contains("…") && lines.count == rows - 1)
    }

    @Test("it stands in the middle of where the picture will be")
    func centered() throws {
        var state = StatusState(mode: .idle, clipName: "idle", time: .zero)
        state.link = .refused(reason: "no such agent")
        for picture in [
            CellRect(column: 0, row: 0, columns: 80, rows: 23), CellRect(column: 30, row: 4, columns: 41, rows: 12),
        ] {
            let rect = try #require(WaitingPanel.panel(state, address: Self.address, in: picture)).rect
            let (left, right) = (
                rect.columns.lowerBound - picture.columns.lowerBound,
                picture.columns.upperBound - rect.columns.upperBound
            )
            let (above, below) = (
                rect.rows.lowerBound - picture.rows.lowerBound, picture.rows.upperBound - rect.rows.upperBound
            )
            #expect(abs(left - right) <= 1 && abs(above - below) <= 1)
        }
    }

    @Test("every state before the first picture has its words, and how far it has come")
    func states() {
        #expect(
            lines(80, 23) { $0.link = .connecting(attempt: 0) } == ["Connecting", Self.address, "R: try now  q: quit"])
        #expect(lines(80, 23) { $0.link = .refused(reason: "no such agent") }?[2] == "no such agent")
        #expect(
            lines(80, 23) { $0.link = .gaveUp(attempts: 10, reason: "timeout") }?.suffix(2).first == "after 10 attempts"
        )
        let loading = lines(80, 23) {
            ($0.link, $0.loading) = (.connected(.webSocket), .init(loaded: 3, announced: 61))
        }
        #expect(loading == ["Connected", Self.address, "loading the first clip: 3 of 61 frames", "q: quit"])
        let clips = lines(80, 23) { state in
            (state.link, state.clips) = (.connected(.webSocket), ClipProgress(loaded: 3, known: 9, percent: 42))
        }
        #expect(clips?[2] == "clips 3 of 9, 42 %")
        #expect(lines(80, 23) { $0.link = .connected(.webSocket) }?[2] == "waiting for the first picture")
        // Of a tape the first picture is there at once.
        #expect(lines(80, 23) { _ in } == nil)
        #expect(lines(80, 23) { $0.time = Instant(seconds: 2) }?[2] == "nothing to show received yet")
    }

    @Test("calm: whoever watches reads how much has come, and of no clips and frames")
    func viewers() {
        let first = lines(80, 23) { state in
            (state.audience, state.link, state.loading) = (
                .viewer, .connected(.webSocket), .init(loaded: 3, announced: 60)
            )
        }
        #expect(first?[2] == "loading the picture: 5 %")
        let all = lines(80, 23) { state in
            (state.audience, state.link) = (.viewer, .connected(.webSocket))
            state.clips = ClipProgress(loaded: 3, known: 9, percent: 42)
        }
        #expect(all?[2] == "loading the picture: 42 %")
    }

    @Test("no size and no name of a stranger breaks it", arguments: screens)
    func strange(screen: CellSize) {
        for name in strangeNames {
            var state = StatusState(mode: .idle, clipName: name, time: .zero)
            state.link = .waiting(until: .zero, attempt: 1, attempts: 10, reason: name)
            let picture = CellRect(column: 0, row: 0, columns: screen.columns, rows: screen.rows - 1)
            let panel = WaitingPanel.panel(state, address: name, in: picture)
            #expect(panel.map { faults($0, on: screen) } ?? [] == [])
        }
    }
}
