import Debugger
import Events
import Keys
import Sessions

/// How far the test of all frames' pixels has come.
enum SeamSearch: Equatable, Sendable {
    case notBegun
    case looking(percent: Int = 0)
    /// They go into the log when all has been heard.
    case found([AuditFinding], Coverage)
    /// All that there are stand in the log.
    case done

    /// More may come into the log.
    var isAtWork: Bool { self != .notBegun && self != .done }
}

/// A run to the stop that is so many stops away.
struct Run: Hashable, Sendable {
    let direction: Search.Direction
    var times = 1
    /// To faults of another kind only, whatever is chosen to be stopped at.
    private(set) var isToOtherFault = false

    init(_ direction: Search.Direction, times: Int = 1) { (self.direction, self.times) = (direction, times) }

    init(toOtherFault times: Int) { (direction, self.times, isToOtherFault) = (.forward, times, true) }

    var action: ScreenAction { isToOtherFault ? .runToOtherFault(times: times) : .run(direction, times: times) }
}

/// Runs to what somebody wants to stop on, and what pixels tell, for which such a run waits.
extension Stepping {
    mutating func run(_ run: Run, _ played: Played, _ keys: KeyMap) -> Outcome {
        guard run.isToOtherFault || played.breakpoints.contains(where: \.isEnabled) else {
            return Outcome("No stops chosen" + keys.advice("; press ", .breakpoints, " to choose"))
        }
        // A seam that has not been found yet would be passed over.
        if run.isToOtherFault || Self.needsPixels(played), seams.isAtWork {
            awaitedRun = run
            return Outcome(nil, played.isPaused ? [.runAhead] : [.togglePause, .runAhead])
        }
        return Outcome(nil, [run.action])
    }

    /// Whether a run would pass over a seam that nobody has looked for.
    static func needsPixels(_ played: Played) -> Bool {
        played.breakpoints.contains { $0.isEnabled && $0.condition.needsPixels }
    }

    private static func stopsAtFaults(_ played: Played) -> Bool {
        played.breakpoints.contains { $0.isEnabled && $0.condition == .fault }
    }

    // MARK: Seams

    /// How far the run has come that waits: all frames have to be looked at and heard.
    /// - Returns: percent; `nil` where none waits.
    func waitedPercent(_ played: Played) -> Int? {
        guard awaitedRun != nil else { return nil }
        let seen = played.isExhausted ? 100 : Int(played.part * 100)
        if case .looking(let percent) = seams { return min(percent, seen) }
        return seen
    }

    /// - Returns: how many there are and how to get there; `nil` when there are none.
    mutating func receive(
        _ findings: [AuditFinding], _ judged: Coverage, _ played: Played, _ keys: KeyMap
    ) -> String? {
        seams = .found(findings, judged)
        let count = findings.count { $0.kind == .seam }
        guard count > 0 else { return nil }
        let words =
            count == 1
            ? "1 overlay does not fit the demanded base frame" : "\(count) overlays do not fit the demanded base frames"
        let frames = findings.compactMap { $0.kind == .seam ? $0.frame : nil }
        let place = frames.min().map { count == 1 ? ": frame \($0)" : ", frame \($0) the first" } ?? ""
        return words + place
            + keys.advice("; press ", .faults, count == 1 ? " to list it" : " to list them")
    }

    /// Once all has been heard: what is not in the log yet cannot be marked.
    mutating func addFound(_ played: Played, _ keys: KeyMap) -> Outcome {
        guard case .found(let findings, let judged) = seams, played.isExhausted else { return .nothing }
        seams = .done
        (self.judged.seams, self.judged.sound) = (judged.seams, judged.sound)
        let waiting = awaitedRun
        awaitedRun = nil
        var outcome = waiting.map { self.run($0, played, keys) } ?? .nothing
        guard !findings.isEmpty else { return outcome }
        // Lines that are in the log already change: what is known of them begins anew.
        log.forgetLines()
        logMatch?.forgetLines()
        landmarks.hits = BreakpointHits()
        outcome.actions.insert(.add(findings), at: 0)
        return outcome
    }
}
