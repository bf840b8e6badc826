import SocketIO
import Speech
import Transport

/// Answers of a backend that speaks: an echo, or what a command makes of the message.
package struct SpokenAnswers: BackendSpeech {
    private let speechSession: SpeechSession
    private let program: ReplyProgram?

    package init(_ speechSession: SpeechSession, replyCommand: String?) {
        (self.speechSession, program) = (speechSession, replyCommand.map { ReplyProgram($0) })
    }

    package func answer(
        _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
    ) async -> String? {
        let source = program.map { SentenceReader.Source.reply($0, to: text) } ?? .text(text)
        return await speechSession.speak(SentenceReader(source), in: conversation, give: give)
    }
}
