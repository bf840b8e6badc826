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

    /// Ends what runs for it; whoever waits for a sentence gets `VoiceError.canceled`.
    package func close() async {
        switch self {
        case .program(let program): await program.close()
        case .command(let command): await command.close()
        }
    }
}
