import Engine
import Events

/// The face that reads a book: which base frame and which mouth there are at a moment, by the sound that is heard and by nothing
/// else.
///
/// It moves while the book is read, and is the engine's own idle picture while it is not.
package struct Narrator: Hashable, Sendable {
    package let walk: ClipWalk
    /// A closed mouth.
    private let rest: UInt8
    private var pictures: [MouthPicture.Key: MouthPicture] = [:]
    private var generation = SoundGeneration(0)
    /// Of the sound of now; the newest last.
    private var scripts: [MouthScript] = []
    /// Since when the book has been read without a pause; `nil` while it is not.
    private var began: Instant?
    private var audible: Heard?

    /// What is heard, and when it was told.
    private struct Heard: Hashable, Sendable {
        var position: TimeSpan
        var time: Instant
        var percent: Int

        func position(at moment: Instant) -> TimeSpan { position + (moment - time).part(percent, of: 100) }
    }

    /// More than any pack has.
    private static let mostPictures = 50_000
    private static let scriptsKept = 4
    /// What is told of a sound counts for so long.
    private static let longestSilence = TimeSpan.seconds(2)

    init(_ walk: ClipWalk, rest: UInt8) { (self.walk, self.rest) = (walk, rest) }

    // MARK: Hearing

    mutating func receiveMouth(_ mouth: MouthPicture) {
        if pictures.count < Self.mostPictures || pictures[mouth.key] != nil { pictures[mouth.key] = mouth }
    }

    mutating func receiveScript(_ script: MouthScript, of generation: SoundGeneration) {
        if generation != self.generation { (self.generation, scripts) = (generation, []) }
        scripts.append(script)
        if scripts.count > Self.scriptsKept { scripts.removeFirst() }
    }

    mutating func follow(_ reader: BookReader, at now: Instant) {
        began = reader.wantsToPlay ? began ?? now : nil
        guard let sound = reader.sound, sound.isRunning, let position = reader.record.position else {
            audible = nil
            return
        }
        // The sound of before says nothing about this one.
        if sound.generation != generation { (generation, scripts, audible) = (sound.generation, [], nil) }
        let before = audible
        if before?.position != position || before?.percent != sound.percent {
            audible = Heard(position: position, time: now, percent: sound.percent)
        }
    }

    // MARK: What is to be seen

    /// Its base frame at a moment; `nil` while nothing is read.
    package func step(at moment: Instant) -> ClipWalk.Step? {
        guard let began, moment >= began else { return nil }
        let frames = (moment - began).microseconds * Int64(MouthScript.rate) / 1_000_000
        return walk.step(Int(clamping: frames))
    }

    /// Its mouth at a moment.
    package func shape(at moment: Instant) -> UInt8 {
        guard let audible, moment >= audible.time, moment - audible.time < Self.longestSilence else { return rest }
        let position = audible.position(at: moment)
        return scripts.reversed().lazy.compactMap { $0.shape(at: position) }.first ?? rest
    }

    /// Whether the picture of a mouth is there.
    package func has(_ key: MouthPicture.Key) -> Bool { pictures[key] != nil }

    /// - Parameter engine: has the base frames; one that has not come leaves the engine's own picture.
    package func composite(by engine: PlaybackEngine, at moment: Instant) -> Composite? {
        guard let step = step(at: moment), let base = engine.base(step.clip, step.index) else { return nil }
        let shape = shape(at: moment)
        // A mouth that is not there yet is closed rather than none.
        let mouth = pictures[MouthPicture.Key(step, shape)] ?? pictures[MouthPicture.Key(step, rest)]
        let overlay = mouth.map { mouth in
            PlacedOverlay(
                key: PictureKey("narrator/\(step.clip.rawValue)/\(step.index)/\(mouth.key.shape)"),
                picture: mouth.picture, placement: .topLeft(mouth.place))
        }
        return Composite(clip: step.clip, baseIndex: step.index, base: base, overlay: overlay)
    }
}
