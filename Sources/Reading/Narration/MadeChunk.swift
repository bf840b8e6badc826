import Events
import Sound
import Texts
import Typesetting

/// A chunk of a book with what is heard of it.
package struct MadeChunk: Sendable {
    package var chunk: BookChunk
    /// By the kind of their file.
    package var sounds: [BookSound.Kind: Samples]
    package var oddities: [String]

    package var byteCount: Int { sounds.values.reduce(0) { $0 + $1.byteCount } }

    /// - Parameters:
    ///   - text: the book.
    ///   - heard: on each track.
    init(_ id: String, _ work: ChunkWork, of text: NarratedText, _ trackSounds: [BookTrack: TrackSound]) {
        let gates = trackSounds.mapValues(\.gates)
        let sentences = work.sentences.enumerated().map { row, place in
            var lanes = text.sentences[place].lanes
            lanes.translation = lanes.translation ?? work.translations[place]
            let said = PerLane(
                original: work.words(of: place, on: .original), transliteration: [],
                translation: work.words(of: place, on: .translation))
            let tokens = PerLane { lane in lanes[lane].map { SpokenTokens.tokens(of: $0, said[lane]) } ?? [] }
            var sentence = BookSentence(
                number: place + 1,
                lanes: PerLane { lane in
                    let words = tokens[lane].prefix(Self.tokens).map(\.text)
                    return lanes[lane].flatMap { words.isEmpty ? nil : LaneText($0, tokens: words) }
                }, block: text.sentences[place].block)
            if let gate = gates[.original]?[row], !gate.isEmpty {
                sentence.originalGate = SentenceGate(gate.lowerBound, gate.upperBound)
                sentence.phases.original = gate.upperBound - gate.lowerBound
                sentence.originalWords = TokenTimes.times(
                    of: Array(tokens.original.prefix(Self.tokens)), said.original, in: gate)
            }
            if let gate = gates[.translation]?[row], !gate.isEmpty {
                sentence.translationGate = SentenceGate(gate.lowerBound, gate.upperBound)
                sentence.phases.translation = gate.upperBound - gate.lowerBound
                sentence.totalDuration = sentence.phases.translation
                sentence.translationWords = TokenTimes.times(
                    of: Array(tokens.translation.prefix(Self.tokens)), said.translation, in: gate)
            }
            return sentence
        }
        let files = [(BookSound.Kind.original, BookTrack.original), (.translation, .translation)]
        (sounds, oddities) = ([:], work.oddities)
        chunk = BookChunk(id, sentences: sentences, sounds: [], isExact: true)
        for (kind, track) in files {
            guard let trackSound = trackSounds[track], !trackSound.isSilent else { continue }
            sounds[kind] = trackSound.sound
            chunk.sounds.append(
                BookSound(kind, path: SoundPath.path(of: kind, in: id, "wav"), duration: trackSound.sound.duration))
        }
    }

    /// Of a lane, as many as readers take.
    private static let tokens = 2_000
}

/// What files of sound are called.
package enum SoundPath {
    /// `media/0011-0020_orig.wav`, as jobs have them (reader, section 10).
    package static func path(of kind: BookSound.Kind, in chunk: String, _ ending: String) -> String {
        "media/\(chunk)_\(kind == .translation ? "trans" : "orig").\(ending)"
    }

    /// Of which chunk a file of such a name is, and of what kind; `nil` for any other name.
    static func parts(of path: String) -> (chunk: String, kind: BookSound.Kind)? {
        guard path.hasPrefix("media/") else { return nil }
        let name = path.dropFirst("media/".count)
        for (ending, kind) in [("_orig.wav", BookSound.Kind.original), ("_trans.wav", .translation)] {
            if name.hasSuffix(ending) { return (String(name.dropLast(ending.count)), kind) }
        }
        return nil
    }
}

/// A chunk that is being made: what has been said of it on each track.
struct ChunkWork {
    /// Another number for each, so that what was begun for an earlier one is known to be late.
    let serial: Int
    /// Of the book.
    let sentences: Range<Int>
    private let tracks: [BookTrack]
    private var said: [BookTrack: [SaidText?]] = [:]
    /// Of those sentences whose translation was asked for.
    private(set) var translations: [Int: String] = [:]
    /// Sentences that a voice has refused, and why.
    private var refusals: [BookTrack: [(number: Int, error: any Error)]] = [:]
    var oddities: [String] = []

    init(_ serial: Int, _ sentences: Range<Int>, on tracks: [BookTrack]) {
        (self.serial, self.sentences, self.tracks) = (serial, sentences, tracks)
        for track in tracks { said[track] = [] }
    }

    /// The next sentence that is to be said on a track; `nil` when all have been.
    func next(on track: BookTrack) -> Int? {
        guard let said = said[track] else { return nil }
        let next = sentences.lowerBound + said.count
        return next < sentences.upperBound ? next : nil
    }

    /// - Parameter said: `nil` where there is nothing to be said.
    mutating func take(_ said: SaidText?, on track: BookTrack) { self.said[track]?.append(said) }

    mutating func take(translation: String?, of sentence: Int) { translations[sentence] = translation }

    /// A sentence cannot be said, which is no reason not to read the others.
    mutating func refuse(on track: BookTrack, _ error: any Error, _ reason: String) {
        let sentence = sentences.lowerBound + (said[track]?.count ?? 0)
        refusals[track, default: []].append((sentence + 1, error))
        said[track]?.append(nil)
        oddities.append("sentence \(sentence + 1) cannot be spoken: \(reason)")
    }

    var isDone: Bool { tracks.allSatisfy { next(on: $0) == nil } }

    /// Why nothing at all was said on a track.
    var failure: (any Error)? {
        for track in tracks {
            guard let refused = refusals[track], said[track]?.allSatisfy({ $0 == nil }) == true else { continue }
            return refused.first?.error
        }
        return nil
    }

    /// - Parameter lengths: as `TrackSound` takes them.
    func sound(of track: BookTrack, lengths: [Int]?) throws(SoundError) -> TrackSound {
        try TrackSound(said[track] ?? [], lengths: lengths)
    }

    /// Of one of its sentences, from the start of its own sound.
    func words(of sentence: Int, on track: BookTrack) -> [SpokenWord] {
        let row = sentence - sentences.lowerBound
        guard let said = said[track], said.indices.contains(row) else { return [] }
        return said[row]?.words ?? []
    }
}

/// What is heard of a chunk on one track: its sentences, one after the other without gaps.
struct TrackSound: Hashable, Sendable {
    /// One channel.
    let sound: Samples
    /// Frames of each sentence; none where it has nothing to be said.
    let lengths: [Int]

    /// - Parameters:
    ///   - said: of each sentence; `nil` where there is nothing to be said.
    ///   - lengths: that it had when it was made before. A voice that says a sentence again need not take as long to the sample, but
    ///     places that have been told stay: the pause behind it is cut or grows.
    init(_ said: [SaidText?], lengths known: [Int]? = nil) throws(SoundError) {
        let rate = said.lazy.compactMap { $0?.sound }.first { $0.frameCount > 0 }?.rate ?? SaidText.silence.sound.rate
        var values: [Int16] = []
        var lengths: [Int] = []
        for (row, said) in said.enumerated() {
            var own = try said?.sound.resampled(to: rate).values ?? []
            if let known, known.indices.contains(row) {
                own = Array(own.prefix(known[row]))
                own += [Int16](repeating: 0, count: known[row] - own.count)
            }
            values += own
            lengths.append(own.count)
        }
        (sound, self.lengths) = (Samples(rate: rate, channels: 1, values: values), lengths)
    }

    var isSilent: Bool { sound.frameCount == 0 }

    /// From where to where each sentence is heard: each begins where the one before it ends.
    var gates: [Range<TimeSpan>] {
        var end = 0
        return lengths.map { length in
            let start = end
            end += length
            return Samples.span(start, sound.rate)..<Samples.span(end, sound.rate)
        }
    }
}
