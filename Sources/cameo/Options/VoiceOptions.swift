import ArgumentParser
import Files
import Settings
import Speaking
import Speech

/// Who speaks, and how.
struct VoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Voice by name, language or title; cameo voices lists them.", valueName: "name"),
        completion: .voices)
    var voice: String?
    @Option(
        help: ArgumentHelp(
            "Speed relative to normal: \(ChosenVoice.rates.lowerBound) to \(ChosenVoice.rates.upperBound). (default: 100)",
            valueName: "percent"))
    var rate: Int?
    @Option(
        help: ArgumentHelp(
            "Pitch relative to normal: \(ChosenVoice.pitches.lowerBound) to \(ChosenVoice.pitches.upperBound). (default: 100)",
            valueName: "percent"))
    var pitch: Int?
    @Option(
        help: ArgumentHelp("Speak with your own program (docs/using/voices.md).", valueName: "file"),
        completion: .file())
    var voiceProgram: String?
    @Option(
        help: ArgumentHelp(
            "Speak with a command that reads text from standard input and writes a sound file to standard output.",
            valueName: "command"))
    var voiceCommand: String?

    func validate() throws {
        try limit("--rate", rate, ChosenVoice.rates)
        try limit("--pitch", pitch, ChosenVoice.pitches)
        guard voiceProgram == nil || voiceCommand == nil else {
            throw ValidationError("--voice-program and --voice-command exclude each other")
        }
        guard voiceCommand == nil || (voice == nil && rate == nil && pitch == nil) else {
            throw ValidationError("--voice, --rate and --pitch cannot be used with --voice-command")
        }
        try cameo.validate(flags)
    }

    /// None of these options has been given.
    var isUsual: Bool { flags.isEmpty }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.voice] = voice
        flags[.voiceRate] = rate.map { String($0) }
        flags[.voicePitch] = pitch.map { String($0) }
        flags[.voiceProgram] = voiceProgram
        flags[.voiceCommand] = voiceCommand
        return flags
    }
}

extension VoiceChoice {
    init(_ voice: ChosenVoice) {
        let manner = VoiceManner(voice: voice.name, rate: voice.rate, pitch: voice.pitch)
        self =
            switch voice.speaker {
            case .builtIn: .builtIn(manner)
            case .program(let program): .program(program, manner)
            case .command(let command): .command(command)
            }
    }
}

extension Configuration {
    /// Who speaks with an avatar.
    /// - Parameter avatar: folder of the pack; `nil` for the one that comes with the program.
    /// - Throws: `CommandError.unusable` when that is not there, and when nobody has the name of the voice.
    func speaker(_ avatar: String?) async throws -> SpeakerOptions {
        let avatar = try avatar ?? Assets.avatar()
        let choice = VoiceChoice(voice)
        try await choice.check()
        return SpeakerOptions(avatar: avatar, voice: choice)
    }
}

extension CompletionKind {
    /// Asked of what speaks; none where it is not installed.
    static var voices: CompletionKind {
        .custom { _, _, _ async in (try? await VoiceList.names(of: .builtIn(VoiceManner()))) ?? [] }
    }
}
