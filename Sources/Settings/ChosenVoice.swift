/// Who is to speak, and how, where a voice can be chosen.
package struct ChosenVoice: Hashable, Sendable {
    package enum Speaker: Hashable, Sendable {
        case builtIn
        /// A file that speaks by the protocol of docs/reference/voice-protocol.md.
        case program(String)
        /// A line of the shell.
        case command(String)
    }

    package var speaker = Speaker.builtIn
    /// Of the speaker's voices, in any of their names; `nil` for the usual one.
    package var name: String?
    /// Percent of what is usual.
    package var rate = 100
    package var pitch = 100

    package static let rates = 20...400
    package static let pitches = 0...200

    package init() {}
}

extension Configuration {
    /// What is said nearer to the run counts: a voice, speed or pitch that an option names is not that of a command that the file has,
    /// which speaks as it does.
    package var voice: ChosenVoice {
        var voice = ChosenVoice()
        voice.name = text(.voice)
        voice.rate = number(.voiceRate)
        voice.pitch = number(.voicePitch)
        let program = text(.voiceProgram).map {
            (rank: source(of: .voiceProgram).rank, ChosenVoice.Speaker.program(expanded($0)))
        }
        let command = text(.voiceCommand).map {
            (rank: source(of: .voiceCommand).rank, ChosenVoice.Speaker.command($0))
        }
        let nearest = [program, command].compactMap(\.self).max {
            $0.rank < $1.rank || $0.rank == $1.rank && !$0.1.isProgram
        }
        guard let nearest else { return voice }
        let manner = [Setting.voice, .voiceRate, .voicePitch].map { source(of: $0).rank }.max() ?? 0
        if !nearest.1.isProgram, manner > nearest.rank { return voice }
        voice.speaker = nearest.1
        return voice
    }
}

extension ChosenVoice.Speaker {
    fileprivate var isProgram: Bool { if case .program = self { true } else { false } }
}
