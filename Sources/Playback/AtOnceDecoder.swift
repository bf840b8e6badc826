import Engine
import Events
import PictureInPicture
import Platform
import Sound

/// What a member's engine is to hear of what was decoded at once.
package enum EffectResult {
    case picture(LocalInput, Member)
    case sound(DecodedSound, Member)
}

/// Pictures of a run, as far as its engines hear of them: their sizes, and why some are none.
package protocol RunPictures {
    /// Decodes a picture for its size; called from several threads.
    var measure: @Sendable (ContentHash) -> Result<PixelSize, PictureError> { get }
    /// Looks at a picture without decoding it; `nil` as long as nothing tells that it is none.
    func fault(in picture: ContentHash) -> PictureError?
    /// What came of the frames and of the picture that the tile wants, and of the source that it shows, as far as they are at hand.
    mutating func outcomes(for tile: Tile) -> [TileInput]
}

/// Decodes pictures and sounds while the run waits, each distinct one once: those that are asked for together on all cores.
package struct AtOnceDecoder {
    private var pictures: any RunPictures
    /// `nil` where somebody else decodes them.
    private let sounds: SoundPrefetcher?
    /// Takes what came of each sound, in the order in which the engine wanted them, also where a replay has heard its own.
    package var report: ((DecodedSound, Instant) -> Void)?
    private var jobs: [(member: Member, job: DecodeJob)] = []
    private var baseResults: [EffectResult] = []
    private var soundResults: [EffectResult] = []
    /// Base frames that nothing has been found against.
    private var unsuspected: Set<ContentHash> = []
    private var decoded: [ContentHash: Result<PixelSize, PictureError>] = [:]
    private var chain = SoundChain()
    /// Outcomes of decoding that are kept; beyond, all are forgotten.
    private static let outcomesKept = 200_000

    package init(_ pictures: any RunPictures, sounds: SoundPrefetcher?) {
        (self.pictures, self.sounds) = (pictures, sounds)
    }

    /// Those of a replay are decoded for whoever judges them, which are the main member's.
    func decodesSounds(isReplay: Bool, for member: Member = .main) -> Bool {
        sounds != nil && (!isReplay || report != nil && member.isMain)
    }

    mutating func decode(_ job: DecodeJob, for member: Member = .main) { jobs.append((member, job)) }

    mutating func decode(_ name: SoundName, _ sound: Payload, longest: TimeSpan?, for member: Member = .main) {
        let context = chain.context(of: name, by: member)
        let outcome = sounds?.outcome(sound, continuing: context, longest: longest) ?? .empty
        chain.receive(name, rest: outcome.rest, header: outcome.header, by: member)
        soundResults.append(.sound(DecodedSound(name: name, sound: sound, outcome: outcome), member))
    }

    /// Looks at a base frame without decoding it, as long as nothing tells that it is none: there are hundreds at once, and few of
    /// them are drawn soon.
    mutating func examine(_ clip: ClipName, index: Int, _ picture: Payload, for member: Member) {
        guard !unsuspected.contains(picture.hash) else { return }
        if let error = pictures.fault(in: picture.hash) {
            baseResults.append(.picture(.baseFrameFailed(clip, index: index, reason: error.reason), member))
        } else {
            if unsuspected.count >= Self.outcomesKept { unsuspected = [] }
            unsuspected.insert(picture.hash)
        }
    }

    /// Pictures first, each in the order in which they were asked for.
    mutating func takeResults() -> [EffectResult] {
        guard !jobs.isEmpty || !baseResults.isEmpty || !soundResults.isEmpty else { return [] }
        defer { (jobs, baseResults, soundResults) = ([], [], []) }
        return baseResults + decodedPictures() + soundResults
    }

    mutating func outcomes(for tile: Tile) -> [TileInput] { pictures.outcomes(for: tile) }

    private mutating func decodedPictures() -> [EffectResult] {
        guard !jobs.isEmpty else { return [] }
        if decoded.count + jobs.count >= Self.outcomesKept { decoded = [:] }
        var new: [ContentHash] = []
        for (_, job) in jobs where decoded[job.picture.hash] == nil {
            decoded[job.picture.hash] = .failure(.empty)
            new.append(job.picture.hash)
        }
        let results = inParallel(new, pictures.measure)
        for (hash, result) in zip(new, results) { decoded[hash] = result }
        return jobs.map { member, job in
            .picture(.pictureResult(job, decoded[job.picture.hash] ?? .failure(.empty)), member)
        }
    }
}

extension LocalInput {
    /// What came of decoding a picture.
    static func pictureResult(_ job: DecodeJob, _ result: Result<PixelSize, PictureError>) -> LocalInput {
        switch result {
        case .success(let size): .pictureDecoded(job.key, job.generation, size)
        case .failure(let error): .pictureFailed(job.key, job.generation, reason: error.reason)
        }
    }
}
