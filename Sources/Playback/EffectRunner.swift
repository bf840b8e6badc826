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
    func decode(_ name: SoundName, _ sound: Payload, longest: TimeSpan?)
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

/// Who does what a member's engine wants done, beside the run.
package struct EngineHelpers {
    package var pictures: (any PictureDecoder)?
    package var sounds: (any SoundDecoder)?
    package var clips: (any ClipSource)?

    package init(
        pictures: (any PictureDecoder)? = nil, sounds: (any SoundDecoder)? = nil, clips: (any ClipSource)? = nil
    ) {
        (self.pictures, self.sounds, self.clips) = (pictures, sounds, clips)
    }
}

/// Carries out what an engine wants done, whoever runs it: the screen, a recording, a spoken tape or a check. The one place that
/// says what each effect means.
///
/// What is decoded beside the run is heard later; on a clock that jumps (see `FastForward`) it is decoded at once.
package struct EffectRunner {
    /// For each member; nobody draws or sounds what is decoded for one that has none.
    package var helpers: [Member: EngineHelpers] = [.main: EngineHelpers()]
    private var atOnce: AtOnceDecoder
    private var isAtOnce: Bool
    /// Pictures that are decoded beside the run and have not come back.
    private var underWay: [Member: [PictureKey: DecodeJob]] = [:]

    /// Decodes everything at once.
    package init(atOnce: AtOnceDecoder) { (self.atOnce, isAtOnce) = (atOnce, true) }

    /// Decodes beside the run, and at once only while somebody runs ahead.
    init(besides atOnce: AtOnceDecoder) { (self.atOnce, isAtOnce) = (atOnce, false) }

    /// - Parameters:
    ///   - lent: what the report looks at: what it captures would be copied for each effect.
    ///   - report: gets what the engine says has happened, in order; nothing has to be done about it.
    /// - Returns: what the engine is to hear of it now.
    mutating func perform<Lent>(
        _ effects: [Effect], isReplay: Bool, lending lent: Lent, _ report: (Effect, Lent) throws -> Void
    ) rethrows -> [EffectResult] {
        for effect in effects {
            if effect.isReport {
                try report(effect, lent)
            } else if case .other(let member, let own) = effect {
                if own.isReport { try report(effect, lent) } else { perform(own, for: member, isReplay) }
            } else {
                perform(effect, for: .main, isReplay)
            }
        }
        return atOnce.takeResults()
    }

    private mutating func perform(_ effect: Effect, for member: Member, _ isReplay: Bool) {
        let own = helpers[member]
        switch effect {
        case .decode(let job): decode(job, for: member, isReplay)
        case .discard(let keys):
            for key in keys { underWay[member]?[key] = nil }
            own?.pictures?.discard(keys)
        case .discardAll(let generation):
            underWay[member] = underWay[member]?.filter { $0.value.generation >= generation }
            own?.pictures?.begin(generation)
            own?.sounds?.begin(generation)
        case .decodeSound(let chunk, let generation, let sound, let longest):
            let name = SoundName(chunk, generation)
            if isAtOnce || own == nil, atOnce.decodesSounds(isReplay: isReplay, for: member) {
                atOnce.decode(name, sound, longest: longest, for: member)
            } else {
                own?.sounds?.decode(name, sound, longest: longest)
            }
        case .stopSound: own?.sounds?.stop()
        case .examine(let clip, let index, let picture):
            // A replay has heard what came of it.
            if !isReplay { atOnce.examine(clip, index: index, picture, for: member) }
        case .requestManifest: own?.clips?.requestManifest()
        case .requestClip(let name, let missing): own?.clips?.requestClip(name, missing: missing)
        case .show, .note, .finishChunk, .finishMessage, .restMessage, .other: break
        }
    }

    private mutating func decode(_ job: DecodeJob, for member: Member, _ isReplay: Bool) {
        if isAtOnce || helpers[member] == nil {
            // A replay has heard what came of it.
            if !isReplay { atOnce.decode(job, for: member) }
        } else {
            if !isReplay { underWay[member, default: [:]][job.key] = job }
            helpers[member]?.pictures?.decode(job)
        }
    }

    /// Decodes at once what the tile wants, where everything is.
    /// - Returns: whether it has heard something in return.
    @discardableResult
    mutating func performTile<P: ForwardPlayer>(of player: inout P) -> Bool {
        guard isAtOnce, !player.isReplay, let tile = player.tile else { return false }
        let outcomes = atOnce.outcomes(for: tile)
        for outcome in outcomes { player.receiveInput(.tile(outcome), for: .main) }
        return !outcomes.isEmpty
    }

    /// - Returns: whether this answer is waited for. Another message may want a picture of the same name by now.
    mutating func finish(_ job: DecodeJob, for member: Member = .main) -> Bool {
        guard underWay[member]?[job.key]?.generation == job.generation else { return false }
        underWay[member]?[job.key] = nil
        return true
    }

    /// From here on nothing is waited for.
    /// - Returns: what came of the pictures that are under way.
    mutating func decodeAtOnce() -> [EffectResult] {
        isAtOnce = true
        for (member, jobs) in underWay.sorted(by: { $0.key < $1.key }) {
            for job in jobs.values.sorted(by: { $0.key < $1.key }) { atOnce.decode(job, for: member) }
        }
        underWay = [:]
        return atOnce.takeResults()
    }

    mutating func decodeConcurrently() { isAtOnce = false }

    /// The engine has heard what came of a sound.
    func report(_ sound: DecodedSound, at time: Instant) { atOnce.report?(sound, time) }
}

extension Effect {
    /// It says what has happened, and nothing has to be done about it.
    fileprivate var isReport: Bool {
        switch self {
        case .show, .note, .finishChunk, .finishMessage, .restMessage: true
        case .decode, .discard, .discardAll, .examine, .decodeSound, .stopSound, .requestManifest, .requestClip, .other:
            false
        }
    }
}
