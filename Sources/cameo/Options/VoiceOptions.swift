import ArgumentParser
import Speaking

/// Who speaks, and how.
struct VoiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A voice, as cameo voices lists them.", valueName: "name")) var voice: String?
    @Option(help: ArgumentHelp("How fast, of what is usual.", valueName: "percent")) var rate = 100
    @Option(help: ArgumentHelp("How high, of what is usual.", valueName: "percent")) var pitch = 100
    @Option(
        help: ArgumentHelp(
            "Speak with a command instead, which gets the text on standard input and answers with a sound file.",
            valueName: "command"))
    var voiceCommand: String?

    func validate() throws {
        try limit("--rate", rate, 20...400)
        try limit("--pitch", pitch, 0...200)
        guard voiceCommand == nil || (voice == nil && rate == 100 && pitch == 100) else {
            throw ValidationError("--voice, --rate and --pitch are for the built-in voice, not for --voice-command")
        }
    }

    var isUsual: Bool { voice == nil && rate == 100 && pitch == 100 && voiceCommand == nil }

    var options: SayOptions {
        var options = SayOptions()
        (options.voice, options.rate, options.pitch, options.command) = (voice, rate, pitch, voiceCommand)
        return options
    }
}
