import Engine
import Events
import Foundation
import Testing
import Typesetting

@testable import Panels

@Suite("How a live session stands, on the screen")
struct LinkWordsTests {
    private func line(_ columns: Int, _ change: (inout StatusState) -> Void) -> String {
        var state = StatusState(
            mode: .idle, record: record(), clipName: "idle_1_s_idle_1_e", rate: 10, time: Instant(seconds: 61))
        state.lag = .zero
        change(&state)
        return text(
            StatusLine.panel(state, in: CellRect(column: 0, row: 0, columns: columns, rows: 1)))[0]
    }

    private func above(_ columns: Int, _ link: LinkState) -> String {
        var state = StatusState(mode: .idle, clipName: "idle", time: .zero)
        state.link = link
        let rect = CellRect(column: 0, row: 9, columns: columns, rows: 1)
        return StatusLine.overflow(state, above: rect).map { text($0).map(\.trimmed).joined(separator: " ") } ?? ""
    }

    @Test("a link that is there is no news")
    func connected() {
        let line = line(120) { $0.link = .connected(.webSocket) }
        #expect(line.hasPrefix(" ▶ idle    1:01  live  SYNC"))
    }

    @Test("a link that is lost says why, and when it is tried again, whole")
    func waiting() {
        let lost = LinkState.waiting(until: Instant(seconds: 4), attempt: 3, attempts: 10, reason: "ping timeout")
        let words = "disconnected, attempt 3 of 10 in 4 s (ping timeout)"
        #expect(line(120) { $0.link = lost }.contains("  \(words)  "))
        #expect(!line(40) { $0.link = lost }.contains("disconnected, attempt") && above(40, lost) == words)
        #expect(above(120, lost) == "")
    }

    @Test("that there is none is said in short wherever the line says something else of it, or nothing")
    func short() {
        let lost = LinkState.waiting(until: Instant(seconds: 4), attempt: 3, attempts: 10, reason: "ping timeout")
        for columns in [40, 120] {
            #expect(line(columns) { ($0.link, $0.notice) = (lost, "saved") }.contains("1:01  disconnected  "))
            // The box in the middle says the rest.
            #expect(line(columns) { ($0.link, $0.isExplained) = (lost, true) }.contains("1:01  disconnected  "))
            #expect(
                !line(columns) { ($0.link, $0.isExplained) = (.connected(.webSocket), true) }.contains("disconnected"))
        }
        #expect(line(120) { $0.link = lost }.components(separatedBy: "disconnected").count == 2)
    }

    @Test("behind what has come there is an end, and without a link it is not live")
    func behind() {
        let live = line(120) { $0.lag = .seconds(2) }
        #expect(live.hasPrefix(" ▶ idle    1:01  live -2.0"))
        let ended = line(120) { ($0.lag, $0.link) = (.seconds(2), .connecting(attempt: 1)) }
        #expect(ended.hasPrefix(" ▶ idle    1:01  end -2.0") && ended.contains("connecting, attempt 1"))
    }

    @Test("N46 when nothing is tried any more, it says so and which key tries again")
    func gaveUp() {
        let gone = LinkState.gaveUp(attempts: 10, reason: "connection refused")
        let words = "cannot connect after 10 attempts: connection refused  (R: retry)"
        #expect(line(120) { $0.link = gone }.contains(words))
        #expect(above(40, gone) == words)
    }

    @Test("calm: whoever watches is told that it reconnects and why, and of no link, clip or attempt")
    func viewers() {
        func line(_ change: (inout StatusState) -> Void) -> String {
            self.line(120) { state in
                (state.audience, state.title) = (.viewer, "Mira")
                change(&state)
            }
        }
        let words = "the server stopped responding"
        let lost = LinkState.waiting(
            until: Instant(seconds: 64), attempt: 3, attempts: 10, reason: "ping timeout", words: words)
        let waiting = line { ($0.link, $0.now) = (lost, Instant(seconds: 61)) }
        #expect(waiting.contains("Mira") && waiting.contains("  reconnecting in 3 s (\(words))  "), "\(waiting)")
        #expect(line { $0.link = .connecting(attempt: 4) }.contains("  reconnecting  "))
        #expect(line { ($0.link, $0.notice) = (lost, "saved") }.contains("  reconnecting  "))
        #expect(line { ($0.link, $0.notice) = (.refused(reason: "no"), "saved") }.contains("  disconnected  "))
        let loading = line { $0.clips = ClipProgress(loaded: 3, known: 9, percent: 42) }
        #expect(loading.hasSuffix("loading 42 %") && !loading.contains("clips"))
        #expect(line { $0.lag = .seconds(2) }.contains("  2 s behind  "))
        #expect(line { ($0.lag, $0.link) = (.zero, .connected(.webSocket)) }.contains("  live  "))
        #expect(!line { ($0.lag, $0.isLive) = (.zero, false) }.contains("live"))
        #expect(!line { $0.loading = .init(loaded: 3, announced: 61) }.contains("idle"))
    }

    @Test("keys are named as they are, and not when there are none")
    func hints() {
        let line = line(140) {
            $0.link = .gaveUp(attempts: 10, reason: "connection refused")
            ($0.hints.retry, $0.hints.help, $0.hints.quit) = ("F5", nil, "Q")
        }
        #expect(line.contains("connection refused  (F5: retry)") && line.hasSuffix("  Q quit"))
        let without = self.line(120) { state in
            state.link = .refused(reason: "no")
            state.hints.retry = nil
        }
        #expect(without.contains("  refused by the backend: no  "))
        #expect(!without.contains("tries again"))
    }

    @Test("N49 a refusal is shown in the backend's words, made visible")
    func refused() {
        let line = line(120) { $0.link = .refused(reason: "no \u{1B}[2Jsuch agent") }
        #expect(line.contains("  refused by the backend: no ^[[2Jsuch agent  (R: retry)"))
    }

    @Test("that certificates are not verified stands there whatever else is said", arguments: [20, 80, 200])
    func insecure(columns: Int) {
        #expect(line(columns) { $0.isInsecure = true }.hasPrefix(" ▶ INSECURE "))
        let said = line(columns) { state in
            state.isInsecure = true
            state.notice = "saved picture.png"
        }
        #expect(said.hasPrefix(" ▶ INSECURE ") && (columns == 20 || said.contains("saved picture.png")))
    }

    @Test("while clips come, a bar takes the place of the hint")
    func clips() {
        let wide = line(160) { $0.clips = ClipProgress(loaded: 3, known: 9, percent: 42) }
        #expect(wide.hasSuffix("clips 3/9 ████████░░░░░░░░░░░░ 42 %"))
        #expect(TerminalText.cellWidth(of: wide) == 159)
        let done = line(160) { $0.clips = ClipProgress(loaded: 9, known: 9, percent: 100) }
        #expect(done.hasSuffix("clips 9/9 ████████████████████ 100 %"))
        #expect(line(40) { $0.clips = ClipProgress(loaded: 3, known: 9, percent: 42) }.contains("clips 3/9"))
    }

    @Test("no size of the terminal and no name of a stranger breaks the line", arguments: [8, 10, 24, 40, 79, 200])
    func strange(columns: Int) {
        for name in strangeNames {
            let states: [LinkState] = [
                .connecting(attempt: 7), .waiting(until: Instant(seconds: 1), attempt: 1, attempts: 10, reason: name),
                .refused(reason: name), .gaveUp(attempts: 10, reason: name),
            ]
            for link in states {
                var state = StatusState(mode: .idle, clipName: name, time: .zero)
                (state.link, state.isInsecure) = (link, true)
                state.clips = ClipProgress(loaded: 1, known: 1_000, percent: 3)
                let panel = StatusLine.panel(state, in: CellRect(column: 0, row: 0, columns: columns, rows: 1))
                #expect(faults(panel, on: CellSize(columns: columns, rows: 1)) == [])
            }
        }
    }
}

@Suite("The conversation, on the screen")
struct ConversationPanelTests {
    private func line(_ text: String, _ author: ConversationLine.Author, _ state: ConversationLine.State = .done)
        -> ConversationLine
    {
        ConversationLine(number: 1, time: Instant(seconds: 12.5), author: author, text: text, state: state)
    }

    @Test("both sides are told apart, and what was not taken says why")
    func sides() {
        let lines = [line("Good morning", .user), line("Hello!", .avatar), line("Again", .user, .failed("status 500"))]
        let layout = ScreenLayout(CellSize(columns: 80, rows: 24))
        let panel = ConversationPanel.popup(
            lines, with: nil, selected: 2, isLive: true, closing: "h", in: layout)
        let shown = text(panel).map(\.trimmed)
        #expect(shown[1] == "12.500     you     Good morning")
        #expect(shown[2] == "12.500     avatar  Hello!")
        #expect(shown[3].contains("! you     Again"))
        #expect(shown[4] == "rejected: status 500")
        #expect(shown[7] == "↑↓ choose  Enter repeat  h close")
    }

    @Test("how far a sentence got stands in its row and in its words, however long it is", arguments: [40, 80, 200])
    func shortfalls(columns: Int) {
        let sentence = String(repeating: "This is a rather long sentence, ", count: 4)
        let remarks: [(ConversationLine.Shortfall, String)] = [
            (.stopped, "(stopped)"), (.unanswered, "(no answer)"), (.unheard, "(not played)"),
        ]
        for (shortfall, remark) in remarks {
            var cut = line(sentence, .avatar)
            cut.shortfall = shortfall
            let layout = ScreenLayout(CellSize(columns: columns, rows: 24))
            let shown = text(
                ConversationPanel.popup([cut], with: "Mira", selected: 0, isLive: true, closing: "h", in: layout)
            ).map(\.trimmed)
            #expect(shown[1].hasSuffix(remark), "\(shown)")
            // Beside it is no room for a word at 40 columns, and the end of four lines is not shown in three.
            guard columns > 40 else { continue }
            #expect(shown[1].contains("This is") && shown[2...4].contains { $0.hasSuffix(remark) }, "\(shown)")
        }
    }

    @Test("of an answer that was stopped one remark stands behind all that nobody has heard")
    func unheardRest() {
        func said(_ text: String, _ shortfall: ConversationLine.Shortfall?) -> ConversationLine {
            var line = line(text, .avatar)
            line.shortfall = shortfall
            return line
        }
        let lines = [
            said("One.", nil), said("Two.", .stopped), said("Three.", .unheard), said("Four.", .unheard),
            said("Five.", .unheard), said("Six.", nil),
        ]
        let panel = ConversationPanel.panel(
            lines, with: "Mira", isAwaited: false, in: CellRect(column: 0, row: 0, columns: 90, rows: 6))
        #expect(
            text(panel).map(\.trimmed).filter { !$0.isEmpty } == [
                "Mira: One. Two. (stopped) Three. Four. Five. (not played) Six."
            ])
    }

    @Test("the avatar has the name that it has beside the face, and of several each its own")
    func names() {
        let layout = ScreenLayout(CellSize(columns: 80, rows: 24))
        func rows(_ lines: [ConversationLine], with name: String) -> [String] {
            text(
                ConversationPanel.popup(lines, with: name, selected: 0, isLive: true, closing: "h", in: layout))
        }
        let mira = rows([line("Hello", .user), line("Hi!", .avatar)], with: "Mira").map(\.trimmed)
        #expect(mira[1].hasSuffix("you     Hello") && mira[2] == "12.500     Mira    Hi!", "\(mira)")
        let lea = ConversationLine(
            number: 0, time: .zero, author: .avatar, name: "Lea of the Lake", text: "Hi!", state: .done)
        let several = rows([line("Hello", .avatar), lea], with: "Mira").map(\.trimmed)
        #expect(several[0] == "received   who              text", "\(several)")
        #expect(several[1].hasSuffix("Mira             Hello"), "\(several)")
        #expect(several[2].hasSuffix("Lea of the Lake  Hi!"), "\(several)")
    }

    @Test("what goes from right to left is turned in its row, chosen or not, and in the words of the chosen one")
    func rightToLeft() {
        let layout = ScreenLayout(CellSize(columns: 80, rows: 24))
        let lines = [line("שלום עולם", .user), line("אב", .avatar)]
        let panel = ConversationPanel.popup(
            lines, with: "Mira", selected: 0, isLive: true, closing: "h", in: layout)
        let shown = panel.lines.map { $0.inVisualOrder.spans.map(\.text).joined() }
        #expect(shown[1].trimmed.hasSuffix("you     " + String(repeating: " ", count: 48) + "םלוע םולש"), "\(shown)")
        #expect(shown[2].trimmed.hasSuffix("Mira    " + String(repeating: " ", count: 55) + "בא"), "\(shown)")
        #expect(shown[3] == " " + String(repeating: " ", count: 67) + "םלוע םולש", "\(shown)")
    }

    @Test("no size and no text breaks it", arguments: screens)
    func strange(screen: CellSize) {
        let lines = strangeNames.map { line($0, .avatar) } + strangeNames.map { line($0, .user, .failed($0)) }
        let layout = ScreenLayout(screen)
        for (lines, selected) in [(lines, 0), (lines, lines.count - 1), (lines, lines.count + 5), ([], 0)] {
            let panel = ConversationPanel.popup(
                lines, with: "Mira", selected: selected, isLive: true, closing: "h", in: layout)
            #expect(faults(panel, on: screen) == [])
        }
    }
}
