import Debugger
import Engine
import Events
import Playback
import Screens
import Settings
import Sound

/// What is heard with the picture: lets the loudspeaker follow what the engine says is to be heard, and tells the engine what
/// is heard.
///
/// The loudspeaker follows the state at the playhead, wherever that is and however it came there: nothing has to be said about
/// seeking, stepping or going back to live. At the edge the sound paces the picture (specification 3.8); elsewhere, and in a replay,
/// it runs along and is put right when it is too far off. Main actor.
@MainActor
final class SoundController: @MainActor SoundDecoder {
    /// What the playhead says, in one turn.
    struct Scene {
        var sounding: PlaybackEngine.Sounding?
        var next: PlaybackEngine.Sounding?
        var generation: Generation
        /// The picture moves, and so may the sound.
        var isRunning: Bool
        /// Something is being said, or about to be.
        var isSpeaking: Bool
        /// Percent.
        var speed: Int
        /// The engine hears what this loudspeaker plays, and waits for it.
        var isPaced: Bool
    }

    /// What is left of a sound from a place on, at another speed.
    private struct Stretched {
        var samples: Samples
        var from: TimeSpan
        var speed: Int
    }

    private var known: SoundStatus
    private let reader: any SoundReader
    private var loudspeaker: (any Loudspeaker)?
    /// What was read lately, at the device's rate.
    private var recentSamples: RecentlyUsed<SoundKey, Samples>
    /// The last one that is too large to be kept among them.
    private var large: (key: SoundKey, samples: Samples)?
    /// Read and found to be no sound.
    private var failed: Set<ContentHash> = []
    /// Of the chunks that were read lately: 0 to 255 for each 30th of a second.
    private var levels = RecentlyUsed<SoundName, [UInt8]>(limit: 4 << 20)
    private static let nameBytes = 100
    private var awaited: Set<SoundName> = []
    /// Those that the worker makes for another speed, for which, and those that it has made.
    private var stretching: [SoundName: Int] = [:]
    private var stretched: [SoundName: Stretched] = [:]
    /// Played last, and at which speed.
    private var played: (name: SoundName, speed: Int)?
    /// Follows it.
    private var chained: (name: SoundName, speed: Int)?
    private let hearsSteps: Bool
    /// What somebody has stepped to and has not heard yet.
    private var step: (sound: PlaybackEngine.Sounding, length: TimeSpan)?
    /// The engine has waited for it since it was last looked at.
    private var wasPaced = false
    /// Why there is no device, until that has been said.
    private var unsaid: String?
    /// Which clock moves the frames.
    var pacing: PlaybackSettings.Clock?

    /// Forty seconds of mono at 48,000 samples a second. What is no longer there is read again while the chunk before is heard.
    nonisolated static let recentBytes = 4 << 20
    private static let failuresKept = 1_000
    nonisolated static let speeds = 50...150

    /// - Parameter options: `nil` when nothing is to be heard at all.
    init(_ reader: any SoundReader, _ options: SoundOptions?, recentBytes: Int = recentBytes) {
        recentSamples = RecentlyUsed(limit: recentBytes)
        (self.reader, known, hearsSteps) = (reader, SoundStatus(options), (options ?? SoundOptions()).hearsSteps)
    }

    var status: SoundStatus.Device { known.device }
    var isMuted: Bool { known.isMuted }
    /// Percent.
    var volume: Int { known.volume }

    /// Whether the sound can pace the picture.
    var canPace: Bool { loudspeaker != nil && !isMuted }

    // MARK: Reading

    /// Reads it ahead.
    /// - Parameter longest: as `PlaybackEngine.Sounding` has it.
    func decode(_ name: SoundName, _ sound: Payload, longest: TimeSpan?) {
        guard awaited.insert(name).inserted else { return }
        reader.add(.decode(name, sound, longest: longest))
    }

    func begin(_ generation: Generation) {
        reader.begin(generation)
        awaited = awaited.filter { $0.generation >= generation }
    }

    /// - Returns: what the engine is to hear of it.
    func receiveEvent(_ event: SoundEvent) -> LocalInput? {
        switch event {
        case .opened(let opened):
            opened.setGain(known.gain)
            (loudspeaker, known.device) = (opened, .open)
            return nil
        case .noDevice(let error):
            known.device = .unavailable(error)
            unsaid = error.plainReason
            return nil
        case .decoded(let name, let key, let result, let levels):
            awaited.remove(name)
            known.readCount += 1
            switch result {
            case .success(let samples):
                _ = self.levels.insert(levels, cost: levels.count + Self.nameBytes, for: name)
                let isHeard = loudspeaker != nil || status == .opening
                if isHeard, !recentSamples.insert(samples, cost: samples.byteCount, for: key) {
                    large = (key, samples)
                }
            case .failure:
                if failed.count >= Self.failuresKept { failed = [] }
                failed.insert(key.hash)
            }
            return .soundResult(name, result.map(\.duration))
        case .stretched(let name, let samples, let from, let speed):
            if stretching[name] == speed {
                stretching[name] = nil
                stretched[name] = Stretched(samples: samples, from: from, speed: speed)
            }
            return nil
        }
    }

    /// How loud a chunk is, 0 to 255 for each 30th of a second; `nil` while nobody has read it.
    func levels(of name: SoundName) -> [UInt8]? { levels.use(name) }

    private func samples(of sounding: PlaybackEngine.Sounding) -> Samples? {
        let key = SoundKey(sounding)
        return recentSamples.use(key) ?? (large?.key == key ? large?.samples : nil)
    }

    /// What of a sound is still to be heard, at this speed; `nil` while it is being read or stretched.
    /// - Returns: from its place on, or from where that was when the worker was asked.
    private func rest(of sounding: PlaybackEngine.Sounding, speed: Int) -> (samples: Samples, from: TimeSpan)? {
        let (name, sound, position) = (SoundName(sounding), sounding.sound, sounding.position)
        guard !failed.contains(sound.hash) else { return nil }
        guard let samples = samples(of: sounding) else {
            decode(name, sound, longest: sounding.longest)
            return nil
        }
        guard speed != 100 else { return (samples.dropping(samples.frame(at: position)), position) }
        if let made = stretched[name], made.speed == speed, made.from <= position {
            stretched[name] = nil
            return (made.samples, made.from)
        }
        if stretching[name] != speed {
            stretching[name] = speed
            reader.add(.stretch(name, samples, from: position, speed: speed))
        }
        return nil
    }

    // MARK: What is heard

    /// What the engine hears of the loudspeaker: how far the chunk is that it plays.
    func inputs(for engine: PlaybackEngine, at now: Instant) -> [LocalInput] {
        // Of what is heard while the playhead is elsewhere, or stands, the edge hears nothing.
        guard canPace, pacing == .sound, let loudspeaker, let sounding = engine.sounding,
            let place = loudspeaker.place(at: now),
            place.name.generation == sounding.generation
        else { return [] }
        let (chunk, generation) = (sounding.chunk, sounding.generation)
        // What follows without a gap is heard already.
        if place.name.chunk > chunk { return [.soundEnded(chunk: chunk, generation)] }
        guard place.name.chunk == chunk else { return [] }
        let moved = LocalInput.soundMoved(chunk: chunk, generation, position: place.position)
        return place.isOver ? [moved, .soundEnded(chunk: chunk, generation)] : [moved]
    }

    // MARK: Following

    /// Why there is no device, once.
    func takeUnsaid() -> String? { unsaid.take() }

    /// - Returns: that the device is gone, once.
    func follow(_ scene: Scene, at now: Instant) -> String? {
        guard let loudspeaker else { return nil }
        defer { wasPaced = scene.isPaced && scene.isRunning }
        if loudspeaker.isLost(at: now) {
            (self.loudspeaker, played, chained) = (nil, nil, nil)
            known.device = .disconnected
            return "Sound device disconnected; the picture continues without sound"
        }
        guard scene.isRunning, !isMuted, Self.speeds.contains(scene.speed) else {
            hearStep(loudspeaker)
            return nil
        }
        step = nil
        guard let sounding = scene.sounding else {
            // What is longer than its frames is heard to its end, but not into another message.
            if let played, played.name.generation != scene.generation { stop() }
            // Silence costs as much as sound.
            if !scene.isSpeaking, loudspeaker.names.isEmpty { loudspeaker.setPaused(true) }
            return nil
        }
        let name = SoundName(sounding)
        forgetStretched(but: [name, scene.next.map(SoundName.init)])
        if !isRight(name, sounding.position, scene, loudspeaker, now) { start(sounding, scene, loudspeaker) }
        loudspeaker.setPaused(false)
        chain(scene, after: name, loudspeaker)
        return nil
    }

    /// Whether the loudspeaker plays what it should, where it should.
    private func isRight(
        _ name: SoundName, _ position: TimeSpan, _ scene: Scene, _ loudspeaker: any Loudspeaker, _ now: Instant
    ) -> Bool {
        // It followed the one before without a gap.
        if let next = chained, next.name == name { (played, chained) = (next, nil) }
        guard let played, played.speed == scene.speed, played.name == name else { return false }
        // The engine waits for it, and knows where it is; unless it went on without it for a while.
        if scene.isPaced, wasPaced { return true }
        guard let place = loudspeaker.place(at: now), place.name == name else { return true }
        return SoundDrift.isTolerated(place.position, wanted: position, isOver: place.isOver)
    }

    private func start(_ sounding: PlaybackEngine.Sounding, _ scene: Scene, _ loudspeaker: any Loudspeaker) {
        let (name, speed) = (SoundName(sounding), scene.speed)
        guard let (samples, from) = rest(of: sounding, speed: speed) else { return }
        let missed = sounding.position - from
        if let played, played.name == name, played.speed != speed, loudspeaker.names.first == name {
            loudspeaker.with { $0.change(name, samples, from: from, speed: speed) }
        } else if scene.isPaced, missed <= SoundDrift.tolerance {
            // The picture has waited for it.
            loudspeaker.with { $0.play(name, samples, from: from, speed: speed) }
        } else {
            let passed = TimeSpan(seconds: missed.seconds * 100 / Double(speed))
            let rest = samples.dropping(samples.frame(at: passed))
            loudspeaker.with { $0.play(name, rest, from: sounding.position, speed: speed) }
        }
        (played, chained) = ((name, speed), nil)
    }

    /// The next chunk's sound after this one's, so that there is no gap: when the picture follows the sound, and can.
    private func chain(_ scene: Scene, after name: SoundName, _ loudspeaker: any Loudspeaker) {
        guard scene.isPaced, let next = scene.next, played?.name == name, chained == nil,
            loudspeaker.names.allSatisfy({ $0 == name }),
            let samples = rest(of: next, speed: scene.speed)?.samples
        else { return }
        let following = SoundName(next)
        loudspeaker.with { $0.follow(following, samples, speed: scene.speed) }
        chained = (following, scene.speed)
    }

    /// Silence, at once (K62).
    func stop() {
        loudspeaker?.stop()
        (played, chained, stretched, stretching, step) = (nil, nil, [:], [:], nil)
    }

    /// What was made ahead and then passed by.
    private func forgetStretched(but names: [SoundName?]) {
        if !stretched.isEmpty { stretched = stretched.filter { names.contains($0.key) } }
    }

    // MARK: Steps

    /// No chunk's: the engine hears nothing of it.
    private static let stepName = SoundName(-1, .min)
    private static let stepFade = TimeSpan.milliseconds(2)

    /// Somebody went somewhere: after a step the piece of sound of the frame at the playhead is heard once, if the user wants that
    /// and as long as nothing is played.
    func receiveOutcome(_ outcome: SeekOutcome, _ engine: PlaybackEngine) {
        guard hearsSteps, loudspeaker != nil, !isMuted else { return }
        step = outcome == .stepped ? engine.shownSound : nil
    }

    /// Whether the device runs for a step's sound only.
    var isHearingStep: Bool { loudspeaker?.names.contains(Self.stepName) == true }

    /// What is to be heard while nothing moves.
    private func hearStep(_ loudspeaker: any Loudspeaker) {
        guard let (sound, length) = step else {
            if !isHearingStep { loudspeaker.setPaused(true) }
            return
        }
        guard let samples = samples(of: sound) else {
            if !failed.contains(sound.sound.hash) {
                decode(SoundName(sound), sound.sound, longest: sound.longest)
            }
            return
        }
        let piece = samples.piece(from: sound.position, to: sound.position + length, fade: Self.stepFade)
        loudspeaker.with { $0.play(Self.stepName, piece, from: sound.position, speed: 100) }
        // What stood there is begun anew when playing goes on.
        (step, played, chained) = (nil, nil, nil)
        loudspeaker.setPaused(false)
    }

    // MARK: The user

    func setMuted(_ isMuted: Bool) {
        known.isMuted = isMuted
        if isMuted { stop() }
    }

    /// As the screen shows it.
    var state: SoundStatus {
        var state = known
        state.paces = pacing == .sound
        return state
    }

    func setVolume(_ percent: Int) {
        known.setVolume(percent)
        loudspeaker?.setGain(known.gain)
    }
}

extension SoundStatus {
    /// - Parameter options: `nil` when nothing is to be heard at all.
    init(_ options: SoundOptions?) {
        self.init()
        device = options == nil ? .off : .opening
        (volume, volumes) = ((options ?? SoundOptions()).volume, SoundOptions.volumes)
    }

    mutating func setVolume(_ percent: Int) { volume = percent.clamped(to: volumes) }

    /// Of a loudspeaker, where it is not muted: what that means is another thing for a stream than for a book.
    var gain: Float { SoundOptions.gain(ofVolume: volume) }
}

extension SoundStatus.Device {
    static func unavailable(_ error: SoundError) -> Self { .unavailable(error.plainReason, details: error.details) }
    static let disconnected = Self.unavailable("sound device disconnected")
}

extension SoundName {
    fileprivate init(_ sounding: PlaybackEngine.Sounding) { self.init(sounding.chunk, sounding.generation) }
}
