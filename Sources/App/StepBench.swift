import Debugger
import Events
import Tapes

/// Measures steps back, and what the timeline keeps, over a whole tape.
package struct StepBench {
    package let frames: Int
    package let events: Int
    /// Milliseconds of each step, sorted.
    package let steps: [Double]
    package let hearing: Double
    package let copies: (count: Int, byteCount: Int)

    /// - Throws: what reading a tape can.
    package init(_ path: String, steps count: Int = 2_000) throws {
        let tape = try OpenTape(path)
        defer { tape.close() }
        var player = Player(try TapeFeed(tape.reader, isFresh: false))
        player.hear(.settingsChanged(PlaybackOptions().settings))
        var forward = FastForward(blobs: tape.reader)
        let started = ContinuousClock.now
        while try forward.step(&player, { _, _ in }) {}
        hearing = (ContinuousClock.now - started) / .seconds(1)
        var timeline = player.timeline
        (frames, events, copies) = (timeline.log.frameCount, timeline.history.count, timeline.copies)
        var steps: [Double] = []
        // Places spread over the tape without a pattern, and without chance: the same in each run.
        var place = 0
        for _ in 0..<count {
            place = (place + 2_654_435_761) % max(1, timeline.history.count)
            timeline.move(to: place)
            let started = ContinuousClock.now
            if case .at(let target) = timeline.find(.frames(-1)) { timeline.move(to: target) }
            steps.append((ContinuousClock.now - started) / .milliseconds(1))
        }
        self.steps = steps.sorted()
    }

    /// Two lines for people.
    package var text: String {
        let median = steps.isEmpty ? 0 : steps[steps.count / 2]
        let rounded = { (value: Double) in (value * 100).rounded() / 100 }
        return """
            \(frames) frames, \(events) events heard in \(rounded(hearing)) s; \(copies.count) copies of the engine, \
            \(rounded(Double(copies.byteCount) / 1_048_576)) MiB
            \(steps.count) steps back: median \(rounded(median)) ms, worst \(rounded(steps.last ?? 0)) ms
            """
    }
}
