import Dispatch
import Events
import Platform
import Synchronization

/// A text, whole or still coming, a sentence at a time: no more of it is read than is asked for.
///
/// Reads on a queue of its own, since what comes from a pipe or a command may never end.
package final class SentenceReader: Sendable {
    package enum Source: Sendable {
        case text(String)
        /// A file or a pipe, which is closed in the end.
        case descriptor(Int32)
        /// What a command of the shell writes that gets a message on its standard input.
        case reply(command: String, to: String)
    }

    private struct State {
        var splitter = SentenceSplitter()
        /// Taken from its front: a long text is thousands of them.
        var ready: ArraySlice<Sentence> = []
        var isOver = false
        var child: ChildProgram?
        /// What the child has not read yet.
        var pending: ArraySlice<UInt8> = []
    }

    private let source: Source
    private let queue = DispatchQueue(label: "text to speak")
    /// Touched on the queue alone; the mutex says so to the compiler.
    private let state = Mutex(State())
    private let stop = StopPipe()
    /// After so long without another byte what looks like a sentence is one.
    private static let pause = Span.milliseconds(60)
    private static let pieceBytes = 4_096
    private static let never = Span.seconds(86_400)
    private static let commandName = "reply command"
    private static let grace = Span.seconds(1)

    package init(_ source: Source) { self.source = source }

    deinit { if case .descriptor(let number) = source { closeDescriptor(number) } }

    /// - Returns: the next one; `nil` at the end of the text and once it is closed.
    /// - Throws: `VoiceError` when a command cannot be run or ends badly.
    package func next() async throws(VoiceError) -> Sentence? {
        let result: Result<Sentence?, VoiceError> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(VoiceError) in try self.read() })
            }
        }
        return try result.get()
    }

    /// Whoever waits for a sentence gets none.
    package func close() { stop.stop() }

    private func read() throws(VoiceError) -> Sentence? {
        let result: Result<Sentence?, VoiceError> = state.withLock { state in
            Result { () throws(VoiceError) in
                while state.ready.isEmpty, !state.isOver, !stop.isStopped { try readMore(&state) }
                return stop.isStopped ? nil : state.ready.popFirst()
            }
        }
        return try result.get()
    }

    private func readMore(_ state: inout State) throws(VoiceError) {
        let wait = state.splitter.isWaiting ? Self.pause : Self.never
        switch source {
        case .text(let text):
            state.ready = state.splitter.receive(text.utf8)[...]
            finish(&state)
        case .descriptor(let number): readMore(of: number, wait, &state)
        case .reply(let command, let message): try readMore(of: command, message, wait, &state)
        }
    }

    private func finish(_ state: inout State) {
        state.ready += state.splitter.finish()
        (state.isOver, state.child) = (true, nil)
    }

    private func readMore(of descriptor: Int32, _ wait: Span, _ state: inout State) {
        var asked = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let found = poll(&asked, 2, Deadline(in: wait).milliseconds)
        if found == 0 {
            state.ready += state.splitter.pause()
            return
        }
        guard asked[1].revents == 0 else { return }
        guard found > 0 else { return errno == EINTR ? () : finish(&state) }
        switch Descriptor.readAvailable(descriptor, atMost: Self.pieceBytes) {
        case .nothing: break
        case .bytes(let piece): state.ready += state.splitter.receive(piece)
        case .end: finish(&state)
        }
    }

    private func readMore(
        of command: String, _ message: String, _ wait: Span, _ state: inout State
    ) throws(VoiceError) {
        if state.child == nil {
            state.child = try ChildProgram(["/bin/sh", "-c", command], name: Self.commandName, grace: Self.grace)
            state.pending = Array((message + "\n").utf8)[...]
        }
        guard let child = state.child else { return }
        switch child.next(sending: &state.pending, closing: true, until: Deadline(in: wait), unless: [stop]) {
        case .output(let piece): state.ready += state.splitter.receive(piece)
        case .ended(.exited(0)): finish(&state)
        case .ended(let end):
            state.isOver = true
            throw .ended(program: Self.commandName, end, lastWords: child.lastWords)
        case .late: state.ready += state.splitter.pause()
        case .stopped: break
        }
    }
}

/// `close`, which a method of that name hides.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
