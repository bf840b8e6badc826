import Events
import Synchronization

@testable import Sound

/// A loudspeaker on the test's clock, which keeps what it has played.
package final class VirtualSpeaker: Loudspeaker {
    private struct State {
        var line: SoundLine
        var isPaused = true
        var isGone = false
        var latency = 0
        var played: [Int16] = []
    }

    package let rate: Int
    private let state: Mutex<State>

    package init(rate: Int = 48_000) {
        self.rate = rate
        state = Mutex(State(line: SoundLine(rate: rate)))
    }

    /// Frames
    package func setLatency(_ frames: Int) { state.withLock { $0.latency = frames } }

    /// One channel of all that was to be heard, silence included, but for the time in which it stood.
    package var played: [Int16] { state.withLock(\.played) }
    package var isPaused: Bool { state.withLock(\.isPaused) }
    /// What it was set to last.
    package var gain: Float { state.withLock(\.line.volume.gain) }

    /// Time passes.
    package func run(_ milliseconds: Int) {
        state.withLock { state in
            guard !state.isPaused, !state.isGone else { return }
            var output = [Int16](repeating: 0, count: 2 * rate * milliseconds / 1_000)
            output.withUnsafeMutableBufferPointer { state.line.render(into: $0) }
            state.played += stride(from: 0, to: output.count, by: 2).map { output[$0] }
        }
    }

    package func unplug() { state.withLock { $0.isGone = true } }

    package func with<Result: Sendable>(_ body: (inout SoundLine) -> Result) -> Result {
        state.withLock { body(&$0.line) }
    }
    package func setGain(_ gain: Float) { state.withLock { $0.line.volume.gain = gain } }
    package func setPaused(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }
    package func isLost(at time: Instant) -> Bool { state.withLock(\.isGone) }
    package func place(at time: Instant) -> SoundLine.Place? {
        state.withLock { $0.line.place(at: $0.line.handed - $0.latency) }
    }
}
