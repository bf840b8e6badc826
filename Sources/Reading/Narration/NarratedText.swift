import Events
import Texts

/// What is read of a book, sentence by sentence, in two languages where there are two: a value, made of texts.
package struct NarratedText: Hashable, Sendable {
    /// What of a sentence stands in which lane; `nil` where there is nothing.
    package struct Sentence: Hashable, Sendable {
        package var lanes: PerLane<String?>
        /// `nil` of subtitles.
        package var block: TextBlock?
        /// Of the original, BCP 47, where it is told of just this sentence.
        package var language: String?
        /// Of the original that are in another language.
        package var phrases: [TextPhrase] = []

        package init(
            _ original: String?, translation: String? = nil, transliteration: String? = nil, in block: TextBlock? = nil
        ) {
            self.block = block
            lanes = PerLane(original: original, transliteration: transliteration, translation: translation)
        }
    }

    package private(set) var sentences: [Sentence] = []
    package private(set) var chapters: [BookChapter] = []
    /// Runs of sentences that are made together, all of them, none of which goes on into another chapter.
    package private(set) var chunks: [Range<Int>] = []
    /// What was strange about the texts, and how well they go together; a line each.
    package private(set) var oddities: [String]
    /// How well a text and its translation go together; `nil` where there is one alone.
    package private(set) var alignment: AlignmentReport?

    /// - Parameter translation: its sentences stand beside those that say the same. Where it has more of them they are sentences of their
    ///   own.
    package init(_ original: BookText, translation: BookText? = nil) {
        oddities = original.oddities
        let languages = original.hasLanguages ? original.languages : []
        // Where each sentence of the original went.
        var places: [Int] = []
        if let translation {
            let alignment = Alignment(original, translation)
            self.alignment = alignment.report
            (sentences, places) = Self.aligned(original, translation.sentences, alignment)
            oddities += translation.oddities.map { "translation: \($0)" } + [alignment.report.words]
        } else {
            sentences = Self.sentences(original)
            places = Array(sentences.indices)
        }
        for (place, own) in zip(places, languages) {
            (sentences[place].language, sentences[place].phrases) = (own.language, own.phrases)
        }
        places.append(sentences.count)
        chapters = Self.chapters(original, places)
        chunks = ChunkPlan.chunks(of: sentences, beginningAt: chapters.map { $0.start - 1 })
    }

    /// All that parts of the original are told to be in.
    var languages: Set<String> {
        var languages: Set<String> = []
        for sentence in sentences {
            if let language = sentence.language { languages.insert(language) }
            for phrase in sentence.phrases { languages.insert(phrase.language) }
        }
        return languages
    }

    /// Whether there is something in a second language.
    package var isTranslated: Bool { sentences.contains { $0.lanes.translation != nil } }

    /// Of the sentences, by which a place in the book is known again whatever its file is called: the same for the same text.
    package var contentHash: ContentHash {
        var bytes: [UInt8] = []
        for sentence in sentences {
            bytes += (sentence.lanes.original ?? "").utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return Events.contentHash(of: bytes)
    }

    // MARK: Two languages

    /// Subtitles may have both languages themselves.
    private static func sentences(_ text: BookText) -> [Sentence] {
        guard text.cues.count == text.paragraphs.count else {
            return zip(text.sentences, text.blocks).map { Sentence($0, in: $1) }
        }
        return zip(text.paragraphs, text.cues).flatMap { paragraph, cue -> [Sentence] in
            var sentences = paragraph.sentences.map { Sentence($0) }
            guard cue.lanes.original != nil, let last = sentences.indices.last else { return sentences }
            sentences[last].lanes.translation = cue.lanes.translation?.text
            sentences[last].lanes.transliteration = cue.lanes.transliteration?.text
            return sentences
        }
    }

    private static func aligned(
        _ text: BookText, _ translation: [String], _ alignment: Alignment
    ) -> ([Sentence], places: [Int]) {
        let (original, blocks) = (text.sentences, text.blocks)
        var (sentences, places): ([Sentence], [Int]) = ([], [])
        for pair in alignment.pairs {
            for place in pair.original {
                places.append(sentences.count)
                sentences.append(Sentence(original[place], in: blocks[place]))
            }
            if pair.original.isEmpty {
                sentences += translation[pair.translation].map { Sentence(nil, translation: $0) }
            } else if !pair.translation.isEmpty {
                // What several sentences are in the other language is heard behind the last of them.
                let words = translation[pair.translation].joined(separator: " ")
                sentences[sentences.count - 1].lanes.translation = words
            }
        }
        return (sentences, places)
    }

    /// - Parameter places: of the original's sentences, and the end.
    private static func chapters(_ text: BookText, _ places: [Int]) -> [BookChapter] {
        var firsts = [0]
        for paragraph in text.paragraphs { firsts.append((firsts.last ?? 0) + paragraph.sentences.count) }
        let starts = text.chapters.map { chapter in places[min(firsts[chapter.paragraphs.lowerBound], places.count - 1)]
        }
        let ends = Array(starts.dropFirst()) + [places.last ?? 0]
        return zip(text.chapters, zip(starts, ends)).compactMap { chapter, range in
            range.0 < range.1 ? BookChapter(chapter.title, start: range.0 + 1, end: range.1) : nil
        }
    }
}

/// Which sentences are made together.
enum ChunkPlan {
    /// Sentences of a chunk at most: as many as are spoken within half a second.
    static let sentences = 10
    /// Of the first ones: speech is to begin at once, and to go on while more is made.
    static let firstSentences = [2, 5]
    /// Unicode scalars of both languages, but for a single sentence: two minutes of speech.
    static let scalars = 2_000

    /// - Parameter starts: where chapters begin, in the order of their places.
    static func chunks(of sentences: [NarratedText.Sentence], beginningAt starts: [Int]) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var starts = starts[...]
        var (first, scalars) = (0, 0)
        for (place, sentence) in sentences.enumerated() {
            while let next = starts.first, next < place { starts.removeFirst() }
            let own = [sentence.lanes.original, sentence.lanes.translation].reduce(0) {
                $0 + ($1?.unicodeScalars.count ?? 0)
            }
            let most = chunks.count < firstSentences.count ? firstSentences[chunks.count] : Self.sentences
            if place > first, place - first == most || scalars + own > Self.scalars || starts.first == place {
                chunks.append(first..<place)
                (first, scalars) = (place, 0)
            }
            scalars += own
        }
        if first < sentences.count { chunks.append(first..<sentences.count) }
        return chunks
    }
}

extension BookText {
    /// With no sentence that is longer than what is said in one go: subtitles may hold any. What most of its sentences are told to be in
    /// is the language of a text that tells none.
    func speakable(in said: SaidLanguage = SaidLanguage()) -> BookText {
        var text = self
        // Then it is one language among others no more.
        if language == nil, let common = commonLanguage {
            text.language = common
            for place in text.paragraphs.indices where text.paragraphs[place].language == common {
                text.paragraphs[place].language = nil
            }
        }
        for place in text.paragraphs.indices where text.paragraphs[place].sentences.contains(where: Self.isLong) {
            // They are counted in other sentences.
            text.paragraphs[place].phrases = []
            text.paragraphs[place].sentences = text.paragraphs[place].sentences.flatMap { sentence -> [String] in
                guard Self.isLong(sentence) else { return [sentence] }
                var splitter = SentenceSplitter(
                    language: said.chosen ?? text.paragraphs[place].language ?? text.language ?? said.assumed)
                let parts = (splitter.receive(sentence.utf8) + splitter.finish()).map(\.text)
                return parts.isEmpty ? [sentence] : parts
            }
        }
        return text
    }

    fileprivate var hasLanguages: Bool { paragraphs.contains { $0.language != nil || !$0.phrases.isEmpty } }

    /// Of each sentence: that of just this one, and its phrases in another one.
    fileprivate var languages: [(language: String?, phrases: [TextPhrase])] {
        paragraphs.flatMap { paragraph in
            paragraph.sentences.indices.map { place in
                let language = paragraph.language(ofSentence: place)
                let phrases = paragraph.phrases.filter { $0.sentence == place && $0.language != language }
                return (language, phrases)
            }
        }
    }

    /// What most of its sentences are told to be in: of a text that itself tells no language.
    private var commonLanguage: String? {
        var counts: [String: Int] = [:]
        for paragraph in paragraphs {
            if let language = paragraph.language { counts[language, default: 0] += paragraph.sentences.count }
        }
        let total = paragraphs.reduce(0) { $0 + $1.sentences.count }
        return counts.first { $0.value * 2 > total }?.key
    }

    /// Of each sentence; subtitles have none.
    var blocks: [TextBlock?] {
        paragraphs.flatMap { paragraph in
            paragraph.sentences.indices.map { place in
                cues.isEmpty ? TextBlock(paragraph.kind, isStart: place == 0) : nil
            }
        }
    }

    private static func isLong(_ sentence: String) -> Bool {
        sentence.utf8.count > SentenceSplitter.longest && sentence.unicodeScalars.count > SentenceSplitter.longest
    }
}
