import ArgumentParser
import Files
import Speaking
import Speech

/// Who speaks, and how.
struct VoiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A voice, as cameo voices lists them.", valueName: "name"), completion: .voices)
    var voice: String?
    @Option(
        help: ArgumentHelp(
            "How fast, of what is usual: \(Self.rates.lowerBound) to \(Self.rates.upperBound).", valueName: "percent"))
    var rate = 100
    @Option(
        help: ArgumentHelp(
            "How high, of what is usual: \(Self.pitches.lowerBound) to \(Self.pitches.upperBound).",
            valueName: "percent")) var pitch = 100
    @Option(
        help: ArgumentHelp(
            "Speak with a command instead, which gets the text on standard input and answers with a sound file.",
            valueName: "command"))
    var voiceCommand: String?

    func validate() throws {
        try limit("--rate", rate, Self.rates)
        try limit("--pitch", pitch, Self.pitches)
        guard voiceCommand == nil || manner == VoiceManner() else {
            throw ValidationError("--voice, --rate and --pitch are for the built-in voice, not for --voice-command")
        }
    }

    private static let rates = 20...400
    private static let pitches = 0...200

    private var manner: VoiceManner { VoiceManner(voice: voice, rate: rate, pitch: pitch) }

    /// None of these options has been given another value.
    var isUsual: Bool { manner == VoiceManner() && voiceCommand == nil }

    var choice: VoiceChoice { voiceCommand.map { .command($0) } ?? .builtIn(manner) }

    /// - Parameter avatar: folder of the pack; `nil` for the one that comes with the program.
    /// - Throws: `CommandError.unusable` when that is not there, and when nobody has the name of the voice.
    func speaker(_ avatar: String?) async throws -> SpeakerOptions {
        let avatar = try avatar ?? Assets.avatar()
        try await choice.check()
        return SpeakerOptions(avatar: avatar, voice: choice)
    }
}

extension CompletionKind {
    /// Asked of what speaks; none where it is not installed.
    static var voices: CompletionKind { .custom { _, _, _ async in (try? await VoiceList.names()) ?? [] } }
}
