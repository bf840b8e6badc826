import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import Sessions
import Support
import Testing

@testable import Screens

@Suite("The step-debug screen")
struct StepDebugScreenTests {
    private static func opened() -> Screening {
        var screening = Screening()
        screening.press(.toggleDebug)
        return screening
    }

    @Test("it opens paused; a tape that ends is stepped from its first frame, and its pixels are looked at")
    func begin() {
        var screening = Screening { $0.steps = true }
        #expect(screening.hear(.began) == [.togglePause, .runAhead, .testSeams, .go(to: .start)])
        #expect(screening.model.screen == .debugger)
        var growing = Screening { ($0.steps, $0.source) = (true, .growingTape) }
        growing.change { $0.isPaused = true }
        #expect(growing.hear(.began) == [] && growing.model.screen == .debugger)
        var player = Screening()
        #expect(player.hear(.began) == [] && player.model.screen == .player)
    }

    @Test(
        "keys-ok-plain, keys-enter-kitty: g 50 and Enter go to frame 50, also where Enter comes as kitty writes it",
        arguments: ["\r", "\u{1B}[13u"])
    func typedPlace(enter: String) throws {
        var screening = Self.opened()
        for letter in "g50" { screening.press(.character(letter)) }
        let key =
            enter == "\r" ? Key.named(.enter) : try #require(KeyStroke(sequence: Array(enter.utf8))?.key)
        #expect(screening.press(key) == [.go(to: .frame(50))])
        #expect(screening.model.prompt == nil)
    }

    @Test("a frame is kept in A and B, and shown beside the one at the playhead")
    func slots() throws {
        var screening = Self.opened()
        screening.timeline.move(to: screening.timeline.history.count - 100)
        screening.press(.slotA)
        let a = try #require(screening.model.stepping.slotA)
        #expect(
            a.heard == screening.timeline.heard
                && screening.model.notice?.hasPrefix("Frame \(a.ordinal) stored as A") == true)
        screening.timeline.moveToEdge()
        screening.press(.toggleProbe)
        #expect(screening.press(.togglePair) == [.endProbe] && screening.model.stepping.probe == nil)
        #expect(screening.model.notice == "Left: A, frame \(a.ordinal); right: this frame")
        #expect(screening.model.layout(screening.played).second != nil)
        screening.press(.slotB)
        let b = try #require(screening.model.stepping.slotB)
        screening.press(.togglePair)
        screening.press(.togglePair)
        #expect(screening.model.notice == "Left: A, frame \(a.ordinal); right: B, frame \(b.ordinal)")
        #expect(screening.model.pairedFrame(screening.played)?.composite == a.composite)
        // Each has what the chosen view needs beside what was drawn.
        for view in [PictureView.difference, .onion, .demanded, .fromDemanded] {
            screening.model.picture.view = view
            let left = try #require(screening.model.pairedFrame(screening.played))
            let right = screening.model.drawnFrame(screening.played) { count in a.before.suffix(count) }
            let count = view.framesBefore(onion: screening.model.picture.onionFrames)
            #expect(left.before.count == count && right.before.count == count, "\(view)")
            #expect(left.before.first == a.before.first && left.before != right.before || count == 0)
            #expect((left.demanded != nil) == view.needsDemanded && (right.demanded != nil) == view.needsDemanded)
        }
        // Pixels are read in one picture.
        screening.press(.toggleProbe)
        #expect(screening.model.stepping.probe == nil)
        #expect(screening.model.notice == "Probing needs a single picture; press = to close the pair")
    }

    @Test("before the first picture there is nothing to keep, to read or to export")
    func nothing() {
        var screening = Screening([])
        for command in [Command.slotA, .slotB, .toggleProbe, .export] {
            screening.press(command)
            #expect(screening.model.notice == "No picture yet", "\(command)")
        }
        #expect(screening.model.stepping.slotA == nil && screening.model.prompt == nil)
        var broken = Self.opened()
        broken.breakPictures()
        broken.press(.toggleProbe)
        #expect(broken.model.notice == "No picture yet")
    }

    @Test("the probe moves by pixels of the source and of the screen, and stays in the picture")
    func probe() {
        var screening = Self.opened()
        screening.press(.toggleProbe)
        #expect(screening.press(.secondsForward) == [] && screening.model.stepping.probe == PixelPoint(x: 51, y: 40))
        screening.press(.inspectorUp)
        screening.press(.secondsBack)
        #expect(screening.model.stepping.probe == PixelPoint(x: 50, y: 39))
        let before = screening.model.stepping.probe
        screening.press(.moveProbe(.right))
        #expect((screening.model.stepping.probe?.x ?? 0) > (before?.x ?? 0))
        for _ in 0..<200 { screening.press(.secondsForward) }
        #expect(screening.model.stepping.probe?.x == 99)
        #expect(screening.press(.toggleProbe) == [.endProbe] && screening.model.stepping.probe == nil)
        #expect(screening.press(.secondsForward) == [.skip(.seconds(5))])
    }

    @Test("a click reads the pixel under it, and goes to the line or the moment under it")
    func clicks() throws {
        var screening = Self.opened()
        let layout = screening.model.layout(screening.played)
        let picture = try #require(layout.picture)
        let middle = CellPoint(
            column: picture.origin.column + picture.size.columns / 2, row: picture.origin.row + picture.size.rows / 2)
        screening.press(.mouse(MouseEvent(.pressed(1), at: middle)))
        let probe = try #require(screening.model.stepping.probe)
        #expect((40...60).contains(probe.x) && (30...50).contains(probe.y))
        let timeline = try #require(layout.timeline)
        let inTimeline = CellPoint(
            column: timeline.origin.column + timeline.size.columns / 2, row: timeline.origin.row + 1)
        guard case .go(to: .time)? = screening.press(.mouse(MouseEvent(.pressed(1), at: inTimeline))).first else {
            Issue.record("a click into the timeline goes nowhere")
            return
        }
        let span = screening.model.debugger.timeline.span
        screening.press(.mouse(MouseEvent(.wheelUp, at: inTimeline)))
        #expect(screening.model.debugger.timeline.span < span)
        screening.model.stepping.updateLog(with: screening.timeline.log)
        let log = try #require(layout.log)
        let inLog = CellPoint(column: log.origin.column + 3, row: log.origin.row + 3)
        guard case .go(to: .heard)? = screening.press(.mouse(MouseEvent(.pressed(1), at: inLog))).first else {
            Issue.record("a click into the log goes nowhere")
            return
        }
    }

    @Test("a click does not go through a popup, and one beside it does what it does")
    func covered() throws {
        var screening = Self.opened()
        let log = try #require(screening.model.layout(screening.played).log)
        screening.hear(.panelsDue)
        screening.press(.breakpoints)
        let cell = CellPoint(column: log.origin.column + 3, row: log.origin.row + 3)
        screening.cover(log)
        screening.hear(.notice("something"))
        #expect(screening.press(.mouse(MouseEvent(.pressed(1), at: cell))) == [])
        #expect(screening.model.notice == "something" && screening.model.popup == .breakpoints(0))
        screening.cover(nil)
        #expect(screening.press(.mouse(MouseEvent(.pressed(1), at: cell))).count == 1)
    }

    @Test("a click into the log or the timeline gives up a run that waits")
    func clickAwayFromRun() throws {
        for part in [ScreenLayout.Part.log, .timeline] {
            var screening = Screening { $0.steps = true }
            screening.change { $0.breakpoints = [Breakpoint(.fault)] }
            screening.hear(.began)
            screening.hear(.panelsDue)
            #expect(screening.press(.runForward) == [.togglePause, .runAhead])
            let rect = try #require(screening.model.layout(screening.played)[part])
            let cell = CellPoint(column: rect.origin.column + rect.size.columns / 2, row: rect.origin.row + 2)
            #expect(screening.press(.mouse(MouseEvent(.pressed(1), at: cell))).count == 1, "\(part.name)")
            screening.change { $0.isExhausted = true }
            screening.hear(.found([], Coverage(seams: true, sound: true)))
            #expect(screening.turn() == [], "\(part.name)")
        }
    }

    @Test("what is said of keys, and the keys of lists, are those that the user has")
    func ownKeys() throws {
        let own = [
            KeyChange(command: "breakpoints", keys: "E", line: 1), KeyChange(command: "quit", keys: "Q", line: 2),
            KeyChange(command: "pair", keys: "none", line: 3), KeyChange(command: "close", keys: "F5", line: 4),
            KeyChange(command: "run_forward", keys: "G", line: 5),
        ]
        let keys = try ScreenKeys().changed(by: own, in: "c.toml")
        var screening = Screening { ($0.keys, $0.steps) = (keys, true) }
        screening.hear(.began)
        screening.press(.runForward)
        #expect(screening.model.notice == "No stops chosen; press E to choose")
        screening.press(.slotA)
        #expect(screening.model.notice == "Frame 183 stored as A")
        screening.press(.close)
        screening.press(.close)
        #expect(screening.model.notice == "Press Q to quit, d to hide the panels")
        screening.press(.breakpoints)
        #expect(screening.press(.character("q")) == [] && screening.model.popup == .breakpoints(0))
        screening.press(.character("E"))
        #expect(screening.model.popup == nil)
        screening.press(.breakpoints)
        #expect(screening.press(.character("Q")) == [] && screening.model.popup == nil)
        screening.change { $0.breakpoints = [Breakpoint(.late)] }
        #expect(screening.press(.character("G")) == [.run(.forward)] && screening.model.popup == nil)
        screening.hear(.writing(path: "a.txt", 0.5))
        #expect(
            screening.model.status(screening.model.layout(screening.played), screening.played, rate: 0).notice?
                .hasSuffix("(F5 cancels)") == true)
    }

    @Test("the inspector scrolls as far as it was drawn, by keys and by the wheel")
    func inspectorScroll() throws {
        var screening = Self.opened()
        screening.press(.inspectorDown)
        #expect(screening.model.debugger.inspectorScroll == 0)
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 120, rows: 24))))
        let layout = screening.model.layout(screening.played)
        var view = ScreenView()
        screening.draw(with: &view)
        let limit = view.inspectorScrollLimit
        try #require(limit > 3)
        for _ in 0...limit { screening.press(.inspectorDown) }
        #expect(screening.model.debugger.inspectorScroll == limit)
        let inspector = try #require(layout.inspector)
        screening.press(.mouse(MouseEvent(.wheelUp, at: inspector.origin)))
        #expect(screening.model.debugger.inspectorScroll == limit - 3)
    }

    @Test("arrows scroll statistics that have no room for all of them, on every screen", arguments: [false, true])
    func statistics(isStepping: Bool) {
        var screening = isStepping ? Self.opened() : Screening()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 40, rows: 12))))
        screening.press(.toggleStatistics)
        var view = ScreenView()
        func lines() -> [String] {
            let popups = screening.draw(with: &view).popups
            return popups.first { $0.border?.title.hasPrefix("statistics") == true }?.lines
                .map { $0.spans.map(\.text).joined() } ?? []
        }
        let first = lines()
        #expect(view.statisticsScrollLimit > 2 && screening.model.use(of: .inspectorDown, screening.played) == .useful)
        screening.press(.inspectorDown)
        #expect(lines().first == first.dropFirst().first && screening.model.debugger.inspectorScroll == 0)
        for _ in 0..<view.statisticsScrollLimit { screening.press(.inspectorDown) }
        let last = lines()
        #expect(last.last?.contains("picture") == true, "\(last)")
        screening.press(.inspectorUp)
        #expect(lines() != last)
        screening.press(.toggleStatistics)
        screening.press(.toggleStatistics)
        #expect(lines() == first)
    }

    @Test("hits are counted for who sees them: on the step-debug screen, or in the list")
    func hits() {
        var screening = Screening()
        screening.change { $0.breakpoints = Breakpoint.usual(ofBook: false) }
        var view = ScreenView()
        func draw() { screening.draw(with: &view) }
        screening.model.popup = .help(HelpPanel.State())
        draw()
        #expect(screening.model.stepping.landmarks.hits == BreakpointHits())
        screening.model.popup = .breakpoints(0)
        draw()
        #expect(screening.model.stepping.landmarks.hits != BreakpointHits())
    }

    @Test("the timeline of a long log is gathered in slices, and drawn meanwhile")
    func timelineSlices() {
        var screening = Self.opened()
        screening.say(6_000)
        let log = screening.timeline.log
        var view = ScreenView()
        func draw() { screening.draw(with: &view) }
        draw()
        #expect(view.hasWork(screening.model, in: log))
        for _ in 0..<2 { view.work(screening.model, on: log) }
        #expect(!view.hasWork(screening.model, in: log))
        draw()
        view.forgetLog()
        draw()
        #expect(view.hasWork(screening.model, in: log))
        screening.press(.toggleTimeline)
        #expect(!view.hasWork(screening.model, in: log))
    }

    @Test("panels that have no room stay wished for, and say what they need")
    func room() {
        var screening = Self.opened()
        #expect(screening.model.layout(screening.played).inspector != nil)
        screening.press(.toggleInspector)
        #expect(screening.model.layout(screening.played).inspector == nil && screening.model.notice == nil)
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 40, rows: 12))))
        screening.press(.toggleInspector)
        #expect(screening.model.notice?.hasPrefix("No room: inspector needs ") == true)
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 200, rows: 60))))
        #expect(screening.model.layout(screening.played).inspector != nil)
    }

    @Test("a range that begins between two frames has the one on screen, as a line and as a picture")
    func rangeBetweenFrames() throws {
        var screening = Self.opened()
        let log = screening.timeline.log
        // Events that bring no frame lie between these two.
        let before = try #require(
            (0..<log.frameCount - 4).first { place in
                guard let entry = log.entry(ofFrame: place), let next = log.entry(ofFrame: place + 1) else {
                    return false
                }
                return next.heard > entry.heard + 1
            })
        let (begin, end) = (try #require(log.entry(ofFrame: before)), try #require(log.entry(ofFrame: before + 3)))
        for heard in [begin.heard, begin.heard + 1] {
            screening.timeline.move(to: heard)
            screening.press(.selectRange)
            screening.timeline.move(to: end.heard)
            screening.press(.selectRange)
            screening.model.stepping.updateLog(with: log)
            let frames = screening.model.stepping.chosenLines(of: log).compactMap { log.entries[$0].record?.ordinal }
            #expect(frames == Array(before...before + 3))
            screening.press(.export)
            #expect(screening.model.prompt?.editor.text == "frames-\(before)-\(before + 3).png")
            screening.press(.named(.escape))
            screening.press(.selectRange)
        }
    }

    @Test("a range begins and ends at the playhead, in any order, and is forgotten")
    func range() throws {
        var screening = Self.opened()
        screening.press(.selectRange)
        let last = screening.timeline.heard
        screening.timeline.move(to: last - 40)
        screening.press(.selectRange)
        let first = try #require(screening.timeline.log.entryOnScreen(after: last - 40)).heard
        #expect(screening.model.stepping.landmarks.selection == first...last)
        screening.press(.export)
        #expect(screening.model.prompt?.editor.text.hasPrefix("frames-") == true)
        screening.press(.named(.escape))
        screening.press(.selectRange)
        #expect(screening.model.stepping.landmarks.selection == nil && screening.model.notice == "No range")
    }

    @Test("with the log alone nothing is said that only a picture would show; a panel that is peeked at is there")
    func logAlone() {
        var screening = Self.opened()
        screening.press(.toggleLogPage)
        screening.press(.slotA)
        for command in [Command.toggleProbe, .togglePair] {
            screening.press(command)
            #expect(screening.model.notice == "The picture is hidden; press K to show it")
        }
        #expect(screening.model.stepping.probe == nil && !screening.model.stepping.showsPair)
        var playing = Screening()
        for command in [Command.toggleDebug, .toggleLogPage, .toggleDebug, .toggleInspector] { playing.press(command) }
        #expect(playing.model.layout(playing.played)[.inspector] != nil && playing.model.notice == nil)
    }

    // MARK: Running

    @Test("without a breakpoint there is nothing to run to")
    func noBreakpoints() {
        var screening = Self.opened()
        #expect(screening.press(.runForward) == [] && screening.model.notice == "No stops chosen; press b to choose")
    }

    @Test("what is played has its pixels looked at by the first run for faults, or on the step-debug screen; once")
    func seamsOfPlaying() {
        for first in [Command.runForward, .toggleDebug] {
            var screening = Screening()
            screening.change { ($0.breakpoints, $0.isPaused) = ([Breakpoint(.fault)], true) }
            #expect(screening.hear(.began) == [])
            #expect(screening.press(first).prefix(2) == [.runAhead, .testSeams])
            #expect(screening.press(.runForward) == [.runAhead])
            screening.press(.toggleDebug)
            #expect(screening.press(.toggleDebug) == [])
            #expect(screening.model.stepping.seams == .looking())
        }
        // Of what grows and what is live not all can be looked at.
        for source in [ScreenModel.Opening.Source.growingTape, .live(isInsecure: false)] {
            var screening = Screening { $0.source = source }
            screening.change { ($0.breakpoints, $0.isPaused) = ([Breakpoint(.fault)], true) }
            #expect(screening.press(.toggleDebug) == [] && screening.press(.runForward) == [.run(.forward)])
        }
        // Chunks are told apart without pixels.
        var chunks = Screening()
        chunks.change { ($0.breakpoints, $0.isPaused) = ([Breakpoint(.chunkStart)], true) }
        #expect(chunks.press(.runForward) == [.run(.forward)])
    }

    @Test("a run to another fault needs no chosen stops, waits for the seams, and is counted")
    func otherFault() {
        var screening = Screening { $0.steps = true }
        screening.change { ($0.breakpoints, $0.isPaused) = ([], true) }
        screening.hear(.began)
        #expect(screening.press(.nextOtherFault) == [.runAhead])
        screening.hear(.found([], Coverage(seams: true, sound: true)))
        screening.change { $0.isExhausted = true }
        #expect(screening.turn() == [.runToOtherFault()])
        screening.press(.character("3"))
        #expect(screening.press(.nextOtherFault) == [.runToOtherFault(times: 3)])
        screening.hear(.arrived(.noOtherFault))
        #expect(screening.model.notice?.hasPrefix("No further fault of another kind") == true)
    }

    @Test("a run waits for the seams, which go into the log when all has been heard")
    func seams() {
        var screening = Screening { $0.steps = true }
        screening.change { $0.breakpoints = [Breakpoint(.fault)] }
        screening.hear(.began)
        #expect(screening.press(.runForward) == [.togglePause, .runAhead])
        let finding = AuditFinding(.seam, at: Instant(seconds: 2), expected: "a", found: "b")
        screening.hear(.found([finding], Coverage(seams: true, sound: true)))
        #expect(screening.turn() == [])
        screening.change { $0.isExhausted = true }
        #expect(screening.turn() == [.add([finding]), .run(.forward)])
        #expect(screening.model.stepping.seams == .done && screening.model.stepping.judged.seams)
        #expect(screening.turn() == [])
    }

    @Test("a run that waits says how far it has come; Esc gives it up, and no key waits for it")
    func waitingRunProgress() {
        var screening = Screening { $0.steps = true }
        screening.change { $0.breakpoints = [Breakpoint(.fault)] }
        screening.hear(.began)
        screening.change { ($0.isPaused, $0.runAhead, $0.part) = (true, .listening, 0.6) }
        screening.press(.runForward)
        func progress() -> String? {
            screening.model.status(screening.model.layout(screening.played), screening.played, rate: 0).notice
        }
        #expect(progress()?.hasPrefix("Testing all frames for seams, 0 % (") == true)
        screening.hear(.looked(percent: 42))
        #expect(progress()?.hasPrefix("Testing all frames for seams, 42 % (") == true)
        // All of it has to be heard, too.
        screening.hear(.looked(percent: 99))
        #expect(progress()?.hasPrefix("Testing all frames for seams, 60 % (") == true)
        screening.hear(.found([], Coverage(seams: true, sound: true)))
        #expect(progress()?.hasPrefix("Testing all frames for seams, 60 % (") == true)
        // What comes late changes nothing.
        screening.hear(.looked(percent: 100))
        screening.press(.close)
        #expect(screening.model.stepping.awaitedRun == nil)
        #expect(progress()?.hasPrefix("Indexing the recording, 60 % (") == true)
    }

    @Test("a chunk that only another message has is said to be that one's")
    func otherMessage() throws {
        let second = [
            Event(Instant(seconds: 12), .local(.sent)), Event(Instant(seconds: 13), .local(.ticked)),
        ]
        var screening = Screening(Screening.heard + second) { $0.steps = true }
        screening.timeline.moveToEdge()
        screening.press(.askPlace)
        screening.type("c1")
        guard case .at(let place) = screening.timeline.find(.chunk(1)) else {
            Issue.record("no such chunk")
            return
        }
        screening.timeline.move(to: place)
        screening.hear(.arrived(.arrived([])))
        #expect(screening.model.notice == "Chunk 1 of message 0; message 1 has none")
        // From there it is the same message's.
        screening.press(.askPlace)
        screening.type("c1")
        screening.hear(.arrived(.arrived([])))
        #expect(screening.model.notice == nil)
    }

    @Test(
        "how going somewhere ended is said where it cannot be seen",
        arguments: [
            (.stepped, nil), (.arrived([]), nil), (.start, "Start of the recording"), (.end, "End of the recording"),
            (.nowhere, "no such frame; the last is 183"), (.arrived([Breakpoint(.late)]), "Stopped: "),
            (.noStop, "No further hits in that direction (late); "),
        ] as [(SeekOutcome, String?)])
    func outcomes(outcome: SeekOutcome, said: String?) {
        var screening = Self.opened()
        screening.change { $0.breakpoints = [Breakpoint(.late), Breakpoint(.lost, isEnabled: false)] }
        screening.hear(.arrived(outcome))
        if let said {
            #expect(screening.model.notice?.hasPrefix(said) == true)
        } else {
            #expect(screening.model.notice == nil)
        }
    }

    @Test("at the end of a live stream the key is said that plays live")
    func liveEnd() {
        var screening = Screening()
        screening.change { $0.isGrowing = true }
        screening.hear(.arrived(.end))
        #expect(screening.model.notice == "Nothing received beyond this yet; press L to go live")
    }

    @Test("the end of a recording that is followed is said once, and its seams are tested then")
    func recordingEnds() {
        var screening = Screening { ($0.source, $0.steps) = (.growingTape, true) }
        var grows = true
        func turn() -> [ScreenAction] {
            screening.change { [grows] in $0.isGrowing = grows }
            return screening.hear(.turned)
        }
        _ = screening.hear(.began)
        #expect(screening.model.awaitsTurn && !turn().contains(.testSeams))
        grows = false
        #expect(turn().contains(.testSeams) && screening.model.notice == "The recording has ended at 12.000 s")
        #expect(!turn().contains(.testSeams))
    }

    @Test("at the end of what has been read of a book nothing is said to be live")
    func readEnd() {
        var screening = Screening()
        screening.change { ($0.isGrowing, $0.book.isReadHere) = (true, true) }
        screening.hear(.arrived(.end))
        #expect(screening.model.notice == "Nothing read beyond this yet; press d for the book")
    }

    // MARK: Lists

    @Test("breakpoints are switched, counted, taken away and added")
    func breakpoints() {
        var screening = Self.opened()
        screening.change { $0.breakpoints = [Breakpoint(.late), Breakpoint(.lost)] }
        screening.press(.breakpoints)
        screening.press(.named(.down))
        #expect(
            screening.press(.character(" ")) == [
                .setBreakpoints([Breakpoint(.late), Breakpoint(.lost, isEnabled: false)])
            ])
        guard case .setBreakpoints(let counted)? = screening.press(.character("+")).first else {
            Issue.record("nothing is counted")
            return
        }
        #expect(counted[1].ignoring == 1)
        #expect(screening.press(.character("d")) == [.setBreakpoints([Breakpoint(.late)])])
        #expect(screening.model.popup == .breakpoints(0))
        screening.press(.character("a"))
        #expect(screening.type("fautl") == [])
        #expect(screening.model.prompt?.error == "\"fautl\" is neither a stop nor a field; did you mean fault?")
        #expect(
            screening.type("skipped") == [
                .setBreakpoints([Breakpoint(.late), Breakpoint(.lost), Breakpoint(.skipped)])
            ])
        #expect(screening.model.popup == .breakpoints(2) && screening.model.prompt == nil)
        // A run closes the list and goes.
        #expect(screening.press(.runForward) == [.run(.forward)] && screening.model.popup == nil)
    }

    @Test("marks are gone to, renamed and taken away")
    func marks() {
        var screening = Self.opened()
        screening.hear(.marks([Mark(time: Instant(seconds: 2), name: "b", note: "n"), Mark(time: .zero, name: "a")]))
        screening.press(.marks)
        screening.press(.named(.down))
        screening.press(.character("n"))
        #expect(screening.model.prompt?.editor.text == "b: n")
        let second = Mark(time: Instant(seconds: 2), name: "b", note: "n")
        #expect(screening.type("c") == [.rename(second, to: "c", note: nil)] && screening.model.prompt == nil)
        #expect(screening.press(.character("d")) == [.remove(second)] && screening.model.popup == .marks(0))
        #expect(screening.press(.named(.enter)) == [.go(to: .frame(0))] && screening.model.popup == nil)
        #expect(
            screening.press(.addMark) == []
                && screening.type("x: y") == [.addMark(Mark(time: screening.timeline.now, name: "x", note: "y"))])
    }

    @Test("in every list Home and End go to its ends, and pages are ten rows")
    func pages() {
        var screening = Self.opened()
        screening.hear(.marks((0..<25).map { Mark(time: Instant(seconds: Double($0)), name: "m\($0)") }))
        screening.press(.marks)
        let rows = [NamedKey.end, .pageUp, .pageUp, .pageUp, .pageDown, .pageDown, .pageDown, .home].map { key in
            screening.press(.named(key))
            return screening.model.popup?.row
        }
        #expect(rows == [24, 14, 4, 0, 10, 20, 24, 0])
    }

    @Test("q closes every list and the help, and quits behind that; Ctrl-C quits from all of them and from a line")
    func quitting() {
        for command in [Command.breakpoints, .marks, .faults, .why, .conversation, .toggleHelp] {
            var screening = Self.opened()
            screening.change { $0.captions = [SaidLine(heard: 9, time: .zero, isAsked: false, text: "Hello")] }
            screening.press(command)
            #expect(screening.model.popup != nil, "\(command)")
            #expect(screening.press(.character("q")) == [] && screening.model.popup == nil, "\(command)")
            #expect(screening.press(.character("q")) == [.quit])
            screening.press(command)
            #expect(screening.press(.control("c")) == [.quit])
        }
        var words = Self.opened()
        words.press(.toggleHelp)
        words.press(.character("/"))
        #expect(words.press(.character("q")) == [] && words.model.popup != nil, "a letter of what is looked for")
        var screening = Self.opened()
        screening.press(.askPlace)
        #expect(screening.press(.character("q")) == [] && screening.press(.control("c")) == [.quit])
    }

    @Test("the key of the help opens it from every list")
    func helpFromLists() {
        for command in [Command.breakpoints, .marks, .faults, .why] {
            var screening = Self.opened()
            screening.press(command)
            #expect(screening.model.popup != nil)
            screening.press(.character("?"))
            #expect(Self.help(screening) != nil, "\(command)")
        }
    }

    private static func help(_ screening: Screening) -> HelpPanel.State? {
        if case .help(let state) = screening.model.popup { state } else { nil }
    }

    @Test("the help scrolls to its end and no further, and any other key does what it does")
    func help() throws {
        var screening = Screening()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 20, rows: 6))))
        screening.press(.toggleHelp)
        screening.press(.named(.up))
        #expect(Self.help(screening)?.top == 0)
        screening.press(.named(.down))
        screening.press(.character(" "))
        #expect(Self.help(screening)?.top == 5)
        screening.press(.named(.end))
        let last = try #require(Self.help(screening)?.top)
        screening.press(.named(.down))
        #expect(last > 20 && Self.help(screening)?.top == last)
        screening.press(.named(.pageUp))
        #expect(Self.help(screening)?.top == last - 4)
        screening.press(.toggleHelp)
        #expect(screening.model.popup == nil)
    }

    @Test(
        "at 20x6 every key and what it does is reached page by page, what means something first, and a bar says where")
    func smallHelp() throws {
        var screening = Screening()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 20, rows: 6))))
        screening.press(.toggleHelp)
        let groups = screening.model.helpGroups(screening.played)
        func lines() throws -> (top: Int, lines: [String]) {
            let state = try #require(Self.help(screening))
            let panel = HelpPanel.popup(groups, state, in: screening.model.layout(screening.played))
            let lines = panel.lines.map { $0.spans.map(\.text).joined() }
            #expect(lines.contains { $0.contains("█") }, "no bar: \(lines)")
            return (state.top, lines)
        }
        var all = try lines().lines
        while true {
            let top = try lines().top
            screening.press(.named(.down))
            let next = try lines()
            if next.top == top { break }
            all.append(next.lines.last ?? "")
        }
        // Words that are longer than a row stand on two.
        let letters = { (text: String) in text.filter { $0.isLetter || $0.isNumber } }
        let shown = letters(all.joined())
        for (_, does) in groups.flatMap(\.keys) { #expect(shown.contains(letters(does)), "\(does)") }
        #expect(groups.last?.title == "not available now")
        screening.press(.named(.home))
        var pages = 1
        while case let top = try lines().top, screening.press(.character(" ")) == [], try lines().top != top {
            pages += 1
        }
        #expect(pages < 80, "\(pages)")
    }

    @Test("the help is looked through by words; Esc takes them away first, then the help")
    func helpWords() {
        var screening = Screening()
        screening.press(.toggleHelp)
        for character in "/Mute" { screening.press(.character(character)) }
        #expect(Self.help(screening)?.filter == TypedFilter("Mute", isTyping: true))
        let content = HelpPanel.popup(
            screening.model.helpGroups(screening.played), Self.help(screening) ?? HelpPanel.State(),
            in: screening.model.layout(screening.played))
        let shown = content.lines.map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
        #expect(shown.contains(" m ") && shown.contains("mute") && !shown.contains("quieter"))
        screening.press(.named(.enter))
        // Not typed any more: it is a command again.
        #expect(screening.press(.character("m")) == [.setMuted(true)])
        screening.press(.named(.escape))
        #expect(Self.help(screening) == HelpPanel.State())
        screening.press(.named(.escape))
        #expect(screening.model.popup == nil)
    }

    @Test("a fault that is chosen in the list is gone to; letters choose, Esc takes them away first, then the list")
    func faultList() throws {
        var screening = Screening()
        let record = try #require(screening.played.log.entries.compactMap(\.record).dropFirst(20).first)
        screening.timeline.addMediaFindings([
            AuditFinding(.seam, at: record.shown, frame: record.ordinal, expected: "a", found: "b")
        ])
        screening.press(.faults)
        for character in "/seam" { screening.press(.character(character)) }
        screening.press(.named(.enter))
        screening.press(.named(.escape))
        #expect(screening.model.popup == .faults(FaultsPanel.State()))
        let fault = try #require(FaultsPanel.listed(screening.played.log, "seam").first?.fault)
        for character in "/seam" { screening.press(.character(character)) }
        screening.press(.named(.enter))
        #expect(screening.press(.named(.enter)) == [.go(to: .heard(fault.heard))] && screening.model.popup == nil)
        screening.press(.faults)
        screening.press(.named(.escape))
        #expect(screening.model.popup == nil)
    }

    @Test("why a frame is as it is: each step is a place to go to, but for what was not recorded")
    func why() throws {
        var screening = Screening()
        screening.press(.why)
        guard case .why(let why, 0) = screening.model.popup else {
            Issue.record("nothing is said")
            return
        }
        #expect(why.record.ordinal == screening.played.record?.ordinal)
        let place = try #require(why.steps.first?.place)
        #expect(screening.press(.named(.enter)) == [.go(to: place.goal)] && screening.model.popup == nil)
        if let unknown = why.steps.firstIndex(where: { $0.place == nil }) {
            screening.press(.why)
            for _ in 0..<unknown { screening.press(.named(.down)) }
            #expect(screening.press(.named(.enter)) == [] && screening.model.notice?.contains("not") != false)
        }
    }

    @Test("the key of a panel opens and closes that panel while it plays, and nothing else moves")
    func peeking() {
        var screening = Screening()
        #expect(screening.press(.toggleTimeline) == [])
        #expect(screening.model.layout(screening.played).timeline != nil)
        #expect(screening.model.layout(screening.played).log == nil && !screening.model.stopsAtBreakpoints)
        #expect(screening.press(.toggleInspector) == [])
        #expect(screening.model.layout(screening.played).inspector != nil)
        #expect(screening.press(.toggleTimeline) == [] && screening.model.screen == .debugger)
        #expect(screening.press(.toggleInspector) == [] && screening.model.screen == .player)
        // The step-debug screen is as it was left.
        #expect(screening.press(.toggleDebug) == [.togglePause, .runAhead, .testSeams])
        #expect(screening.model.layout(screening.played).log != nil && screening.model.stopsAtBreakpoints)
        screening.press(.toggleDebug)
        // Its key makes all of it of some panels.
        screening.press(.toggleTimeline)
        #expect(screening.press(.toggleDebug) == [.togglePause] && screening.model.screen == .debugger)
        #expect(screening.model.layout(screening.played).log != nil)
        screening.press(.toggleDebug)
        screening.press(.toggleTimeline)
        screening.press(.named(.escape))
        #expect(screening.model.screen == .player && screening.model.debugger.peek == nil)
    }

    @Test("keys that have nothing to do now come last")
    func idleKeys() throws {
        func groups(_ screening: Screening, of keys: [String]) -> Set<String> {
            let groups = screening.model.helpGroups(screening.played)
            return Set(groups.filter { keys.allSatisfy($0.keys.map(\.key).contains) }.map(\.title))
        }
        var screening = Screening()
        let idle = "not available now"
        #expect(screening.model.helpGroups(screening.played).last?.title == idle)
        #expect(groups(screening, of: ["j", "Ctrl-O"]) == [idle] && groups(screening, of: ["PgUp"]) == [idle])
        // Of a tape that does not grow, and in which nobody listens, nothing ever is.
        #expect(groups(screening, of: ["L"]).isEmpty && groups(screening, of: ["R"]).isEmpty)
        screening.press(.toggleLog)
        #expect(groups(screening, of: ["PgUp"]) == ["log"])
        let live = Screening { $0.source = .live(isInsecure: false) }
        #expect(groups(live, of: ["R"]) == ["live"])
    }
}
