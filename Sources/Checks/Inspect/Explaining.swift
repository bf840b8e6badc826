import Debugger
import Decoding
import Engine
import Events
import JSON
import Panels
import Playback
import Sessions
import Settings
import Tapes
import Typesetting

/// Says why frames of a tape are as they are: plays it to its end, and keeps its past.
package struct Explaining {
    package let timeline: Timeline
    private var finder: WhyFinder
    private let findings: [AuditFinding]

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
        player.receiveInput(.settingsChanged(playing.settings))
        let decoder = AtOnceDecoder(tape, sounds: SoundPrefetcher(tape), folder: playing.folder)
        var (forward, runner) = (FastForward(), EffectRunner(atOnce: decoder))
        while try forward.step(&player, &runner, { _, _ in }) { if isCanceled() { throw CancellationError() } }
        player.timeline.addMediaFindings(findings)
        self.findings = findings
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

    /// Of what the stream has and never showed: what became of it, and why the screen showed something else.
    /// - Throws: `CommandError` where there is no such frame.
    package mutating func why(_ frame: AskedFrame) throws(CommandError) -> Why {
        let last = timeline.log.frameCount - 1
        guard let why = ordinal(frame.goal).flatMap({ why($0) }) ?? whyUnshown(frame.goal) else {
            if last < 0 { throw .unusable("no frame was shown") }
            if case .frame = frame.goal { throw .unusable("no such frame; frames are 0 to \(last)") }
            throw .unusable(Goal.missing(frame.goal, in: timeline.log) + found(at: frame.time))
        }
        return why
    }

    private mutating func whyUnshown(_ goal: Goal) -> Why? {
        guard let unshown = timeline.unshown(goal), var why = why(unshown.instead) else { return nil }
        let own = why.steps.filter { $0.kind == .fault }.map(\.sentence)
        let reported = findings.filter { finding in
            finding.frame == nil && finding.chunk == unshown.name.chunk
                && finding.generation == unshown.name.generation
                && !own.contains { $0.hasPrefix(finding.kind.rawValue) && $0.hasSuffix(finding.sentence) }
        }
        let faults = reported.prefix(Self.findingsTold).map { finding in
            let heard = timeline.history.heard(at: finding.time)
            let words = "\(Fault.text(finding.kind, finding.amount)): \(finding.sentence)"
            return Why.Step(
                .fault, words, at: Why.Place(time: timeline.history.time(after: heard), heard: heard))
        }
        let place = (why.steps.firstIndex { $0.kind == .drawn } ?? -1) + 1
        why.steps.insert(contentsOf: faults, at: place)
        why.steps.insert(unshown.step, at: 0)
        return why
    }

    /// Of one chunk, or of one moment.
    private static let findingsTold = 8

    /// What a check says of the moment that a time names.
    private func found(at time: Instant?) -> String {
        guard let time else { return "" }
        let reported = findings.filter { $0.time.throughMillisecond == time }.prefix(Self.findingsTold)
        return reported.map { "; at that time `check` reports \($0.kind.rawValue): \($0.sentence)" }.joined()
    }

    private func ordinal(_ goal: Goal) -> Int? {
        // One that was passed over is one to ask about, too.
        if case .frame(let ordinal) = goal { return ordinal }
        guard case .at(let heard) = timeline.find(goal, from: 0) else { return nil }
        return timeline.log.frame(after: heard)
    }
}

/// A frame as somebody names it: its number, its place in its chunk, a moment, or a chunk for its first one; of a range the first.
package struct AskedFrame: Hashable, Sendable {
    package let goal: Goal

    /// `nil` for a text that names none.
    package init?(_ text: String) {
        guard let goal = Goal(typed: text) ?? Self.first(ofPrinted: text) else { return nil }
        self.goal = goal
    }

    /// Of what `check` prints: `4.250 s`, or the first of `76–95`, `0:0.45–60` and `4.250–5.000 s`.
    private static func first(ofPrinted text: String) -> Goal? {
        let isTime = text.hasSuffix(" s")
        let ends = text.dropLast(isTime ? 2 : 0).split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
        let goals = ends.compactMap { Goal(typed: isTime ? "\($0)s" : String($0)) }
        return goals.count == ends.count && goals.count <= 2 ? goals.first : nil
    }

    /// Where it is named by that.
    package var time: Instant? { if case .time(let time) = goal { time } else { nil } }

    package static let expected = Goal.expected
}

/// Why a frame is on screen, as lines and as JSON.
package enum WhyText {
    /// A line, or more, for each step, with its place; of at most `columns` cells.
    package static func lines(_ why: Why, indent: Int = 0, columns: Int = FoldedLine.shownWidth) -> [String] {
        why.steps.flatMap { step in
            let room = max(20, columns - indent - labelCells)
            // A word that is longer than a line is broken.
            let folded = FoldedLine.folded(WhyPanel.text(step), indent: 0, width: room)
            return folded.flatMap { TerminalText.wrapped($0, toCells: room) }.enumerated().map { number, line in
                let label = TerminalText.padded(number == 0 ? step.kind.rawValue : "", toCells: labelCells)
                return String(repeating: " ", count: indent) + label + line
            }
        }
    }

    private static let labelCells = 9

    /// Keys as docs/using/why.md lists them.
    package static func json(_ why: Why) -> JSON {
        .array(
            why.steps.map { step in
                [
                    "step": .string(step.kind.rawValue),
                    "sentence": .string(step.sentence),
                    "t_ms": .milliseconds(step.place?.time),
                    "frame": .number(step.place?.frame),
                    "entry": .number(step.place?.entry.map { Int($0) }),
                    "event": .number(step.place?.heard),
                ]
            })
    }

    /// The whole answer of `cameo why`, on one line.
    package static func line(_ why: Why) -> JSON {
        ["frame": .number(why.record.ordinal), "status": .string(why.record.status.text), "why": json(why)]
    }
}
