import Engine
import Events
import Reading
import Sessions
import SocketIO
import Sound
import Speaking
import Speech

/// The face that reads a book: makes mouths of what is heard, ahead of it, and gives their pictures.
///
/// Owner: the run loop, main actor.
@MainActor
final class NarratorFace {
    private let avatar: SpokenAvatar
    private let report: @Sendable (BookEvent) -> Void
    /// What of the sound of now has been asked for.
    private var asked: (generation: SoundGeneration, end: TimeSpan)?
    private var pictures: Set<MouthPicture.Key> = []
    /// When pictures were looked for last.
    private var looked: Instant?

    /// Mouths are made so far ahead, and as much of them at once; their pictures are read shortly before they are drawn.
    private static let ahead = TimeSpan.seconds(2)
    private static let piece = TimeSpan.seconds(6)
    private static let pictureSteps = 12
    private static let pictureStep = TimeSpan.milliseconds(50)

    init(_ avatar: SpokenAvatar, _ report: @escaping @Sendable (BookEvent) -> Void) {
        (self.avatar, self.report) = (avatar, report)
    }

    private var rest: UInt8 { UInt8(clamping: avatar.pack.shapes.place(of: .rest)) }

    var opening: NarratorInput { .began(avatar.pack.walk.frames, rest: rest) }

    func follow(
        _ narrator: Narrator, _ reader: BookReader, _ sound: ReaderSound, _ streamed: StreamedSound, at now: Instant
    ) {
        makeMouths(reader, sound, streamed)
        guard looked.map({ now >= $0 + Self.pictureStep }) ?? true else { return }
        looked = now
        for step in 0..<Self.pictureSteps { give(narrator, at: now + Self.pictureStep * Int64(step)) }
    }

    // MARK: Mouths

    private func makeMouths(_ reader: BookReader, _ sound: ReaderSound, _ streamed: StreamedSound) {
        if asked?.generation != sound.generation { asked = (sound.generation, sound.start) }
        let position = reader.record.position ?? sound.start
        guard let start = asked?.end, position + Self.ahead > start else { return }
        let ends = [sound.stop, streamed.duration, start + Self.piece].compactMap(\.self)
        guard let until = ends.min(), start < until, let samples = streamed.samples(from: start, to: until) else {
            return
        }
        asked?.end = until
        let words = reader.spokenWords(from: start, to: until)
        Task.detached { [avatar, report] in
            let track = MouthTrack(of: samples, saying: words, avatar.pack.shapes)
            let shapes = track.frames.map { UInt8(clamping: $0.shape) }
            report(.heard(.narration(.mouths(sound.generation, MouthScript(from: start, shapes)))))
        }
    }

    // MARK: Pictures

    private func give(_ narrator: Narrator, at moment: Instant) {
        guard let step = narrator.step(at: moment) else { return }
        for shape in Set([rest, narrator.shape(at: moment)]) {
            let key = MouthPicture.Key(step, shape)
            guard !narrator.has(key), pictures.insert(key).inserted else { continue }
            let (shapes, place) = (avatar.pack.shapes.all, avatar.pack.zone)
            guard shapes.indices.contains(Int(shape)) else { continue }
            Task.detached { [avatar, report] in
                let sheet = shapes[Int(shape)].sheet
                // A pack without it shows its base frame.
                guard let picture = try? avatar.picture(step.clip, index: step.index, sheet: sheet) else { return }
                report(.keep(WireMessage(mouth: key, at: place, picture: picture)))
            }
        }
    }
}

extension BookReader {
    /// Words of what is heard that are spoken in a piece of its file, with times from the piece's begin.
    fileprivate func spokenWords(from start: TimeSpan, to end: TimeSpan) -> [(text: String, span: Range<TimeSpan>)] {
        guard let chunk, let track = record.track else { return [] }
        let lane: Lane = track == .translation ? .translation : .original
        return chunk.sentences.flatMap { sentence -> [(text: String, span: Range<TimeSpan>)] in
            let times = lane == .translation ? sentence.translationWords : sentence.originalWords
            // Letters of a script that says more of a mouth.
            let spelled = sentence.lanes.transliteration?.tokens
            guard let tokens = sentence.lanes[lane]?.tokens else { return [] }
            let isSpelled = lane == .translation && spelled?.count == tokens.count
            return times.enumerated().compactMap { place, word in
                let index = word.index ?? place
                guard tokens.indices.contains(index), word.start < end, word.end > start else { return nil }
                let (from, to) = (max(word.start, start) - start, min(word.end, end) - start)
                guard from < to else { return nil }
                return (isSpelled ? spelled?[index] ?? tokens[index] : tokens[index], from..<to)
            }
        }
    }
}
