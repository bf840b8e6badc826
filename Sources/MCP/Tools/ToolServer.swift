import Bytes
import Dispatch
import Events
import Files
import JSON
import Platform
import Settings
import Synchronization

/// `cameo mcp`: answers the lines of one client, which come on a descriptor, on another one.
///
/// Lines are read on the thread that runs it; calls are carried out on another one, in their order, so that what is canceled meanwhile
/// is heard. The mutexes guard the session, with what has been canceled, and the output.
package final class ToolServer: Sendable {
    private struct State {
        var session: ToolSession
        /// Calls by the order in which they came: an identifier may come again while a canceled call with it still runs.
        var callCount = 0
        /// That wait or run, canceled ones included.
        var waiting = 0
        var newest: [JSON: Int] = [:]
        var canceled: Set<Int> = []
        var isOver = false
        /// Why an answer could not be written, where that is not that nobody reads them.
        var failure: Int32?

        mutating func begin(_ call: ToolCall) -> Int {
            (callCount, waiting) = (callCount + 1, waiting + 1)
            newest[call.id] = callCount
            return callCount
        }

        mutating func cancel(_ id: JSON) {
            if let number = newest.removeValue(forKey: id) { canceled.insert(number) }
        }
    }

    /// `@unchecked Sendable`: only the queue of calls uses it.
    private struct Runner: @unchecked Sendable { let tools: TapeToolRunner }

    private let state: Mutex<State>
    private let output: Mutex<Int32>
    private let runner: Runner
    private let calls = DispatchQueue(label: "calls")
    /// Bytes of the longest line: what a client says is short.
    package static let lineLimit = 1 << 20

    /// - Parameters:
    ///   - output: of a descriptor that stays open meanwhile.
    ///   - playing: how tapes are played.
    package init(output: Int32 = STDOUT_FILENO, _ playing: TapePlaying) {
        signal(SIGPIPE, SIG_IGN)
        self.output = Mutex(output)
        runner = Runner(tools: TapeToolRunner(playing))
        let session = ToolSession(
            name: "cameo", version: Version.text, instructions: TapeTools.instructions, tools: TapeTools.all)
        state = Mutex(State(session: session))
    }

    /// Returns when nothing more comes, or nobody reads the answers; calls that were under way are given up.
    /// - Throws: `CommandError.failed` when the input cannot be read, `.unwritten` when answers cannot be written.
    package func run(input: Int32 = STDIN_FILENO) throws(CommandError) {
        var lines = LineSplitter(longest: Self.lineLimit)
        while !state.withLock(\.isOver) {
            guard let piece = Descriptor.read(input, limit: 1 << 16) else {
                end()
                throw .failed("standard input: \(errorWords())")
            }
            if piece.isEmpty { break }
            lines.receive(piece)
            while let line = lines.next() { receive(line) }
        }
        end()
        if let failure = state.withLock(\.failure) { throw .unwritten(LineOutput.failure(failure)) }
    }

    private func end() {
        state.withLock { $0.isOver = true }
        calls.sync {}
    }

    private func receive(_ line: Result<ArraySlice<UInt8>, LineTooLong>) {
        guard case .success(let bytes) = line else {
            return write(RPCError(.parse, "a line is longer than \(Self.lineLimit >> 20) MiB").json)
        }
        for action in state.withLock({ $0.session.receive(bytes) }) {
            switch action {
            case .answer(let answer): write(answer)
            case .cancel(let id): state.withLock { $0.cancel(id) }
            case .call(let call):
                let number = state.withLock { $0.begin(call) }
                calls.async { [self] in carryOut(call, number) }
                // Whoever cancels all that they ask for is read no faster than that is passed over.
                if state.withLock(\.waiting) >= 2 * ToolSession.callLimit { calls.sync {} }
            }
        }
    }

    private func carryOut(_ call: ToolCall, _ number: Int) {
        let isCanceled: @Sendable () -> Bool = { [self] in
            state.withLock { $0.isOver || $0.canceled.contains(number) }
        }
        let result = isCanceled() ? nil : runner.tools.run(call, isCanceled: isCanceled)
        let answer = state.withLock { state -> JSON? in
            state.waiting -= 1
            if state.newest[call.id] == number { state.newest[call.id] = nil }
            guard state.canceled.remove(number) == nil, let result, !state.isOver else { return nil }
            return state.session.finish(call, result)
        }
        if let answer { write(answer) }
    }

    private func write(_ answer: JSON) {
        let failure = output.withLock { output -> Int32? in
            Descriptor.writeAll(answer.utf8 + [0x0A], to: output) ? nil : errno
        }
        guard let failure else { return }
        state.withLock { state in
            state.isOver = true
            if failure != EPIPE, state.failure == nil { state.failure = failure }
        }
    }
}
