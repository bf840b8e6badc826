import Engine
import Events

/// Lines that somebody has written before, said one after the other: each when the answer to the one before has been heard.
package struct LineScript: Hashable, Sendable {
    fileprivate enum Phase: Hashable, Sendable {
        /// Whoever has the lines has not been asked for one, or has been.
        case between, asked
        case has(String)
        case sent, answered
        /// There are no more.
        case over
    }

    /// Why the last of those was not answered that were not.
    var trouble: String?
    fileprivate var phase = Phase.between

    /// - Parameter line: `nil` behind the last one.
    mutating func receive(_ line: String?) { if phase == .asked { phase = line.map { .has($0) } ?? .over } }
    mutating func finish() { if phase == .sent { phase = .answered } }
}

extension ScreenModel {
    /// Says the next line where the time for it has come, and leaves behind the last one.
    mutating func followScript(_ played: Played) -> [ScreenAction] {
        guard let script else { return [] }
        // Behind an answer the avatar goes home first.
        let isQuiet = !isAwaited && !played.timeline.edge.isAnimating && played.isAtEdge && !played.isPaused
        switch script.phase {
        case .between, .answered:
            guard isQuiet else { return [] }
            self.script?.phase = .asked
            return [.readLine]
        case .has(let text):
            guard isQuiet, isReadyToSay(played), case .success(let message) = outgoing(text, warned: true, played)
            else { return [] }
            self.script?.phase = .sent
            return [.send(message)]
        case .over: return isQuiet ? [script.trouble.map { .fail($0) } ?? .quit] : []
        case .asked, .sent: return []
        }
    }

    /// Something is being said, or waited for, that can be cut off. The engine waits on where an answer has nothing to
    /// say, and the avatar that has said all of one is still on its way home.
    func isAnswering(_ played: Played) -> Bool { played.timeline.edge.isSpeaking || isAwaited }
}
