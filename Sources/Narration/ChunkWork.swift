import Events
import Sound
import Texts

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
