import BookAPI
import Engine
import Events

/// Whether words are lit when something is heard, and something is heard only when words are lit: of one track of a chunk, by how loud
/// its file is.
struct SpeechJudge {
    /// How finely the sound is looked at.
    static let hop = TimeSpan.milliseconds(10)
    /// A word is spoken a moment before it is loud.
    private static let slack = TimeSpan.milliseconds(20)
    /// Silence within a word, as before a stop consonant, is part of its sound.
    private static let shortSilence = TimeSpan.milliseconds(100)
    /// Half of the scale of 60 dB below what is loud in the file is silence, and so is what is hardly above nothing.
    private static let range: Float = 0.5
    private static let least: Float = 0.05

    let received: ReceivedChunk
    let track: BookTrack
    /// When something is heard, in order.
    let audible: [Range<TimeSpan>]
    let length: TimeSpan

    /// - Parameter loudness: each `hop`, from 0 to 1 over 60 dB (`Samples.loudness`).
    init(_ received: ReceivedChunk, _ track: BookTrack, loudness: [Float], length: TimeSpan) {
        (self.received, self.track, self.length) = (received, track, length)
        audible = Self.audible(loudness)
    }

    private static func audible(_ loudness: [Float]) -> [Range<TimeSpan>] {
        guard !loudness.isEmpty else { return [] }
        let loud = loudness.sorted()[loudness.count * 95 / 100]
        let border = max(least, loud - range)
        var audible: [Range<TimeSpan>] = []
        var start: Int?
        for place in 0...loudness.count {
            let isHeard = place < loudness.count && loudness[place] > border
            if isHeard, start == nil { start = place }
            guard !isHeard, let first = start else { continue }
            audible.append(hop * Int64(first)..<hop * Int64(place))
            start = nil
        }
        return audible
    }

    func judge(_ tally: inout BookTally, _ thresholds: BookThresholds) {
        for finding in earlyWords { tally.addMeasured(finding, beyond: thresholds.earlyWord) }
        for finding in unlit { tally.addMeasured(finding, beyond: thresholds.unlitSpeech) }
    }

    // MARK: Words

    private var earlyWords: [BookFinding] {
        zip(received.chunk.sentences, received.sentences).flatMap { sentence, received in
            received.words(on: track).enumerated().compactMap { place, word in
                early(word.time, place, sentence)
            }
        }
    }

    /// `nil` for one that is of no length: it is lit with the next one.
    private func early(_ word: WordTime, _ place: Int, _ sentence: BookSentence) -> BookFinding? {
        guard word.end > word.start else { return nil }
        let next = audible.partitionPoint { $0.upperBound > word.start }
        let sound = next < audible.count ? audible[next].lowerBound : max(length, word.start)
        let amount = max(.zero, sound - word.start - Self.slack)
        return BookFinding(
            .earlyWord,
            FindingPlace(
                chunk: received.chunk.id, sentence: sentence.number, track, word: (word.index ?? place) + 1,
                position: word.start),
            expected: "sound at \(word.start.inSeconds) s",
            found: next < audible.count ? "silence to \(sound.inSeconds) s" : "silence to the end", amount: amount)
    }

    // MARK: Sound

    /// What is heard while nothing is lit.
    private var unlit: [BookFinding] {
        let lit = lit
        // Nobody says when anything is lit.
        guard !lit.isEmpty else { return [] }
        return joined.flatMap { part in without(lit, part) }.map { part in
            BookFinding(
                .unlitSpeech,
                FindingPlace(
                    chunk: received.chunk.id, sentence: sentence(at: part.lowerBound), track, position: part.lowerBound),
                expected: "a lit word",
                found: "sound from \(part.lowerBound.inSeconds) to \(part.upperBound.inSeconds) s without a word",
                amount: part.upperBound - part.lowerBound)
        }
    }

    private var joined: [Range<TimeSpan>] {
        audible.reduce(into: []) { parts, part in
            if let last = parts.last, part.lowerBound - last.upperBound < Self.shortSilence {
                parts[parts.count - 1] = last.lowerBound..<part.upperBound
            } else {
                parts.append(part)
            }
        }
    }

    /// When words are lit, and sentences whose words have no times; in order, apart from each other.
    private var lit: [Range<TimeSpan>] {
        var lit: [Range<TimeSpan>] = []
        for (sentence, received) in zip(received.chunk.sentences, received.sentences) {
            let words = received.words(on: track).map(\.time)
            lit += words.filter { $0.end > $0.start }.map { $0.start..<$0.end }
            let gate = sentence.gate(on: track)
            if words.isEmpty, let range = gate.range { lit.append(range) }
        }
        lit.sort { $0.lowerBound < $1.lowerBound }
        return lit.reduce(into: []) { parts, part in
            if let last = parts.last, part.lowerBound <= last.upperBound + Self.slack {
                parts[parts.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                parts.append(part)
            }
        }
    }

    private func without(_ lit: [Range<TimeSpan>], _ part: Range<TimeSpan>) -> [Range<TimeSpan>] {
        var rest: [Range<TimeSpan>] = []
        var start = part.lowerBound
        var place = lit.partitionPoint { $0.upperBound > start }
        while place < lit.count, lit[place].lowerBound < part.upperBound {
            if lit[place].lowerBound > start { rest.append(start..<lit[place].lowerBound) }
            start = max(start, lit[place].upperBound)
            place += 1
        }
        if start < part.upperBound { rest.append(start..<part.upperBound) }
        return rest
    }

    private func sentence(at time: TimeSpan) -> Int? {
        received.chunk.sentences.first { sentence in
            let gate = sentence.gate(on: track)
            return gate.range?.contains(time) == true
        }?.number
    }
}
