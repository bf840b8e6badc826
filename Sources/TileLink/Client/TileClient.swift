import Events
import Platform
import Synchronization

/// A program's way to the tile that it runs in.
///
/// Owner: one that speaks, an utterance at a time. The mutex guards what comes and goes over the socket.
package final class TileClient: Sendable {
    /// What there is to speak through.
    package enum Found: Sendable {
        /// No tile was promised.
        case none
        case alive(TileClient)
        /// There is a tile, and it does not take us; one sentence for people.
        case refused(path: String, reason: String)
        /// There was one, or it belongs to somebody else; why, in few words.
        case dead(path: String, reason: String)
    }

    package let path: String
    /// Who speaks. From outside: not to be shown before control characters are made visible.
    package let name: String
    let state: Mutex<TileConnection>

    private init(_ path: String, _ name: String, _ connection: TileConnection) {
        (self.path, self.name) = (path, name)
        state = Mutex(connection)
    }

    /// Takes at most about `milliseconds`.
    package static func find(
        _ environment: [String: String] = Environment.all, milliseconds: Int64 = TileLimits.answerTime
    ) -> Found {
        guard let path = environment[Environment.tileName], !path.isEmpty else { return .none }
        let deadline = Descriptor.now + milliseconds
        guard let descriptor = connect(to: path, until: deadline) else {
            let isNobody = errno == ECONNREFUSED || errno == ENOENT
            return .dead(path: path, reason: isNobody ? "the tile is no longer running" : errorWords())
        }
        var connection = TileConnection(QuietSocket(descriptor))
        guard connection.socket.isOfOwnUser else {
            return .dead(path: path, reason: "the tile belongs to another user")
        }
        switch connection.answer(until: deadline) {
        case .answer(.hello(TileRequest.version, let name)): return .alive(TileClient(path, name, connection))
        case .answer(.hello(let version, _)):
            let reason = "expected protocol version \(TileRequest.version), found \(version)"
            return .refused(path: path, reason: reason)
        case .answer(.refused(let reason)): return .refused(path: path, reason: reason)
        case .late: return .dead(path: path, reason: "the tile does not respond within \(milliseconds) ms")
        case .answer, .over: return .dead(path: path, reason: "not a tile of Cameo")
        }
    }

    /// - Returns: `nil` with `errno`.
    private static func connect(to path: String, until deadline: Int64) -> Int32? {
        while true {
            if let descriptor = LocalSocket.connect(to: path, waits: false) {
                Descriptor.setNonBlocking(descriptor)
                return descriptor
            }
            // So many wait to be accepted that there is no place.
            guard errno == EAGAIN, Descriptor.now < deadline else { return nil }
            poll(nil, 0, 10)
        }
    }
}

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
