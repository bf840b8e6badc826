import Events
import Support
import Testing

@testable import PictureInPicture

@Suite struct TileTests {
    private static let camera = SourceIdentity(name: "camera")
    private static let other = SourceIdentity(name: "other")

    /// Anna, whose camera has given a frame.
    private static func anna() -> TileRun {
        var run = TileRun.covered(("anna", .video("camera", .name("Anna"))))
        run.at(0, .camera("camera"))
        run.end()
        run.at(0, .firstFrame(camera))
        run.end()
        return run
    }

    private static func uncover(_ run: inout TileRun, _ times: Int, at seconds: Double) {
        for time in 0..<times {
            run.at(seconds + Double(time), .stage(.visible))
            run.at(seconds + Double(time) + 0.5, .stage(.covered))
        }
        run.reach(seconds + Double(times))
        run.end()
    }

    // MARK: What fills it

    @Test("PB1 PN1 a source that gives no frame is the placeholder at every showing")
    func noFrames() {
        var run = TileRun.covered(("anna", .video("camera")))
        run.at(0, .camera("camera"))
        for showing in 1...3 {
            Self.uncover(&run, 1, at: Double(showing))
            #expect(run.record.content == .video && run.record.picture == .placeholder && run.record.isActive)
        }
    }

    @Test("PB2 PN3 of another source nothing is seen before its own first frame, and of the first nothing any more")
    func switched() {
        var run = Self.anna()
        #expect(run.record.picture == .frame)
        run.at(1, .camera("other"))
        run.at(1, .member("anna", [.source("other")]))
        run.end()
        #expect(run.record.snapshot.source == Self.other && run.record.picture == .placeholder)
        // Late, from the one before.
        run.at(1.1, .firstFrame(Self.camera))
        run.end()
        #expect(run.record.picture == .placeholder)
        run.at(2, .firstFrame(Self.other))
        run.end()
        #expect(run.record.picture == .frame)
        run.at(3, .member("anna", [.source("camera")]))
        run.end()
        #expect(run.record.picture == .placeholder, "it has to bring another one")
    }

    @Test("PB3 between two sources the tile is never without content")
    func neverBlank() {
        var run = Self.anna()
        for turn in 1..<100 {
            let time = Double(turn) / 10
            run.at(time, .camera(turn.isMultiple(of: 2) ? "camera" : "other", .instance(turn)))
            run.at(time, .member("anna", [.source(turn.isMultiple(of: 2) ? "camera" : "other")]))
            if turn.isMultiple(of: 3) { run.at(time, .member("anna", [.publishesVideo(turn.isMultiple(of: 6))])) }
        }
        run.reach(20)
        #expect(run.published.count > 90)
        #expect(run.published.dropFirst().allSatisfy { $0.record.picture != .none && $0.record.isActive })
    }

    @Test("PN2 the last frame stays while a source says nothing, and gives way to the placeholder where it has ended")
    func ended() {
        var run = Self.anna()
        run.reach(60)
        #expect(run.record.picture == .frame)
        run.at(61, .source(Self.camera, .ended))
        run.end()
        #expect(run.record.content == .avatar && run.record.picture == .placeholder && run.tile.call.state == .joined)
        #expect(run.record.reason.hasPrefix("placeholder: video is on, but no source"))
        // A pipe may have another writer, which begins anew.
        #expect(run.tile.attached?.identity == Self.camera)
        run.at(62, .source(Self.camera, .opened(PixelSize(width: 640, height: 480), pixelAspect: 1)))
        run.end()
        #expect(run.record.content == .video && run.record.picture == .placeholder)
        run.at(63, .camera("camera", .isEnded(true)))
        run.at(63, .source(Self.camera, .opened(PixelSize(width: 640, height: 480), pixelAspect: 1)))
        run.end()
        #expect(
            run.record.content == .avatar && run.tile.attached == nil, "of what was told to have ended nothing comes")
    }

    @Test("PB15 another source under the same name has to bring frames of its own")
    func sameName() {
        var run = Self.anna()
        run.at(1, .camera("camera", .instance(2)))
        run.end()
        #expect(run.record.snapshot.source?.instance == 2 && run.record.picture == .placeholder)
        run.at(1, .firstFrame(Self.camera))
        run.end()
        #expect(run.record.picture == .placeholder, "that was the first one's")
        run.at(2, .firstFrame(SourceIdentity(name: "camera", instance: 2)))
        run.end()
        #expect(run.record.picture == .frame)
    }

    @Test("PN62 what the server holds back keeps its last frame, or the placeholder, with the sign")
    func paused() {
        var run = Self.anna()
        run.at(1, .member("anna", [.paused([.video])]))
        run.end()
        #expect(run.record.picture == .frame && run.record.snapshot.overlays.isPaused)
        var without = TileRun.covered(("anna", .video("camera", .paused([.video]))))
        without.at(0, .camera("camera"))
        without.end()
        #expect(without.record.picture == .placeholder && without.record.snapshot.overlays.isPaused)
    }

    @Test("a frame of a script counts once it has been decoded, and one that is no picture never")
    func scripted() {
        var run = TileRun.covered(("anna", .video("camera")))
        run.at(0, .frame(source: "camera", picture: .test))
        run.end()
        #expect(run.record.picture == .placeholder && run.tile.wantedFrames.map(\.source) == [Self.camera])
        run.at(0.1, .frameFailed(Self.camera, .test, reason: "no picture"))
        run.end()
        #expect(run.record.picture == .placeholder && run.tile.wantedFrames.isEmpty)
        run.at(0.2, .frame(source: "camera", picture: .test))
        run.at(0.2, .frameDecoded(Self.camera, .test, PixelSize(width: 320, height: 240)))
        run.end()
        #expect(run.record.picture == .frame && run.tile.scriptedFrame == .test && run.tile.wantedFrames.isEmpty)
        #expect(run.tile.call[source: "camera"]?.size == PixelSize(width: 320, height: 240))
        // A later one that is none takes nothing away.
        run.at(0.3, .frame(source: "camera", picture: .test))
        run.at(0.3, .frameFailed(Self.camera, .test, reason: "no picture"))
        run.end()
        #expect(run.record.picture == .frame)
    }

    @Test("a first frame counts for what is shown, or is about to be, and for nothing else")
    func firstFrames() {
        // Of what is shown in this turn for the first time.
        var run = Self.anna()
        run.at(1, .camera("other"))
        run.at(1, .member("anna", [.source("other")]))
        run.at(1, .firstFrame(Self.other))
        run.end()
        #expect(run.record.snapshot.source == Self.other && run.record.picture == .frame)
        // Of what was shown before the turn, and is again at its end.
        run = TileRun.covered(("anna", .video("camera")))
        for source in ["camera", "other"] { run.at(0, .camera(source)) }
        run.end()
        run.at(1, .member("anna", [.source("other")]))
        run.at(1, .firstFrame(Self.camera))
        run.at(1, .member("anna", [.source("camera")]))
        run.end()
        #expect(run.record.picture == .frame)
        // Of another one: nothing is taken away from the one that is shown.
        run.at(2, .firstFrame(Self.other))
        run.end()
        #expect(run.record.picture == .frame)
    }

    @Test("what is not seen begins with a frame of its own when it is seen again; the visible stage sees it")
    func unseen() {
        for (input, back, picture) in [
            (.settings([.mode(.off)]), .settings([.mode(.auto)]), .placeholder),
            (.stage(.none), .stage(.covered), .placeholder), (.stage(.visible), .stage(.covered), .frame),
        ] as [(TileInput, TileInput, TileRecord.Picture)] {
            var run = Self.anna()
            run.at(1, input)
            run.at(2, back)
            run.end()
            #expect(run.record.isActive && run.record.picture == picture, "\(input)")
        }
    }

    @Test("a script's newer frame is wanted although the one before it has been decoded or was none")
    func newerFrames() {
        for input in [
            TileInput.frameDecoded(Self.camera, .test, PixelSize(width: 320, height: 240)),
            .frameFailed(Self.camera, .test, reason: "no picture"),
        ] {
            var run = TileRun.covered(("anna", .video("camera")))
            run.at(0, .frame(source: "camera", picture: .test))
            run.at(0, .frame(source: "camera", picture: .second))
            run.at(0, input)
            run.end()
            #expect(run.tile.wantedFrames.map(\.picture) == [.second])
        }
    }

    @Test("frames of scripts are wanted in an order that stays, and that of the shown source is shown")
    func severalScripted() {
        let names = ["e", "camera", "b", "d", "a", "c"]
        var run = TileRun.covered(("anna", .video("camera")))
        for name in names { run.at(0, .frame(source: name, picture: name == "camera" ? .second : .test)) }
        run.end()
        #expect(run.tile.wantedFrames.map(\.source.name) == names.sorted())
        let size = PixelSize(width: 320, height: 240)
        for (source, picture) in run.tile.wantedFrames { run.at(1, .frameDecoded(source, picture, size)) }
        run.end()
        #expect(run.tile.scriptedFrame == .second && run.tile.wantedFrames.isEmpty)
    }

    @Test("of a source that has ended no frame is kept, wanted or shown, nor when it goes on")
    func endedFrames() {
        let cells = CellSize(columns: 24, rows: 9)
        func check(_ events: (inout TileRun) -> Void) {
            var run = TileRun.covered(("anna", .video("camera")))
            run.at(0, .camera("camera"))
            events(&run)
            run.end()
            run.at(1, .camera("camera", .isEnded(true)))
            run.end()
            #expect(run.tile.wantedFrames.isEmpty)
            run.at(2, .camera("camera", .isEnded(false)))
            run.end()
            #expect(run.record.content == .video && run.record.picture == .placeholder)
            #expect(run.tile.scriptedFrame == nil && run.tile.paintedFrame == nil && run.tile.wantedFrames.isEmpty)
        }
        check { $0.at(0, .frame(source: "camera", picture: .test)) }
        check { $0.at(0, .painted(Self.camera, picture: .test, cells)) }
        check {
            $0.at(0, .frame(source: "camera", picture: .test))
            $0.at(0, .frameDecoded(Self.camera, .test, PixelSize(width: 320, height: 240)))
        }
    }

    @Test("nothing is kept of what was painted of a source that is not there")
    func paintedElsewhere() {
        var run = Self.anna()
        let before = run.tile
        run.at(1, .painted(Self.other, picture: .test, CellSize(columns: 24, rows: 9)))
        run.at(1, .painted(SourceIdentity(name: "camera", instance: 2), picture: .test, .zero))
        #expect(run.tile == before)
    }

    @Test("what was painted of a pipe is kept for its source, as long as that is there, and ends no turn")
    func painted() {
        var run = Self.anna()
        let cells = CellSize(columns: 24, rows: 9)
        run.at(1, .painted(Self.camera, picture: .test, cells))
        #expect(
            run.tile.deadline == nil && run.tile.paintedFrame?.picture == .test && run.tile.paintedFrame?.cells == cells
        )
        // Of an earlier source of that name.
        run.at(2, .camera("camera", .instance(3)))
        run.at(2, .painted(Self.camera, picture: .test, cells))
        run.end()
        #expect(run.tile.paintedFrame == nil && run.record.picture == .placeholder)
    }

    // MARK: Turns

    @Test("PB22 PN5 a source that is taken away and given back in one turn was never gone")
    func givenBack() {
        var run = Self.anna()
        let before = run.published.count
        run.at(1, .member("anna", [.source(nil)]))
        run.at(1, .member("anna", [.source("camera")]))
        run.end()
        #expect(run.record.content == .video && run.record.picture == .frame && run.published.count == before)
    }

    @Test("PN6 of a thousand changes at random in one turn at most one is published", arguments: 0..<10)
    func manyChanges(seed: UInt64) {
        var chance = Chance(seed: seed)
        var run = Self.anna()
        for turn in 1...20 {
            let before = (run.published.count, run.record)
            for _ in 0..<1_000 { run.at(Double(turn), RandomCall.event(&chance)) }
            run.reach(Double(turn) + 0.000_001)
            #expect(run.published.count - before.0 <= 1)
            if run.published.count == before.0 { #expect(run.record.isSame(as: before.1)) }
            let expected = TileSnapshot(run.tile.call, shown: run.record.snapshot.member)
            #expect(run.record.snapshot == expected)
        }
    }

    @Test("PN7 the same once more is not published")
    func sameAgain() {
        var run = Self.anna()
        let before = run.published.count
        for _ in 0..<3 {
            run.at(1, .member("anna", .video("camera", .name("Anna"))))
            run.at(1, .camera("camera"))
            run.end()
        }
        #expect(run.published.count == before && before == 2)
    }

    @Test("who alone is in the call is shown where that is wanted, mirrored by the front camera")
    func alone() {
        var run = TileRun.covered(("me", [.isLocal(true), .hasFrontCamera(true)]))
        run.end()
        #expect(run.record.content == .inactive && !run.record.isActive)
        run.at(1, .settings([.includesLocal(true)]))
        run.end()
        #expect(run.record.snapshot.member == "me" && run.record.isActive && run.record.snapshot.overlays.isMirrored)
    }

    @Test("a call is there from the first word of it, and what the tile alone hears is none")
    func hasCall() {
        var tile = Tile()
        tile.handle(.stage(.covered))
        #expect(!tile.hasCall)
        _ = tile.handle(.state(.joined, call: "c"))
        #expect(tile.hasCall)
    }

    // MARK: Reconnecting

    @Test("PN11 a screen that was shared comes back with its last frame")
    func shareComesBack() {
        var run = TileRun.covered(("anna", [.sharesScreen(true), .shareSource("screen")]))
        run.at(0, .camera("screen"))
        run.end()
        run.at(0, .firstFrame(SourceIdentity(name: "screen")))
        run.at(1, .state(.reconnecting, call: "c"))
        run.end()
        #expect(run.record.picture == .panel && run.record.hasFrameBehind)
        run.at(2, .state(.joined, call: "c"))
        run.end()
        #expect(run.record.content == .screenSharing && run.record.picture == .frame && !run.record.hasFrameBehind)
    }

    @Test("PN12 what is told of members while the call reconnects leaves the panel")
    func updatesMeanwhile() {
        var run = Self.anna()
        run.at(1, .state(.reconnecting, call: "c"))
        run.at(2, .member("anna", [.name("Bea"), .quality(3), .isSpeaking(true), .publishesVideo(false)]))
        run.end()
        #expect(run.record.content == .reconnecting && run.record.picture == .panel)
        run.at(3, .state(.joined, call: "c"))
        run.end()
        #expect(run.record.content == .avatar && run.record.snapshot.name == "Bea")
    }

    @Test("PN13 PB14 the panel goes through all its states as one, and its dots begin with it")
    func panel() {
        var run = Self.anna()
        for (time, state) in [(1.0, CallState.reconnecting), (2, .offline), (3, .migrating)] {
            run.at(time, .state(state, call: "c"))
            run.end()
            #expect(run.record.picture == .panel && run.tile.appeared == Instant(seconds: 1))
        }
        #expect(run.published.count { $0.record.content == .reconnecting } == 1)
        run.at(4, .state(.joined, call: "c"))
        run.end()
        #expect(run.record.picture == .frame)
        // It may be there before the tile is: the dots begin with the tile.
        run.at(5, .stage(.visible))
        run.at(6, .state(.offline, call: "c"))
        run.at(11, .stage(.covered))
        run.end()
        #expect(run.tile.appeared == Instant(seconds: 11))
    }

    @Test("behind the panel stands the last frame of the one who is shown, and nobody else's")
    func behind() {
        var run = Self.anna()
        run.at(1, .state(.offline, call: "c"))
        run.at(2, .camera("other"))
        run.at(2, .member("bob", .video("other", .isDominant(true))))
        run.end()
        #expect(run.record.snapshot.member == "bob" && run.record.picture == .panel && !run.record.hasFrameBehind)
    }

    // MARK: Pictures of members

    @Test("PN22 PN23 PB16 a picture counts for whom it was loaded, however late it comes, and initials where it failed")
    func images() {
        let (slow, fast) = (CallImage.file("slow.png"), CallImage.file("fast.png"))
        var run = TileRun.covered(("anna", [.name("Anna"), .image(slow)]))
        run.end()
        #expect(run.tile.wantedImage == slow && !run.record.isImageLoaded && run.record.initials == "AN")
        run.at(1, .member("anna", [.image(fast)]))
        run.end()
        #expect(run.tile.wantedImage == fast)
        run.at(2, .image(fast, failure: nil))
        run.end()
        #expect(run.record.isImageLoaded)
        run.at(3, .image(slow, failure: nil))
        run.end()
        #expect(run.record.isImageLoaded && run.record.snapshot.image == fast && run.published.count == 3)
        run.at(4, .member("anna", [.image(nil)]))
        run.end()
        #expect(!run.record.isImageLoaded && run.record.initials == "AN" && run.tile.wantedImage == nil)
        run.at(5, .member("anna", [.image(.file("broken"))]))
        run.at(6, .image(.file("broken"), failure: "no picture"))
        run.end()
        #expect(!run.record.isImageLoaded && run.tile.wantedImage == nil)
    }

    @Test("PN24 one member's picture is never another's, not even for a turn")
    func faces() {
        let image = CallImage.file("a.png")
        var run = TileRun.covered(("anna", [.image(image)]), ("bob", [.image(.file("b.png"))]))
        run.end()
        run.at(0, .image(image, failure: nil))
        run.at(1, .member("bob", [.isDominant(true)]))
        run.end()
        #expect(run.record.snapshot.member == "bob" && run.record.snapshot.image == .file("b.png"))
        #expect(!run.record.isImageLoaded && run.tile.wantedImage == .file("b.png"))
        run.at(2, .member("bob", [.isDominant(false)]))
        run.at(2, .member("anna", [.isDominant(true)]))
        run.end()
        #expect(run.record.isImageLoaded && run.tile.wantedImage == nil, "it is not loaded once more")
    }

    @Test("outcomes of pictures are kept of a hundred, and of the shown one always")
    func manyImages() {
        var run = TileRun.covered(("anna", [.image(.file("a"))]))
        run.end()
        run.at(0, .image(.file("a"), failure: nil))
        for number in 0..<1_000 { run.at(1, .image(.file("\(number)"), failure: nil)) }
        run.end()
        #expect(run.record.isImageLoaded && run.tile.wantedImage == nil)
    }

    @Test(
        "the outcomes of a hundred pictures are all known, and of one more those that nobody sees are asked for again")
    func hundredImages() {
        var run = TileRun.covered(("anna", [.image(.file("a"))]), ("bob", [.image(.file("b"))]))
        run.end()
        for name in ["a", "b"] + (2..<Tile.mostImages).map(String.init) { run.at(1, .image(.file(name), failure: nil)) }
        run.end()
        var bob = run
        bob.at(2, .member("bob", [.isDominant(true)]))
        bob.end()
        #expect(bob.record.isImageLoaded)
        run.at(2, .image(.file("one more"), failure: nil))
        run.at(2, .member("bob", [.isDominant(true)]))
        run.end()
        #expect(run.record.snapshot.member == "bob" && run.tile.wantedImage == .file("b"))
    }

    // MARK: Size

    @Test("PB17 PN29 a size that is told before the tile comes counts, and one after the end does not")
    func earlySize() {
        var run = TileRun()
        run.at(0, .camera("camera", .size(PixelSize(width: 480, height: 480))))
        run.at(0, .member("anna", .video("camera")))
        run.at(1, .state(.joined, call: "c"))
        run.at(1, .stage(.covered))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 18, rows: 9))
        run.at(2, .left)
        run.at(2, .source(Self.camera, .opened(PixelSize(width: 720, height: 1280), pixelAspect: 1)))
        run.end()
        #expect(run.tile.preferred == PreferredSize())
    }

    @Test(
        "pixels of a source, and of the terminal, that are no squares make another shape, and so does the size chosen")
    func otherPixels() {
        var run = Self.anna()
        let size = PixelSize(width: 480, height: 480)
        run.at(1, .source(Self.camera, .opened(size, pixelAspect: 4.0 / 3)))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 24, rows: 9))
        run.at(2, .window(TileWindow(area: CellSize(columns: 80, rows: 24), pixelAspect: 4.0 / 3)))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 18, rows: 9))
        run.at(3, .settings([.size(.large)]))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 28, rows: 14))
    }

    @Test("PB19 a hidden source's size is known when the tile comes")
    func hiddenSize() {
        var run = TileRun()
        run.at(0, .state(.joined, call: "c"))
        run.at(0, .member("anna", .video("camera")))
        run.at(0, .camera("camera"))
        run.at(1, .source(Self.camera, .opened(PixelSize(width: 720, height: 1280), pixelAspect: 1)))
        run.at(2, .stage(.covered))
        run.end()
        #expect(run.published.first { $0.record.isActive }?.record.place?.size == CellSize(columns: 16, rows: 9))
    }

    @Test(
        "PN30 PN31 the same shape in another resolution moves nothing; another shape is one change, in the same corner")
    func shapes() {
        var run = Self.anna()
        run.at(1, .camera("camera", .size(PixelSize(width: 640, height: 360))))
        run.end()
        let (place, count) = (run.record.place, run.published.count)
        run.at(2, .camera("camera", .size(PixelSize(width: 1280, height: 720))))
        run.end()
        #expect(run.record.place == place && run.published.count == count)
        run.at(3, .camera("camera", .size(PixelSize(width: 720, height: 1280))))
        run.end()
        #expect(run.published.count == count + 1 && run.record.place?.size == CellSize(columns: 16, rows: 9))
        #expect(run.record.place?.columns.upperBound == 78 && run.record.place?.origin.row == 1)
    }

    @Test("PN32 with a fixed shape no source changes it")
    func fixed() {
        var run = Self.anna()
        run.at(1, .settings([.policy(.fixed(PixelSize(width: 480, height: 480)))]))
        run.at(2, .camera("camera", .size(PixelSize(width: 720, height: 1280))))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 18, rows: 9))
        run.at(3, .settings([.policy(.adaptive)]))
        run.end()
        #expect(run.record.place?.size == CellSize(columns: 16, rows: 9))
    }

    @Test("PN27 of many resizes the last one counts")
    func resizes() {
        var run = Self.anna()
        var chance = Chance(seed: 5)
        for _ in 0..<200 {
            let area = CellSize(columns: Int(chance.next() % 300), rows: Int(chance.next() % 100))
            run.at(1, .window(TileWindow(area: area)))
        }
        run.at(1, .window(TileWindow(area: CellSize(columns: 120, rows: 40))))
        run.end()
        #expect(run.record.place == CellRect(column: 79, row: 1, columns: 39, rows: 15))
    }
}
