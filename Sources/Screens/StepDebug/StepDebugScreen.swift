import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels

/// What is chosen on the step-debug screen.
package struct StepDebugScreen: Equatable, Sendable {
    /// A frame kept to be looked at beside another one.
    package struct Slot: Hashable, Sendable {
        package var heard: EventCount
        package var ordinal: Int
        package var composite: Composite
    }

    /// The log on its way to a file.
    struct Writing: Hashable, Sendable {
        var path: String
        /// From 0 to 1.
        var progress: Double
    }

    /// A part of the session, chosen by its two ends.
    enum Range: Hashable, Sendable {
        case none
        /// It has no end yet.
        case begun(EventCount)
        case chosen(ClosedRange<EventCount>)

        fileprivate var chosen: ClosedRange<EventCount>? { if case .chosen(let range) = self { range } else { nil } }
    }

    var showsLog = true
    var showsTimeline = true
    var showsInspector = true
    var log = LogView()
    var timeline = TimelineView()
    var inspectorScroll = 0
    package internal(set) var landmarks = Landmarks()
    var slotA: Slot? { didSet { landmarks.slotA = slotA?.heard } }
    var slotB: Slot? { didSet { landmarks.slotB = slotB?.heard } }
    var showsPair = false
    /// In pixels of the source; `nil` while the probe is off.
    package internal(set) var probe: PixelPoint?
    var range = Range.none { didSet { landmarks.selection = range.chosen } }
    var seams = SeamSearch.none
    /// What has been looked at of what is in the log.
    package internal(set) var judged = Coverage(seams: false, sound: false)
    /// A run that waits until seams are in the log.
    var awaitedRun: Search.Direction?
    /// Where somebody wanted to go last, for saying that it is not there.
    var soughtGoal: Goal?
    /// What is being looked for in the log.
    var logMatch: LogMatch?
    var logWriting: Writing?

}

/// How far the test of all frames' pixels has come.
enum SeamSearch: Equatable, Sendable {
    /// Nobody looks, or all seams are in the log.
    case none
    case looking
    /// They go into the log when all has been heard.
    case found([AuditFinding], Coverage)
}

extension StepDebugScreen {
    // MARK: Going

    /// - Parameter goal: from where the playhead is.
    mutating func go(to goal: Goal) -> [ScreenAction] {
        // What is still looked for, and a run that waits, would lead away from there.
        (logMatch, awaitedRun, soughtGoal) = (nil, nil, goal)
        return [.go(to: goal)]
    }

    mutating func run(_ direction: Search.Direction, _ played: Played, _ keys: KeyMap) -> Outcome {
        guard played.breakpoints.contains(where: \.isEnabled) else {
            return Outcome("nothing to stop on" + keys.advice(": ", .breakpoints, " chooses"))
        }
        // A seam that has not been found yet would be passed over.
        if Self.stopsAtFaults(played), seams != .none {
            awaitedRun = direction
            return Outcome(nil, [.runAhead])
        }
        return Outcome(nil, [.run(direction)])
    }

    private static func stopsAtFaults(_ played: Played) -> Bool {
        played.breakpoints.contains { $0.isEnabled && $0.condition == .fault }
    }

    // MARK: Seams

    /// - Returns: how many there are and how to get there; `nil` when there are none.
    mutating func receive(
        _ findings: [AuditFinding], _ judged: Coverage, _ played: Played, _ keys: KeyMap
    ) -> String? {
        seams = .found(findings, judged)
        let count = findings.count { $0.kind == .seam }
        guard count > 0 else { return nil }
        let fitting = count == 1 ? "1 overlay fits" : "\(count) overlays fit"
        let first = Self.stopsAtFaults(played) ? "" : keys.advice("fault in ", .breakpoints, ", then ")
        let advice = keys.advice(": " + first, .runForward, " runs there")
        return "\(fitting) another base frame than the demanded one" + advice
    }

    /// Once all has been heard: what is not in the log yet cannot be marked.
    mutating func addFound(_ played: Played, _ keys: KeyMap) -> Outcome {
        guard case .found(let findings, let judged) = seams, played.isExhausted else { return .nothing }
        seams = .none
        self.judged = judged
        let waiting = awaitedRun
        awaitedRun = nil
        var outcome = waiting.map { run($0, played, keys) } ?? .nothing
        guard !findings.isEmpty else { return outcome }
        // Lines that are in the log already change: what is known of them begins anew.
        log.forgetLines()
        logMatch?.forgetLines()
        landmarks.hits = BreakpointHits()
        outcome.actions.insert(.add(findings), at: 0)
        return outcome
    }

    // MARK: Two pictures

    /// Keeps the frame at the playhead.
    /// - Returns: what came of it, in words.
    mutating func keep(
        in slot: WritableKeyPath<StepDebugScreen, Slot?>, _ name: String, _ played: Played, _ keys: KeyMap
    ) -> String {
        let plan = played.engine.framePlan
        guard let composite = plan.composite, let record = plan.record else { return "no picture yet" }
        self[keyPath: slot] = Slot(heard: played.heard, ordinal: record.ordinal, composite: composite)
        let advice = keys.advice("; ", .togglePair, " shows A and B side by side")
        return "frame \(record.ordinal) is kept as \(name)" + advice
    }

    mutating func togglePair(_ keys: KeyMap) -> Outcome {
        guard let left = slotA else {
            let advice = keys.advice(": ", .slotA, " keeps one") + keys.advice(", then ", .togglePair, " shows it")
            return Outcome("no frame is kept to be shown beside another" + advice)
        }
        showsPair.toggle()
        let right = slotB.map { "B, frame \($0.ordinal)" } ?? "this frame"
        return Outcome(showsPair ? "left: A, frame \(left.ordinal); right: \(right)" : nil, closeProbe())
    }

    // MARK: Inspector and timeline

    mutating func scrollInspector(by lines: Int, _ played: Played) {
        inspectorScroll = min(max(0, inspectorScroll + lines), played.source.inspectorScrollLimit)
    }

    /// No farther than to the whole tape.
    mutating func zoomOut(around time: Instant, _ played: Played) {
        timeline.zoomOut(around: time)
        if timeline.span >= played.end - Instant.zero { timeline.showAll() }
    }

    /// Begins a range at the playhead, ends it there, forgets it: in turn.
    /// - Returns: which of these, in words.
    mutating func selectRange(at heard: EventCount, _ keys: KeyMap) -> String {
        switch range {
        case .none:
            range = .begun(heard)
            return "the range begins here" + keys.advice("; ", .selectRange, " ends it")
        case .begun(let start):
            range = .chosen(min(start, heard)...max(start, heard))
            let uses = [
                keys.advice("", .writeLog, " writes its log"), keys.advice("", .export, " exports its frames"),
                keys.advice("", .selectRange, " forgets it"),
            ].filter { !$0.isEmpty }
            return (["range set"] + (uses.isEmpty ? [] : [uses.joined(separator: ", ")])).joined(separator: ": ")
        case .chosen:
            range = .none
            return "no range"
        }
    }
}

extension InspectorState {
    /// All that is known of the frame at the playhead.
    init(_ played: Played) {
        self.init(played.log, heard: played.heard)
        if let key = record?.overlayKey { knowledge = played.engine.knowledge(of: key) }
        if case .at(let before) = played.timeline.find(.frames(-1)) {
            changes = StateDifference.between(played.timeline.session(at: before), played.timeline.session)
        }
        event = record.flatMap { played.source.event(of: $0, in: played.timeline.history) }
    }
}
