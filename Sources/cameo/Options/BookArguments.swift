import ArgumentParser
import Files
import Platform
import Reading
import Settings
import Speech
import Texts

/// How a server with books is reached, and as whom; all of it can be set once, too.
struct LibraryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Server for books named by id alone.", valueName: "url")) var server: String?
    @Option(help: ArgumentHelp("Log in with this name. The password is never an option.", valueName: "name"))
    var login: String?
    @Option(help: ArgumentHelp("Disk limit for books of servers in MB; 0 disables the cache.", valueName: "MB"))
    var bookCache: Int?
    @Flag(inversion: .prefixedNo, help: "Accept untrusted certificates.") var insecure: Bool?
    @Option(
        help: ArgumentHelp("Additional certificates to trust, PEM.", valueName: "file"), completion: .file())
    var caFile: String?

    func validate() throws {
        try Setting.bookCacheLimit.limit(bookCache)
        try cameo.validate(flags)
    }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.server] = server
        flags[.login] = login
        flags[.bookCacheLimit] = bookCache.map { "\($0)" }
        flags[.insecure] = insecure.map { "\($0)" }
        flags[.caFile] = caFile
        return flags
    }
}

/// What the screen on which a book is read has beside its text; all of it can be set once, too.
struct ReadingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look up words missing from the book's dictionary with this command: word on standard input, answer on standard output.",
            valueName: "command"))
    var lookupCommand: String?
    @Flag(
        inversion: .prefixedNo,
        help:
            "Ask the language model of the book's server for words found nowhere else; this may cost its owner money."
    )
    var modelLookup: Bool?
    @Flag(inversion: .prefixedNo, help: "Show the cover and sentence pictures where they fit.")
    var pictures: Bool?
    @Option(
        help: ArgumentHelp(
            "Background music: a file, a piece on the book's server, book for the book's own, or off.",
            valueName: "file or name"), completion: .file())
    var music: String?
    @Option(help: ArgumentHelp("Volume of the music, 0 to 100.", valueName: "percent"))
    var musicVolume: Int?

    func validate() throws { try cameo.validate(flags) }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.lookupCommand] = lookupCommand
        flags[.modelLookup] = modelLookup.map { "\($0)" }
        flags[.illustrations] = pictures.map { "\($0)" }
        flags[.music] = music
        flags[.musicVolume] = musicVolume.map { "\($0)" }
        return flags
    }
}

/// How a text is read by a voice, and where its translation comes from.
struct NarrationArguments: ParsableArguments {
    @OptionGroup var voice: VoiceOptions
    @Option(
        help: ArgumentHelp(
            "Language of the text, such as en or pt-br; by default what the text declares.", valueName: "tag"))
    var language: String?
    @Option(
        help: ArgumentHelp(
            "Encoding of the text, such as windows-1251 or shift_jis; by default guessed where it is not UTF-8.",
            valueName: "name"))
    var encoding: String?
    @Option(
        help: ArgumentHelp("The same text in another language, spoken after each sentence.", valueName: "file"),
        completion: .file())
    var translation: String?
    @Option(
        help: ArgumentHelp(
            "Translate with a command: one sentence per line on standard input, one line each on standard output.",
            valueName: "command"))
    var translateCommand: String?
    @Option(help: ArgumentHelp("Language of the translation.", valueName: "tag")) var translationLanguage: String?
    @Option(
        help: ArgumentHelp(
            "Voice of the translation by name, language or title; cameo voices lists them.", valueName: "name"),
        completion: .voices)
    var translationVoice: String?

    func validate() throws {
        if let encoding, TextEncoding(encoding) == nil {
            throw ValidationError(
                "--encoding: expected an encoding such as windows-1251, gbk or shift_jis, found \(encoding)")
        }
        guard translation == nil || translateCommand == nil else {
            throw ValidationError("--translation and --translate-command exclude each other")
        }
        guard translation != nil || translateCommand != nil || (translationLanguage == nil && translationVoice == nil)
        else {
            throw ValidationError(
                "--translation-language and --translation-voice need --translation or --translate-command")
        }
        for (name, tag) in [("--language", language), ("--translation-language", translationLanguage)] {
            guard let tag, LanguageTag.reading(tag) == nil else { continue }
            throw ValidationError("\(name): expected a language such as en or pt-br, found \(tag)")
        }
    }

    /// - Parameter configuration: with these options.
    /// - Throws: `CommandError.unusable` when nobody has the name of one of the voices.
    func options(_ configuration: Configuration) async throws -> NarrationOptions {
        let options = chosen(configuration)
        try await options.voice.check()
        if let translationVoice {
            try await options.translationVoiceChoice(translationVoice).check()
        }
        return options
    }

    private func chosen(_ configuration: Configuration) -> NarrationOptions {
        var options = NarrationOptions()
        options.voice = VoiceChoice(configuration.voice)
        if voice.isUsual { options.usualVoice = options.voice }
        options.language = language.flatMap(LanguageTag.reading)
        options.encoding = encoding.flatMap(TextEncoding.init)
        options.translation = translation.map { .file($0) } ?? translateCommand.map { .command($0) }
        options.translationLanguage = translationLanguage.flatMap(LanguageTag.reading)
        options.translationVoice = translationVoice
        options.cacheFolder = UserFolder.cache.path(Environment.all)
        return options
    }
}
