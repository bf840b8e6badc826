import Events
import Synchronization

@testable import Playback
@testable import Sound

/// A loudspeaker on the test's clock, which keeps what it has played.
final class VirtualSpeaker: Loudspeaker {
    private struct State {
        var line: SoundLine
        var isPaused = true
        var isGone = false
        var latency = 0
        var played: [Int16] = []
    }

    let rate: Int
    private let state: Mutex<State>

    init(rate: Int = 48_000) {
        self.rate = rate
        state = Mutex(State(line: SoundLine(rate: rate)))
    }

    /// Frames
    func setLatency(_ frames: Int) { state.withLock { $0.latency = frames } }

    /// One channel of all that was to be heard, silence included, but for the time in which it stood.
    var played: [Int16] { state.withLock(\.played) }
    var isPaused: Bool { state.withLock(\.isPaused) }

    /// Time passes.
    func run(_ milliseconds: Int) {
        state.withLock { state in
            guard !state.isPaused, !state.isGone else { return }
            var output = [Int16](repeating: 0, count: 2 * rate * milliseconds / 1_000)
            output.withUnsafeMutableBufferPointer { state.line.render(into: $0) }
            state.played += stride(from: 0, to: output.count, by: 2).map { output[$0] }
        }
    }

    func unplug() { state.withLock { $0.isGone = true } }

    func play(_ name: SoundName, _ samples: Samples, from position: Span, speed: Int) {
        state.withLock { $0.line.play(name, samples, from: position, speed: speed) }
    }
    func change(_ name: SoundName, _ samples: Samples, from position: Span, speed: Int) {
        state.withLock { $0.line.change(name, samples, from: position, speed: speed) }
    }
    func follow(_ name: SoundName, _ samples: Samples, speed: Int) {
        state.withLock { $0.line.follow(name, samples, from: .zero, speed: speed) }
    }
    func begin(_ name: SoundName, from position: Span, speed: Int) {
        state.withLock { $0.line.begin(name, from: position, speed: speed) }
    }
    func extend(_ name: SoundName, _ samples: Samples, isLast: Bool) {
        state.withLock { $0.line.extend(name, samples, isLast: isLast) }
    }
    func waiting(_ name: SoundName) -> Int { state.withLock { $0.line.waiting(name) } }
    func stop() { state.withLock { $0.line.stop() } }
    var names: [SoundName] { state.withLock(\.line.names) }
    func setGain(_ gain: Float) { state.withLock { $0.line.volume.gain = gain } }
    func setPaused(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }
    func isLost(at time: Instant) -> Bool { state.withLock(\.isGone) }
    func place(at time: Instant) -> SoundDevice.Place? {
        state.withLock { state in
            state.line.place(at: state.line.handed - state.latency).map {
                SoundDevice.Place(name: $0.name, position: $0.position, isOver: $0.isOver)
            }
        }
    }
}
