import Speech
import Transport
import Wire

/// Answers of a backend that speaks: an echo, or what a command makes of the message.
package struct SpokenAnswers: BackendSpeech {
    private let performer: Performer
    private let replyCommand: String?

    package init(_ performer: Performer, replyCommand: String?) {
        (self.performer, self.replyCommand) = (performer, replyCommand)
        Task.detached { await performer.warmUp() }
    }

    package func answer(_ text: String, give: @escaping @Sendable ([WireMessage]) -> Void) async -> String? {
        let source = replyCommand.map { SentenceReader.Source.reply(command: $0, to: text) } ?? .text(text)
        return await performer.say(SentenceReader(source), give: give)
    }
}
