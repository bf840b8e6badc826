import Events
import Sound

/// The mouth of an utterance, one shape a frame (docs/inside/speech.md has the rules).
package struct MouthTrack: Hashable, Sendable {
    /// What one frame shows.
    package struct Frame: Hashable, Sendable {
        /// Place in `MouthShapes.all`.
        package var shape: Int
        /// What is being said; for people.
        package let viseme: Viseme
        package let phoneme: String

        package init(shape: Int, viseme: Viseme, phoneme: String) {
            (self.shape, self.viseme, self.phoneme) = (shape, viseme, phoneme)
        }
    }

    /// Frames a second.
    package static let rate = 30
    /// Frame `k` is on screen from `k` / `rate` on.
    package let frames: [Frame]

    package init(frames: [Frame]) { self.frames = frames }

    /// From the phonemes of an utterance, or, when the voice does not tell them, from its sound.
    package init(_ utterance: Utterance, _ shapes: MouthShapes) {
        if utterance.phonemes.isEmpty {
            self = LoudnessMouth.track(utterance.sound, shapes)
        } else {
            let count = Self.frameCount(utterance.sound.duration)
            self.init(utterance.phonemes, duration: utterance.sound.duration, frameCount: count, shapes)
        }
    }

    /// Frames that cover a length of time; no more than a message may have.
    package static func frameCount(_ duration: TimeSpan) -> Int {
        let frames = (max(duration, .zero).seconds * Double(rate) - 0.000_1).rounded(.up)
        return Int(min(max(0, frames), Double(Limits.waitingFrames)))
    }

    package init(_ phonemes: [Utterance.Phoneme], duration: TimeSpan, frameCount: Int, _ shapes: MouthShapes) {
        let targets = MouthTarget.targets(phonemes, duration: max(duration, .zero).seconds)
        var frames = MouthBlend(targets, shapes).frames(frameCount)
        MouthClosures(targets, frameCount: frameCount).apply(to: &frames, shapes)
        self.frames = frames
    }
}

/// The mouth of a voice that tells no phonemes, but when it says which word: the letters of the words say what the mouth does, the
/// sound when it does anything at all.
extension MouthTrack {
    /// - Parameters:
    ///   - words: what is said when, in the sound. Of scripts whose letters say nothing of a mouth the sound alone counts.
    package init(of sound: Samples, saying words: [(text: String, span: Range<TimeSpan>)], _ shapes: MouthShapes) {
        let fromLoudness = LoudnessMouth.track(sound, shapes).frames
        let phonemes = words.flatMap { Self.phonemes(of: $0.text, in: $0.span) }
        guard !phonemes.isEmpty else {
            self.init(frames: fromLoudness)
            return
        }
        let fromPhonemes = MouthTrack(phonemes, duration: sound.duration, frameCount: fromLoudness.count, shapes).frames
        let spoken = phonemes.map(\.span)
        var next = 0
        self.init(
            frames: fromLoudness.indices.map { frame in
                let moment = TimeSpan(seconds: (Double(frame) + 0.5) / Double(Self.rate))
                while next < spoken.count, spoken[next].upperBound <= moment { next += 1 }
                guard fromPhonemes.indices.contains(frame), fromLoudness[frame].viseme != .rest, next < spoken.count,
                    spoken[next].contains(moment)
                else { return fromLoudness[frame] }
                return fromPhonemes[frame]
            })
    }

    /// The letters of a word, one after the other; vowels take twice the time of the others.
    static func phonemes(of word: String, in span: Range<TimeSpan>) -> [Utterance.Phoneme] {
        let names = SpokenLetters.names(of: word)
        let weights = names.map { PhonemeTable.visemes(of: $0).contains(where: \.isVowel) ? 2 : 1 }
        let whole = weights.reduce(0, +)
        guard whole > 0, span.upperBound > span.lowerBound else { return [] }
        let length = span.upperBound - span.lowerBound
        var passed = 0
        return zip(names, weights).map { name, weight in
            defer { passed += weight }
            let start = span.lowerBound + length.part(passed, of: whole)
            return Utterance.Phoneme(
                name: name, span: start..<span.lowerBound + length.part(passed + weight, of: whole))
        }
    }
}

/// About what letters sound like: as much as a mouth shows of it. Latin, Greek and Cyrillic ones.
enum SpokenLetters {
    /// Names of phonemes; none for a word of other letters.
    static func names(of word: String) -> [String] {
        let letters = word.lowercased().unicodeScalars.flatMap { base($0) }
        var names: [String] = []
        var place = 0
        while place < letters.count {
            if place + 1 < letters.count, let pair = pairs[String(letters[place...place + 1])] {
                names.append(pair)
                place += 2
            } else {
                if let name = single[letters[place]] { names += name.map(String.init) }
                place += 1
            }
        }
        return names
    }

    /// Without what stands above and below it.
    private static func base(_ scalar: Unicode.Scalar) -> [Character] {
        if single[Character(scalar)] != nil { return [Character(scalar)] }
        // A letter with a mark is the letter, as far as a mouth goes.
        return marked[scalar].map { [$0] } ?? []
    }

    private static let pairs = [
        "sh": "ʃ", "ch": "ʃ", "th": "θ", "ph": "f", "oo": "u", "ee": "i", "ou": "u", "qu": "k", "ng": "ŋ", "ck": "k",
    ]

    private static let single: [Character: String] = [
        "a": "a", "b": "b", "c": "k", "d": "d", "e": "e", "f": "f", "g": "g", "h": "h", "i": "i", "j": "j", "k": "k",
        "l": "l", "m": "m", "n": "n", "o": "o", "p": "p", "q": "k", "r": "r", "s": "s", "t": "t", "u": "u", "v": "v",
        "w": "w", "x": "ks", "y": "i", "z": "z",
        "α": "a", "β": "v", "γ": "g", "δ": "ð", "ε": "e", "ζ": "z", "η": "i", "θ": "θ", "ι": "i", "κ": "k", "λ": "l",
        "μ": "m", "ν": "n", "ξ": "ks", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "i", "φ": "f",
        "χ": "x", "ψ": "ps", "ω": "o",
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "ʒ", "з": "z", "и": "i", "й": "j", "к": "k",
        "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "x",
        "ц": "ts", "ч": "ʃ", "ш": "ʃ", "щ": "ʃ", "ы": "i", "э": "e", "ю": "u", "я": "a", "і": "i", "ї": "i", "є": "e",
    ]

    private static let marked: [Unicode.Scalar: Character] = {
        let rows: [(Character, String)] = [
            ("a", "àáâãäåāăą"), ("e", "èéêëēėęě"), ("i", "ìíîïīįı"), ("o", "òóôõöøōő"), ("u", "ùúûüūůű"), ("y", "ýÿ"),
            ("s", "çśşš"), ("n", "ñńňņ"), ("z", "źżž"), ("c", "ćč"), ("l", "łľļ"), ("r", "ŕř"), ("t", "ťţ"),
            ("d", "ďđ"),
            ("g", "ğģ"), ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
            ("о", "ё"),
        ]
        var marked: [Unicode.Scalar: Character] = [:]
        for (letter, row) in rows { for scalar in row.unicodeScalars { marked[scalar] = letter } }
        return marked
    }()
}
