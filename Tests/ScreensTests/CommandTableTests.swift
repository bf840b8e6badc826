import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import Support
import Testing

@testable import Screens

/// What one command does to a screen that nobody has touched.
private struct CommandCase: Sendable, CustomTestStringConvertible {
    let command: Command
    var actions: [ScreenAction] = []
    /// As the model is behind it, where it is not as before.
    var change: @Sendable (inout ScreenModel) -> Void = { _ in }
    var testDescription: String { "\(command)" }

    init(
        _ command: Command, _ actions: [ScreenAction] = [],
        _ change: @escaping @Sendable (inout ScreenModel) -> Void = { _ in }
    ) {
        (self.command, self.actions, self.change) = (command, actions, change)
    }

    /// One that goes somewhere.
    init(_ command: Command, going goal: Goal, isJump: Bool = false) {
        self.init(command, [.go(to: goal)]) {
            $0.stepping.soughtGoal = goal
            if isJump { $0.stepping.jumps.leave(Self.end) }
        }
    }

    /// A tape that is whole is heard ahead then, and its pixels are looked at.
    private static let opensDebugger: [ScreenAction] = [.togglePause, .runAhead, .testSeams]
    /// Where the playhead is.
    private static let end = Screening.heard.count

    static let table: [CommandCase] = [
        CommandCase(.togglePause, [.togglePause]),
        CommandCase(.slower, [.setSpeed(90)]) { $0.notice = "speed 90 %" },
        CommandCase(.faster, [.setSpeed(110)]) { $0.notice = "speed 110 %" },
        CommandCase(.normalSpeed, [.setSpeed(100)]) { $0.notice = "speed 100 %" },
        CommandCase(.goLive, [.goLive]),
        CommandCase(.toggleMute, [.setMuted(true)]) { $0.notice = "muted" },
        CommandCase(.quieter, [.setVolume(70)]) { $0.notice = "volume 70 %" },
        CommandCase(.louder, [.setVolume(90)]) { $0.notice = "volume 90 %" },
        CommandCase(.frameForward, going: .frames(1)), CommandCase(.frameBack, going: .frames(-1)),
        CommandCase(.chunkForward, going: .chunks(1), isJump: true),
        CommandCase(.chunkBack, going: .chunks(-1), isJump: true),
        CommandCase(.eventForward, going: .events(1)), CommandCase(.eventBack, going: .events(-1)),
        CommandCase(.secondsForward, [.skip(.seconds(5))]), CommandCase(.secondsBack, [.skip(.seconds(-5))]),
        CommandCase(.toStart, going: .start, isJump: true), CommandCase(.toEnd, going: .end, isJump: true),
        CommandCase(.tenth(5)) { $0.count = Count(5, at: Instant(seconds: 12)) },
        CommandCase(.askPlace) { $0.prompt = Prompt(.place) },
        CommandCase(.runForward, [.run(.forward)]) { $0.stepping.jumps.leave(end) },
        CommandCase(.runBack, [.run(.backward)]) { $0.stepping.jumps.leave(end) },
        CommandCase(.jumpBack) { $0.notice = "No earlier jump" },
        CommandCase(.jumpForward) { $0.notice = "No later jump" },
        CommandCase(.breakpoints) { $0.popup = .breakpoints(0) },
        CommandCase(.addMark) { $0.prompt = Prompt(.markName(at: Instant(seconds: 12)), "frame 183") },
        CommandCase(.marks, [.readMarks]) { $0.popup = .marks(0) },
        CommandCase(.nextView) { $0.picture.view = .base }, CommandCase(.previousView) { $0.picture.view = .onion },
        CommandCase(.toggleOutline) { $0.picture.isOutlined = true },
        CommandCase(.moreOnion) {
            ($0.picture.onionFrames, $0.notice) = (4, "onion skin of 4 frames, shown in view onion")
        },
        CommandCase(.lessOnion) {
            ($0.picture.onionFrames, $0.notice) = (2, "onion skin of 2 frames, shown in view onion")
        },
        CommandCase(.togglePair) {
            $0.notice = "No stored frame to compare; press A to store one, then = to compare"
        },
        CommandCase(.toggleProbe) { $0.stepping.probe = PixelPoint(x: 50, y: 40) },
        CommandCase(.moveProbe(.left)),
        CommandCase(.toggleDebug, opensDebugger) {
            ($0.screens, $0.stepping.seams) = ([.player, .debugger], .looking())
        },
        CommandCase(.toggleTimeline) {
            $0.screens = [.player, .debugger]
            $0.debugger.beginPeek(log: false)
            $0.debugger.shown.timeline = true
        },
        CommandCase(.toggleInspector) {
            $0.screens = [.player, .debugger]
            $0.debugger.beginPeek(log: false)
            $0.debugger.shown.inspector = true
        },
        CommandCase(.toggleLog) { $0.player.log = .beside },
        CommandCase(.toggleLogPage) { $0.player.log = .alone },
        CommandCase(.nextTileMode) { ($0.tile.mode, $0.notice) = (.always, "Tile: always") },
        CommandCase(.nextTileCorner) { ($0.tile.corner, $0.notice) = (.bottomRight, "Tile: bottom right") },
        CommandCase(.largerTile) { ($0.tile.size, $0.notice) = (.large, "Tile: size L") },
        CommandCase(.smallerTile) { ($0.tile.size, $0.notice) = (.small, "Tile: size S") },
        CommandCase(.toggleStatistics) { $0.picture.showsStatistics = true },
        CommandCase(.toggleCaptions) { $0.picture.showsCaptions = false },
        CommandCase(.toggleFilling) { $0.picture.fills = true },
        // Without the step-debug screen there is nothing to scroll and no timeline.
        CommandCase(.zoomIn), CommandCase(.zoomOut), CommandCase(.logUp), CommandCase(.logDown),
        CommandCase(.inspectorUp), CommandCase(.inspectorDown),
        CommandCase(.search, opensDebugger) {
            ($0.screens, $0.stepping.seams, $0.prompt) = ([.player, .debugger], .looking(), Prompt(.search))
        },
        CommandCase(.share) { $0.notice = "Cannot share: there is no recording" },
        CommandCase(.faults) { $0.popup = .faults(FaultsPanel.State()) },
        CommandCase(.nextMatch) { $0.notice = "No search text yet; press / to search" },
        CommandCase(.previousMatch) { $0.notice = "No search text yet; press / to search" },
        CommandCase(.filter, opensDebugger) {
            ($0.screens, $0.stepping.seams, $0.prompt) = ([.player, .debugger], .looking(), Prompt(.filter))
        },
        CommandCase(.writeLog) { $0.prompt = Prompt(.logFile, "cameo-log.txt") },
        CommandCase(.savePicture, [.savePicture]),
        CommandCase(.export) { $0.prompt = Prompt(.export(frames: 183...183), "frame-183.png") },
        CommandCase(.say) { $0.notice = "This is a recording; nobody can answer" },
        CommandCase(.conversation) { $0.notice = "This recording contains no text" },
        CommandCase(.nextMember) { $0.notice = "This recording has only one avatar" },
        CommandCase(.retryConnection) { $0.notice = "This is a recording; nobody can answer" },
        CommandCase(.toggleHelp) { $0.popup = .help(HelpPanel.State()) },
        CommandCase(.repaint, [.repaint]), CommandCase(.suspend, [.suspend]), CommandCase(.close),
        CommandCase(.quit, [.quit]),
    ]

    /// What is otherwise while the step-debug screen is open.
    static let debugging: [CommandCase] = [
        CommandCase(.toggleDebug) { $0.screens = [.player] },
        CommandCase(.toggleTimeline) { $0.debugger.shown.timeline = false },
        CommandCase(.toggleInspector) { $0.debugger.shown.inspector = false },
        CommandCase(.toggleLog) { $0.debugger.shown.log = false },
        CommandCase(.toggleLogPage) { $0.debugger.isLogAlone = true },
        CommandCase(.search) { $0.prompt = Prompt(.search) },
        CommandCase(.filter) { $0.prompt = Prompt(.filter) },
        CommandCase(.zoomIn) { $0.debugger.timeline.zoomIn(around: Instant(seconds: 12)) },
        CommandCase(.zoomOut) {
            $0.debugger.timeline.zoomOut(around: Instant(seconds: 12))
            $0.debugger.timeline.showAll()
        },
        CommandCase(.inspectorDown) { $0.debugger.inspectorScroll = 1 },
        CommandCase(.close) { $0.screens = [.player] },
    ]

    /// What is otherwise in a session with a backend.
    static let live: [CommandCase] = [
        CommandCase(.say) { $0.prompt = Prompt(.message()) },
        CommandCase(.conversation) { $0.popup = .conversation(0) },
        CommandCase(.nextMember) { $0.notice = "No other avatar to talk to" },
        CommandCase(.retryConnection, [.retryConnection]),
        CommandCase(.toggleDebug, [.togglePause]) { $0.screens = [.player, .debugger] },
        CommandCase(.search, [.togglePause]) { ($0.screens, $0.prompt) = ([.player, .debugger], Prompt(.search)) },
        CommandCase(.filter, [.togglePause]) { ($0.screens, $0.prompt) = ([.player, .debugger], Prompt(.filter)) },
    ]

    /// Those that change what is compared in more than a line; each has a test of its own below.
    static let others: [Command] = [.nextOtherFault, .slotA, .slotB, .nextStatus, .selectRange, .why, .palette]
}

@Suite("What each command does")
struct CommandTableTests {
    private static func screening() -> Screening {
        var screening = Screening()
        screening.change {
            $0.sound.device = .open
            $0.sound.volume = 80
            $0.breakpoints = [Breakpoint(.late)]
        }
        return screening
    }

    @Test("a command does what the table says and nothing else", arguments: CommandCase.table)
    fileprivate func table(row: CommandCase) {
        var screening = Self.screening()
        var expected = screening.model
        row.change(&expected)
        #expect(screening.press(row.command) == row.actions)
        expected.noticeEnd = screening.model.noticeEnd
        #expect(screening.model == expected)
    }

    /// The rows that hold, with those of this table in place of others.
    private static func rows(_ instead: [CommandCase], leavingOut others: [Command]) -> [CommandCase] {
        let known = instead.map(\.command)
        return CommandCase.table.filter { !known.contains($0.command) && !others.contains($0.command) } + instead
    }

    @Test(
        "while the step-debug screen is open, too",
        arguments: rows(CommandCase.debugging, leavingOut: [.logUp, .logDown]))
    fileprivate func debugging(row: CommandCase) {
        var screening = Self.screening()
        screening.setInspectorScrollLimit(5)
        screening.change { $0.isPaused = true }
        screening.press(.toggleDebug)
        var expected = screening.model
        row.change(&expected)
        #expect(screening.press(row.command) == row.actions)
        expected.noticeEnd = screening.model.noticeEnd
        #expect(screening.model == expected)
    }

    @Test("and in a session with a backend", arguments: rows(CommandCase.live, leavingOut: []))
    fileprivate func live(row: CommandCase) {
        var screening = Screening { $0.source = .live(isInsecure: false) }
        screening.change {
            ($0.sound.device, $0.sound.volume, $0.breakpoints) = (.open, 80, [Breakpoint(.late)])
            ($0.isGrowing, $0.links[.main]) = (true, .connected(.webSocket))
        }
        var expected = screening.model
        row.change(&expected)
        #expect(screening.press(row.command) == row.actions)
        expected.noticeEnd = screening.model.noticeEnd
        #expect(screening.model == expected)
    }

    @Test("pages of the log are scrolled where it is shown, and only there")
    func logPages() {
        var screening = Self.screening()
        screening.change { $0.isPaused = true }
        screening.press(.toggleDebug)
        screening.hear(.panelsDue)
        let before = screening.model.stepping.log
        screening.press(.logUp)
        #expect(screening.model.stepping.log != before)
        screening.press(.toggleLog)
        let hidden = screening.model.stepping.log
        screening.press(.logUp)
        #expect(screening.model.stepping.log == hidden)
    }

    @Test("every command that has a key is in the table")
    func complete() {
        let known = CommandCase.table.map(\.command) + CommandCase.others
        let missing = KeyMap.standard.rows.map(\.command).filter { command in
            if case .tenth = command { return false }
            if case .moveProbe = command { return false }
            return !known.contains(command)
        }
        #expect(missing == [])
    }

    @Test("the keys of the screen that is open count")
    func screenKeys() throws {
        let own = [KeyChange(on: .debugger, command: "frame_forward", keys: "E", line: 1)]
        let keys = try ScreenKeys().changed(by: own, in: "c.toml")
        var screening = Screening { $0.keys = keys }
        #expect(screening.press(.character("E")) == [] && screening.press(.character(".")) == [.go(to: .frames(1))])
        screening.press(.toggleDebug)
        #expect(screening.press(.character("E")) == [.go(to: .frames(1))] && screening.press(.character(".")) == [])
    }

    @Test("a notice goes with the next key, whatever it does")
    func notice() {
        var screening = Self.screening()
        screening.hear(.notice("something"))
        #expect(screening.model.notice == "something")
        screening.press(.toggleOutline)
        #expect(screening.model.notice == nil)
        // One that means nothing says nothing either; in a list, too.
        for key in [Key.control("g"), .character("@"), .control("d"), .paste("something else")] {
            for opens in [nil, Command.marks] {
                if let opens { screening.press(opens) }
                screening.hear(.notice("something"))
                screening.press(key)
                #expect(screening.model.notice == nil, "\(key)")
                screening.press(.close)
            }
        }
        // What is typed into a line is read beside it.
        screening.press(.askPlace)
        screening.hear(.notice("something"))
        screening.press(.character("4"))
        #expect(screening.model.notice == "something")
    }

    @Test("a notice goes after five seconds, a long one later, and one that is said again begins anew")
    func expiringNotice() {
        var screening = Self.screening()
        func said(at seconds: Double) -> String? {
            screening.change { $0.now = Instant(seconds: seconds) }
            screening.hear(.noticeDue)
            return screening.model.notice
        }
        screening.change { $0.now = Instant(seconds: 10) }
        screening.hear(.notice("something"))
        #expect(screening.model.noticeEnd == Instant(seconds: 15) && said(at: 14.9) == "something")
        screening.hear(.notice("something"))
        #expect(said(at: 15) == "something" && said(at: 19.9) == nil && screening.model.noticeEnd == nil)
        screening.hear(.notice(String(repeating: "x", count: 100)))
        #expect(said(at: 27.8) != nil && said(at: 27.9) == nil)
    }

    @Test("a run that waits is given up by who goes elsewhere, and by nobody who looks on")
    func waitingRun() {
        for row in KeyMap.standard.rows where row.keys.first != nil {
            var screening = Screening { $0.steps = true }
            screening.change { $0.breakpoints = [Breakpoint(.fault)] }
            screening.hear(.began)
            #expect(screening.press(.runForward) == [.togglePause, .runAhead])
            screening.press(row.command)
            let stays = row.command.keepsPlayhead && row.command != .close
            #expect((screening.model.stepping.awaitedRun != nil) == stays, "\(row.command)")
        }
    }

    @Test("speed, volume and onion skins stop at their ends")
    func ends() {
        var screening = Screening()
        screening.change { ($0.speed, $0.sound.volume, $0.sound.device) = (400, 100, .open) }
        #expect(screening.press(.faster) == [.setSpeed(400)] && screening.press(.louder) == [.setVolume(100)])
        screening.change { ($0.speed, $0.sound.volume) = (10, 0) }
        #expect(screening.press(.slower) == [.setSpeed(10)] && screening.press(.quieter) == [.setVolume(0)])
        for _ in 0..<20 { screening.press(.moreOnion) }
        #expect(screening.model.picture.onionFrames == 9)
    }

    @Test("louder is heard at once; without a device the reason is said")
    func sound() {
        var screening = Screening()
        screening.change { ($0.sound.isMuted, $0.sound.volume, $0.sound.device) = (true, 50, .open) }
        #expect(screening.press(.louder) == [.setMuted(false), .setVolume(60)])
        #expect(screening.press(.toggleMute) == [.setMuted(false)] && screening.model.notice == "volume 50 %")
        screening.change { $0.sound.device = .unavailable("no card") }
        screening.press(.toggleMute)
        #expect(screening.model.notice == "No sound: no card")
    }

    @Test("that there is no sound takes no rows from what is shown, nor the place of what is said already")
    func unheard() {
        let long = "device \"a headset with a long name\" did not open"
        func notice(_ columns: Int, _ reason: String = "no device found", saying before: String? = nil) -> String? {
            var screening = Screening()
            screening.model.geometry = ScreenGeometry(cells: CellSize(columns: columns, rows: 24))
            if let before { screening.hear(.notice(before)) }
            screening.hear(.unheard(reason))
            screening.turn()
            let first = screening.model.notice
            guard first != nil, first == before else { return first }
            // Then there is room for it.
            screening.model.notice = nil
            screening.turn()
            return screening.model.notice.map { "\(before ?? ""), then \($0)" }
        }
        #expect(notice(40) == nil && notice(59) == nil)
        #expect(notice(60) == "No sound: no device found" && notice(100) == notice(60))
        #expect(notice(60, long) == "No sound (press i for details)" && notice(99, long) == notice(60, long))
        #expect(notice(100, long) == "No sound: " + long)
        #expect(notice(100, saying: "damaged") == "damaged, then No sound: no device found")
        // Where no key says why: with nothing but the face, and while a line is typed.
        var face = Screening { $0.isClean = true }
        face.model.geometry = ScreenGeometry(cells: CellSize(columns: 80, rows: 24))
        face.hear(.unheard("no card"))
        face.turn()
        #expect(face.model.notice == "No sound: no card")
        // It has no line that would say so all the time.
        var small = Screening { $0.isClean = true }
        small.model.geometry = ScreenGeometry(cells: CellSize(columns: 40, rows: 12))
        small.hear(.unheard("no card"))
        small.turn()
        #expect(small.model.notice == "No sound")
        // Another avatar tells of the same device.
        face.model.notice = nil
        face.hear(.unheard("no card"))
        face.turn()
        #expect(face.model.notice == nil)
        var typing = Screening()
        typing.model.geometry = ScreenGeometry(cells: CellSize(columns: 80, rows: 24))
        typing.press(.askPlace)
        typing.hear(.unheard("no card"))
        typing.turn()
        #expect(typing.model.notice == "No sound: no card")
    }

    @Test("that a tape is damaged takes the place of nothing that is said already, is said once, and stays in the line")
    func damage() {
        var screening = Screening()
        func unusual() -> [String] {
            let layout = screening.model.layout(screening.played)
            return screening.model.status(layout, screening.played, rate: 25).unusual
        }
        screening.hear(.notice("where you stopped"))
        screening.hear(.damaged("a picture is missing"))
        screening.turn()
        #expect(screening.model.notice == "where you stopped" && unusual() == ["damaged"])
        screening.model.notice = nil
        screening.turn()
        #expect(screening.model.notice == "a picture is missing")
        screening.model.notice = nil
        screening.turn()
        #expect(screening.model.notice == nil && unusual() == ["damaged"])
    }
}
