import Events

/// What the mouth is to look like for a while, as the phonemes have it; seconds from the start of the sound.
struct MouthTarget: Hashable, Sendable {
    let viseme: Viseme
    /// In the alphabet of the voice.
    let phoneme: String
    fileprivate(set) var start: Double
    fileprivate(set) var end: Double

    var length: Double { end - start }
    var middle: Double { (start + end) / 2 }

    /// A vowel that is held opens the mouth widest.
    private static let heldVowel = 0.14
    /// A shorter pause does not let the mouth come to rest.
    static let shortestRest = 0.08

    init(_ viseme: Viseme, phoneme: String = "", start: Double, end: Double) {
        (self.viseme, self.phoneme, self.start, self.end) = (viseme, phoneme, start, end)
    }

    /// - Returns: one behind the other, none without length, the whole sound long; pauses are `rest`.
    static func targets(_ phonemes: [Utterance.Phoneme], duration: Double) -> [MouthTarget] {
        var targets: [MouthTarget] = []
        var reached = 0.0
        for phoneme in phonemes.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
            let visemes = PhonemeTable.visemes(of: phoneme.name)
            let start = min(max(reached, phoneme.span.lowerBound.seconds), duration)
            let end = min(max(start, phoneme.span.upperBound.seconds), duration)
            guard !visemes.isEmpty, end > start else { continue }
            pause(from: reached, to: start, before: visemes[0], in: &targets)
            append(visemes, phoneme.name, from: targets.last?.end ?? start, to: end, in: &targets)
            reached = end
        }
        if duration > reached { targets.append(Self(.rest, start: reached, end: duration)) }
        return targets
    }

    /// A short silence is that of a stop before its burst, or a little of both sounds.
    private static func pause(from: Double, to: Double, before next: Viseme, in targets: inout [MouthTarget]) {
        guard to > from else { return }
        guard let last = targets.indices.last, to - from < shortestRest else {
            return targets.append(Self(.rest, start: from, end: to))
        }
        if next.isVowel { targets[last].end = (from + to) / 2 }
    }

    private static func append(
        _ visemes: [Viseme], _ name: String, from: Double, to: Double, in targets: inout [MouthTarget]
    ) {
        var start = from
        for (place, viseme) in visemes.enumerated() {
            let end = place + 1 == visemes.count ? to : from + (to - from) * share(place, of: visemes)
            let isHeld = viseme == .ah && end - start >= heldVowel
            targets.append(Self(isHeld ? .aah : viseme, phoneme: name, start: start, end: end))
            start = end
        }
    }

    /// Of two vowels in one the first has the larger part.
    private static func share(_ place: Int, of visemes: [Viseme]) -> Double {
        if visemes.count == 2, visemes.allSatisfy(\.isVowel) { return 0.6 }
        return Double(place + 1) / Double(visemes.count)
    }
}
