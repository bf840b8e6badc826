import Cells
import Engine
import Events
import Files
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
        guard !isFresh, try tape.hasTicks() else {
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
        return "recorded under rules \(rules) of the engine, which now has rules \(PlaybackEngine.rulesVersion): "
            + "played afresh, live freezes not judged"
    }

    /// Lines for whoever plays the tape without a screen.
    package func notices(_ adjusted: AdjustedSettings) -> [String] {
        [notice, self == .replayed ? adjusted.unused : nil].compactMap { $0 }
    }

    /// On standard error.
    package func report(_ adjusted: AdjustedSettings, of file: String) {
        for line in notices(adjusted) {
            StandardError.write("cameo: \(OutsideText.shown(file, cells: Limits.shownNameCells)): \(line)")
        }
    }
}

extension EngineSetting {
    /// Whether it says how the stream is made, rather than how long somebody waits for it.
    fileprivate var belongsToStream: Bool {
        switch self {
        case .framesPerSecond, .idleFramesPerSecond, .wrapsBaseIndex, .idleClip: true
        default: false
        }
    }

    fileprivate func copy(from source: PlaybackSettings, to target: inout PlaybackSettings) {
        switch kind {
        case .count(let path, _): target[keyPath: path] = source[keyPath: path]
        case .span(let path, _): target[keyPath: path] = source[keyPath: path]
        case .flag(let path): target[keyPath: path] = source[keyPath: path]
        case .clip(let path): target[keyPath: path] = source[keyPath: path]
        }
    }
}

extension PlaybackSettings {
    /// For a tape that is played afresh: its rates, its clip for idling and its way to count from `recorded`; limits and
    /// clock are those of whoever plays, and so is what somebody has set.
    func taking(streamOf recorded: PlaybackSettings, except adjusted: Set<EngineSetting>) -> PlaybackSettings {
        var settings = self
        for setting in EngineSetting.allCases where setting.belongsToStream && !adjusted.contains(setting) {
            setting.copy(from: recorded, to: &settings)
        }
        return settings
    }
}
