import Dispatch
import Events
import Files
import Platform
import Settings
import Synchronization
import Wire

/// `cameo mcp`: answers the lines of one client, which come on a descriptor, on another one.
///
/// Lines are read on the thread that runs it; calls are carried out on another one, in their order, so that what is canceled meanwhile
/// is heard. The mutexes guard the session, with what has been canceled, and the output.
package final class ToolServer: Sendable {
    private struct State {
        var session: ToolSession
        /// Calls of which one is carried out, or waits.
        var canceled: Set<JSON> = []
        var isOver = false
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
    /// - Throws: `CommandError.failed` when the input cannot be read.
    package func run(input: Int32 = STDIN_FILENO) throws(CommandError) {
        var lines = BoundedLines(limit: Self.lineLimit)
        while !state.withLock(\.isOver) {
            guard let piece = Descriptor.read(input, limit: 1 << 16) else {
                end()
                throw .failed("standard input: \(errorWords())")
            }
            if piece.isEmpty { break }
            for line in lines.receive(piece) { receive(line) }
        }
        end()
    }

    private func end() {
        state.withLock { $0.isOver = true }
        calls.sync {}
    }

    private func receive(_ line: BoundedLines.Line) {
        guard case .whole(let bytes) = line else {
            let limit = ByteText.size(Self.lineLimit)
            return write(RPCError(.parse, "a line is longer than \(limit)").json)
        }
        for action in state.withLock({ $0.session.receive(bytes) }) {
            switch action {
            case .answer(let answer): write(answer)
            case .cancel(let id): state.withLock { _ = $0.canceled.insert(id) }
            case .call(let call): calls.async { [self] in carryOut(call) }
            }
        }
    }

    private func carryOut(_ call: ToolCall) {
        let isCanceled: @Sendable () -> Bool = { [self] in
            state.withLock { $0.isOver || $0.canceled.contains(call.id) }
        }
        let result = isCanceled() ? nil : runner.tools.run(call, isCanceled: isCanceled)
        let answer = state.withLock { state -> JSON? in
            state.canceled.remove(call.id)
            guard let result, !state.isOver else { return nil }
            return state.session.finish(call, result)
        }
        if let answer { write(answer) }
    }

    private func write(_ answer: JSON) {
        let isWritten = output.withLock { Descriptor.writeAll(answer.utf8 + [0x0A], to: $0) }
        if !isWritten { state.withLock { $0.isOver = true } }
    }
}
