import Speech
import Transport
import Wire

/// Answers of a backend that speaks: an echo, or what a command makes of the message.
package struct SpokenAnswers: BackendSpeech {
    private let speechSession: SpeechSession
    private let replyCommand: String?

    package init(_ speechSession: SpeechSession, replyCommand: String?) {
        (self.speechSession, self.replyCommand) = (speechSession, replyCommand)
    }

    package func answer(
        _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
    ) async -> String? {
        let source = replyCommand.map { SentenceReader.Source.reply(command: $0, to: text) } ?? .text(text)
        return await speechSession.speak(SentenceReader(source), in: conversation, give: give)
    }
}
