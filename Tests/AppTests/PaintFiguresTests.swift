import Events
import Sessions
import Testing

@testable import App
@testable import Engine
@testable import Panels

@Suite struct PaintFiguresTests {
    private static func painted(_ figures: PaintFigures) -> [Int] {
        let state = filled(figures)
        return [state.painted, state.dropped]
    }

    private static func bytes(_ figures: PaintFigures) -> Int { filled(figures).frameBytes }

    private static func filled(_ figures: PaintFigures) -> StatisticsState {
        var state = StatisticsState(
            counters: Counters(), generation: 0, queuedChunks: 0, decodedBytes: 0, bufferReady: 0, bufferKnown: 0,
            picture: .zero, pixels: .zero, colors: "")
        figures.fill(&state)
        return state
    }

    @Test("N55 frames that gave way to newer ones are dropped, the others painted")
    func dropped() {
        var figures = PaintFigures()
        figures.showFrame()
        figures.reachScreen()
        #expect(Self.painted(figures) == [1, 0])
        for _ in 0..<4 { figures.showFrame() }
        // While the terminal takes nothing, nothing is decided.
        #expect(Self.painted(figures) == [1, 0])
        figures.reachScreen()
        #expect(Self.painted(figures) == [2, 3])
    }

    @Test("panels that are drawn again are no frames")
    func panels() {
        var figures = PaintFigures()
        figures.showFrame()
        for _ in 0..<5 {
            figures.reachScreen()
            figures.count(FrameTiming([.compose: .milliseconds(1), .paint: .milliseconds(2)]), bytes: 10)
        }
        #expect(Self.painted(figures) == [1, 0])
    }

    @Test("times are those of the last pictures, by stage")
    func times() {
        var figures = PaintFigures()
        figures.count(FrameTiming([.compose: .milliseconds(10), .paint: .milliseconds(20)]), bytes: 100)
        figures.count(FrameTiming([.compose: .milliseconds(20), .paint: .milliseconds(40)]), bytes: 50)
        #expect(Self.bytes(figures) == 50)
        figures.count(FrameTiming([.compose: .milliseconds(12), .write: .milliseconds(1)]), bytes: 0)
        let state = Self.filled(figures)
        #expect(state.timing.count == 3 && state.timing.stages[.compose]?.p50 == 12)
        #expect(state.timing.stages[.paint]?.most == 40 && state.timing.bottlenecks == [.paint: 2])
        #expect(state.frameBytes == 50)
    }
}
