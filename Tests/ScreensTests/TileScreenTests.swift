import Cells
import Events
import Keys
import Panels
import PictureInPicture
import Support
import Testing
import Typesetting

@testable import Screens

@Suite("The tile over Cameo's own pages")
struct TileScreenTests {
    private static let sizes = [
        CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 40),
        CellSize(columns: 200, rows: 60),
    ]

    private static func screening(_ size: CellSize, _ setting: TileSetting...) -> Screening {
        var screening = Screening {
            for one in setting { $0.tile.apply(one) }
            $0.avatar = "mira"
        }
        screening.hear(.resized(ScreenGeometry(cells: size)))
        return screening
    }

    /// What the tape will say of it is what is seen: known is the same rectangle, or that there is none.
    private static func tile(_ screening: inout Screening) -> CellRect? {
        var view = ScreenView()
        let tile = screening.draw(with: &view).tile
        let known = view.tilePlace?.rect(screening.model.tile, aspect: 1)
        #expect((known == nil) == (tile == nil))
        return tile
    }

    @Test(
        "a page that covers the picture brings the tile, and with the picture it goes, in the same drawing",
        arguments: sizes)
    func pages(size: CellSize) {
        var screening = Self.screening(size)
        #expect(Self.tile(&screening) == nil)
        screening.press(.toggleLogPage)
        let place = Self.tile(&screening)
        #expect(place != nil)
        screening.press(.toggleLogPage)
        #expect(Self.tile(&screening) == nil)
        screening.press(.toggleHelp)
        #expect(Self.tile(&screening) == nil, "it would lie on the keys")
        screening.press(.close)
        #expect(Self.tile(&screening) == nil)
        screening.press(.toggleLogPage)
        #expect(Self.tile(&screening) == place, "it comes back where it was")
    }

    @Test("on the step-debug screen it comes where that leaves the picture no room", arguments: sizes.dropFirst())
    func debugger(size: CellSize) {
        var large = Self.screening(size)
        large.press(.toggleDebug)
        #expect(Self.tile(&large) == nil)
        large.press(.toggleLogPage)
        #expect(Self.tile(&large) != nil)
        // A panel that is asked for ends it.
        large.press(.toggleTimeline)
        #expect(Self.tile(&large) == nil && large.model.layout(large.played).timeline != nil)
    }

    @Test("a log too narrow for both is without the tile, unless that is always there")
    func narrowLog() {
        let size = CellSize(columns: 40, rows: 12)
        for mode in [TileMode.auto, .always] {
            var screening = Self.screening(size, .mode(mode))
            screening.press(.toggleDebug)
            screening.press(.toggleLogPage)
            #expect(screening.model.layout(screening.played).log != nil)
            #expect((Self.tile(&screening) != nil) == (mode == .always))
        }
    }

    @Test("it does not lie on why there is no picture", arguments: [TileMode.auto, .always])
    func waiting(mode: TileMode) {
        var screening = Screening([]) {
            $0.source = .live(isInsecure: false)
            $0.tile.apply(.mode(mode))
        }
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 40, rows: 12))))
        screening.change { played in
            played.isGrowing = true
            played.links[.main] = .waiting(
                until: played.now + .seconds(3), attempt: 2, attempts: 10, reason: "connection refused")
        }
        var view = ScreenView()
        let content = screening.draw(with: &view)
        #expect(content.popups.contains { $0.border?.title == "Disconnected" })
        #expect(content.tile.map { tile in content.popups.allSatisfy { $0.rect.intersection(tile).isEmpty } } ?? true)
    }

    @Test("why there is no picture stands in the middle, or on the line where a list covers it, never in part")
    func waitingBehindList() {
        for size in [CellSize(columns: 20, rows: 6), CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24)] {
            var screening = Screening([]) { $0.source = .live(isInsecure: false) }
            screening.hear(.resized(ScreenGeometry(cells: size)))
            screening.change { played in
                played.isGrowing = true
                played.links[.main] = .waiting(
                    until: played.now + .seconds(3), attempt: 2, attempts: 10, reason: "connection refused")
            }
            screening.press(.faults)
            var view = ScreenView()
            let covered = screening.draw(with: &view)
            let popups = covered.popups.filter { $0.border != nil }
            #expect(popups.count == 1 && popups[0].border?.title.hasPrefix("0 faults") == true)
            let texts = (covered.panels + covered.popups).flatMap(\.lines).map { $0.spans.map(\.text).joined() }
            #expect(texts.contains { $0.contains("reconnecting") }, "\(texts)")
            screening.press(.named(.escape))
            #expect(screening.draw(with: &view).popups.contains { $0.border?.title == "Disconnected" })
        }
    }

    @Test("statistics over the picture do not bring it onto the inspector", arguments: sizes.dropFirst())
    func inspector(size: CellSize) {
        var screening = Self.screening(size)
        screening.press(.toggleDebug)
        screening.press(.toggleStatistics)
        let inspector = screening.model.layout(screening.played).inspector
        #expect(inspector != nil)
        if let tile = Self.tile(&screening) { #expect(inspector?.intersection(tile).isEmpty == true) }
    }

    @Test("always, over the picture too, and never")
    func modes() {
        var screening = Self.screening(CellSize(columns: 80, rows: 24))
        screening.press(.nextTileMode)
        #expect(Self.tile(&screening) != nil)
        screening.press(.toggleLogPage)
        screening.press(.nextTileMode)
        #expect(screening.model.tile.mode == .off && Self.tile(&screening) == nil)
        screening.press(.nextTileMode)
        #expect(screening.model.tile.mode == .auto && Self.tile(&screening) != nil)
    }

    @Test("it lies beside the status line and the captions, in the corner and as large as is wanted", arguments: sizes)
    func places(size: CellSize) {
        var screening = Self.screening(size, .mode(.always))
        screening.change { $0.hasCaptions = true }
        var sizes: [TileSize: CellSize] = [:]
        for wanted in [TileSize.small, .medium, .large] {
            screening.model.tile.size = wanted
            for _ in TileCorner.allCases {
                screening.press(.nextTileCorner)
                guard let tile = Self.tile(&screening) else {
                    Issue.record("no tile")
                    continue
                }
                let layout = screening.model.layout(screening.played)
                #expect(tile.rows.upperBound < size.rows && tile.columns.upperBound <= size.columns - 2)
                if let caption = layout.caption { #expect(!tile.rows.overlaps(caption.rows)) }
                sizes[wanted] = tile.size
            }
        }
        #expect((sizes[.small]?.count ?? 0) <= (sizes[.medium]?.count ?? 0))
        #expect((sizes[.medium]?.count ?? 0) <= (sizes[.large]?.count ?? 0))
    }

    @Test("PN26 a window too small for it has none, and whoever asks for it is told")
    func tooSmall() {
        var screening = Self.screening(CellSize(columns: 19, rows: 24), .mode(.auto))
        screening.press(.nextTileMode)
        #expect(Self.tile(&screening) == nil)
        #expect(screening.model.notice == "Tile: always, but this window is too small")
    }

    // MARK: What it shows

    @Test("of a tape it shows the avatar, who speaks while it talks")
    func avatar() {
        var screening = Screening { $0.avatar = "mira" }
        var shown = ShownTile(screening.played, avatar: "mira")
        #expect(shown.record.content == .video && shown.record.picture == .frame && !shown.isCall)
        #expect(shown.record.snapshot.shownName == "mira" && !shown.record.snapshot.overlays.isSpeaking)
        #expect(shown.aspect == 100.0 / 80)
        screening.timeline.move(to: screening.timeline.history.heard(at: Instant(seconds: 2.5)))
        shown = ShownTile(screening.played, avatar: "mira")
        #expect(shown.record.snapshot.overlays.isSpeaking)
        screening.change { $0.sound.device = .open }
        #expect(ShownTile(screening.played, avatar: nil).record.snapshot.overlays.hasAudio)
        screening.change { $0.sound.isMuted = true }
        #expect(!ShownTile(screening.played, avatar: nil).record.snapshot.overlays.hasAudio)
        // Nobody hears it where there is no device, either.
        screening.change { ($0.sound.isMuted, $0.sound.device) = (false, .unavailable("no card")) }
        #expect(!ShownTile(screening.played, avatar: nil).record.snapshot.overlays.hasAudio)
    }

    @Test("of a film that is read it shows the picture of what is heard, and no face; not of what was")
    func film() {
        var screening = Screening { $0.avatar = "mira" }
        screening.change {
            $0.book.film = ShownFilm(number: 7, aspect: 16.0 / 9)
            $0.sound.device = .open
        }
        let shown = ShownTile(screening.played, avatar: "mira")
        #expect(shown.frame == .film(7) && shown.aspect == 16.0 / 9 && shown.record.picture == .frame)
        #expect(!shown.isCall && shown.record.snapshot.overlays.hasAudio)
        screening.change { $0.sound.isMuted = true }
        #expect(!ShownTile(screening.played, avatar: nil).record.snapshot.overlays.hasAudio)
        screening.timeline.move(to: 100)
        if case .film = ShownTile(screening.played, avatar: nil).frame { Issue.record("what was is not that") }
    }

    @Test("while the link is lost it says so, at the edge only, and not before the first one")
    func lost() {
        var screening = Screening()
        for attempt in [0, 1] {
            screening.change { $0.links[.main] = .connecting(attempt: attempt) }
            #expect(ShownTile(screening.played, avatar: nil).record.content == .reconnecting)
        }
        var first = Screening([])
        first.change { $0.links[.main] = .connecting(attempt: 0) }
        #expect(ShownTile(first.played, avatar: nil).record.content != .reconnecting)
        first.change { $0.links[.main] = .connecting(attempt: 1) }
        #expect(ShownTile(first.played, avatar: nil).record.content == .reconnecting)
        screening.change { $0.links[.main] = .waiting(until: .zero, attempt: 1, attempts: 10, reason: "gone") }
        let shown = ShownTile(screening.played, avatar: nil)
        #expect(shown.record.content == .reconnecting && shown.record.hasFrameBehind)
        screening.timeline.move(to: 100)
        #expect(ShownTile(screening.played, avatar: nil).record.content != .reconnecting)
    }

    @Test("of a call it shows the member who is selected, at the playhead, and so does the stage")
    func call() {
        let events: [(Double, Event.Body)] = [
            (1, .wire(.call(.state(.joined, call: "c")))), (1, .wire(.call(.member("anna", [.name("Anna")])))),
            (1, .local(.ticked)), (3, .wire(.call(.member("bob", [.isDominant(true)])))), (3, .local(.ticked)),
        ]
        let shown = { (count: Int) in
            let screening = Screening(events.prefix(count).map { Event(Instant(seconds: $0.0), $0.1) })
            return ShownTile(screening.played, avatar: "x")
        }
        #expect(shown(5).record.snapshot.member == "bob" && shown(5).isCall)
        let first = shown(3)
        #expect(first.record.snapshot.member == "anna" && first.record.content == .avatar)
        #expect(first.appeared == Instant(seconds: 1) && first.isCall)
        #expect(!shown(0).isCall)
    }

    @Test("of a call the status line says how it stands and who is shown, and the stage where nobody is")
    func status() {
        let drawn = { (events: [Event.Body]) -> (status: String, stage: String) in
            let heard = (events + [.local(.ticked)]).map { Event(Instant(seconds: 1), $0) }
            var screening = Screening(heard)
            var view = ScreenView()
            let content = screening.draw(with: &view)
            let text = { (panel: Panel?) in panel?.lines.first?.spans.map(\.text).joined() ?? "" }
            return (text(content.panels.first), text(content.popups.first))
        }
        let joined = Event.Body.wire(.call(.state(.joined, call: "c")))
        let anna = Event.Body.wire(.call(.member("anna", [.name("Anna\u{1B}[2J")])))
        #expect(
            drawn([joined]).stage == "you are alone in this call"
                && drawn([joined]).status.contains("in call  0:01/0:01  empty tile")
        )
        #expect(drawn([joined, anna]).stage == "")
        #expect(drawn([joined, anna]).status.contains("in call  0:01/0:01  Anna^[[2J  no video"))
        let left = Event.Body.wire(.call(.state(.left, call: "c")))
        #expect(
            drawn([joined, anna, left]).stage == "no call" && drawn([joined, anna, left]).status.contains("no call"))
    }

    @Test(
        "of a call the status line shortens a long name and never leaves it out, and says nothing in capitals",
        arguments: [30, 40, 80, 120])
    func longName(columns: Int) throws {
        let member = CallEvent.member("anna", [.name("Anna Maria Schmidt-Wolkenstein of Upper Franconia")])
        for state in CallState.allCases where state != .left {
            let events: [Event.Body] = [.wire(.call(.state(state, call: "c"))), .wire(.call(member)), .local(.ticked)]
            var screening = Screening(events.map { Event(Instant(seconds: 1), $0) })
            screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: columns, rows: 12))))
            var view = ScreenView()
            let line = try #require(screening.draw(with: &view).panels.first?.lines.first?.spans)
            let text = line.map(\.text).joined()
            #expect(text.contains("Anna Ma"), "\(state): \(text)")
            #expect(!text.contains { $0 == "_" } && !text.contains(state.rawValue), "\(text)")
            #expect(TerminalText.cellWidth(of: text) <= columns)
        }
    }

    @Test("of a pipe the newest frame is shown while it is live, and what was painted of it in the past, which it says")
    func pipe() {
        let camera = SourceIdentity(name: "camera")
        let picture = Payload(hash: ContentHash(words: (1, 2, 3, 4)), byteCount: 1)
        let events: [Event.Body] = [
            .wire(.call(.state(.joined, call: "c"))), .wire(.call(.source("camera", []))),
            .wire(.call(.member("anna", [.publishesVideo(true), .source("camera")]))), .local(.ticked),
            .local(.tile(.firstFrame(camera))), .local(.ticked),
            .wire(.call(.painted(camera, picture: picture, CellSize(columns: 24, rows: 9)))),
        ]
        var screening = Screening(events.map { Event(Instant(seconds: 1), $0) })
        let painted = ShownTile(screening.played, avatar: nil).frame
        guard case .painted(let kept) = painted else {
            Issue.record("\(painted)")
            return
        }
        #expect(kept.picture == picture)
        var view = ScreenView()
        let status = screening.draw(with: &view).panels.first?.lines.first?.spans.map(\.text).joined() ?? ""
        #expect(status.contains("  anna  as painted at 24x9  "))
        screening.change { $0.isGrowing = true }
        #expect(ShownTile(screening.played, avatar: nil).frame == .stream(camera))
    }
}
