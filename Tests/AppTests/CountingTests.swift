import Events
import Testing

@testable import App
@testable import Engine
@testable import Panels
@testable import Playback

@Suite struct RateCounterTests {
    @Test("the rate is the number of frames in the second before")
    func rate() {
        var rate = RateCounter()
        for frame in 0..<90 { rate.count(Instant(microseconds: Int64(frame) * 33_333)) }
        #expect(rate.rate(at: Instant(seconds: 2.99)) == 30)
        #expect(rate.rate(at: Instant(seconds: 3.5)) == 14)
        #expect(rate.rate(at: Instant(seconds: 5)) == 0)
    }
}

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

@Suite struct CaptionsTests {
    private static func heard(_ segments: [(Int?, String)]) -> Captions {
        var captions = Captions()
        for (group, text) in segments { captions.receive(TextSegment(text: text, group: group)) }
        return captions
    }

    @Test("a segment is shown while a chunk of its group is on, and goes with the talk")
    func groups() {
        var captions = Self.heard([(0, "One."), (1, "Two.")])
        captions.follow(group: nil, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "")
        captions.follow(group: 0, isAnimating: true, heard: 2)
        #expect(captions.text(after: 2) == "One.")
        captions.follow(group: nil, isAnimating: true, heard: 3)
        #expect(captions.text(after: 3) == "One.")
        captions.follow(group: 1, isAnimating: true, heard: 4)
        #expect(captions.text(after: 4) == "Two.")
        captions.follow(group: nil, isAnimating: false, heard: 5)
        #expect(captions.text(after: 5) == "")
    }

    @Test("what was shown is found again at its place")
    func past() {
        var captions = Self.heard([(0, "One."), (1, "Two.")])
        captions.follow(group: 0, isAnimating: true, heard: 10)
        captions.follow(group: 1, isAnimating: true, heard: 20)
        captions.follow(group: nil, isAnimating: false, heard: 30)
        #expect([9, 10, 19, 20, 29, 30].map(captions.text) == ["", "One.", "One.", "Two.", "Two.", ""])
    }

    @Test("several segments of one group are one text, also when one of them comes late")
    func severalSegments() {
        var captions = Self.heard([(4, "One,"), (4, "two,")])
        captions.follow(group: 4, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "One, two,")
        captions.receive(TextSegment(text: "three.", group: 4))
        captions.follow(group: 4, isAnimating: true, heard: 2)
        #expect(captions.text(after: 2) == "One, two, three.")
    }

    @Test("text without a group is for no chunk, and asks for no row")
    func withoutGroup() {
        var captions = Self.heard([(nil, "Somewhere.")])
        captions.follow(group: 0, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "")
        #expect(!captions.isNeeded)
    }

    @Test("the row stays once there was text")
    func row() {
        var captions = Captions()
        #expect(!captions.isNeeded)
        captions.receive(TextSegment(text: "Hello", group: 0))
        captions.follow(group: 0, isAnimating: true, heard: 1)
        captions.follow(group: nil, isAnimating: false, heard: 2)
        #expect(captions.isNeeded)
    }

    @Test("a flood of segments keeps the newest")
    func flood() {
        var captions = Captions()
        for number in 0..<10_000 { captions.receive(TextSegment(text: "text \(number)", group: number)) }
        captions.follow(group: 0, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "")
        captions.follow(group: 9_999, isAnimating: true, heard: 2)
        #expect(captions.text(after: 2) == "text 9999")
    }
}
