import Events
import Speech
import Texts

extension SpokenBook {
    /// Reads a text, and its translation where there is one, while the voices begin.
    /// - Parameter path: of a book, a page, a plain text or subtitles; `-` is standard input.
    /// - Throws: `CommandError`, `VoiceError`.
    package static func open(_ path: String, _ options: NarrationOptions = NarrationOptions()) async throws
        -> SpokenBook
    {
        // The voice begins while the text is read, which takes a second where it is long.
        let spoken = try options.voice.voice()
        async let begun: Void = spoken.warmUp(options.voice.manner)
        async let translated = translation(options)
        let original = try await OpenedText.open(path)
        let translation = try await translated
        let text = NarratedText(original.text, translation: translation?.text)
        await begun
        if case .file(let file) = options.translation,
            let mismatch = text.alignment?.mismatch(original: path.kept, translation: file.kept)
        {
            await spoken.close()
            throw CommandError.unusable(
                "\(file.kept): not a translation of \(path.kept): \(mismatch); name the same text in the other language"
            )
        }
        let language = options.language ?? original.language
        let (voice, odd) = try await SpeakingVoice.chosen(spoken, options.voice.manner, for: language)
        var voices = [BookTrack.original: voice]
        var oddities = text.oddities + [odd].compactMap(\.self)
        var book = original.book(text, language: language)
        var translator: SentenceTranslator?
        if case .command(let command) = options.translation {
            translator = SentenceTranslator(command, cache: TranslationCache(of: command, in: options.cacheFolder))
        }
        if translator != nil || text.isTranslated {
            book.translationLanguage = options.translationLanguage ?? translation?.language
            let choice = options.translationVoiceChoice(options.translationVoice)
            let (voice, odd) = try await SpeakingVoice.chosen(
                try choice.voice(), choice.manner, for: book.translationLanguage)
            voices[.translation] = voice
            oddities += [odd].compactMap(\.self)
        }
        return SpokenBook(
            book, text, voices: voices, translator: translator, oddities: oddities,
            cover: original.text.cover)
    }

    private static func translation(_ options: NarrationOptions) async throws -> OpenedText? {
        guard case .file(let path) = options.translation else { return nil }
        return try await OpenedText.open(path)
    }
}

extension OpenedText {
    func book(_ text: NarratedText, language: String?) -> Book {
        let chunks = text.chunks.map { sentences in
            let (first, last) = (sentences.lowerBound + 1, sentences.upperBound)
            return ChunkEntry(BookChunk.fragment(first, last), start: first, end: last, sentenceCount: sentences.count)
        }
        return Book(
            self.text.title ?? name, author: self.text.author, language: language, chunks: chunks,
            chapters: text.chapters)
    }
}
