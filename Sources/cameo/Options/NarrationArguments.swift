import ArgumentParser
import Files
import Narration
import Platform
import Settings
import Speech
import Texts

/// How a text is read by a voice, and where its translation comes from.
struct NarrationArguments: ParsableArguments {
    @OptionGroup var voice: VoiceOptions
    @Option(
        help: ArgumentHelp(
            "Language of the text, such as en or pt-br; by default what the text declares.", valueName: "tag"))
    var language: String?
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
        options.translation = translation.map { .file($0) } ?? translateCommand.map { .command($0) }
        options.translationLanguage = translationLanguage.flatMap(LanguageTag.reading)
        options.translationVoice = translationVoice
        options.cacheFolder = UserFolder.cache.path(Environment.all)
        return options
    }
}
