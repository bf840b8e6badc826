import Events
import Platform
import Programs
import Synchronization

/// A command of the shell that answers messages: started anew for each of them, with the message on its standard input; or
/// once for all, then it reads a line each and ends an answer with an empty line.
///
/// Answers may be asked for at the same time of one that is started anew; of one that stays the next one is asked for when the one
/// before is over.
package final class ReplyProgram: Sendable {
    let stays: Bool
    private let command: String
    private let isNumbered: Bool
    private let state = Mutex(State())
    private static let name = "reply command"
    private static let grace = TimeSpan.seconds(1)

    private struct State {
        var turns = 0
        /// Between two answers.
        var waiting: Waiting?
        var isClosed = false
    }

    /// Whoever has taken it has it alone.
    struct Waiting: @unchecked Sendable {
        let program: ChildProgram
        /// What it has written behind the empty line.
        let rest: [UInt8]
    }

    /// - Parameters:
    ///   - stays: it is started once, and reads one line after the other.
    ///   - isNumbered: it is told, in `CAMEO_CHAT_TURN`, which message it is started for.
    package init(_ command: String, stays: Bool = false, isNumbered: Bool = false) {
        (self.command, self.stays, self.isNumbered) = (command, stays, isNumbered)
    }

    /// The program that is to answer the next message.
    /// - Throws: `VoiceError` when the system cannot start it.
    func begin() throws(VoiceError) -> Waiting {
        let (turn, known) = state.withLock { state in
            state.turns += 1
            defer { state.waiting = nil }
            return (state.turns, state.waiting)
        }
        // One that has gone meanwhile begins again.
        if let known, !known.program.hasEnded { return known }
        let variables = isNumbered ? [Environment.turnName: "\(turn)"] : [:]
        let program = try ChildProgram(
            ["/bin/sh", "-c", command], variables: variables, name: Self.name, grace: Self.grace)
        return Waiting(program: program, rest: [])
    }

    /// What is written to it.
    func input(for message: String) -> [UInt8] {
        let line = stays ? String(message.map { $0.isNewline ? " " : $0 }) : message
        return Array((line + "\n").utf8)
    }

    /// It has answered, and waits for the next line.
    func keep(_ waiting: Waiting) {
        state.withLock { if !$0.isClosed { $0.waiting = waiting } }
    }

    /// Why an answer ended before its time.
    func failure(_ end: ProgramEnd, of program: ChildProgram) -> VoiceError {
        .ended(program: Self.name, end, lastWords: program.lastWords)
    }

    /// Ends one that waits.
    package func close() {
        let waiting = state.withLock { state in
            defer { (state.waiting, state.isClosed) = (nil, true) }
            return state.waiting
        }
        waiting?.program.finish()
    }
}

/// Finds where an answer ends of a program that gives one after the other: at an empty line, but for those before its first.
struct AnswerSplitter {
    private var hasLine = false
    private var isLineEmpty = true

    /// - Returns: what of it belongs to the answer; and behind its end what does not, `nil` when it goes on.
    mutating func receive(_ bytes: [UInt8]) -> (answer: ArraySlice<UInt8>, rest: ArraySlice<UInt8>?) {
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "\n"):
                if isLineEmpty, hasLine { return (bytes[..<place], bytes[(place + 1)...]) }
                isLineEmpty = true
            case UInt8(ascii: "\r"): break
            default: (hasLine, isLineEmpty) = (true, false)
            }
        }
        return (bytes[...], nil)
    }
}
