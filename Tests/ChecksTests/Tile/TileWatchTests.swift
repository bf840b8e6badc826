import Cells
import Events
import Panels
import PictureInPicture
import Sessions
import Support
import Testing

@testable import Checks

@Suite struct TileWatchTests {
    // MARK: Blank

    @Test("video that is on without a frame is blank beyond the limit, and not at it", arguments: [2.0, 2.001])
    func blank(seconds: Double) throws {
        var tile = JudgedTile()
        tile.show(1, JudgedTile.anna())
        tile.frame(1 + seconds, "cam")
        tile.show(1 + seconds, JudgedTile.anna(.frame))
        tile.end(9)
        #expect(tile.kinds == (seconds > 2 ? [.blankTile] : []))
        #expect(tile.watch.figures?.longestBlank == Instant(seconds: 1 + seconds) - Instant(seconds: 1))
        guard seconds > 2 else { return }
        let finding = try #require(tile.findings.first)
        let length = Instant(seconds: 1 + seconds) - Instant(seconds: 1)
        #expect(finding.time == Instant(seconds: 1) && finding.found == "no frame of anna for \(length.words)")
        #expect(finding.expected == "one within 2000 ms")
    }

    @Test("a tile that stays blank to the end is found, and other sources in between do not begin it anew")
    func blankToTheEnd() {
        var tile = JudgedTile()
        tile.show(1, JudgedTile.anna())
        tile.hear(2, .source("cam", [.instance(2)]))
        var next = JudgedTile.anna()
        next.snapshot.source?.instance = 2
        tile.show(2, next)
        tile.end(4)
        #expect(tile.findings.map(\.amount) == [.seconds(3)])
    }

    @Test(
        "no frame is missed where nobody sees the tile, video is off, the server holds it back, or all stands still",
        arguments: 0..<4)
    func notBlank(why: Int) {
        var tile = JudgedTile()
        var record = JudgedTile.anna()
        switch why {
        case 0:
            record.place = nil
            tile.hear(0.5, TileInput.stage(.covered))
        case 1: (record.snapshot.content, record.picture) = (.avatar, .placeholder)
        case 2: record.snapshot.overlays.isPaused = true
        default: tile.hear(0.5, TileInput.suspended)
        }
        tile.show(1, record)
        tile.end(9)
        #expect(tile.findings == [])
    }

    @Test("what was painted of a source that had gone is stale, a moment later and no sooner")
    func painted() {
        let (camera, cells) = (SourceIdentity(name: "cam"), CellSize(columns: 24, rows: 9))
        var tile = JudgedTile(isReplay: true)
        tile.hear(1, .painted(camera, picture: JudgedTile.picture(1), cells))
        tile.hear(2, .source("cam", [.isEnded(true)]))
        tile.hear(2.5, .painted(camera, picture: JudgedTile.picture(2), cells))
        #expect(tile.findings == [])
        tile.hear(4, .painted(camera, picture: JudgedTile.picture(3), cells))
        #expect(tile.kinds == [.stalePicture])
        #expect(tile.findings.first?.found == "painted frame of cam of anna, gone since 2.000 s")
    }

    @Test("on a visible stage it is missed without a tile, too")
    func blankStage() {
        var tile = JudgedTile()
        var record = JudgedTile.anna()
        record.place = nil
        tile.show(1, record)
        tile.end(9)
        #expect(tile.kinds == [.blankTile])
    }

    @Test("frames of a file are judged where it was recorded what came of them, and else said not to be judged")
    func files() {
        for isReplay in [false, true] {
            var tile = JudgedTile(isReplay: isReplay)
            tile.hear(0, .source("cam", [.path("cam.y4m")]))
            tile.show(1, JudgedTile.anna())
            tile.end(9)
            #expect(tile.kinds == (isReplay ? [.blankTile] : []))
            #expect(tile.watch.figures?.notJudged == (isReplay ? nil : "frames from files and pipes not judged"))
        }
    }

    @Test("each tile of the drawing has something in each cell; one with a hole is found")
    func cells() {
        var tile = JudgedTile()
        tile.frame(0.5, "web")
        tile.show(0.6, JudgedTile.bob(.frame))
        var panel = JudgedTile.bob(.panel)
        panel.snapshot.content = .reconnecting
        tile.show(1, panel)
        #expect(tile.findings == [])

        var holed = JudgedTile { record in
            let drawn = BlankCells.drawn(record)
            var picture = drawn.picture
            // Half a cell is no hole, nor are cells with a character.
            for y in [4, 6, 7, 15] { picture.grid[PixelPoint(x: 3, y: y)] = PixelGrid.background }
            return DrawnTile(picture: picture, kind: drawn.kind)
        }
        holed.show(1, JudgedTile.anna())
        #expect(holed.kinds == [.blankCells])
        #expect(holed.findings.first?.found.hasPrefix("1 of ") == true)
    }

    // MARK: Stale

    @Test("a frame whose source is not the member's any more is stale, also when the tile publishes nothing")
    func staleInstance() {
        var tile = JudgedTile()
        tile.frame(0.5, "cam")
        tile.show(1, JudgedTile.anna(.frame))
        tile.hear(2, .source("cam", [.instance(2)]))
        tile.tick(2)
        tile.tick(3)
        tile.end(4)
        #expect(tile.kinds == [.stalePicture])
        #expect(tile.findings.first?.time == Instant(seconds: 2))
        #expect(tile.findings.first?.expected == "cam, instance 2")
        #expect(tile.findings.first?.found == "source of anna: cam of anna")
    }

    @Test("a frame of a source that has ended is stale")
    func staleEnd() {
        var tile = JudgedTile()
        tile.frame(0.5, "cam")
        tile.show(1, JudgedTile.anna(.frame))
        tile.hear(2, TileInput.source(SourceIdentity(name: "cam"), .ended))
        tile.tick(2)
        tile.end(4)
        #expect(tile.findings.map(\.expected) == ["none"])
        #expect(tile.findings.map(\.found) == ["source of anna: cam of anna"])
    }

    @Test("a frame is shown of a source that gave none: what is there is somebody else's")
    func staleSwitch() {
        var tile = JudgedTile()
        tile.frame(0.5, "cam")
        tile.show(1, JudgedTile.anna(.frame))
        tile.show(2, JudgedTile.bob(.frame))
        tile.end(3)
        #expect(tile.kinds == [.stalePicture])
        #expect(tile.findings.first?.found == "a frame of bob, though web has sent none")
        #expect(tile.findings.first?.expected == "the placeholder")
    }

    @Test("a pipe has to bring a frame anew for each showing")
    func staleShowing() {
        var tile = JudgedTile(isReplay: true)
        tile.hear(0, TileInput.stage(.covered))
        tile.show(0.5, JudgedTile.anna())
        tile.hear(1, TileInput.firstFrame(SourceIdentity(name: "cam")))
        tile.show(1, JudgedTile.anna(.frame))
        var hidden = JudgedTile.anna(.frame)
        hidden.place = nil
        tile.show(2, hidden)
        tile.tick(2.5)
        #expect(tile.findings == [])
        tile.show(3, JudgedTile.anna(.frame))
        tile.end(4)
        #expect(tile.kinds == [.stalePicture])
    }

    @Test(
        "a first frame of a source that is gone is stale once it cannot have been on its way", arguments: [1.0, 1.001])
    func lateFirstFrame(after seconds: Double) {
        var tile = JudgedTile(isReplay: true)
        tile.hear(1, .source("cam", [.instance(2)]))
        tile.hear(1 + seconds, TileInput.firstFrame(SourceIdentity(name: "cam")))
        tile.hear(1 + seconds, TileInput.firstFrame(SourceIdentity(name: "cam", instance: 2)))
        #expect(tile.kinds == (seconds > 1 ? [.stalePicture] : []))
    }

    @Test("a frame that was decoded for another source than it came of is stale")
    func strayFrame() {
        var tile = JudgedTile(isReplay: true)
        tile.frame(0.5, "cam", 1)
        tile.hear(1, .source("cam", [.instance(2)]))
        let source = SourceIdentity(name: "cam", instance: 2)
        tile.hear(1, TileInput.frameDecoded(source, JudgedTile.picture(1), JudgedTile.size))
        #expect(tile.findings.map(\.found) == ["frame of cam"])
        tile.hear(1, TileInput.frameDecoded(source, JudgedTile.picture(9), JudgedTile.size))
        #expect(tile.findings.last?.found == "frame of an unknown source")
    }

    // MARK: Another member's

    @Test("a name, a picture, a source or a member that is not the shown one's is found, each once", arguments: 0..<6)
    func others(which: Int) {
        var tile = JudgedTile()
        var record = JudgedTile.bob()
        switch which {
        case 0: record.snapshot.name = "Anna"
        case 1: record.snapshot.image = .file("anna.png")
        case 2: record.snapshot.source = SourceIdentity(name: "cam")
        case 3: record.snapshot.member = "carl"
        case 4: record.isImageLoaded = true
        default: record.snapshot.source = nil
        }
        tile.show(0.5, record)
        tile.hear(1, .member("anna", [.isSpeaking(true)]))
        tile.tick(1)
        tile.end(1.5)
        #expect(tile.kinds == [.otherMember])
        let found = [
            "name of bob: Anna", "picture of bob: anna.png", "source of bob: cam of anna",
            "carl, who is not in the call", "picture of bob: taken for bob.png", "source of bob: none",
        ]
        #expect(tile.findings.first?.found == found[which])
    }

    @Test("a picture that is loaded for nobody is found once it cannot have been on its way", arguments: [1.0, 1.001])
    func lateImage(after seconds: Double) {
        var tile = JudgedTile(isReplay: true)
        tile.hear(0.5, TileInput.image(.file("bob.png"), failure: nil))
        tile.hear(1, .memberLeft("bob"))
        tile.hear(1 + seconds, TileInput.image(.file("bob.png"), failure: nil))
        #expect(tile.kinds == (seconds > 1 ? [.otherMember] : []))
        tile.hear(1 + seconds, TileInput.image(.file("never.png"), failure: "no such file"))
        tile.hear(1 + seconds, TileInput.image(.file("never.png"), failure: nil))
        #expect(tile.findings.last?.found == "never.png, which belongs to no member")
    }

    // MARK: Flicker

    @Test("two changes within 299 ms flicker, within 301 ms they do not", arguments: [0.299, 0.3, 0.301])
    func flicker(after seconds: Double) {
        var tile = JudgedTile()
        tile.show(1, JudgedTile.anna())
        tile.show(1 + seconds, JudgedTile.bob())
        tile.end(2)
        #expect(tile.kinds == (seconds < 0.3 ? [.flicker] : []))
        if seconds < 0.3 { #expect(tile.findings.first?.found == "anna replaced by bob after 299 ms") }
    }

    @Test(
        "who leaves or has no source any more, a screen and another call are shown at once",
        arguments: ["left", "ended", "share", "local", "call"])
    func urgent(why: String) {
        var tile = JudgedTile()
        tile.show(1, JudgedTile.anna())
        var next = JudgedTile.bob()
        switch why {
        case "left": tile.hear(1.1, .memberLeft("anna"))
        case "ended": tile.hear(1.1, .source("cam", [.isEnded(true)]))
        case "share":
            tile.hear(1.1, .member("bob", [.sharesScreen(true), .shareSource("web")]))
            (next.snapshot.content, next.snapshot.image) = (.screenSharing, nil)
        case "local": tile.hear(1.1, .member("anna", [.isLocal(true)]))
        default:
            tile.hear(1.1, .state(.joined, call: "c2"))
            tile.hear(1.1, .source("web", []))
            tile.hear(1.1, .member("anna", [.name("Anna"), .publishesVideo(true)]))
            tile.hear(
                1.1, .member("bob", [.name("Bob"), .publishesVideo(true), .source("web"), .image(.file("bob.png"))]))
        }
        tile.show(1.1, next)
        tile.end(1.2)
        #expect(tile.findings == [])
    }

    @Test("a source that was gone before is no reason, nor a screen beside another one", arguments: [false, true])
    func notUrgent(isScreen: Bool) {
        var tile = JudgedTile()
        var (first, next) = (JudgedTile.record("anna", "Anna", nil, .placeholder), JudgedTile.bob())
        if isScreen {
            for id in ["anna", "bob"] { tile.hear(0.5, .member(id, [.sharesScreen(true)])) }
            (first.snapshot.content, next.snapshot.content) = (.screenSharing, .screenSharing)
            (next.snapshot.source, next.snapshot.image) = (nil, nil)
        } else {
            tile.hear(0.5, .source("cam", [.isEnded(true)]))
        }
        tile.show(1, first)
        tile.show(1.1, next)
        tile.end(1.2)
        #expect(tile.kinds == [.flicker])
    }

    @Test("whatever is told of a call and comes of sources, at whatever times: the tile shows nothing wrong")
    func random() {
        for seed in 0..<300 {
            var chance = Chance(seed: UInt64(seed))
            var (tile, watch, now) = (Tile(), TileWatch(limit: .seconds(2)), Instant.zero)
            var findings: [AuditFinding] = []
            for _ in 0..<60 {
                now = now + .milliseconds(Int64(chance.next() % 200))
                for _ in 0..<chance.next() % 5 {
                    if chance.next() % 3 == 0 {
                        let input = RandomCall.input(&chance)
                        tile.handle(input)
                        // What comes of sources that are gone is wrong by itself.
                        _ = watch.receiveEvent(Event(now, .local(.tile(input))))
                    } else {
                        let event = RandomCall.event(&chance)
                        _ = tile.handle(event)
                        findings += watch.receiveEvent(Event(now, .wire(.call(event))))
                    }
                }
                findings += watch.receiveEvent(Event(now, .local(.ticked)))
                if tile.endTurn(at: now) { findings += watch.receiveRecord(tile.record, at: now) }
                findings += watch.receiveEvent(Event(now, .local(.ticked)))
            }
            #expect(findings.filter { $0.kind != .blankTile } == [], "seed \(seed)")
        }
    }

    @Test("what is told in no call says nothing")
    func noCall() {
        var watch = TileWatch(limit: .seconds(2))
        #expect(watch.receiveEvent(Event(.zero, .local(.tile(.firstFrame(SourceIdentity(name: "cam")))))) == [])
        #expect(watch.finish(at: .zero) == [])
        #expect(watch.figures == nil)
    }
}
