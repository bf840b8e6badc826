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
    /// Of them, those that failed.
    private var failed = 0
    private var lastFailed: Int?
    /// The first ones of them, and why.
    private var failures: [Failure] = []
    /// Of those that failed, how many are not in there.
    private var unnamed = 0

    private static let mostFailures = 3

    /// Lines one behind the other that failed for the same reason.
    private struct Failure: Hashable, Sendable {
        /// By their numbers; 0 is none of them: something went wrong before the first one.
        var lines: ClosedRange<Int>
        let reason: String

        func goesOn(to line: Int, for reason: String) -> Bool {
            lines.lowerBound > 0 && line <= lines.upperBound + 1 && reason == self.reason
        }

        var words: String {
            if lines.upperBound == 0 { return reason }
            let isOne = lines.count == 1
            return (isOne ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound)-\(lines.upperBound)")
                + ": \(reason)"
        }
    }

    /// Since when nothing of the last answer is to be heard any more.
    fileprivate var quietSince: Instant?

    /// Which lines failed, and why; `nil` where none did.
    var trouble: String? {
        guard !failures.isEmpty else { return nil }
        let before = failed > 1 ? "\(failed) of \(said) lines failed; " : ""
        let others = unnamed > 0 ? "; and \(plural(unnamed, "more line"))" : ""
        return before + failures.map(\.words).joined(separator: "; ") + others
    }

    /// The line that was said last is not answered, or not to its end.
    mutating func fail(_ reason: String) {
        let isNew = said > 0 && said != lastFailed
        lastFailed = said
        if isNew { failed += 1 }
        if let last = failures.indices.last, failures[last].goesOn(to: said, for: reason) {
            failures[last].lines = failures[last].lines.lowerBound...said
        } else if failures.count < Self.mostFailures {
            failures.append(Failure(lines: said...said, reason: reason))
        } else if isNew {
            unnamed += 1
        }
    }

    /// - Parameter line: `nil` behind the last one.
    mutating func receive(_ line: String?) { if phase == .asked { phase = line.map { .has($0) } ?? .over } }
    mutating func finish() { if phase == .sent { phase = .answered } }
    /// The user says something: what is answered is heard before anything ends.
    mutating func giveWay() { quietSince = nil }
}

extension ScreenModel {
    /// Says the next line where the time for it has come, and leaves behind the last one.
    mutating func followScript(_ played: Played) -> [ScreenAction] {
        guard let script else { return [] }
        let edge = played.timeline.edge
        let hasEnded = !isAwaited && played.isAtEdge && !played.isPaused && !played.isSpeaking
        self.script?.quietSince = hasEnded ? script.quietSince ?? played.now : nil
        let isOver = script.quietSince.map { hasEnded && played.now >= $0 + InitialUtterance.fading } ?? false
        // Behind an answer the avatar goes home before the next one.
        let isQuiet = hasEnded && !edge.isAnimating
        switch script.phase {
        case .between, .answered:
            guard hasEnded else { return [] }
            self.script?.phase = .asked
            return [.readLine]
        case .has(let text):
            guard isQuiet, isReadyToSay(played), case .success(let message) = outgoing(text, warned: true, played)
            else { return [] }
            self.script?.phase = .sent
            self.script?.said += 1
            return [.send(message)]
        case .over: return isOver ? [script.trouble.map { .fail($0) } ?? .endSpeech] : []
        case .asked, .sent: return []
        }
    }

    /// Something is being said, or waited for, that can be cut off. The engine waits on where an answer has nothing to
    /// say, and the avatar that has said all of one is still on its way home.
    func isAnswering(_ played: Played) -> Bool { played.isSpeaking || isAwaited }
}
