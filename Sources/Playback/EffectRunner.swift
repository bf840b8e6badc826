import Engine
import Events
import PictureInPicture
import Sound

/// Decodes overlays beside the run, and keeps them for whoever draws.
package protocol PictureDecoder {
    /// Asked for in the order in which they are needed.
    func decode(_ job: DecodeJob)
    func discard(_ keys: [PictureKey])
    /// No picture of an older generation is needed any more.
    func begin(_ generation: Generation)
}

/// Decodes sounds beside the run, and plays them where somebody listens.
package protocol SoundDecoder {
    /// - Parameter longest: as `PlaybackEngine.Sounding` has it.
    func decode(_ name: SoundName, _ sound: Payload, longest: Span?)
    func begin(_ generation: Generation)
    /// Silence, at once.
    func stop()
}

/// Where clips come from.
package protocol ClipSource {
    func requestManifest()
    /// - Parameter missing: frames that did not come when the clip was asked for first; empty at the first time.
    func requestClip(_ name: ClipName, missing: [Int])
}

/// Carries out what an engine wants done, whoever runs it: the screen, a recording, a spoken tape or a check. The one place that
/// says what each effect means.
///
/// What is decoded beside the run is heard later; on a clock that jumps (see `FastForward`) it is decoded at once.
package struct EffectRunner {
    package var pictures: (any PictureDecoder)?
    package var sounds: (any SoundDecoder)?
    package var clips: (any ClipSource)?
    private var atOnce: AtOnceDecoder
    private var isAtOnce: Bool
    /// Pictures that are decoded beside the run and have not come back.
    private var underWay: [PictureKey: DecodeJob] = [:]

    /// Decodes everything at once.
    package init(atOnce: AtOnceDecoder) { (self.atOnce, isAtOnce) = (atOnce, true) }

    /// Decodes beside the run, and at once only while somebody runs ahead.
    init(besides atOnce: AtOnceDecoder) { (self.atOnce, isAtOnce) = (atOnce, false) }

    /// - Parameter report: gets what the engine says has happened, in order; nothing has to be done about it.
    /// - Returns: what the engine is to hear of it now.
    mutating func perform(
        _ effects: [Effect], isReplay: Bool, _ report: (Effect) throws -> Void
    ) rethrows -> [EffectResult] {
        try perform(effects, isReplay: isReplay, lending: ()) { effect, _ in try report(effect) }
    }

    /// The same for a report that looks at something, which is lent to it: what it captures would be copied for each effect.
    mutating func perform<Lent>(
        _ effects: [Effect], isReplay: Bool, lending lent: Lent, _ report: (Effect, Lent) throws -> Void
    ) rethrows -> [EffectResult] {
        for effect in effects {
            switch effect {
            case .other(let member, let own):
                try perform(own, for: member, isReplay: isReplay) { try report($0.of(member), lent) }
            case .decode(let job): decode(job, isReplay)
            case .discard(let keys):
                for key in keys { underWay[key] = nil }
                pictures?.discard(keys)
            case .discardAll(let generation):
                underWay = underWay.filter { $0.value.generation >= generation }
                pictures?.begin(generation)
                sounds?.begin(generation)
            case .decodeSound(let chunk, let generation, let sound, let longest):
                let name = SoundName(chunk, generation)
                if isAtOnce, atOnce.decodesSounds(isReplay: isReplay) {
                    atOnce.decode(name, sound, longest: longest)
                } else {
                    sounds?.decode(name, sound, longest: longest)
                }
            case .stopSound: sounds?.stop()
            case .requestManifest: clips?.requestManifest()
            case .requestClip(let name, let missing): clips?.requestClip(name, missing: missing)
            case .show, .note, .finishChunk, .finishMessage, .restMessage: try report(effect, lent)
            }
        }
        return atOnce.takeResults()
    }

    /// What another member's engine wants. Nobody draws or sounds what is decoded for it, so that nothing is kept and only what came
    /// of it counts: it is decoded at once, whoever runs. No backend is asked for its clips.
    private mutating func perform(
        _ effect: Effect, for member: Member, isReplay: Bool, _ report: (Effect) throws -> Void
    ) rethrows {
        switch effect {
        case .decode(let job): if !isReplay { atOnce.decode(job, for: member) }
        case .decodeSound(let chunk, let generation, let sound, let longest):
            guard atOnce.decodesSounds(isReplay: isReplay, for: member) else { break }
            atOnce.decode(SoundName(chunk, generation), sound, longest: longest, for: member)
        case .discard, .discardAll, .stopSound, .requestManifest, .requestClip, .other: break
        case .show, .note, .finishChunk, .finishMessage, .restMessage: try report(effect)
        }
    }

    private mutating func decode(_ job: DecodeJob, _ isReplay: Bool) {
        if isAtOnce {
            // A replay has heard what came of it.
            if !isReplay { atOnce.decode(job) }
        } else {
            if !isReplay { underWay[job.key] = job }
            pictures?.decode(job)
        }
    }

    /// Decodes at once what the tile wants, where everything is.
    /// - Returns: whether it has heard something in return.
    @discardableResult
    func performTile<P: ForwardPlayer>(of player: inout P) -> Bool {
        guard isAtOnce, !player.isReplay, let tile = player.tile else { return false }
        let outcomes = atOnce.outcomes(for: tile)
        for outcome in outcomes { player.receive(.tile(outcome), for: .main) }
        return !outcomes.isEmpty
    }

    /// - Returns: whether this answer is waited for. Another message may want a picture of the same name by now.
    mutating func finish(_ job: DecodeJob) -> Bool {
        guard underWay[job.key]?.generation == job.generation else { return false }
        underWay[job.key] = nil
        return true
    }

    /// From here on nothing is waited for.
    /// - Returns: what came of the pictures that are under way.
    mutating func decodeAtOnce() -> [EffectResult] {
        isAtOnce = true
        for job in underWay.values.sorted(by: { $0.key < $1.key }) { atOnce.decode(job) }
        underWay = [:]
        return atOnce.takeResults()
    }

    mutating func decodeConcurrently() { isAtOnce = false }

    /// The engine has heard what came of a sound.
    func report(_ sound: DecodedSound, at time: Instant) { atOnce.report?(sound, time) }
}
