import Events
import Platform

extension TileClient {
    /// What is to be said.
    package enum Text: Sendable {
        case words(String)
        /// Of a file or a pipe, as it comes; whoever opened it closes it.
        case descriptor(Int32)
    }

    /// What became of it.
    package enum Outcome: Hashable, Sendable {
        /// The tile has all of it, and says it when its turn comes.
        case handedOver
        case said
        /// The tile has all of it, and there is nothing to say in it.
        case wordless(WordlessText)
        /// Another one took its turn, or somebody silenced the avatar.
        case interrupted
        /// It is not said, or not to its end; one sentence for people, from outside.
        case refused(reason: String)
        /// The tile has gone meanwhile.
        case lost
    }

    /// Says a text, which may still be coming; a thread is kept until it is handed over or said. One after another; what comes
    /// after one that was not taken to its end is lost.
    /// - Parameters:
    ///   - interrupts: whether it is spoken at once, in the place of all that is spoken and waits.
    ///   - waits: until it has been said.
    package func speak(_ text: Text, interrupts: Bool = false, waits: Bool) -> Outcome {
        state.withLock { connection in
            connection.count += 1
            var speech = TileSpeech(text, interrupts: interrupts, number: connection.count, waits: waits)
            let outcome = speech.run(over: &connection)
            connection.oddity = speech.oddity
            // In the middle of a text nothing else can be said.
            if !speech.isSent { connection.end() }
            return outcome
        }
    }

    /// What to say of the last text's bytes, where they were not all UTF-8.
    package var oddity: String? { state.withLock { $0.oddity } }

    /// Whether it still answers.
    package func isAlive(within milliseconds: Int64 = TileLimits.answerTime) -> Bool {
        state.withLock { connection in
            var line = TileRequest.ping.line
            guard connection.socket.write(&line), line.isEmpty else { return false }
            let deadline = Descriptor.now + milliseconds
            while true {
                switch connection.answer(until: deadline) {
                case .answer(.pong): return true
                case .answer(.gone), .answer(.refused), .late, .over: return false
                case .answer: continue
                }
            }
        }
    }
}
