import Events
import Foundation
import Support
import Synchronization
import Testing

@testable import Sound

/// The samples that a device was given, from the library's driver that writes them to a file.
@Suite(.serialized) struct SoundDeviceTests {
    private let path = NSTemporaryDirectory() + "device-\(UUID().uuidString)"
    private static let start = ContinuousClock.now

    /// - Parameter look: called whenever the device asks for a piece, on its thread.
    private func device(_ look: @escaping @Sendable (Instant) -> Void = { _ in }) throws -> SoundDevice {
        // Before the library is first asked, and as fast as it can without filling the disk.
        setenv("SDL_AUDIODRIVER", "disk", 1)
        setenv("SDL_DISKAUDIODELAY", "1", 1)
        return try SoundDevice(path) {
            let passed = ContinuousClock.now - Self.start
            let time = Instant(microseconds: Int64(passed / .microseconds(1)))
            look(time)
            return time
        }
    }

    private var now: Instant { Instant(microseconds: Int64((ContinuousClock.now - Self.start) / .microseconds(1))) }

    /// Noise, which is found again in one place only.
    private func noise(_ seed: UInt64, seconds: Double = 0.5, rate: Int) -> Samples {
        var chance = SplitMix64(seed: seed)
        let values = (0..<Int(seconds * Double(rate))).map { _ in Int16.random(in: 1 ... .max, using: &chance) }
        return Samples(rate: rate, channels: 1, values: values)
    }

    private func until(_ condition: () -> Bool) async throws {
        for _ in 0..<24_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
        try #require(condition())
    }

    /// What was written, of one channel, without the silence around it: of that there is the more the longer the test was waiting.
    private func written() throws -> [Int16] {
        defer { unlink(path) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        return data.withUnsafeBytes { bytes in
            let frames = bytes.bindMemory(to: Int32.self)
            var (first, end) = (0, frames.count)
            while first < end, frames[first] == 0 { first += 1 }
            while end > first, frames[end - 1] == 0 { end -= 1 }
            let (left, right) = (first..<end).reduce(into: ([Int16](), [Int16]())) { values, place in
                values.0.append(Int16(truncatingIfNeeded: frames[place]))
                values.1.append(Int16(truncatingIfNeeded: frames[place] >> 16))
            }
            #expect(left == right)
            return left
        }
    }

    @Test("chunks that follow each other are written to the sample, without a gap")
    func seamless() async throws {
        var device: SoundDevice? = try device()
        let rate = try #require(device?.rate)
        let sounds = (0..<4).map { noise(UInt64($0), rate: rate) }
        device?.with { $0.play(SoundName(0, 1), sounds[0], from: .zero) }
        for chunk in 1..<4 { device?.with { $0.follow(SoundName(chunk, 1), sounds[chunk]) } }
        device?.setPaused(false)
        try await until { device?.place(at: now)?.isOver == true }
        #expect(device?.place(at: now)?.name == SoundName(3, 1))
        #expect(device?.place(at: now)?.position == .milliseconds(500))
        #expect(device?.isLost(at: now) == false)
        device = nil
        #expect(try written() == sounds.flatMap(\.values))
    }

    @Test(
        "what is played beside each other is heard together, each by its own clock, and a standing one keeps its place")
    func together() async throws {
        var first: SoundDevice? = try device()
        let rate = try #require(first?.rate)
        var second = first.map { SoundDevice(beside: $0) }
        // Quiet and loud enough for the sum to be cut.
        let sounds = [noise(1, rate: rate), noise(2, rate: rate), noise(3, rate: rate)]
        first?.with { $0.play(SoundName(0, 1), sounds[0], from: .zero) }
        second?.with { $0.play(SoundName(7, 1), sounds[1], from: .seconds(3)) }
        second?.with { $0.follow(SoundName(8, 1), sounds[2]) }
        first?.setPaused(false)
        try await until { first?.place(at: now)?.isOver == true }
        #expect(second?.place(at: now) == nil)
        first?.with { $0.play(SoundName(1, 1), sounds[0], from: .zero) }
        first?.setPaused(true)
        second?.setPaused(false)
        try await until { second?.place(at: now)?.isOver == true }
        #expect(second?.place(at: now)?.name == SoundName(8, 1) && first?.place(at: now) == nil)
        second?.setPaused(true)
        second?.with { $0.play(SoundName(9, 1), sounds[1], from: .zero) }
        // Both begin at the same piece at the earliest: the sum of what is written tells.
        first?.setPaused(false)
        second?.setPaused(false)
        try await until { first?.place(at: now)?.isOver == true && second?.place(at: now)?.isOver == true }
        first = nil
        #expect(second?.isLost(at: now) == false)
        second = nil
        let values = try written().filter { $0 != 0 }
        let alone = sounds[0].values + sounds[1].values + sounds[2].values
        #expect(Array(values.prefix(alone.count)) == alone)
        let mixed = Array(values.dropFirst(alone.count))
        let offset = mixed.count - sounds[0].values.count
        let sum = (0..<mixed.count).map { place -> Int16 in
            let a = sounds[0].values.indices.contains(place) ? Int32(sounds[0].values[place]) : 0
            let b = sounds[1].values.indices.contains(place - offset) ? Int32(sounds[1].values[place - offset]) : 0
            return Int16(clamping: a + b)
        }
        #expect(offset >= 0 && offset < sounds[0].values.count && mixed == sum)
    }

    @Test("music is heard beneath a voice, which stays as it is, and alone where there is none")
    func beneath() async throws {
        var voice: SoundDevice? = try device()
        let rate = try #require(voice?.rate)
        var music = voice.map { SoundDevice(beneath: $0) }
        let spoken = Samples(rate: rate, channels: 1, values: [Int16](repeating: 20_000, count: 4 * rate))
        // So long that it has no end while a slow machine waits for the voice.
        let played = Samples(rate: rate, channels: 1, values: [Int16](repeating: 5_000, count: 600 * rate))
        music?.with { $0.play(SoundName(0, 0), played, from: .zero) }
        music?.setGain(0.2)
        music?.setPaused(false)
        try await until { (music?.place(at: now)?.position ?? .zero) > .seconds(8) }
        voice?.with { $0.play(SoundName(0, 1), spoken, from: .zero) }
        voice?.setPaused(false)
        try await until { voice?.place(at: now)?.isOver == true }
        voice?.setPaused(true)
        let over = music?.place(at: now)?.position ?? .zero
        // 0.7 s of rest, and 3.8 s until the last of the swelling is too small to be heard.
        try await until { (music?.place(at: now)?.position ?? .zero) > over + .seconds(8) }
        (voice, music) = (nil, nil)
        let values = try written()
        let first = try #require(values.firstIndex { $0 > 15_000 })
        let end = try #require(values.lastIndex { $0 > 15_000 })
        #expect(end - first + 1 == 4 * rate)
        // Alone it has swollen to twice its gain; beneath the voice it comes down to it; behind it swells again.
        #expect(values[first - 1] == 2_000 && values[end] == 21_000 && values.last == 2_000)
        #expect(zip(values[first...end], values[(first + 1)...end]).allSatisfy { $0 >= $1 })
    }

    @Test("a pause in the middle loses and repeats no sample")
    func paused() async throws {
        var device: SoundDevice? = try device()
        let sound = noise(9, seconds: 20, rate: try #require(device?.rate))
        device?.with { $0.play(SoundName(0, 1), sound, from: .zero) }
        for _ in 0..<4 {
            device?.setPaused(false)
            let before = device?.place(at: now)?.position ?? .zero
            try await until {
                let place = device?.place(at: now)
                return (place?.position ?? .zero) > before || place?.isOver == true
            }
            device?.setPaused(true)
        }
        device?.setPaused(false)
        try await until { device?.place(at: now)?.isOver == true }
        device = nil
        // While it stands the driver writes silence.
        #expect(try written().filter { $0 != 0 } == sound.values)
    }

    @Test("K62 after a stop nothing more comes than what the device has taken")
    func stopped() async throws {
        var device: SoundDevice? = try device()
        let sound = noise(5, seconds: 60, rate: try #require(device?.rate))
        device?.with { $0.play(SoundName(0, 1), sound, from: .zero) }
        device?.setPaused(false)
        try await until { (device?.place(at: now)?.position ?? .zero) > .milliseconds(50) }
        device?.stop()
        let taken = device?.with { $0.handed } ?? 0
        try await until { (device?.with { $0.handed } ?? 0) > taken + 48_000 }
        device = nil
        let values = try written()
        // Silence before the start is cut off.
        #expect(values.count <= taken && values == Array(sound.values.prefix(values.count)))
    }

    @Test("the clock by which it is heard goes on with what is written, never back")
    func clock() async throws {
        // Looked at from the device's own thread, which a busy machine does not keep from looking.
        let looked = Mutex<(device: SoundDevice?, places: [SoundLine.Place])>((nil, []))
        let device = try device { time in
            looked.withLock { looked in
                guard let place = looked.device?.place(at: time), looked.places.last?.isOver != true else { return }
                looked.places.append(place)
            }
        }
        defer { unlink(path) }
        looked.withLock { $0.device = device }
        let sound = noise(2, seconds: 5, rate: device.rate)
        device.with { $0.play(SoundName(0, 1), sound, from: .milliseconds(700), speed: 150) }
        device.setPaused(false)
        try await until { looked.withLock { $0.places.last?.isOver == true } }
        let positions = looked.withLock { looked in
            looked.device = nil
            return looked.places.map(\.position)
        }
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(try #require(positions.first) >= .milliseconds(700) && positions.last == .milliseconds(8_200))
        // One step with each piece of 512 frames.
        #expect(Set(positions).count >= 5 * device.rate / 512 - 1)
    }

    @Test("a device that cannot be opened is an error with words")
    func noDevice() throws {
        _ = try device()
        unlink(path)
        let error = #expect(throws: SoundError.self) { try SoundDevice("/nowhere/at/all") { .zero } }
        guard case .noDevice? = error, let reason = error?.reason else { return }
        #expect(error?.plainReason == "device \"/nowhere/at/all\" did not open; `cameo doctor` lists devices")
        #expect(reason.hasPrefix("\"/nowhere/at/all\": ") && reason.hasSuffix("; `cameo doctor` lists devices"))
    }

    @Test(
        "people read in plain words why a device does not open",
        arguments: [
            ("ALSA: Couldn't open audio device: No such file or directory", "no device found"),
            ("Could not connect to PulseAudio", "no device found"),
            ("Device or resource busy", "the sound device is in use by another program"),
            ("Couldn't open /dev/dsp: Permission denied", "no permission to use the sound device"),
            ("unknown", "the sound device did not open"),
        ])
    func plainReason(words: String, plain: String) {
        let error = SoundError.noDevice(words)
        #expect(error.plainReason == plain && error.details == words && error.reason == words)
    }
}
