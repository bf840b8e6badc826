import Events
import Support
import Testing

@testable import PictureInPicture

/// When the tile comes and goes, and what is left of a call that is over (picture-in-picture 6).
@Suite struct TileLifecycleTests {
    private static let camera = SourceIdentity(name: "camera")

    private static func anna() -> TileRun {
        var run = TileRun.covered(("anna", .video("camera", .name("Anna"), .image(.file("a.png")))))
        run.at(0, .camera("camera", .size(PixelSize(width: 480, height: 480))))
        run.end()
        run.at(0, .firstFrame(camera))
        run.at(0, .image(.file("a.png"), failure: nil))
        run.end()
        return run
    }

    @Test("of modes and stages these have a tile, and the visible stage keeps it only where it is always there")
    func table() {
        let expected: [TileMode: [StageVisibility: Bool]] = [
            .auto: [.visible: false, .covered: true, .none: false],
            .always: [.visible: true, .covered: true, .none: false],
            .off: [.visible: false, .covered: false, .none: false],
        ]
        for mode in TileMode.allCases {
            for stage in StageVisibility.allCases {
                for before in StageVisibility.allCases {
                    var run = Self.anna()
                    run.at(1, .settings([.mode(mode)]))
                    run.at(1, .stage(before))
                    run.at(2, .stage(stage))
                    run.end()
                    #expect(run.record.isActive == expected[mode]?[stage], "\(mode) \(before) \(stage)")
                }
            }
        }
    }

    @Test("PB18 the call and the stage may come in either order")
    func orders() {
        for isStageFirst in [true, false] {
            var run = TileRun()
            let call = { (run: inout TileRun) in
                run.at(1, .state(.joined, call: "c"))
                run.at(1, .member("anna", []))
                run.end()
            }
            run.at(0, .stage(.none))
            run.end()
            if !isStageFirst { call(&run) }
            run.at(1, .stage(.covered))
            run.end()
            if isStageFirst { call(&run) }
            #expect(run.record.isActive && run.record.content == .avatar)
        }
    }

    @Test(
        "PN46 a stage that is covered and uncovered twenty times in a second ends without a tile, and nothing is waited for"
    )
    func coveredOften() {
        var run = Self.anna()
        for time in 0..<20 {
            run.at(1 + Double(time) / 20, .stage(.covered))
            run.end()
            #expect(run.record.isActive)
            run.at(1 + Double(time) / 20 + 0.025, .stage(.visible))
            run.end()
            #expect(!run.record.isActive)
        }
        #expect(run.tile.deadline == nil)
    }

    @Test("PN26 where there is no room there is no tile, and it says so")
    func noRoom() {
        var run = Self.anna()
        for (columns, rows) in [(19, 24), (80, 6), (1, 1), (0, 0)] {
            run.at(1, .window(TileWindow(area: CellSize(columns: columns, rows: rows))))
            run.end()
            #expect(!run.record.isActive && run.record.content == .video)
            if columns == 19 { #expect(run.record.reason == "hidden: no room for the tile") }
        }
        run.at(2, .window(TileWindow(area: CellSize(columns: 20, rows: 7))))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 16, rows: 5))
    }

    @Test("PN61 captions over the corner move the tile by whole rows, or take its place")
    func captions() {
        var run = Self.anna()
        let area = CellSize(columns: 80, rows: 24)
        run.at(1, .settings([.corner(.bottomRight)]))
        run.at(1, .window(TileWindow(area: area, band: 21..<24)))
        run.end()
        #expect(run.record.place?.rows == 12..<21)
        run.at(2, .window(TileWindow(area: area, band: 2..<24)))
        run.end()
        #expect(!run.record.isActive)
        run.at(3, .window(TileWindow(area: area)))
        run.end()
        #expect(run.record.place?.rows == 14..<23)
    }

    @Test("PB10 PB11 PN52 what comes again shows the same, without being told anything anew")
    func again() {
        var run = Self.anna()
        var before = run.record
        for time in 1...5 {
            run.at(Double(time), .stage(.visible))
            run.at(Double(time) + 0.5, .stage(.covered))
            run.end()
            before.reason = run.record.reason
            #expect(run.record == before && run.record.initials == "AN" && run.record.isImageLoaded)
        }
        // Nothing of it depends on having been there: told all at once, it is the same.
        var fresh = TileRun()
        fresh.at(0, .state(.joined, call: "c"))
        fresh.at(0, .camera("camera", .size(PixelSize(width: 480, height: 480))))
        fresh.at(0, .member("anna", .video("camera", .name("Anna"), .image(.file("a.png")))))
        fresh.end()
        fresh.at(0, .stage(.covered))
        fresh.at(0, .firstFrame(Self.camera))
        fresh.at(0, .image(.file("a.png"), failure: nil))
        fresh.end()
        before.reason = fresh.record.reason
        #expect(fresh.record == before)
    }

    @Test("PN53 what was suspended goes on with its content, its dots from the beginning, and without timers meanwhile")
    func suspended() {
        var run = Self.anna()
        run.at(1, .state(.offline, call: "c"))
        run.at(2, .camera("camera", .isEnabled(false)))
        run.at(2.05, .suspended)
        run.end()
        #expect(run.tile.deadline == nil && !run.record.isActive && run.record.content == .reconnecting)
        run.at(3_602, .continued)
        run.end()
        #expect(run.record.isActive && run.tile.appeared == Instant(seconds: 3_602))
    }

    @Test("PN53 nothing is waited for while it is suspended, and what would follow comes when it goes on")
    func suspendedSelection() {
        var run = Self.anna()
        run.at(1, .member("bob", [.isDominant(true)]))
        run.at(1.01, .member("bob", [.isDominant(false)]))
        run.at(1.02, .member("bob", [.isSpeaking(true)]))
        run.end()
        run.at(1.4, .member("anna", [.isDominant(true)]))
        run.end()
        run.at(1.5, .member("bob", [.isDominant(true), .sharesScreen(false)]))
        run.at(1.5, .member("anna", [.isDominant(false)]))
        run.at(1.5, .suspended)
        run.end()
        #expect(run.record.snapshot.member == "anna" && run.tile.deadline == nil)
        run.at(2, .continued)
        run.end()
        #expect(run.record.snapshot.member == "bob")
    }

    @Test("PN53 the dots begin anew although nothing was seen of the stop")
    func suspendedAtOnce() {
        var run = Self.anna()
        run.at(1, .state(.offline, call: "c"))
        run.at(2, .suspended)
        run.at(2, .continued)
        run.end()
        #expect(run.record.isActive && run.tile.appeared == Instant(seconds: 2))
    }

    // MARK: Sources

    @Test("PN44 a shown source that somebody switches off is on again within 0.1 s, and only while there is a tile")
    func switchedOff() {
        var run = Self.anna()
        run.at(1, .camera("camera", .isEnabled(false)))
        run.end()
        #expect(!run.tile.switches.isOn(Self.camera))
        run.reach(1.100_001)
        #expect(run.tile.switches.isOn(Self.camera) && run.tile.deadline == nil)
        run.at(2, .stage(.visible))
        run.at(3, .camera("camera", .isEnabled(false)))
        run.reach(5)
        #expect(!run.tile.switches.isOn(Self.camera))
    }

    @Test("PB21 PN45 sources that were on before the tile came are on when it has gone")
    func restored() {
        let names = ["camera", "b", "c"]
        var run = Self.anna()
        run.at(1, .stage(.visible))
        for name in names { run.at(1, .camera(name)) }
        run.at(1, .camera("d", .isEnabled(false)))
        run.at(2, .stage(.covered))
        for (time, name) in [(3.0, "b"), (4, "c")] {
            run.at(time, .member("anna", [.source(name)]))
            run.end()
            #expect(run.tile.switches.isOn(SourceIdentity(name: name)))
        }
        #expect(!run.tile.switches.isOn(Self.camera) && !run.tile.switches.isOn(SourceIdentity(name: "b")))
        run.at(5, .stage(.visible))
        run.end()
        #expect(names.allSatisfy { run.tile.switches.isOn(SourceIdentity(name: $0)) })
        #expect(!run.tile.switches.isOn(SourceIdentity(name: "d")))
    }

    // MARK: The end

    @Test(
        "PB20 PN48 the end of a call releases everything and is published once, whatever is under way", arguments: 0..<4
    )
    func end(way: Int) {
        var run = Self.anna()
        switch way {
        case 1: run.at(1, .state(.reconnecting, call: "c"))
        case 2: run.at(1, .member("anna", [.image(.file("slow.png"))]))
        case 3:
            run.at(1, .camera("camera", .isEnabled(false)))
            run.at(1, .member("bob", [.isDominant(true)]))
        default: break
        }
        run.reach(1.01)
        run.end()
        let before = run.published.count
        run.at(1.05, .left)
        run.end()
        #expect(run.published.count == before + 1 && !run.record.isActive && run.record.content == .inactive)
        #expect(run.record.reason.contains("hidden: no call"))
        run.reach(11)
        #expect(run.published.count == before + 1)
        #expect(run.tile.isReleased)
    }

    @Test("PB5 PB6 after the end nothing is waited for, for as long as one looks")
    func nothingWaits() {
        var run = Self.anna()
        run.at(1, .camera("camera", .isEnabled(false)))
        run.at(1, .member("bob", [.isDominant(true)]))
        run.at(1.01, .member("bob", [.isDominant(false)]))
        run.end()
        #expect(run.tile.deadline != nil)
        run.at(1.02, .left)
        run.end()
        #expect(run.tile.deadline == nil && run.tile.wantedImage == nil && run.tile.attached == nil)
    }

    @Test("PN49 several ways to end at once are one end")
    func endedTwice() {
        var run = Self.anna()
        let before = run.published.count
        run.at(1, .left)
        run.at(1, .left)
        run.at(1, .memberLeft("anna"))
        run.at(1, .stage(.none))
        run.end()
        run.at(2, .left)
        run.end()
        #expect(run.published.count == before + 1)
    }

    @Test("PB7 a second call has a tile of its own, with nothing of the first")
    func secondCall() {
        var run = Self.anna()
        run.at(1, .left)
        run.at(2, .state(.joined, call: "d"))
        run.at(2, .member("anna", .video("camera")))
        run.end()
        #expect(run.record.isActive && run.record.content == .avatar && run.record.snapshot.name == nil)
        #expect(run.tile.preferred == PreferredSize() && !run.record.isImageLoaded)
        // Also where the next one begins in the same turn.
        run.at(3, .camera("camera", .size(PixelSize(width: 480, height: 480))))
        run.at(3, .firstFrame(Self.camera))
        run.end()
        #expect(run.record.content == .video)
        run.at(4, .state(.left, call: "d"))
        run.at(4, .state(.joined, call: "e"))
        run.at(4, .camera("camera"))
        run.at(4, .member("anna", .video("camera")))
        run.end()
        #expect(run.record.content == .video && run.record.picture == .placeholder, "that frame was of the call before")
        #expect(run.tile.preferred == PreferredSize())
    }

    @Test("PN50 of two calls in one turn no frame of the first is in the second, and those of the second are")
    func framesOfTwoCalls() {
        let cells = CellSize(columns: 24, rows: 9)
        let size = PixelSize(width: 320, height: 240)
        var run = Self.anna()
        run.at(1, .frame(source: "camera", picture: .test))
        run.at(1, .frameDecoded(Self.camera, .test, size))
        run.at(1, .painted(Self.camera, picture: .test, cells))
        run.at(1, .frame(source: "camera", picture: .second))
        run.end()
        #expect(run.record.picture == .frame)
        for event in [CallEvent.left, .state(.joined, call: "d"), .camera("camera")] { run.at(2, event) }
        run.at(2, .member("anna", .video("camera")))
        var other = run
        run.end()
        #expect(run.record.content == .video && run.record.picture == .placeholder)
        #expect(run.tile.scriptedFrame == nil && run.tile.paintedFrame == nil && run.tile.wantedFrames.isEmpty)
        other.at(2, .frame(source: "camera", picture: .second))
        other.at(2, .frameDecoded(Self.camera, .second, size))
        other.end()
        #expect(other.record.picture == .frame && other.tile.scriptedFrame == .second)
    }

    @Test("a source that is told to be off in the turn in which its call begins, or before, is off")
    func offEarly() {
        for isEarlier in [true, false] {
            var run = TileRun()
            run.at(0, .camera("camera", .isEnabled(false)))
            if isEarlier { run.end() }
            run.at(0, .state(.joined, call: "c"))
            run.end()
            #expect(!run.tile.switches.isOn(Self.camera))
        }
        var run = Self.anna()
        run.at(1, .camera("b", .isEnabled(false)))
        run.at(2, .left)
        run.at(2, .state(.joined, call: "d"))
        run.at(2, .camera("b"))
        run.at(2, .camera("camera", .isEnabled(false)))
        run.end()
        #expect(run.tile.switches.isOn(SourceIdentity(name: "b")) && !run.tile.switches.isOn(Self.camera))
    }

    @Test("a call that reconnects after another one, in the same turn, has dots of its own")
    func dotsOfTwoCalls() {
        var run = Self.anna()
        run.at(1, .state(.reconnecting, call: "c"))
        run.at(5, .left)
        run.at(5, .state(.reconnecting, call: "d"))
        run.end()
        #expect(run.record.content == .reconnecting && run.tile.appeared == Instant(seconds: 5))
    }

    @Test("a second call that shows the same is not published, and is known")
    func sameOfAnother() {
        var run = TileRun.covered(("anna", [.name("Anna")]))
        run.end()
        let before = run.published.count
        run.at(1, .left)
        run.at(1, .state(.joined, call: "d"))
        run.at(1, .member("anna", [.name("Anna")]))
        run.end()
        #expect(run.published.count == before && run.record.snapshot.call == "d")
    }

    // MARK: Everything together

    @Test(
        "what is shown is always of the one who is shown, at most once a turn, and the same when heard again",
        arguments: 0..<40)
    func scripts(seed: UInt64) {
        var chance = Chance(seed: seed)
        var (run, again) = (TileRun(), TileRun())
        var time = 0.0
        for _ in 0..<1_000 {
            time += Double(chance.next() % 4) * 0.05
            if chance.next().isMultiple(of: 4) {
                let input = RandomCall.input(&chance)
                run.at(time, input)
                again.at(time, input)
            } else {
                let event = RandomCall.event(&chance)
                run.at(time, event)
                again.at(time, event)
            }
            let count = run.published.count
            run.end()
            again.end()
            #expect(run.published.count <= count + 1)
            check(run)
        }
        #expect(run.tile == again.tile && run.published.count > 50)
        let switches = zip(run.published, run.published.dropFirst()).filter {
            $0.record.snapshot.member != $1.record.snapshot.member
        }
        #expect(switches.count > 5)
    }

    private func check(_ run: TileRun) {
        let (record, call) = (run.record, run.tile.call)
        let member = record.snapshot.member.flatMap { call[member: $0] }
        #expect((record.picture == .none) == (record.content == .inactive))
        #expect(record.isActive || record.place == nil)
        if record.picture == .frame {
            let source = member.flatMap { call.shownSource(of: $0)?.identity }
            #expect(source == record.snapshot.source && source != nil)
        }
        #expect(record.snapshot.name == member?.name && record.snapshot.call == call.id)
        if record.isImageLoaded { #expect(record.snapshot.image == member?.image) }
        #expect(record.snapshot.member == nil || !record.isActive || call.isThere)
    }
}
