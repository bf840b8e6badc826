import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels

/// What is chosen on the step-debug screen.
package struct DebugScreen: Equatable, Sendable {
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

    package var isOpen = false
    var showsLog = true
    var showsTimeline = true
    var showsInspector = true
    package var log = LogView()
    package var timeline = TimelineView()
    var inspectorScroll = 0
    /// As it was drawn last: gathering what the inspector shows takes too long for each turn of the wheel.
    var inspectorScrollLimit = 0
    package var landmarks = Landmarks()
    var slotA: Slot? { didSet { landmarks.slotA = slotA?.heard } }
    var slotB: Slot? { didSet { landmarks.slotB = slotB?.heard } }
    var showsPair = false
    /// In pixels of the source; `nil` while the probe is off.
    package var probe: PixelPoint?
    var range = Range.none { didSet { landmarks.selection = range.chosen } }
    package var seams = SeamSearch.none
    /// What has been looked at of what is in the log.
    package var judged = Judged(seams: false, sound: false)
    /// A run that waits until seams are in the log.
    var awaitedRun: Search.Direction?
    /// Where somebody wanted to go last, for saying that it is not there.
    var soughtGoal: Goal?
    /// What is being looked for in the log.
    var logMatch: LogMatch?
    var logWriting: Writing?

    package init() {}
}

/// How far the test of all frames' pixels has come.
package enum SeamSearch: Equatable, Sendable {
    /// Nobody looks, or all seams are in the log.
    case none
    case looking
    /// They go into the log when all has been heard.
    case found([AuditFinding], Judged)
}

extension DebugScreen {
    /// What is to be said of something, and to be done.
    typealias Outcome = (message: String?, actions: [ScreenAction])

    // MARK: Going

    /// - Parameter goal: from where the playhead is.
    mutating func go(to goal: Goal) -> [ScreenAction] {
        // What is still looked for would lead away from there.
        (logMatch, soughtGoal) = (nil, goal)
        return [.go(to: goal)]
    }

    mutating func run(_ direction: Search.Direction, _ played: Played) -> Outcome {
        guard played.breakpoints.contains(where: \.isEnabled) else { return ("nothing to stop on: b chooses", []) }
        // A seam that has not been found yet would be passed over.
        if Self.stopsAtFaults(played), seams != .none {
            awaitedRun = direction
            return (nil, [.runAhead])
        }
        return (nil, [.run(direction)])
    }

    private static func stopsAtFaults(_ played: Played) -> Bool {
        played.breakpoints.contains { $0.isEnabled && $0.condition == .fault }
    }

    // MARK: Seams

    /// - Returns: how many there are and how to get there; `nil` when there are none.
    mutating func receive(_ findings: [AuditFinding], _ judged: Judged, _ played: Played) -> String? {
        seams = .found(findings, judged)
        let count = findings.count { $0.kind == .seam }
        guard count > 0 else { return nil }
        let fitting = count == 1 ? "1 overlay fits" : "\(count) overlays fit"
        let key = Self.stopsAtFaults(played) ? ">" : "fault in b, then >"
        return "\(fitting) another base frame than the demanded one: \(key) runs there"
    }

    /// Once all has been heard: what is not in the log yet cannot be marked.
    mutating func addFound(_ played: Played) -> Outcome {
        guard case .found(let findings, let judged) = seams, played.isExhausted else { return (nil, []) }
        seams = .none
        self.judged = judged
        let waiting = awaitedRun
        awaitedRun = nil
        var outcome: Outcome = waiting.map { run($0, played) } ?? (nil, [])
        guard !findings.isEmpty else { return outcome }
        // Lines come into the middle of the log: what is known of it begins anew.
        log.forgetLines()
        landmarks.hits = BreakpointHits()
        outcome.actions.insert(.add(findings), at: 0)
        return outcome
    }

    // MARK: Two pictures

    /// Keeps the frame at the playhead.
    /// - Returns: what came of it, in words.
    mutating func keep(in slot: WritableKeyPath<DebugScreen, Slot?>, _ name: String, _ played: Played) -> String {
        let plan = played.engine.framePlan
        guard let composite = plan.composite, let record = plan.record else { return "no picture yet" }
        self[keyPath: slot] = Slot(heard: played.heard, ordinal: record.ordinal, composite: composite)
        return "frame \(record.ordinal) is kept as \(name); = shows A and B side by side"
    }

    mutating func togglePair() -> Outcome {
        guard let left = slotA else { return ("A keeps a frame, then = shows it beside another one", []) }
        showsPair.toggle()
        let right = slotB.map { "B, frame \($0.ordinal)" } ?? "this frame"
        return (showsPair ? "left: A, frame \(left.ordinal); right: \(right)" : nil, closeProbe())
    }

    // MARK: Inspector and timeline

    mutating func scrollInspector(by lines: Int) {
        inspectorScroll = min(max(0, inspectorScroll + lines), inspectorScrollLimit)
    }

    /// No farther than to the whole tape.
    mutating func zoomOut(around time: Instant, _ played: Played) {
        timeline.zoomOut(around: time)
        if timeline.span >= played.end - Instant.zero { timeline.showAll() }
    }

    /// Begins a range at the playhead, ends it there, forgets it: in turn.
    /// - Returns: which of these, in words.
    mutating func selectRange(at heard: EventCount) -> String {
        switch range {
        case .none:
            range = .begun(heard)
            return "the range begins here; r ends it"
        case .begun(let start):
            range = .chosen(min(start, heard)...max(start, heard))
            return "range set: w writes its log, e exports its frames, r forgets it"
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
