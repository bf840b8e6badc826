import Cells
import Events
import Keys
import Screens
import Testing

@testable import App

@Suite("The tile on the screen")
@MainActor
struct TileRendererTests {
    private let run: ScreenRun
    private var screen: KeptScreen { run.screen }

    init() async throws {
        run = try await ScreenRun()
        run.perform(.go(to: .time(Instant(seconds: 1))))
        run.draw()
    }

    @Test("a page that covers the picture brings the tile with its picture, and its end takes it, in one drawing each")
    func page() {
        #expect(screen.contents.last?.tile == nil)
        run.hear([.key(.character("K"))])
        run.draw()
        #expect(screen.contents.count == 2 && screen.contents[1].tile != nil && screen.contents[1].picture == nil)
        #expect(screen.painted[1] > 500)
        run.draw()
        #expect(screen.contents.count == 2)
        run.hear([.key(.character("K"))])
        run.draw()
        #expect(screen.contents.count == 3 && screen.contents[2].tile == nil && screen.contents[2].picture != nil)
    }

    @Test("while it plays the tile has another picture at most fifteen times a second, and paused at once")
    func rate() throws {
        run.hear([.key(.character("K"))])
        run.draw(at: 0)
        // Past frames are gone to while it is said to play.
        var drawn = 0
        for step in 0..<60 {
            run.perform(.go(to: .frames(1)))
            let before = screen.contents.count
            run.draw(at: 1_000 + Int64(step) * 1_000 / 60) { ($0.isPaused, $0.isStill) = (false, false) }
            if screen.contents.count > before { drawn += 1 }
        }
        #expect((4...30).contains(drawn), "panels move, too")
        let count = screen.contents.count
        for step in 0..<3 {
            run.perform(.go(to: .frames(-1)))
            run.draw(at: 2_000 + Int64(step))
        }
        #expect(screen.contents.count == count + 3)
    }

    @Test("of the frames to come those are decoded ahead that the tile will draw")
    func ahead() {
        let periods: [(Int64, first: Int64, [Int])] = [
            (100, first: 66, [0, 1, 2]), (40, first: 67, [0, 2, 4]), (40, first: 90, [1, 2, 4]),
            (33, first: 68, [1, 3, 5]), (10, first: 70, [6, 12, 19]), (40, first: -10, [0, 1, 2]),
        ]
        for (period, first, places) in periods {
            #expect(
                TileRenderer.placesDrawn(3, firstIn: .milliseconds(first), period: .milliseconds(period)) == places)
        }
        #expect(TileRenderer.placesDrawn(2, firstIn: .seconds(9), period: .milliseconds(1)) == [99, 100])
        // Paused, any frame may be the next.
        #expect(run.renderer.tile.placesDrawn(3, run.owners.played) == [0, 1, 2])
    }

    @Test("the mouse does not go through it")
    func mouse() throws {
        run.hear([.key(.character("K"))])
        run.draw()
        let tile = try #require(screen.contents.last?.tile)
        #expect(run.renderer.isCovered(tile.origin))
        #expect(!run.renderer.isCovered(CellPoint(column: tile.origin.column - 1, row: tile.origin.row)))
    }

    @Test("the tile of a call is told of the screen and of what was chosen, once; a replay is not")
    func told() async throws {
        let joined = #"{"t":0,"event":"call_state","data":{"call":"c","state":"JOINED"}}"#
        let run = try await ScreenRun(lines: [joined]) { $0.tile = [.includesLocal(true), .corner(.topLeft)] }
        run.draw()
        for _ in 0..<3 {
            run.owners.tellTile(of: run.model)
            _ = run.owners.performEffects()
        }
        let tile = try #require(run.playback.edgeTile)
        #expect(tile.settings.includesLocal && tile.settings.corner == .topLeft && tile.place.stage == .visible)
        #expect(tile.place.window.area == CellSize(columns: 80, rows: 23))
        let heard = run.playback.timeline.history.count
        run.owners.tellTile(of: run.model)
        #expect(run.playback.timeline.history.count == heard)
        run.hear([.key(.character("K"))])
        run.draw()
        run.owners.tellTile(of: run.model)
        #expect(run.playback.edgeTile?.place.stage == .covered)
    }
}
