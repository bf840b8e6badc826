import CSDL
import Events
import Foundation
import Synchronization

/// An opened device and the lines that are heard over it, all at the same time.
///
/// The library's own thread asks for frames; the mutex guards what it shares with whoever says what is to be heard. That is held
/// for the copying of one piece of each line at most.
final class SoundOutput: Sendable {
    /// What one of those plays that are heard.
    fileprivate struct Part {
        var line: SoundLine
        var clock: DeviceClock
        var isPaused = true
        /// Of music that is heard beneath the others; `nil` for one of those.
        var ducking: Ducking?
    }

    private struct State {
        var parts: [Int: Part] = [:]
        var added = 0
        /// When the device has asked last.
        var asked: Instant?
        /// Of one line, before it is added to the others.
        var scratch: [Int16] = []

        var isPaused: Bool { parts.values.allSatisfy(\.isPaused) }

        mutating func render(into samples: UnsafeMutableBufferPointer<Int16>, rate: Int, at time: Instant) {
            samples.update(repeating: 0)
            let audible = parts.keys.filter { parts[$0]?.isPaused == false }
            for number in audible where parts[number]?.ducking == nil { add(number, to: samples, at: time) }
            let music = audible.filter { parts[$0]?.ducking != nil }
            let voice = music.isEmpty ? 0 : samples.reduce(0) { max($0, $1.magnitude) }
            let seconds = Double(samples.count / 2) / Double(rate)
            for number in music {
                parts[number]?.duck(beneath: voice, seconds: seconds)
                add(number, to: samples, at: time)
            }
            asked = time
        }

        private mutating func add(_ number: Int, to samples: UnsafeMutableBufferPointer<Int16>, at time: Instant) {
            if scratch.count < samples.count { scratch = [Int16](repeating: 0, count: samples.count) }
            scratch.withUnsafeMutableBufferPointer { scratch in
                let other = UnsafeMutableBufferPointer(rebasing: scratch[..<samples.count])
                parts[number]?.render(into: other, at: time)
                for place in samples.indices {
                    samples[place] = Int16(clamping: Int32(samples[place]) + Int32(other[place]))
                }
            }
        }
    }

    /// What the library's thread knows.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let now: @Sendable () -> Instant
        private let rate: Int

        init(_ rate: Int, _ now: @escaping @Sendable () -> Instant) { (self.rate, self.now) = (rate, now) }

        func render(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
            bytes.withMemoryRebound(to: Int16.self, capacity: count / 2) { samples in
                let time = now()
                state.withLock {
                    $0.render(into: UnsafeMutableBufferPointer(start: samples, count: count / 2), rate: rate, at: time)
                }
            }
        }
    }

    /// Frames a second.
    let rate: Int
    /// Frames between a frame's being taken and its being heard.
    private let latency: Int
    private let shared: Shared
    private let device: SDL_AudioDeviceID

    /// Frames that a device takes at once: about 11 ms.
    private static let pieceFrames = 512
    /// A device that has not asked for so long is gone.
    private static let timeout = TimeSpan.milliseconds(500)

    /// As `SoundDevice`.
    init(_ name: String?, latency: TimeSpan, _ now: @escaping @Sendable () -> Instant) throws(SoundError) {
        try SDL.begin()
        var (wanted, found) = (SDL_AudioSpec(), SDL_AudioSpec())
        wanted.format = cameo_sdl_s16
        wanted.channels = 2
        wanted.samples = UInt16(Self.pieceFrames)
        let rate = Self.usualRate(name) ?? 48_000
        wanted.freq = Int32(clamping: rate)
        shared = Shared(rate, now)
        wanted.userdata = Unmanaged.passUnretained(shared).toOpaque()
        wanted.callback = { context, bytes, count in
            guard let context, let bytes, count > 0 else { return }
            Unmanaged<Shared>.fromOpaque(context).takeUnretainedValue().render(bytes, Int(count))
        }
        device = SDL_OpenAudioDevice(name, 0, &wanted, &found, 0)
        guard device > 0 else {
            let reason = SDL.lastError
            SDL.end()
            // The library's words do not have the name, which may be mistyped.
            throw .noDevice(reason.hasSuffix(".") ? String(reason.dropLast()) : reason, name: name)
        }
        self.rate = rate
        // The device plays a piece while it waits for the next one.
        self.latency = Self.pieceFrames + Int(latency.seconds * Double(rate))
    }

    deinit {
        // Waits for the library's thread, which is in `shared` at most for one piece.
        SDL_CloseAudioDevice(device)
        SDL.end()
    }

    /// The rate at which the device works, so that nothing is converted twice.
    private static func usualRate(_ name: String?) -> Int? {
        var spec = SDL_AudioSpec()
        if name == nil {
            var chosen: UnsafeMutablePointer<CChar>?
            let status = SDL_GetDefaultAudioInfo(&chosen, &spec, 0)
            SDL_free(chosen)
            guard status == 0 else { return nil }
        } else {
            let count = SDL_GetNumAudioDevices(0)
            guard let place = (0..<max(0, count)).first(where: { Self.name($0) == name }),
                SDL_GetAudioDeviceSpec(place, 0, &spec) == 0
            else { return nil }
        }
        return (8_000...192_000).contains(spec.freq) ? Int(spec.freq) : nil
    }

    private static func name(_ place: Int32) -> String? { SDL_GetAudioDeviceName(place, 0).map { String(cString: $0) } }

    static func deviceNames() throws(SoundError) -> [String] {
        try SDL.begin()
        defer { SDL.end() }
        return (0..<max(0, SDL_GetNumAudioDevices(0))).compactMap(name)
    }

    // MARK: Lines

    /// - Returns: the number of a new line, on which nothing is heard.
    func add(asMusic isMusic: Bool = false) -> Int {
        shared.state.withLock { state in
            state.added += 1
            var part = Part(line: SoundLine(rate: rate), clock: DeviceClock(rate: rate, latency: latency))
            if isMusic { part.ducking = Ducking() }
            state.parts[state.added] = part
            return state.added
        }
    }

    func remove(_ number: Int) {
        setPaused(true, number)
        shared.state.withLock { $0.parts[number] = nil }
    }

    /// - Parameter gain: 0 to 1; of music beneath the others.
    func setGain(_ gain: Float, _ number: Int) { shared.state.withLock { $0.parts[number]?.setGain(gain) } }

    func with<Result: Sendable>(_ number: Int, _ body: (inout SoundLine) -> Result) -> Result {
        shared.state.withLock { state in
            guard let place = state.parts.index(forKey: number) else {
                preconditionFailure("a line is there until it is removed")
            }
            return body(&state.parts.values[place].line)
        }
    }

    /// The device stands while all of them do.
    func setPaused(_ isPaused: Bool, _ number: Int) {
        let now = shared.now()
        let change: Bool? = shared.state.withLock { state in
            let before = state.isPaused
            state.parts[number]?.isPaused = isPaused
            guard state.isPaused != before else { return nil }
            state.asked = now
            return state.isPaused
        }
        if let change { SDL_PauseAudioDevice(device, change ? 1 : 0) }
    }

    func place(at time: Instant, _ number: Int) -> SoundLine.Place? {
        shared.state.withLock { $0.parts[number]?.place(at: time) }
    }

    func isLost(at time: Instant) -> Bool {
        let isSilent = shared.state.withLock { state in
            !state.isPaused && state.asked.map { time - $0 > Self.timeout } == true
        }
        return isSilent || SDL_GetAudioDeviceStatus(device) == SDL_AUDIO_STOPPED
    }
}

extension SoundOutput.Part {
    fileprivate mutating func setGain(_ gain: Float) {
        if ducking == nil { line.volume.gain = gain } else { ducking?.gain = gain }
    }

    /// As loud as it may be beneath what else is heard.
    fileprivate mutating func duck(beneath voice: UInt16, seconds: Double) {
        if let gain = ducking?.pass(voice, seconds: seconds) { line.volume.gain = gain }
    }

    fileprivate mutating func render(into samples: UnsafeMutableBufferPointer<Int16>, at time: Instant) {
        let start = line.handed
        line.render(into: samples)
        clock.receive(start, line.handed - start, at: time)
    }

    fileprivate mutating func place(at time: Instant) -> SoundLine.Place? {
        clock.frame(at: time).flatMap { line.place(at: $0) }
    }
}

/// Which of the frames that a device was given is heard now.
///
/// A device takes frames in pieces, each somewhat before the last one is used up; between two pieces time goes on evenly.
struct DeviceClock {
    /// Frames a second.
    let rate: Int
    /// Frames between a frame's being taken and its being heard.
    let latency: Int
    private var taken: (start: Int, count: Int, at: Instant)?
    private var audible = 0

    init(rate: Int, latency: Int) { (self.rate, self.latency) = (rate, latency) }

    /// The device took `count` frames, of which the first has number `start`.
    mutating func receive(_ start: Int, _ count: Int, at time: Instant) { taken = (start, count, time) }

    /// Number of the frame that is heard; never less than before, never one that was not taken. `nil` before the first one is.
    mutating func frame(at time: Instant) -> Int? {
        guard let taken else { return nil }
        let passed = Int((time - taken.at).seconds * Double(rate))
        let frame = taken.start - latency + min(max(0, passed), taken.count)
        audible = max(audible, frame)
        return frame < 0 ? nil : audible
    }
}
