import Events
import Platform
import Programs
import Synchronization
import Texts

/// A text, whole or still coming, a sentence at a time: no more of it is read than is asked for. It may be Markdown, as much that is
/// written is, and what language models answer: signs of it are not said.
///
/// Reads on a queue of its own, since what comes from a pipe or a command may never end.
package actor SentenceReader {
    package enum Source: Sendable {
        case text(String)
        /// A file or a pipe, which is closed in the end: UTF-8, UTF-16 with a byte order mark, else Windows-1252.
        case descriptor(Int32)
        /// What a program answers to a message.
        case reply(ReplyProgram, to: String)
    }

    private let source: Source
    private var decoding = TextBytes()
    private var splitter = SentenceSplitter(keepsLineBreaks: true)
    /// Taken from its front: a long text is thousands of them.
    private var ready: ArraySlice<Sentence> = []
    private var isOver = false
    private var child: ChildProgram?
    /// What the child has not read yet.
    private var pending: ArraySlice<UInt8> = []
    private var answer = AnswerSplitter()
    private var markdown = MarkdownStream()
    /// There was something to say.
    private var hasGiven = false
    /// Something has come that is no blank.
    private var hasSigns = false
    /// How the command ended, until what it had printed has been given.
    private var failure: VoiceError?
    package nonisolated let end = TextEnd()
    private let stop = StopPipe()
    private let executor = BlockingExecutor(name: "text to speak")
    /// After so long without another byte what looks like a sentence is one.
    private static let pause = TimeSpan.milliseconds(60)
    private static let pieceBytes = 4_096
    private static let never = TimeSpan.seconds(86_400)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ source: Source) { self.source = source }

    deinit { if case .descriptor(let number) = source { closeDescriptor(number) } }

    /// - Returns: the next one; `nil` at the end of the text and once it is closed.
    /// - Throws: `VoiceError` when a command cannot be run; when it has ended badly, behind all that it had printed.
    package func next() throws(VoiceError) -> Sentence? {
        while ready.isEmpty, !isOver, !stop.isStopped { try readMore() }
        guard !stop.isStopped else { return nil }
        if let sentence = ready.popFirst() {
            hasGiven = true
            return sentence
        }
        guard let failure else { return nil }
        self.failure = nil
        throw failure
    }

    /// Whoever waits for a sentence gets none.
    package nonisolated func close() { stop.stop() }

    private func readMore() throws(VoiceError) {
        let wait = splitter.isWaiting ? Self.pause : Self.never
        switch source {
        case .text(let text):
            receiveText(text.utf8)
            finish()
        case .descriptor(let number): readMore(of: number, wait)
        case .reply(let program, let message): try readMore(of: program, message, wait)
        }
    }

    private func finish() {
        ready += words(splitter.receive(markdown.finish()) + splitter.finish())
        (isOver, child) = (true, nil)
        if !hasGiven, ready.isEmpty { end.finish(hasSigns ? .withoutWord : .empty) }
    }

    private func receiveText(_ bytes: some Collection<UInt8>) {
        hasSigns = hasSigns || bytes.contains { $0 > UInt8(ascii: " ") }
        ready += words(splitter.receive(markdown.receive(bytes)))
    }

    /// What is to be said of them.
    private func words(_ sentences: [Sentence]) -> [Sentence] {
        sentences.map {
            Sentence(text: MarkdownStream.words($0.text).trimmed, beginsParagraph: $0.beginsParagraph)
        }.filter { $0.text.unicodeScalars.contains(where: TextScalar.isSpeakable) }
    }

    private func readMore(of descriptor: Int32, _ wait: TimeSpan) {
        var asked = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let found = poll(&asked, 2, Deadline(in: wait).milliseconds)
        if found == 0 {
            ready += words(splitter.pause())
            return
        }
        guard asked[1].revents == 0 else { return }
        guard found > 0 else { return errno == EINTR ? () : endDescriptor() }
        switch Descriptor.readAvailable(descriptor, atMost: Self.pieceBytes) {
        case .nothing: break
        case .bytes(let piece): decode { $0.receive(piece) }
        case .end: endDescriptor()
        }
    }

    private func endDescriptor() {
        decode { $0.finish() }
        finish()
    }

    private func decode(_ bytes: (inout TextBytes) -> [UInt8]) {
        receiveText(bytes(&decoding))
        if let oddity = decoding.oddity { end.note(oddity) }
    }

    private func readMore(of program: ReplyProgram, _ message: String, _ wait: TimeSpan) throws(VoiceError) {
        if child == nil {
            let begun = try program.begin()
            (child, pending) = (begun.program, program.input(for: message)[...])
            if !begun.rest.isEmpty { return receiveReply(begun.rest, of: program, begun.program) }
        }
        guard let child else { return }
        let deadline = Deadline(in: wait)
        switch child.next(sending: &pending, closing: !program.stays, until: deadline, unless: [stop]) {
        case .output(let piece): receiveReply(piece, of: program, child)
        case .ended(.exited(0)): finish()
        case .ended(let end):
            failure = program.failure(end, of: child)
            finish()
        case .late: ready += words(splitter.pause())
        case .stopped: break
        }
    }

    private func receiveReply(_ piece: [UInt8], of program: ReplyProgram, _ child: ChildProgram) {
        guard program.stays else {
            receiveText(piece)
            return
        }
        let (said, rest) = answer.receive(piece)
        receiveText(said)
        guard let rest else { return }
        // One that has answered before it has read the line would read it for the next one.
        if pending.isEmpty { program.keep(ReplyProgram.Waiting(program: child, rest: Array(rest))) }
        finish()
    }
}

/// `close`, which a method of that name hides.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// How a text ended of which sentences are read, and what was odd about it, for others than who reads them: it holds neither the reader
/// nor the descriptor, which whoever writes there must see closed.
///
/// The mutex guards what is known.
package final class TextEnd: Sendable {
    private struct State {
        var wordless: WordlessText?
        var oddity: String?
    }

    private let state = Mutex(State())

    /// Why there was nothing to say, once the text is over; `nil` before that, and where there was something.
    package var wordless: WordlessText? { state.withLock { $0.wordless } }

    /// What to say of the bytes that have been read, where they were not all UTF-8.
    package var oddity: String? { state.withLock { $0.oddity } }

    func finish(_ wordless: WordlessText) { state.withLock { $0.wordless = wordless } }

    func note(_ oddity: String) { state.withLock { $0.oddity = oddity } }
}
