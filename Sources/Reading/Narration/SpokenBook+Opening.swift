import BookFolders
import Events
import Files
import Platform
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
        let original = try await OpenedText.open(path, language: options.language, encoding: options.encoding)
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
        let (voice, odd) = try await SpeakingVoice.chosen(
            spoken, options.voice.manner, for: language, and: text.languages)
        var voices = [BookTrack.original: voice]
        var oddities = text.oddities + odd
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
            oddities += odd
        }
        return SpokenBook(
            book, text, voices: voices, translator: translator, oddities: oddities,
            cover: original.text.cover)
    }

    private static func translation(_ options: NarrationOptions) async throws -> OpenedText? {
        guard case .file(let path) = options.translation else { return nil }
        return try await OpenedText.open(path, language: options.translationLanguage, encoding: options.encoding)
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

/// A text that a user names.
package struct OpenedText: Sendable {
    package let text: BookText
    /// Without its folder and endings: what it is called where it has no title.
    package let name: String
    package let language: String?

    /// Whether what has this name is a text that a voice can read, and not a book with sound of its own: a folder, a file of one,
    /// or an archive with one. The folder of an unpacked EPUB is a text.
    package static func isText(_ path: String) -> Bool {
        guard path != "-", !UnpackedBook.isOne(path) else { return true }
        guard let kind = FileStatus(path)?.kind, kind != .folder else { return false }
        return !path.lowercased().hasSuffix(".json") && !JobFolder.isArchive(path)
    }

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - language: what the user says of it, for its sentences; else the text's own.
    ///   - encoding: of a text without a byte order mark; `nil` for what the text looks like.
    /// - Throws: `CommandError.unusable` with the file, and why nothing can be read of it.
    package static func open(_ path: String, language: String? = nil, encoding: TextEncoding? = nil)
        async throws(CommandError)
        -> OpenedText
    {
        // A pipe may take any time, and a large book a second.
        let result = await withCheckedContinuation { continuation in
            onOwnThread {
                continuation.resume(
                    returning: Result { () throws(CommandError) in try read(path, language, encoding) })
            }
        }
        return try result.get()
    }

    private static func read(_ path: String, _ chosen: String?, _ encoding: TextEncoding?) throws(CommandError)
        -> OpenedText
    {
        let isStandardInput = path == "-"
        let (stem, language) = Self.parts(of: FileNames.last(of: path))
        let said = SaidLanguage(chosen: chosen.flatMap(LanguageTag.reading), assumed: language)
        let name = isStandardInput ? "standard input" : path
        let bytes: [UInt8]? =
            if isStandardInput {
                try standardInput()
            } else if UnpackedBook.isOne(path) {
                nil
            } else {
                try ChunkedFileReader.all(of: path, atMost: TextLimits.sourceBytes)
            }
        do throws(TextError) {
            let found =
                if let bytes {
                    try Self.text(bytes, encoding, named: isStandardInput ? nil : path, said)
                } else {
                    try UnpackedBook.read(path, in: said)
                }
            let text = found.speakable(in: said)
            return OpenedText(text: text, name: isStandardInput ? name : stem, language: text.language ?? language)
        } catch {
            throw .unusable("\(name.kept): \(error.reason)")
        }
    }

    /// - Parameter name: of its file; `nil` where it has none.
    private static func text(
        _ bytes: [UInt8], _ encoding: TextEncoding?, named name: String?, _ said: SaidLanguage
    ) throws(TextError) -> BookText {
        var bytes = bytes
        if let encoding, TextFormat(beginning: bytes) != .epub { bytes = encoding.utf8(bytes) }
        // What begins as an archive is no text, whatever it is called.
        let found = TextFormat(beginning: bytes)
        let format = found == .epub ? found : name.flatMap(TextFormat.init(fileName:)) ?? found
        if format != .epub { try TextFormat.checkText(bytes) }
        return try BookText(bytes, as: format, in: said)
    }

    private static func standardInput() throws(CommandError) -> [UInt8] {
        guard isatty(STDIN_FILENO) == 0 else {
            throw .unusable("standard input: expected a text from a pipe or a file, found a terminal")
        }
        // It stays open.
        let own = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard own >= 0 else { throw .unusable("standard input: \(errorWords())") }
        return try OpenFile(owning: own).bytes(atMost: TextLimits.sourceBytes, of: "standard input")
    }

    /// `lantern.es.txt` is the lantern in Spanish.
    static func parts(of name: String) -> (stem: String, language: String?) {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isKnown = parts.count > 1 && TextFormat(fileName: name) != nil
        if isKnown { parts.removeLast() }
        // A FictionBook that is packed.
        if isKnown, parts.count > 1, parts.last?.lowercased() == "fb2" { parts.removeLast() }
        guard isKnown, parts.count > 1, let last = parts.last, last.utf8.count <= 5,
            let language = LanguageTag.reading(last)
        else {
            return (parts.joined(separator: "."), nil)
        }
        return (parts.dropLast().joined(separator: "."), language)
    }
}
