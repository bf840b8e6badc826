import Events

/// Whatever speaks.
package enum Voice: Sendable {
    case program(VoiceProcess)
    case command(VoiceCommand)

    /// - Parameter manner: a command knows of none.
    /// - Throws: `VoiceError`.
    package func speak(_ text: String, _ manner: VoiceManner = VoiceManner()) async throws(VoiceError) -> Utterance {
        switch self {
        case .program(let program): try await program.speak(text, manner)
        case .command(let command): try await command.speak(text)
        }
    }

    /// Lets a program begin, so that the first sentence waits for less. What is wrong with it shows when there is something to say.
    package func warmUp(_ manner: VoiceManner = VoiceManner()) async {
        guard case .program(let program) = self else { return }
        _ = try? await program.speak("", manner)
    }

    /// Ends what runs for it; whoever waits for a sentence gets `VoiceError.canceled`.
    package func close() async {
        switch self {
        case .program(let program): await program.close()
        case .command(let command): await command.close()
        }
    }
}
