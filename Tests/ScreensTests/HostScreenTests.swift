import Cells
import Events
import Keys
import Panels
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
        for columns in [20, 40, 80, 140] {
            screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: columns, rows: 12))))
            let line = screening.draw(with: &view).popups.first?.lines.first
            let text = line?.spans.map(\.text).joined() ?? ""
            #expect(text.contains("? keys") && text.contains("c corner") && !text.contains("…"), "\(text)")
            #expect(text.contains("quit") == (columns > 40) && text.contains("debugger") == (columns > 130), "\(text)")
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
        #expect(shown == [false, true, false] && screening.model.notice == "tile: hidden")
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
}
