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

    fileprivate var phase = Phase.between
    /// Lines that were said.
    fileprivate var said = 0
    /// By their numbers; 0 is none of them: something went wrong before the first one.
    private var unanswered = Set<Int>()
    private var lastReason = ""

    /// Which lines were not answered, and why the last one was not; `nil` where all were.
    var trouble: String? {
        guard let last = unanswered.max() else { return nil }
        guard last > 0 else { return lastReason }
        let before = unanswered.count > 1 ? "\(unanswered.count) of \(said) lines were not answered; " : ""
        return "\(before)line \(last): \(lastReason)"
    }

    /// The line that was said last is not answered.
    mutating func fail(_ reason: String) {
        unanswered.insert(said)
        lastReason = reason
    }

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
            self.script?.said += 1
            return [.send(message)]
        case .over: return isQuiet ? [script.trouble.map { .fail($0) } ?? .quit] : []
        case .asked, .sent: return []
        }
    }

    /// Something is being said, or waited for, that can be cut off. The engine waits on where an answer has nothing to
    /// say, and the avatar that has said all of one is still on its way home.
    func isAnswering(_ played: Played) -> Bool { played.timeline.edge.isSpeaking || isAwaited }
}
