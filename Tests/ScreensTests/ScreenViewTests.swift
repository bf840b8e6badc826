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

/// The text of a panel's lines, one below the other.
private func text(_ panel: Panel) -> String {
    panel.lines.map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
}

@Suite("The screen as panels")
struct ScreenViewTests {
    private static let sizes = [
        CellSize(columns: 8, rows: 4), CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
        CellSize(columns: 200, rows: 60),
    ]

    private static func resized(_ screening: inout Screening, _ size: CellSize) {
        screening.hear(.resized(ScreenGeometry(cells: size)))
    }

    @Test("each screen draws its own panels, on the cells of its arrangement, beside the status line", arguments: sizes)
    func panels(size: CellSize) {
        var view = ScreenView()
        var screening = Screening()
        Self.resized(&screening, size)
        for command in [Command.toggleLog, .toggleDebug] {
            screening.press(command)
            let layout = screening.model.layout(screening.played)
            let content = screening.draw(with: &view)
            #expect(content.picture == layout.picture)
            let wanted = [layout.status, layout[.log], layout[.timeline], layout[.inspector]].compactMap { $0 }
            #expect(Set(content.panels.map(\.rect)) == Set(wanted), "\(command)")
            #expect(content.popups == [])
        }
    }

    @Test("a window that is too small says what it needs, and shows nothing else")
    func tooSmall() {
        var view = ScreenView()
        var screening = Screening()
        Self.resized(&screening, CellSize(columns: 7, rows: 3))
        let content = screening.draw(with: &view)
        #expect(content.picture == nil && content.popups == [] && content.panels.count == 1)
    }

    @Test("what Esc closes first lies on top")
    func popups() {
        var view = ScreenView()
        var screening = Screening()
        screening.press(.toggleStatistics)
        screening.press(.toggleHelp)
        screening.press(.askPlace)
        let titles = screening.draw(with: &view).popups.map { $0.border?.title ?? text($0) }
        #expect(titles.count == 3 && titles[0] == "statistics")
        #expect(titles[1].hasPrefix("Keys") && titles[2].contains("go to:"))
    }

    @Test("the statistics have the figures of the playhead, of the session and of what was painted")
    func statistics() throws {
        var view = ScreenView()
        var screening = Screening()
        screening.press(.toggleStatistics)
        let popup = try #require(screening.draw(with: &view).popups.first)
        #expect(text(popup).contains("SYNC") || text(popup).contains("shown"))
        #expect(text(popup).contains("none: --no-audio"))
    }

    @Test("seams that nobody could test are not counted as none")
    func untestedSeams() throws {
        for (tested, words) in [(true, "0 up to here, 0 in total"), (false, "not tested; sound not judged")] {
            var view = ScreenView()
            var screening = Screening { $0.steps = true }
            screening.change { $0.isExhausted = true }
            screening.hear(.began)
            screening.hear(.found([], Coverage(seams: tested, sound: tested)))
            screening.turn()
            screening.press(.toggleStatistics)
            let popup = try #require(screening.draw(with: &view).popups.first)
            #expect(text(popup).contains(words), "\(text(popup))")
        }
    }

    @Test("what nobody can know of a session that goes on is not judged: standing still, what is to come of an answer")
    func idling() throws {
        for (source, words) in [
            (ScreenModel.Opening.Source.live(isInsecure: false), "sound, idling and the last answer"),
            (.growingTape, "sound and the last answer"), (.tape, "sound"),
        ] {
            var view = ScreenView()
            var screening = Screening { $0.source = source }
            screening.press(.toggleStatistics)
            let popup = try #require(screening.draw(with: &view).popups.first)
            let said = text(popup).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(said.contains("not tested; \(words) not judged"), "\(said)")
        }
    }

    @Test("statistics stay above a message that comes while they are open, and are scrolled meanwhile")
    func statisticsUnderMessage() throws {
        var view = ScreenView()
        var screening = Screening()
        Self.resized(&screening, CellSize(columns: 80, rows: 24))
        screening.press(.toggleDebug)
        screening.press(.toggleStatistics)
        screening.hear(.notice(String(repeating: "a long message ", count: 66)))
        let popups = screening.draw(with: &view).popups
        let statistics = try #require(popups.first { $0.border?.title.hasPrefix("statistics") == true })
        let said = try #require(popups.last)
        #expect(said.rect.size.rows > 2 && statistics.rect.intersection(said.rect).isEmpty)
        #expect(view.statisticsScrollLimit > 0 && statistics.border?.title == "statistics  ↑↓")
    }

    @Test("two pictures have a label each and a line that tells them apart")
    func pair() throws {
        var view = ScreenView()
        var screening = Screening()
        screening.press(.toggleDebug)
        screening.timeline.move(to: screening.timeline.history.count - 100)
        screening.press(.slotA)
        screening.timeline.moveToEdge()
        screening.press(.togglePair)
        let layout = screening.model.layout(screening.played)
        let popups = screening.draw(with: &view).popups
        let a = try #require(screening.model.stepping.slotA)
        #expect(
            popups.count == 3 && text(popups[0]).hasPrefix(" A \(a.ordinal) ") && text(popups[1]).hasPrefix(" now 183 ")
        )
        #expect(popups[2].rect == layout.pair)
    }

    @Test("a view that has nothing to show says why, on the picture")
    func legend() throws {
        var view = ScreenView()
        var screening = Screening()
        #expect(screening.draw(with: &view).popups == [])
        while screening.model.picture.view != .fromDemanded { screening.press(.nextView) }
        let popup = try #require(screening.draw(with: &view).popups.first)
        let picture = try #require(screening.model.layout(screening.played).picture)
        #expect(text(popup).hasSuffix(" is drawn as demanded ") && picture.rows.contains(popup.rect.origin.row))
    }

    @Test("statistics are there over the log alone, too, where no picture is drawn")
    func statisticsOverLog() throws {
        for steps in [true, false] {
            var screening = Screening { $0.steps = steps }
            screening.press(.toggleLogPage)
            #expect(screening.model.layout(screening.played).picture == nil)
            screening.press(.toggleStatistics)
            var view = ScreenView()
            let popup = try #require(screening.draw(with: &view).popups.first)
            #expect(popup.border?.title == "statistics" && text(popup).contains("none drawn"))
        }
    }

    // MARK: The status line

    private static func status(_ screening: Screening) -> StatusState {
        screening.model.status(screening.model.layout(screening.played), screening.played, rate: 25)
    }

    @Test("what is not as usual is said for as long as it is so")
    func unusual() {
        func words(_ change: @escaping (inout Played) -> Void) -> [String] {
            var screening = Screening()
            screening.change(change)
            return Self.status(screening).unusual
        }
        #expect(words { _ in } == [])
        #expect(words { $0.sound.isMuted = true } == ["muted"])
        #expect(words { $0.sound.volume = 40 } == ["volume 40 %"])
        #expect(words { $0.recording = .running } == ["recording"])
        #expect(words { $0.recording = .ended } == ["recording ended"])
        #expect(words { $0.isOver = true } == ["finished"])
        #expect(words { $0.speed = 25 } == ["speed 25 %"])
        #expect(words { $0.sound.device = .unavailable("none") } == ["no sound"])
        var screening = Screening()
        screening.change { $0.sound.device = .unavailable("none") }
        screening.press(.toggleMute)
        #expect(screening.model.notice == "No sound: none" && Self.status(screening).unusual == [])
        screening.model.notice = "saved"
        #expect(Self.status(screening).unusual == ["no sound"])
        #expect(
            words {
                ($0.isOver, $0.recording, $0.speed) = (true, .running, 25)
                ($0.sound.isMuted, $0.sound.volume) = (true, 40)
            } == ["finished", "recording", "speed 25 %", "muted"])
    }

    @Test("the status line says where the playhead is, and what is being played")
    func status() {
        var screening = Screening()
        screening.change { ($0.isPaused, $0.speed) = (true, 150) }
        let state = Self.status(screening)
        #expect(state.isPaused && state.unusual == ["speed 150 %"] && state.rate == 25 && state.view == nil)
        #expect(state.time == Instant(seconds: 12) && state.duration == Instant(seconds: 12))
        #expect(state.hints.help == "?" && state.hints.quit == "q" && !state.showsOrdinal)
        // Until it is known how much comes behind the last event there is no length to be read, which would grow.
        screening.change { $0.isLengthKnown = false }
        #expect(Self.status(screening).duration == nil)
        screening.press(.nextView)
        #expect(Self.status(screening).view == "base")
    }

    /// The last row as text.
    private static func line(_ screening: inout Screening) -> String {
        var view = ScreenView()
        let content = screening.draw(with: &view)
        let row = screening.model.geometry.cells.rows - 1
        let panel = (content.panels + content.popups).last { $0.rect.rows.contains(row) }
        return panel?.lines.last?.spans.map(\.text).joined() ?? ""
    }

    @Test(
        "calm, calm-play-busy: whoever watches sees title, time and keys; status words, chunks, clips, figures and faults are the debugger's",
        arguments: [false, true])
    func audience(isSpokenHere: Bool) throws {
        var screening = Screening {
            ($0.isSpokenHere, $0.avatar) = (isSpokenHere, "Mira")
            if isSpokenHere { $0.source = .live(isInsecure: false) }
        }
        if isSpokenHere { screening.change { ($0.links[.main], $0.lag) = (.connected(.inProcess), .zero) } }
        let record = try #require(screening.played.log.entries.compactMap(\.record).first)
        screening.timeline.addMediaFindings([
            AuditFinding(.seam, at: record.shown, frame: record.ordinal, expected: "a", found: "b")
        ])
        screening.hear(.remark("chunk 3 has an odd field"))
        let watched = Self.line(&screening)
        #expect(watched.contains("Mira  0:12") || watched.contains("0:12/0:12  Mira"), "\(watched)")
        #expect(watched.contains("space pause") && watched.hasSuffix("? help  q quit"), "\(watched)")
        for word in ["fault", "idle", "SYNC", "HELD", "chunk", "fps", "buffer", "link", "live"] {
            #expect(!watched.contains(word), "\(word) in \(watched)")
        }
        for command in [Command.toggleDebug, .toggleLog, .toggleStatistics] {
            screening.press(command)
            #expect(Self.line(&screening).contains("1 fault  "), "\(command): \(Self.line(&screening))")
            screening.press(command)
            #expect(!Self.line(&screening).contains("fault"))
        }
        var debugging = Screening { $0.showsFigures = true }
        #expect(Self.line(&debugging).contains(" idle "))
        debugging.hear(.remark("chunk 3 has an odd field"))
        #expect(debugging.model.notice == "chunk 3 has an odd field")
    }

    @Test("behind the end one line says what to try next, once, and not where there is nothing but the face")
    func whatToTryNext() {
        for isClean in [false, true] {
            var screening = Screening { ($0.whatToTryNext, $0.isClean) = ("try: cameo say", isClean) }
            #expect(screening.model.awaitsTurn)
            screening.turn()
            #expect(screening.model.notice == nil)
            screening.change { $0.isOver = true }
            screening.turn()
            #expect(screening.model.notice == (isClean ? nil : "try: cameo say; d shows every frame"))
            screening.model.notice = nil
            #expect(!screening.model.awaitsTurn)
        }
    }

    @Test("with reduced motion one picture stands for all that is played, and a pause shows the exact frame")
    func still() {
        func drawn(_ seconds: Double, _ change: @escaping (inout Played) -> Void) -> Composite? {
            var screening = Screening()
            screening.timeline.move(to: screening.timeline.history.heard(at: Instant(seconds: seconds)))
            screening.change(change)
            var view = ScreenView()
            return view.drawnFrame(screening.model, screening.played).composite
        }
        let moments = [0.5, 1.5, 2.0, 2.5]
        #expect(Set(moments.map { drawn($0) { _ in } }).count > 1)
        let still = Set(moments.map { drawn($0) { $0.isCalm = true } })
        #expect(still.count == 1 && still.first??.overlay == nil && still.first??.baseIndex == 0)
    }

    @Test(
        "the cursor stands at the line that is typed, at the chosen row, at what was said, at the caption, at the status line"
    )
    func cursor() throws {
        var (screening, view) = (Screening { $0.source = .live(isInsecure: false) }, ScreenView())
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24))))
        screening.change { $0.links[.main] = .connected(.webSocket) }
        #expect(screening.draw(with: &view).cursor == CellPoint(column: 1, row: 23))
        screening.change { ($0.hasCaptions, $0.caption) = (true, "Hello there.") }
        #expect(screening.draw(with: &view).cursor == CellPoint(column: 34, row: 21))
        screening.hear(.notice("saved"))
        #expect(screening.draw(with: &view).cursor == CellPoint(column: 1, row: 23))
        screening.change { $0.breakpoints = [Breakpoint(.late), Breakpoint(.fault)] }
        screening.press(.breakpoints)
        screening.press(.named(.down))
        let list = try #require(screening.draw(with: &view).popups.last)
        let row = try #require(list.lines.firstIndex { $0.spans.first?.text == "▶" })
        #expect(
            screening.draw(with: &view).cursor
                == CellPoint(column: list.rect.origin.column + 1, row: list.rect.origin.row + 1 + row))
        screening.press(.named(.escape))
        screening.press(.say)
        let start = try #require(screening.draw(with: &view).cursor)
        for letter in "漢ab" { screening.press(.character(letter)) }
        screening.press(.named(.left))
        #expect(screening.draw(with: &view).cursor == CellPoint(column: start.column + 3, row: 23) && start.row == 23)
    }

    @Test("the frame's number is there where frames are stepped and no panel says it")
    func ordinal() {
        var screening = Screening()
        screening.press(.toggleDebug)
        #expect(!Self.status(screening).showsOrdinal)
        screening.press(.toggleInspector)
        #expect(!Self.status(screening).showsOrdinal)
        screening.press(.toggleLog)
        #expect(Self.status(screening).showsOrdinal)
        screening.press(.toggleDebug)
        #expect(!Self.status(screening).showsOrdinal)
    }

    @Test("work that is under way is said with how far it is and the key that ends it")
    func work() {
        var screening = Screening()
        screening.hear(.exporting("frame 1 of 9"))
        #expect(Self.status(screening).notice == "Exporting: frame 1 of 9 (Esc cancels)")
        screening.change { ($0.runAhead, $0.part) = (.seeking, 0.5) }
        #expect(Self.status(screening).notice == "Seeking, 50 % (Esc cancels)")
        screening.change { $0.runAhead = .listening }
        #expect(Self.status(screening).notice == "Indexing the recording, 50 % (Esc cancels)")
        screening.change { $0.isGrowing = true }
        #expect(Self.status(screening).notice == "Indexing the recording, 50 %")
        screening.hear(.notice("something else"))
        #expect(Self.status(screening).notice == "something else")
    }

    @Test("of a link its state, the clock and the clips that are missing are said")
    func link() {
        var session = EngineRunOfClips.partial()
        session.change { ($0.isGrowing, $0.links[.main]) = (true, .connecting(attempt: 3)) }
        let state = Self.status(session)
        #expect(state.link == .connecting(attempt: 3) && state.clips?.known == 1 && state.clips?.loaded == 0)
        #expect(state.clips?.percent == 33 && state.isInsecure)
        session.change { $0.links[.main] = nil }
        #expect(Self.status(session).link == nil && Self.status(session).clips == nil)
    }
}

/// A session of which one frame of three has come.
private enum EngineRunOfClips {
    static func partial() -> Screening {
        var session = EngineRun()
        session.at(0, Stream.manifest([(Stream.idle, 3)]))
        session.at(0.1, .clipAnnounced(Stream.idle, totalFrames: 3))
        session.at(0.2, .baseFrameArrived(Stream.idle, index: 0, picture: Stream.payload(1)))
        session.run(to: 1)
        return Screening(session.heard) { $0.source = .live(isInsecure: true) }
    }
}
