import Events
import JSON
import Live
import SocketIO
import Speech
import Synchronization
import Transport
import Wire

/// A backend in this process: it shows an avatar pack and says with a voice what it is told. What it sends are the messages
/// of any backend, so that everything behind the connection is the same as with a live stream.
package final class SpokenBackend: LiveConnection, Backend {
    /// What is said, which decides what is told where there was nothing to say.
    private enum Part { case opening, answer, message }

    private enum Item {
        case event(ConnectionEvent)
        /// Of a clip; read when it is taken, so that no more of them are in memory than have to be.
        case picture(BackendContent.Place)
        /// All that was to be said is in front of it.
        case saidAll
    }

    private struct State {
        /// What is said when somebody speaks for the first time, whatever they say.
        var opening: SentenceReader?
        /// What is said in the place of the next message of this text.
        var prepared: (sentences: SentenceReader, text: String)?
        var speaking: Task<Void, Never>?
        var isClosed = false
        var report: @Sendable (LiveEvent) -> Void = { _ in }
    }

    package let user = "local"
    package var backend: (any Backend)? { self }
    private let speechSession: SpeechSession
    /// Whose answers are spoken; `nil`: messages are.
    private let program: ReplyProgram?
    private let items: AsyncStream<Item>
    private let send: AsyncStream<Item>.Continuation
    private let state = Mutex(State())

    /// - Parameters:
    ///   - opening: what is said first.
    ///   - program: answers messages; without one they are said themselves.
    package init(
        _ speechSession: SpeechSession, opening: SentenceReader? = nil, answering program: ReplyProgram? = nil
    ) {
        (self.speechSession, self.program) = (speechSession, program)
        (items, send) = AsyncStream.makeStream()
        state.withLock { $0.opening = opening }
        send.yield(.event(.connected(.inProcess)))
    }

    /// - Parameter report: gets, from anywhere, what could not be said, and that all was.
    package func listen(_ report: @escaping @Sendable (LiveEvent) -> Void) { state.withLock { $0.report = report } }

    /// Says these, which may still be coming, in the place of the next message of that text.
    package func prepare(_ sentences: SentenceReader, for text: String) {
        let before = state.withLock { state in
            defer { state.prepared = (sentences, text) }
            return state.prepared?.sentences
        }
        before?.close()
    }

    private func report(_ event: LiveEvent) { state.withLock(\.report)(event) }

    // MARK: The connection

    package func next() async -> ConnectionEvent? {
        var iterator = items.makeAsyncIterator()
        while let item = await iterator.next() {
            switch item {
            case .event(let event): return event
            case .picture(let place):
                do {
                    return .message(try speechSession.avatar.clips.message(at: place), arrived: .now)
                } catch {
                    report(.trouble(CommandError(error).reason))
                }
            // Whoever asks for the next one has taken all that came before.
            case .saidAll: report(.saidAll)
            }
        }
        return nil
    }

    package func retry() {}

    @discardableResult
    package func emit(_ message: WireMessage) -> Bool {
        switch message.request {
        case .manifest: give(speechSession.avatar.clips.content.manifest)
        case .clip:
            let name = message.arguments.first?.object?["animationType"]?.lenientString ?? ""
            for place in speechSession.avatar.places(of: ClipName(name)) { send.yield(.picture(place)) }
        case .logSession, .userMessage, nil: break
        }
        return true
    }

    package func close() async {
        let (speaking, unsaid) = state.withLock { state in
            state.isClosed = true
            defer { (state.speaking, state.opening, state.prepared) = (nil, nil, nil) }
            return (state.speaking, [state.opening, state.prepared?.sentences].compactMap(\.self))
        }
        for sentences in unsaid { sentences.close() }
        speaking?.cancel()
        await speechSession.voice.close()
        await speaking?.value
        program?.close()
        send.finish()
    }

    private func give(_ message: WireMessage) { send.yield(.event(.message(message, arrived: .now))) }

    // MARK: Speaking

    package func post(_ message: OutgoingMessage) async -> String? {
        state.withLock { state in
            guard !state.isClosed else { return }
            var other = state.opening
            let isOpening = other != nil
            state.opening = nil
            if other == nil, let prepared = state.prepared, prepared.text == message.text {
                (other, state.prepared) = (prepared.sentences, nil)
            }
            let before = state.speaking
            before?.cancel()
            // Nothing is asked by what only ends what is said.
            let asked = other == nil && !message.text.isEmpty ? program : nil
            let source = asked.map { SentenceReader.Source.reply($0, to: message.text) } ?? .text(message.text)
            let sentences = other ?? SentenceReader(source)
            let part: Part = isOpening ? .opening : asked == nil ? .message : .answer
            state.speaking = Task.detached { [self] in
                await before?.value
                await speak(sentences, part)
            }
        }
        return nil
    }

    /// One message, until the text is over or a newer message takes its place.
    private func speak(_ sentences: SentenceReader, _ part: Part) async {
        let trouble = await speechSession.speak(
            sentences, isReplaced: { state.withLock { !$0.isClosed } },
            give: { messages in for message in messages { give(message) } })
        guard !Task.isCancelled else { return }
        if let trouble = trouble ?? sentences.end.wordless.flatMap({ Self.trouble($0, of: part) }) {
            report(.trouble(trouble))
        }
        // Whoever has ended an answer waits for nothing more: this would be taken for the end of the next one.
        if program == nil || part != .message { send.yield(.saidAll) }
    }

    private static func trouble(_ wordless: WordlessText, of part: Part) -> String? {
        switch part {
        case .opening: wordless.reason
        case .answer: "The command gave no answer"
        case .message: nil
        }
    }

    // MARK: What is kept: nothing

    package func profile(of agent: String) async -> (name: String?, image: [UInt8]?) { (agent, nil) }
    package func picture(at address: String) async throws(TransportError) -> [UInt8] {
        throw .unsendable(reason: "a voice has no pictures")
    }
    package func pastMessages() async -> [PastMessage] { [] }

    package func startLog() async -> String? { nil }
    package func log(_ frames: [JSON], session: String) async {}
    package func log(event: JSONObject, session: String) async {}
    package func closeLog(session: String) async {}
}
