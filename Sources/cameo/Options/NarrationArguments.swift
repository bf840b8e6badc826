import ArgumentParser
import Files
import Narration
import Platform
import Speech
import Texts

/// How a text is read by a voice, and where its translation comes from.
struct NarrationArguments: ParsableArguments {
    @OptionGroup var voice: VoiceOptions
    @Option(
        help: ArgumentHelp(
            "Language of the text, such as en or pt-br; what it says itself unless given.", valueName: "tag"))
    var language: String?
    @Option(
        help: ArgumentHelp("The same text in another language, heard behind each sentence.", valueName: "file"),
        completion: .file())
    var translation: String?
    @Option(
        help: ArgumentHelp(
            "Translate with a command instead: a sentence a line on its standard input, a line each on its standard output.",
            valueName: "command"))
    var translateCommand: String?
    @Option(help: ArgumentHelp("Language of the translation.", valueName: "tag")) var translationLanguage: String?
    @Option(
        help: ArgumentHelp("The voice of the translation, as cameo voices lists them.", valueName: "name"),
        completion: .voices)
    var translationVoice: String?

    func validate() throws {
        guard translation == nil || translateCommand == nil else {
            throw ValidationError("--translation or --translate-command, not both")
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

    /// - Throws: `CommandError.unusable` when nobody has the name of one of the voices.
    func checkVoices() async throws {
        try await voice.choice.check()
        if let translationVoice { try await VoiceChoice.builtIn(VoiceManner(voice: translationVoice)).check() }
    }

    var options: NarrationOptions {
        var options = NarrationOptions()
        options.voice = voice.choice
        options.language = language.flatMap(LanguageTag.reading)
        options.translation = translation.map { .file($0) } ?? translateCommand.map { .command($0) }
        options.translationLanguage = translationLanguage.flatMap(LanguageTag.reading)
        options.translationVoice = translationVoice
        options.cacheFolder = UserFolder.cache.path(Environment.all)
        return options
    }
}
