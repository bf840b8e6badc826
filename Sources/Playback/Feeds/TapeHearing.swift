import Engine
import Events
import Settings
import Tapes

/// How a tape is played, and why.
package enum TapeHearing: Hashable, Sendable {
    /// All that the recording engine heard is heard again, with its own settings.
    case replayed
    /// An engine of now hears what came from outside: it was asked for, or the tape has nothing else.
    case afresh
    /// The same, because the recording engine had other rules: what it heard from its own side fits none of now.
    case otherRules(Int)

    /// - Throws: `TapeError` when the tape cannot be read.
    package init(_ tape: TapeReader, isFresh: Bool) throws(TapeError) {
        guard !isFresh, try tape.isReplayable() else {
            self = .afresh
            return
        }
        let rules = try tape.engineRules()
        self = rules == PlaybackEngine.rulesVersion ? .replayed : .otherRules(rules)
    }

    /// Of the recording engine, where they are why the tape is not replayed.
    package var otherRules: Int? { if case .otherRules(let rules) = self { rules } else { nil } }

    /// What to say of it wherever somebody might expect a replay.
    package var notice: String? {
        guard let rules = otherRules else { return nil }
        return "recorded by another version of Cameo (engine rules \(rules), now \(PlaybackEngine.rulesVersion)): "
            + "replayed from the stream; freezes during the recording are not judged"
    }

    /// Lines for whoever plays the tape without a screen.
    package func notices(_ adjusted: AdjustedSettings) -> [String] {
        [notice, self == .replayed ? adjusted.unused : nil].compactMap { $0 }
    }
}
