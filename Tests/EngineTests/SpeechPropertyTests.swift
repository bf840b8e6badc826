import Engine
import Events
import Support
import Testing

/// What holds for messages as they may really come: 4,000 whole ones, and 4,000 with losses.
@Suite("Properties of the engine over random messages")
struct SpeechPropertyTests {
    @Test("every frame of a message that is all there is shown exactly once and in order", arguments: 0..<8)
    func exactlyOnce(part: Int) {
        for number in 0..<500 {
            let seed = UInt64(part * 500 + number)
            var scenario = SpeechScenario(seed: seed, losses: false)
            guard scenario.runToRest() != nil else {
                Issue.record("seed \(seed): not back in idle after \(scenario.bound) s")
                continue
            }
            let generation = scenario.session.engine.generation
            for (chunk, count) in scenario.frameCounts.enumerated() {
                let lines = scenario.session.drawn(chunk, generation: generation)
                if lines.map({ $0.position?.frame }) != Array(0..<count)
                    || lines.contains(where: { $0.status != .sync && $0.status != .unplaced })
                {
                    let shown = lines.map { "\($0.position?.frame ?? -1) \($0.status.text)" }.joined(separator: ", ")
                    Issue.record("seed \(seed): of the \(count) frames of chunk \(chunk): \(shown)")
                }
            }
            if scenario.session.chunkOrder != Array(scenario.frameCounts.indices) {
                Issue.record("seed \(seed): chunks in the order \(scenario.session.chunkOrder)")
            }
        }
    }

    @Test("whatever is lost, the avatar idles again within the sum of the limits", arguments: 0..<8)
    func backInIdle(part: Int) {
        for number in 0..<500 {
            let seed = UInt64(100_000 + part * 500 + number)
            var scenario = SpeechScenario(seed: seed, losses: true)
            if scenario.runToRest() == nil {
                Issue.record(
                    "seed \(seed): \(scenario.session.engine.modeName), \(scenario.session.engine.queuedChunks) queued")
            }
        }
    }

    @Test("a pause shifts everything behind it and changes nothing else", arguments: 0..<4)
    func pauseShifts(part: Int) {
        for number in 0..<75 {
            let seed = UInt64(200_000 + part * 75 + number)
            var scenario = SpeechScenario(seed: seed, losses: number % 2 == 0)
            guard scenario.runToRest() != nil else { continue }
            var random = SplitMix64(seed: seed)
            let plain = scenario.session.heard
            let ticks = plain.indices.filter { plain[$0].body == .local(.ticked) }
            let pause = TimeSpan.milliseconds(Int64(1 + random.below(20_000)))
            let shifted = Self.replay(plain, pausedBehind: random.pick(ticks), for: pause)
            let expected = Self.replay(plain, pausedBehind: nil, for: .zero)
            if shifted != expected { Issue.record("seed \(seed): the pause of \(pause.milliseconds) ms left a trace") }
        }
    }

    /// What was shown, in order, with the time that it took since the last line before, pauses left out.
    private static func replay(_ events: [Event], pausedBehind place: Int?, for pause: TimeSpan) -> [[Int]] {
        var engine = SpeechScenario.loaded
        var lines: [[Int]] = []
        var shift = TimeSpan.zero
        for (number, event) in events.enumerated() {
            for case .show(let line) in engine.handle(Event(event.time + shift, event.body)) {
                let position = line.position.map { [$0.chunk, $0.frame] } ?? [-1, -1]
                let shown = Int((line.shown - shift).microseconds)
                lines.append(
                    [shown, line.baseIndex, line.status == .sync || line.status == .unplaced ? 1 : 0] + position)
            }
            guard number == place else { continue }
            _ = engine.handle(Event(event.time, .local(.paused)))
            for part in 1...5 {
                let time = event.time + TimeSpan(microseconds: pause.microseconds / 5 * Int64(part))
                for effect in engine.handle(Event(time, .local(.ticked))) {
                    if case .show = effect { lines.append([-1]) }
                }
            }
            shift = pause
            _ = engine.handle(Event(event.time + shift, .local(.resumed)))
        }
        return lines
    }
}
