import Events
import Synchronization

@testable import App
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
    func stop() { state.withLock { $0.line.stop() } }
    var names: [SoundName] { state.withLock(\.line.names) }
    func setGain(_ gain: Float) { state.withLock { $0.line.gain = gain } }
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

extension Samples {
    /// A WAV file of them.
    var file: [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
        let data = values.flatMap { number(Int(UInt16(bitPattern: $0)), 2) }
        let (frame, format) = (2 * channels, Array("WAVEfmt ".utf8))
        return Array("RIFF".utf8) + number(36 + data.count, 4) + format + number(16, 4) + number(1, 2)
            + number(channels, 2) + number(rate, 4) + number(rate * frame, 4) + number(frame, 2) + number(16, 2)
            + Array("data".utf8) + number(data.count, 4) + data
    }

    /// Each of its samples tells its place: never silent, and no two neighbors alike.
    static func numbered(seconds: Double, rate: Int = 48_000, first: Int = 1) -> Samples {
        let count = Int((seconds * Double(rate)).rounded())
        return Samples(rate: rate, channels: 1, values: (0..<count).map { Int16((first + $0) % 32_000 + 1) })
    }
}
