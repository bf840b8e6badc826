import Debugger
import Events
import PlaybackSupport
import Testing

@testable import App
@testable import Engine
@testable import Playback
@testable import Sound

@MainActor @Suite struct SoundControllerTests {
    private static let period = TimeSpan(microseconds: 33_333)

    /// Two chunks of a second each, each with sound of its own.
    private func stream(
        sounds: [Samples], frames: Int = 30, soundsAt: [Double] = []
    ) throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 100)
        try stream.clip(WrittenStream.talking, frames: 30, first: 200)
        var events: [(Double, (inout WrittenStream) throws -> Void)] = []
        for (chunk, sound) in sounds.enumerated() {
            let at = chunk < soundsAt.count ? soundsAt[chunk] : 0.1
            events.append((at, { $0.audio(chunk, frames: frames, at: at, sound: sound.file) }))
            events.append(
                (
                    0.1,
                    {
                        try $0.batch(chunk, 0..<frames, at: 0.1, bases: { $0 % 30 }) {
                            try WrittenStream.picture(1_000 + 100 * chunk + $0)
                        }
                    }
                ))
        }
        for event in events.sorted(by: { $0.0 < $1.0 }) { try event.1(&stream) }
        stream.say(soundsAt.max() ?? 0.1, "audio_end", [:])
        return stream
    }

    private func drift(_ frame: (record: FrameRecord, sound: TimeSpan?)) -> TimeSpan? {
        guard let place = frame.record.position, let sound = frame.sound else { return nil }
        return Self.period * Int64(place.frame) - sound
    }

    @Test(
        "K60 sound begins with the first draw of frame 0, and each frame comes with its place in the sound, never before it"
    )
    func inSync() async throws {
        let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1, first: 5_000)]))
        try run.run(to: 4)
        #expect(run.talk.count == 60 && run.talk.allSatisfy { $0.record.status == .sync })
        for frame in run.talk.dropFirst() {
            let drift = try #require(self.drift(frame))
            // Never early; late by less than one frame.
            #expect(drift <= .milliseconds(1) && drift > .zero - Self.period, "\(frame.record)")
        }
        #expect(run.loudspeaker.played.prefix { $0 == 0 }.count <= 48)
    }

    @Test("sounds of chunks that follow each other have no gap between them, and no sample is lost")
    func seamless() async throws {
        let sounds = [Samples.numbered(seconds: 1), .numbered(seconds: 1.013, first: 9_000)]
        let run = try await SoundRun(try stream(sounds: sounds))
        try run.run(to: 4)
        #expect(run.heard.difference(to: sounds.flatMap(\.values)) == nil)
    }

    @Test(
        "ten minutes in many chunks: each sample is heard once, in order, and each frame is shown",
        arguments: [100, 150])
    func tenMinutes(speed: Int) async throws {
        let (chunks, frames, rate) = (300, 20, 4_000)
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 100)
        try stream.clip(WrittenStream.talking, frames: frames, first: 200)
        let picture = try WrittenStream.picture(1_000)
        // As a backend sends them: somewhat faster than they are played.
        let sounds = (0..<chunks).map { Samples.numbered(seconds: 2, rate: rate, first: 8_000 * $0) }
        for (chunk, sound) in sounds.enumerated() {
            let at = 0.1 + 1.9 * Double(chunk) * 100 / Double(speed)
            stream.audio(chunk, frames: frames, at: at, sound: sound.file)
            try stream.batch(chunk, 0..<frames, at: at) { _ in picture }
        }
        stream.say(0.1 + 2 * Double(chunks), "audio_end", [:])
        let run = try await SoundRun(stream, rate: rate)
        (run.step, run.stretchingTime) = (10, .milliseconds(20))
        run.playback.setSpeed(speed, at: run.now)
        try run.run(to: 605 * 100 / Double(speed))
        let expected = speed == 100 ? sounds : run.made.map(\.samples)
        #expect(run.heard.difference(to: expected.flatMap(\.values).sounding) == nil)
        #expect(expected.count == chunks && run.talk.count == chunks * frames)
    }

    @Test("a device that is further behind than a chunk is long is waited for, and all of it is heard and shown")
    func slowDevice() async throws {
        let sounds = (0..<4).map { Samples.numbered(seconds: 0.3, first: 1 + 5_000 * $0) }
        let run = try await SoundRun(try stream(sounds: sounds, frames: 9))
        run.loudspeaker.setLatency(24_000)
        try run.run(to: 5)
        #expect(run.talk.count == 36 && run.talk.allSatisfy { $0.record.status == .sync })
        #expect(run.loudspeaker.played.filter { $0 != 0 }.difference(to: sounds.flatMap(\.values)) == nil)
    }

    @Test("a sound that is larger than what is kept of them is heard, and read once")
    func large() async throws {
        let sound = Samples.numbered(seconds: 1)
        let run = try await SoundRun(try stream(sounds: [sound]), recentBytes: 1_000)
        try run.run(to: 4)
        #expect(run.heard.difference(to: sound.values) == nil)
        #expect(run.reads == 1)
    }

    @Test("N24 a sound that is longer or shorter than its frames stretches or compresses them", arguments: [0.7, 1.3])
    func otherLength(seconds: Double) async throws {
        let run = try await SoundRun(
            try stream(sounds: [.numbered(seconds: seconds), .numbered(seconds: 1, first: 7_000)]))
        try run.run(to: 4)
        let second = try #require(run.talk.first { $0.record.position?.chunk == 1 })
        let first = try #require(run.talk.first)
        let length = second.record.shown - first.record.shown
        #expect(abs(length.seconds - seconds) < 0.05, "\(length)")
        #expect(run.talk.count { $0.record.position?.chunk == 0 } >= Int(30 * min(1, seconds)) - 2)
    }

    @Test("K61 N23 sound that comes 400 ms after frame 0 begins where the picture is")
    func late() async throws {
        let sound = Samples.numbered(seconds: 1)
        let run = try await SoundRun(try stream(sounds: [sound], soundsAt: [0.5]))
        // The picture does not wait for a sound that has not come: its chunk starts when its batch is there.
        try run.run(to: 3)
        let heard = run.heard
        let offset = sound.frameCount - heard.count
        #expect(heard == Array(sound.values.suffix(heard.count)))
        let begun = run.shown.first { $0.record.position != nil }
        let shown = (try #require(begun)).record.shown
        if shown < Instant(seconds: 0.49) {
            let passed = (Instant(seconds: 0.5) - shown).seconds
            #expect(abs(Double(offset) / 48_000 - passed) < 0.035, "\(offset) \(passed)")
            #expect(run.notes.contains { $0.code == .audioLate })
        } else {
            #expect(offset <= 48)
        }
    }

    @Test("K62 after a new message nothing more of the old one is heard")
    func newMessage() async throws {
        let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1)]))
        try run.run(to: 0.8)
        #expect(!run.loudspeaker.names.isEmpty)
        run.playback.receiveInput(.sent)
        try run.turn()
        #expect(run.loudspeaker.names.isEmpty)
    }

    @Test("N25 without a sound that can be read, muted, and without device the wall clock moves the same frames")
    func wallClock() async throws {
        var counts: [Int] = []
        for change in 0..<3 {
            var stream = try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1)])
            if change == 0 {
                stream = WrittenStream()
                try stream.clip(WrittenStream.idle, frames: 4, first: 100)
                try stream.clip(WrittenStream.talking, frames: 30, first: 200)
                stream.audio(0, frames: 60, at: 0.1, sound: Array("no sound".utf8))
                try stream.batch(
                    0, 0..<60, at: 0.1, bases: { $0 % 30 }, bytes: { try WrittenStream.picture(1_000 + $0) })
                stream.say(0.1, "audio_end", [:])
            }
            let run = try await SoundRun(stream, opensDevice: change != 2)
            if change == 1 { run.controller.setMuted(!run.controller.isMuted) }
            try run.run(to: 4)
            counts.append(run.talk.count { $0.record.status == .sync })
            #expect(run.loudspeaker.played.allSatisfy { $0 == 0 })
            if change == 0 { #expect(run.notes.contains { $0.code == .audioFailed }) }
        }
        #expect(counts == [60, 60, 60])
    }

    @Test("the picture goes on when the device is lost in the middle, and that is said once")
    func unplugged() async throws {
        let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1)]))
        try run.run(to: 0.7)
        run.loudspeaker.unplug()
        try run.run(to: 4)
        #expect(run.messages == ["Sound device disconnected; the picture continues without sound"])
        #expect(run.talk.count { $0.record.status == .sync } == 60)
    }

    @Test("what is heard while the playhead is elsewhere moves no sound of the edge")
    func elsewhere() async throws {
        let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 2)]))
        try run.run(to: 0.7)
        #expect(!run.controller.inputs(for: run.playback.engine, at: run.now).isEmpty)
        run.controller.pacing = .wall
        #expect(run.controller.inputs(for: run.playback.engine, at: run.now).isEmpty)
    }

    @Test("without a device the picture goes on, and that is said once")
    func noDevice() async throws {
        let run = try await SoundRun(
            try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1)]), opensDevice: false)
        _ = run.controller.receiveEvent(.noDevice(.noDevice("No such device")))
        try run.run(to: 4)
        #expect(run.messages == ["no device found"])
        #expect(run.controller.status == .unavailable("no device found", details: "No such device"))
        #expect(run.talk.count { $0.record.status == .sync } == 60)
    }

    @Test("a pause holds sound and picture, and both go on where they were")
    func paused() async throws {
        let sounds = [Samples.numbered(seconds: 1), .numbered(seconds: 1, first: 3_000)]
        let run = try await SoundRun(try stream(sounds: sounds))
        try run.run(to: 0.8)
        try run.playback.togglePause(at: run.now)
        try run.turn()
        #expect(run.loudspeaker.isPaused)
        let before = run.talk.count
        try run.run(to: 2)
        #expect(run.talk.count == before)
        try run.playback.togglePause(at: run.now)
        try run.run(to: 6)
        #expect(run.talk.count == 60)
        #expect(run.heard.difference(to: sounds.flatMap(\.values)) == nil)
    }

    @Test("the device stands before and after what is said, and all of it is heard")
    func standing() async throws {
        let sounds = [Samples.numbered(seconds: 1), .numbered(seconds: 0.5, first: 3_000)]
        let run = try await SoundRun(try stream(sounds: sounds))
        try run.run(to: 0.05)
        #expect(run.loudspeaker.isPaused)
        try run.run(to: 0.8)
        #expect(!run.loudspeaker.isPaused)
        try run.run(to: 12)
        #expect(run.loudspeaker.isPaused)
        #expect(run.heard.difference(to: sounds.flatMap(\.values)) == nil)
    }

    @Test(
        "at another speed the sound is as much shorter or longer, and the frames stay with it",
        arguments: [50, 80, 120, 150])
    func speeds(speed: Int) async throws {
        let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1, first: 3_000)]))
        run.playback.setSpeed(speed, at: run.now)
        try run.run(to: 8)
        #expect(run.talk.count == 60)
        for frame in run.talk where frame.record.position?.frame ?? 0 > 1 {
            let drift = try #require(self.drift(frame))
            #expect(drift <= .milliseconds(2) && drift > .zero - Self.period * 2, "\(frame.record) \(drift)")
        }
        let length = Double(run.heard.count) / 48_000
        #expect(abs(length - 200 / Double(speed)) < 0.2, "\(length)")
    }

    @Test(
        "at another speed sounds of chunks that follow each other have no gap between them, though the worker takes a while",
        arguments: [50, 80, 150])
    func seamlessAtSpeed(speed: Int) async throws {
        let sounds = (0..<3).map { Samples.numbered(seconds: 1, first: 1 + 9_000 * $0) }
        let run = try await SoundRun(try stream(sounds: sounds))
        run.stretchingTime = .milliseconds(30)
        run.playback.setSpeed(speed, at: run.now)
        try run.run(to: 9)
        // Each was made once, and whole; what is heard are these samples and not one between, before or behind them.
        #expect(run.made.map(\.name.chunk) == [0, 1, 2] && run.made.allSatisfy { $0.from <= .milliseconds(1) })
        #expect(run.heard.difference(to: run.made.flatMap(\.samples.values).sounding) == nil)
        for (_, _, samples) in run.made {
            let share = Double(samples.frameCount * speed) / Double(100 * 48_000)
            #expect(abs(share - 1) < 0.01, "\(share)")
        }
        #expect(run.talk.count == 90)
    }

    @Test("another speed in the middle is heard from where it was, and what waited behind it comes at that speed")
    func speedChanged() async throws {
        let sounds = (0..<3).map { Samples.numbered(seconds: 1, first: 1 + 9_000 * $0) }
        let run = try await SoundRun(try stream(sounds: sounds))
        run.stretchingTime = .milliseconds(30)
        try run.run(to: 0.9)
        #expect(run.loudspeaker.names.map(\.chunk) == [0, 1])
        run.playback.setSpeed(80, at: run.now)
        try run.run(to: 9)
        #expect(run.made.map(\.name.chunk) == [0, 1, 2])
        let (heard, made) = (run.heard, run.made.flatMap(\.samples.values).sounding)
        // At the old speed until the rest was made; then without what was heard meanwhile.
        let new = zip(heard.reversed(), made.reversed()).prefix { $0 == $1 }.count
        let (before, passed) = (heard.count - new, try #require(run.made.first).from)
        #expect(heard.prefix(before).elementsEqual(sounds[0].values.prefix(before)))
        // Not one piece is heard twice, and none is left out.
        let leftOut = Double(made.count - new) * 80 / 100
        #expect(abs(passed.seconds * 48_000 + leftOut - Double(before)) < 3, "\(passed) \(leftOut) \(before)")
        #expect((1_440...3_200).contains(leftOut), "\(leftOut)")
    }

    @Test("a picture that went on while its sound stood is caught up with")
    func behindThePicture() async throws {
        let sound = Samples.numbered(seconds: 3)
        let run = try await SoundRun(try stream(sounds: [sound]))
        let payload = Payload(hash: contentHash(of: sound.file), byteCount: sound.byteCount)
        let name = SoundName(0, 1)
        _ = run.controller.receiveEvent(
            .decoded(name, SoundKey(payload, longest: nil), .success(sound), levels: [1, 2]))
        func scene(at position: Double, isRunning: Bool) -> SoundController.Scene {
            SoundController.Scene(
                sounding: PlaybackEngine.Sounding(
                    chunk: 0, generation: 1, sound: payload, position: TimeSpan(seconds: position)),
                generation: 1, isRunning: isRunning, isSpeaking: true, speed: 100, isPaced: isRunning)
        }
        for step in 0..<50 {
            _ = run.controller.follow(scene(at: Double(step) / 100, isRunning: true), at: run.now)
            run.loudspeaker.run(10)
        }
        #expect(run.loudspeaker.place(at: run.now)?.position == .milliseconds(500))
        for step in 50..<200 {
            _ = run.controller.follow(scene(at: Double(step) / 100, isRunning: false), at: run.now)
            run.loudspeaker.run(10)
        }
        _ = run.controller.follow(scene(at: 2, isRunning: true), at: run.now)
        run.loudspeaker.run(10)
        #expect(run.loudspeaker.place(at: run.now)?.position == .milliseconds(2_010))
    }

    /// What is heard while the playhead goes somewhere and stands there.
    private func heard(_ run: SoundRun, at goal: Goal) throws -> [Int16] {
        let before = run.loudspeaker.played.count
        try run.playback.go(to: goal, at: run.now)
        try run.run(to: run.now.seconds + 0.2)
        #expect(run.loudspeaker.isPaused && run.playback.isPaused)
        return run.loudspeaker.played[before...].filter { $0 != 0 }
    }

    @Test(
        "a step sounds as the frame that it goes to, once and with soft ends, also where the sound has to be read again",
        arguments: [SoundController.recentBytes, 1_000])
    func steps(recentBytes: Int) async throws {
        let sounds = [Samples.numbered(seconds: 1, first: 100), .numbered(seconds: 1, first: 60_000)]
        let run = try await SoundRun(try stream(sounds: sounds), recentBytes: recentBytes, hearsSteps: true)
        try run.run(to: 4)
        #expect(try heard(run, at: .chunk(1)) == [])
        #expect(run.playback.engine.framePlan.record?.position?.frame == 0)
        let counts = [-1, -1, -1, 1, 2, 1, -2]
        for count in counts {
            let piece = try heard(run, at: .frames(count))
            let place = try #require(run.playback.engine.framePlan.record?.position)
            let (from, to) = (place.frame * 1_600, (place.frame + 1) * 1_600)
            let whole = sounds[place.chunk].values[from..<to]
            #expect(abs(piece.count - 1_600) < 5, "\(place) \(piece.count)")
            // Softly for 2 ms, then as it is.
            let middle = whole.dropFirst(96).dropLast(96)
            let start = try #require(piece.firstIndex(of: middle[from + 96]))
            #expect(piece[start...].prefix(middle.count).elementsEqual(middle), "\(place)")
            let (first, last) = (piece.first ?? .max, piece.last ?? .max)
            #expect(first < whole[from] / 40 + 2 && last < whole[to - 1] / 40 + 2, "\(first) \(last)")
        }
        // Another place is no step; and playing goes on from where it is.
        #expect(try heard(run, at: .frame(1)) == [])
        #expect(try heard(run, at: .frames(-1)) == [] && run.playback.engine.framePlan.record?.position == nil)
        _ = try heard(run, at: .chunk(1))
        _ = try heard(run, at: .frames(4))
        try run.playback.togglePause(at: run.now)
        try run.run(to: run.now.seconds + 0.1)
        let place = try #require(run.loudspeaker.place(at: run.now))
        let there = try #require(run.playback.engine.sounding)
        #expect(place.name.chunk == 1 && abs((place.position - there.position).seconds) < 0.08, "\(place) \(there)")
    }

    @Test("a step makes no sound unless that is wanted, nor while it is muted")
    func silentSteps() async throws {
        for isMuted in [false, true] {
            let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 1)]), hearsSteps: isMuted)
            try run.run(to: 0.6)
            try run.playback.togglePause(at: run.now)
            if isMuted { run.controller.setMuted(!run.controller.isMuted) }
            try run.turn()
            #expect(try heard(run, at: .frames(-1)) == [])
            #expect(run.playback.engine.shownSound != nil)
        }
    }

    @Test("going back is heard from there")
    func soughtBack() async throws {
        let run = try await SoundRun(try stream(sounds: [.numbered(seconds: 1), .numbered(seconds: 1, first: 3_000)]))
        try run.run(to: 1)
        let before = run.loudspeaker.played.count
        try run.playback.seek(by: .zero - .milliseconds(500), at: run.now)
        try run.run(to: 1.2)
        let place = try #require(run.loudspeaker.place(at: run.now))
        let there = try #require(run.playback.engine.sounding)
        #expect(place.name.chunk == there.chunk)
        #expect(abs((place.position - there.position).seconds) < 0.08, "\(place) \(there.position)")
        #expect(run.loudspeaker.played.count > before)
    }
}
