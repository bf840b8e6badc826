import Cells
import Events
import Keys
import Panels
import PictureInPicture
import Support
import Testing

@testable import Screens

@Suite("The screen of a hosted program")
struct HostScreenTests {
    private static func hosting() -> Screening { Screening { $0.isHosting = true } }

    @Test("all cells are the program's, and the tile lies above")
    func cells() {
        var view = ScreenView()
        var screening = Self.hosting()
        for size in [CellSize(columns: 20, rows: 7), CellSize(columns: 40, rows: 12), CellSize(columns: 200, rows: 60)]
        {
            screening.hear(.resized(ScreenGeometry(cells: size)))
            let content = screening.draw(with: &view)
            #expect(content.picture == CellRect(origin: .zero, size: size))
            #expect(content.panels == [] && content.popups == [] && content.tile != nil)
        }
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 4, rows: 2))))
        #expect(screening.draw(with: &view).picture?.size == CellSize(columns: 4, rows: 2))
    }

    @Test("the prefix shows what may follow, until something does")
    func prefix() {
        var view = ScreenView()
        var screening = Self.hosting()
        #expect(screening.model.passesKeys && !screening.model.isSayingSomething)
        screening.hear(.hosted(.prefixed(program: nil)))
        #expect(screening.draw(with: &view).popups.count == 1 && screening.model.passesKeys)
        for columns in [40, 80, 140] {
            screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: columns, rows: 24))))
            let text = Self.words(screening.draw(with: &view))
            for hint in ["? keys", "c corner", "q quit", "d debugger"] { #expect(text.contains(hint), "\(text)") }
            #expect(!text.contains("…"), "\(text)")
        }
        screening.hear(.hosted(.typed))
        #expect(screening.draw(with: &view).popups == [])
    }

    @Test("one key hides the tile and shows it")
    func hidden() {
        var view = ScreenView()
        var screening = Self.hosting()
        var shown: [Bool] = []
        for _ in 0..<3 {
            screening.press(.nextTileMode)
            shown.append(screening.draw(with: &view).tile != nil)
        }
        #expect(shown == [false, true, false] && screening.model.notice == "Tile: hidden")
    }

    @Test("the tile's keys, the keys that open something, and those that come back")
    func commands() {
        var screening = Self.hosting()
        let corner = screening.model.tile.corner
        screening.press(.character("c"))
        #expect(screening.model.tile.corner == corner.clockwise)
        screening.hear(.hosted(.cursorCovered))
        #expect(screening.model.tile.corner == corner.clockwise.clockwise)
        for key in [Key.character("?"), .character(":")] {
            screening.press(key)
            #expect(!screening.model.passesKeys || key == .character(":"))
            screening.press(.named(.escape))
            #expect(screening.model.passesKeys)
        }
        for command in [Command.showStage, .toggleDebug] {
            screening.press(command)
            #expect(screening.model.screen != .host && !screening.model.passesKeys)
            // q would end the program that is hosted.
            #expect(!screening.press(.quit).contains(.quit))
            #expect(screening.model.screen == .host)
            screening.press(command)
            screening.press(.named(.escape))
            screening.press(.named(.escape))
            #expect(screening.model.screen == .host, "\(command)")
        }
    }

    @Test("quitting has to be meant: the first q says what ends with it, any other command forgets it")
    func quitting() {
        var screening = Self.hosting()
        #expect(screening.press(.quit) == [] && screening.model.isSayingSomething)
        #expect(screening.model.notice == "Press Ctrl-] q again to close the program and quit")
        screening.press(.character("c"))
        #expect(screening.press(.quit) == [])
        screening.hear(.hosted(.typed))
        #expect(screening.press(.quit) == [])
        #expect(screening.press(.quit) == [.quit])
    }

    @Test("scrolling back stays within the history, keeps its place when more comes, and ends at the bottom")
    func history() {
        var screening = Self.hosting()
        screening.press(.scrollBack)
        #expect(!screening.model.host.isScrolling && screening.model.isSayingSomething)
        screening.hear(.hosted(.history(100, pushed: 100)))
        screening.press(.scrollBack)
        #expect(screening.model.host.isScrolling && !screening.model.passesKeys && screening.model.takesWheel)
        screening.press(.inspectorUp)
        #expect(screening.model.host.scrolledBack == 1)
        screening.hear(.hosted(.history(105, pushed: 5)))
        #expect(screening.model.host.scrolledBack == 6)
        screening.press(.toStart)
        #expect(screening.model.host.scrolledBack == 105)
        screening.press(.inspectorUp)
        #expect(screening.model.host.scrolledBack == 105)
        screening.press(.mouse(MouseEvent(.wheelDown, at: .zero)))
        #expect(screening.model.host.scrolledBack == 102)
        // From a click on keys are the program's, and what is looked at stays.
        #expect(screening.press(.mouse(MouseEvent(.pressed(1), at: .zero))) == [.beginSelection(.zero)])
        #expect(screening.model.passesKeys && screening.model.host.scrolledBack == 102)
        screening.press(.scrollBack)
        while screening.model.host.isScrolling { screening.press(.logDown) }
        #expect(screening.model.host.scrolledBack == 0 && screening.model.passesKeys)
    }

    @Test("Ctrl-C closes what is open over a hosted program, which it would end, and Ctrl-Z suspends")
    func signalKeys() {
        var screening = Self.hosting()
        screening.hear(.hosted(.history(10, pushed: 10)))
        for open in [Command.scrollBack, .toggleHelp] {
            screening.press(open)
            #expect(!screening.model.passesKeys)
            #expect(screening.press(.control("c")) == [] && screening.model.passesKeys, "\(open)")
        }
        screening.press(.showStage)
        #expect(screening.press(.control("z")) == [.suspend])
        screening.press(.control("c"))
        #expect(screening.model.screen == .host)
    }

    @Test("the wheel scrolls back while keys are the program's, and whatever is typed comes back")
    func wheel() {
        var view = ScreenView()
        var screening = Self.hosting()
        screening.hear(.hosted(.wheeled(3)))
        #expect(screening.model.host.scrolledBack == 0)
        screening.hear(.hosted(.history(10, pushed: 10)))
        screening.hear(.hosted(.wheeled(3)))
        #expect(screening.model.host.scrolledBack == 3 && screening.model.passesKeys)
        #expect(screening.draw(with: &view).popups.count == 1)
        screening.hear(.hosted(.history(12, pushed: 2)))
        #expect(screening.model.host.scrolledBack == 5)
        screening.hear(.hosted(.wheeled(99)))
        #expect(screening.model.host.scrolledBack == 12)
        screening.hear(.hosted(.wheeled(-2)))
        #expect(screening.model.host.scrolledBack == 10)
        screening.hear(.hosted(.typed))
        #expect(screening.model.host.scrolledBack == 0 && screening.draw(with: &view).popups == [])
        #expect(screening.press(.pasteSelection) == [.pasteSelection])
    }

    // MARK: Words at the tile

    /// What the panels say that lie over the program.
    private static func words(_ content: ScreenContent) -> String {
        content.popups.map { $0.lines.map { $0.spans.map(\.text).joined() }.joined(separator: "\n") }
            .joined(separator: "\n")
    }

    @Test(
        "what is said stands at the tile, whole and not under it, and the program's last row stays free",
        arguments: [TileCorner.topRight, .topLeft, .bottomRight, .bottomLeft],
        [CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 40)])
    func messages(corner: TileCorner, size: CellSize) throws {
        var view = ScreenView()
        var screening = Self.hosting()
        screening.hear(.resized(ScreenGeometry(cells: size)))
        while screening.model.tile.corner != corner { screening.press(.nextTileCorner) }
        screening.hear(.notice("the program does not read what is typed"))
        let content = screening.draw(with: &view)
        let (tile, panel) = (try #require(content.tile), try #require(content.popups.first))
        #expect(panel.rect.intersection(tile).isEmpty)
        #expect(panel.rect.rows.upperBound == tile.origin.row || panel.rect.origin.row == tile.rows.upperBound)
        #expect(panel.rect.rows.upperBound < size.rows && panel.rect.columns.upperBound <= size.columns)
        let words = Self.words(content).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words == "the program does not read what is typed")
    }

    @Test("a line that is opened leaves the tile as it is", arguments: 7...60)
    func tileBesideLine(rows: Int) throws {
        var view = ScreenView()
        var screening = Self.hosting()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: rows))))
        for _ in 0..<4 {
            screening.press(.nextTileCorner)
            let tile = try #require(screening.draw(with: &view).tile)
            screening.press(.search)
            let content = screening.draw(with: &view)
            #expect(content.tile == tile)
            for panel in content.popups { #expect(panel.rect.intersection(tile).isEmpty) }
            screening.press(.named(.escape))
        }
    }

    @Test("a line that is typed into, and what is wrong with it, lie beside the tile")
    func refusals() throws {
        var view = ScreenView()
        for size in [CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24)] {
            var screening = Self.hosting()
            screening.hear(.resized(ScreenGeometry(cells: size)))
            while screening.model.tile.corner != .bottomRight { screening.press(.nextTileCorner) }
            screening.press(.search)
            screening.hear(.answered("this is a reason that is too long for the end of the line that is typed into"))
            let content = screening.draw(with: &view)
            let tile = try #require(content.tile)
            #expect(content.popups.count == 2)
            for panel in content.popups { #expect(panel.rect.intersection(tile).isEmpty) }
        }
    }

    @Test("where a small screen has no room for both, what is said takes the caption's", arguments: 7...10)
    func saidOverCaption(rows: Int) throws {
        var view = ScreenView()
        var screening = Self.hosting()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 60, rows: rows))))
        screening.change { ($0.hasCaptions, $0.caption) = (true, "Hello from the tile.") }
        #expect(Self.words(screening.draw(with: &view)).contains("Hello"))
        screening.hear(.notice("Recorded"))
        let text = Self.words(screening.draw(with: &view))
        #expect(text.contains("Recorded"), "\(text)")
        if rows == 10 { #expect(text.contains("Hello")) }
    }

    @Test(
        "where there is no room beside the program, what is said has one row for two seconds, and never its cursor's",
        arguments: 2...6)
    func cramped(rows: Int) throws {
        var view = ScreenView()
        var screening = Self.hosting()
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 20, rows: rows))))
        for row in 0..<rows {
            screening.hear(.hosted(.cursor(row: row)))
            for isPrefix in [false, true] {
                screening.hear(isPrefix ? .hosted(.prefixed(program: nil)) : .notice("the program reads nothing of it"))
                let content = screening.draw(with: &view)
                #expect(content.popups.count == 1)
                let rect = try #require(content.popups.first).rect
                #expect(rect.size.rows == 1 && rect.origin.row != row && (0..<rows).contains(rect.origin.row))
                screening.hear(.hosted(.typed))
            }
        }
        screening.hear(.notice("the program reads nothing of it"))
        let end = screening.played.now + TimeSpan.seconds(2)
        #expect(screening.model.noticeEnd == end)
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 20, rows: 1))))
        #expect(screening.draw(with: &view).popups == [])
        #expect(screening.model.unheardWords("a reason that is long") == "No sound")
    }

    // MARK: What closes what

    @Test("q and Enter close what lies over the program, and do not ask whether it is to end")
    func closingKeys() {
        for (command, keys) in [
            (Command.toggleHelp, [Key.character("q"), .named(.enter), .named(.escape), .control("c")]),
            (.scrollBack, [.character("q"), .named(.enter), .named(.escape), .control("c")]),
        ] {
            for key in keys {
                var screening = Self.hosting()
                screening.hear(.hosted(.history(10, pushed: 10)))
                screening.press(command)
                #expect(!screening.model.passesKeys)
                #expect(screening.press(key) == [] && screening.model.passesKeys, "\(key)")
                #expect(!screening.model.isSayingSomething, "\(key)")
            }
        }
    }

    @Test("wheel-escape: the key behind the wheel comes back, but for those that scroll on")
    func glancing() {
        for key in [Key.named(.escape), .character("q"), .named(.enter), .control("c"), .character("x"), nil] {
            var screening = Self.hosting()
            screening.hear(.hosted(.history(50, pushed: 50)))
            screening.hear(.hosted(.wheeled(3)))
            screening.hear(.hosted(.caught(key)))
            #expect(screening.model.host.scrolledBack == 0 && screening.model.passesKeys)
        }
        var screening = Self.hosting()
        screening.hear(.hosted(.history(50, pushed: 50)))
        screening.hear(.hosted(.wheeled(3)))
        screening.hear(.hosted(.caught(.named(.pageUp))))
        #expect(screening.model.host.scrolledBack > 3 && !screening.model.passesKeys)
    }

    // MARK: Searching

    @Test("a text is looked for while it is typed, n and N go on, and Esc forgets it")
    func searching() {
        var view = ScreenView()
        var screening = Self.hosting()
        screening.hear(.hosted(.history(50, pushed: 50)))
        #expect(!screening.model.takesText)
        #expect(screening.press(.search) == [.findInHistory(.begun)])
        // What is handed over at once is looked for once.
        #expect(screening.model.takesText)
        #expect(screening.press(.paste("xyz")) == [.findInHistory(.typed("xyz"))])
        screening.press(.control("u"))
        #expect(screening.press(.character("a")) == [.findInHistory(.typed("a"))])
        screening.hear(.hosted(.found(back: 20)))
        #expect(screening.model.host.scrolledBack == 20)
        #expect(screening.press(.character("b")) == [.findInHistory(.typed("ab"))])
        screening.hear(.hosted(.found(back: nil)))
        #expect(Self.words(screening.draw(with: &view)).contains("Not found"))
        #expect(screening.press(.named(.backspace)) == [.findInHistory(.typed("a"))])
        screening.hear(.hosted(.found(back: 20)))
        #expect(screening.press(.named(.enter)) == [])
        #expect(screening.model.host.scrolledBack == 20 && !screening.model.passesKeys)
        #expect(screening.press(.character("n")) == [.findInHistory(.next(.older))])
        #expect(screening.press(.character("N")) == [.findInHistory(.next(.newer))])
        screening.hear(.hosted(.found(back: nil)))
        #expect(screening.model.notice == "No further matches")
        screening.press(.search)
        screening.hear(.hosted(.found(back: 33)))
        #expect(screening.press(.named(.escape)) == [.findInHistory(.forgotten)])
        #expect(screening.model.host.scrolledBack == 20)
        screening.press(.named(.escape))
        #expect(screening.model.passesKeys && screening.model.host.scrolledBack == 0)
    }
}
