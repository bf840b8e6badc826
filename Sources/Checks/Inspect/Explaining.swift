import Debugger
import Events
import Playback
import Settings
import Tapes

/// Says why frames of a tape are as they are: plays it to its end, and keeps its past.
package struct Explaining {
    package let timeline: Timeline
    private var finder: WhyFinder

    /// - Parameters:
    ///   - findings: of a check of the same tape, so that what pixels tell is known.
    ///   - judged: what that check looked at.
    ///   - thresholds: by which it judged.
    ///   - isCanceled: asked with every moment of the tape.
    /// - Throws: what reading a tape can; `CancellationError`.
    package init(
        _ tape: TapeReader, _ playing: TapePlaying, _ findings: [AuditFinding], _ judged: Coverage,
        thresholds: AuditThresholds = AuditThresholds(), isCanceled: () -> Bool = { false }
    ) throws {
        var player = FeedPlayer(try TapeFeed(tape, isFresh: playing.isFresh), playing, thresholds: thresholds)
        player.receive(.settingsChanged(playing.settings))
        let decoder = AtOnceDecoder(tape, sounds: SoundPrefetcher(tape), folder: playing.folder)
        var (forward, runner) = (FastForward(), EffectRunner(atOnce: decoder))
        while try forward.step(&player, &runner, { _, _ in }) { if isCanceled() { throw CancellationError() } }
        player.timeline.add(found: findings)
        (timeline, finder) = (player.timeline, WhyFinder(hasTestedSeams: judged.seams))
    }

    /// Of a tape, which is checked for it.
    /// - Throws: what reading a tape can; `CancellationError`.
    package init(
        _ tape: TapeReader, _ playing: TapePlaying, isCanceled: @escaping @Sendable () -> Bool = { false }
    ) throws {
        var options = CheckOptions()
        (options.playing, options.findingsKept) = (playing, Self.findingsKept)
        var result = CheckResult(file: "")
        try Check.run(tape, options, isCanceled: isCanceled, &result)
        try self.init(tape, playing, result.findings, result.judged, isCanceled: isCanceled)
    }

    /// Of one kind.
    private static let findingsKept = 100_000

    /// `nil` where there is no such frame.
    package mutating func why(_ ordinal: Int) -> Why? { finder.why(ordinal, in: timeline) }

    /// - Throws: `CommandError` where there is no such frame.
    package mutating func why(_ frame: AskedFrame) throws(CommandError) -> Why {
        let last = timeline.log.frameCount - 1
        guard let why = ordinal(frame.goal).flatMap({ why($0) }) else {
            if last < 0 { throw .unusable("no frame was shown") }
            if case .frame = frame.goal { throw .unusable("no such frame; frames are 0 to \(last)") }
            throw .unusable(Goal.missing(frame.goal, in: timeline.log))
        }
        return why
    }

    private func ordinal(_ goal: Goal) -> Int? {
        // One that was passed over is one to ask about, too.
        if case .frame(let ordinal) = goal { return ordinal }
        guard case .at(let heard) = timeline.find(goal, from: 0) else { return nil }
        return timeline.log.frame(after: heard)
    }
}

/// A frame as somebody names it: its number, its place in its chunk, a moment, or a chunk for its first one.
package struct AskedFrame: Hashable, Sendable {
    package let goal: Goal

    /// `nil` for a text that names none.
    package init?(_ text: String) {
        guard let goal = Goal(typed: text) else { return nil }
        self.goal = goal
    }

    /// Where it is named by that.
    package var time: Instant? { if case .time(let time) = goal { time } else { nil } }

    package static let expected = Goal.expected
}
