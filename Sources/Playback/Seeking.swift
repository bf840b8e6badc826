import Debugger
import Events
import Sessions

extension Search {
    fileprivate var outcomeNowhere: SeekOutcome { isToOtherFault ? .noOtherFault : .noStop }
}

/// Looks for places in what has been heard: those that somebody goes to, and stops that playing passes.
struct Seeking {
    /// A seek that has not found its place yet.
    struct Pending {
        var target: PlaybackController.SeekTarget
        /// It is played on from there.
        var resumes = false
    }

    /// Where the playhead goes at the end of a seek.
    struct Arrival {
        /// `nil`: it stays where it is.
        var place: EventCount?
        /// The moment that was looked for. Where nothing happens for long, it lies behind the last event before it.
        var time: Instant?
        /// It is played on from there.
        var resumes: Bool
    }

    private(set) var pending: Pending?
    /// Said once, to the user.
    private var outcome: SeekOutcome?
    /// What playing looks out for since it began: hits are ignored as often as in a run.
    private var passing: Search?

    mutating func takeOutcome() -> SeekOutcome? {
        defer { outcome = nil }
        return outcome
    }

    /// Nothing is looked for any more.
    /// - Returns: whether it is to be played on then.
    @discardableResult mutating func end() -> Bool {
        defer { pending = nil }
        return pending?.resumes == true
    }

    /// What becomes of playing where the place that is looked for is found; nothing where nothing is.
    mutating func setResumes(_ resumes: Bool) { pending?.resumes = resumes }

    /// - Parameter isExhausted: nothing more can be heard in which the place could be.
    /// - Returns: `nil` where more has to be heard first; the target is pending then.
    mutating func look(
        for wanted: PlaybackController.SeekTarget, in timeline: Timeline, isExhausted: Bool
    ) -> Arrival? {
        var (target, hits) = (wanted, [Breakpoint]())
        let found: Found
        switch wanted {
        case .goal(let goal, let from): found = timeline.find(goal, from: from)
        case .search(var search):
            found = search.next(in: timeline)
            (target, hits) = (.search(search), search.hits)
        }
        if found == .notYet, !isExhausted {
            pending = Pending(target: target, resumes: pending?.resumes == true)
            return nil
        }
        var arrival = Arrival(resumes: end())
        // Of many steps those that there are.
        if let place = found.place ?? target.farthest(in: timeline) {
            arrival.place = place
            if case .goal(.time(let time), _) = target { arrival.time = time }
            outcome = .arrived(hits, of: timeline.focus)
            if case .goal(.frames, _) = target { outcome = .stepped }
        } else if found == .notYet {
            arrival.place = target.placeAtEnd(of: timeline)
            outcome = target.outcomeAtEnd
        } else {
            outcome = target.outcomeNowhere
        }
        return arrival
    }

    // MARK: Stops that playing passes

    /// Playing begins, or looks out for other stops.
    mutating func beginPassing() { passing = nil }

    /// The first breakpoint that playing has just passed.
    mutating func stop(
        passedFrom before: EventCount, _ breakpoints: [Breakpoint], in timeline: Timeline
    ) -> EventCount? {
        let here = timeline.heard
        guard here > before, !breakpoints.isEmpty else { return nil }
        var search = passing ?? Search(.forward, from: before, breakpoints)
        let found = search.next(in: timeline, upTo: here)
        passing = search
        guard case .at(let place) = found else { return nil }
        outcome = .arrived(search.hits, of: timeline.focus)
        return place
    }
}

extension PlaybackController {
    /// What is looked for beyond what has been heard.
    package enum SeekTarget: Hashable, Sendable {
        case goal(Goal, from: EventCount)
        case search(Search)

        /// Two steps of one kind as one; `nil` when they are none.
        func joined(by other: Goal) -> SeekTarget? {
            guard case .goal(let goal, let from) = self else { return nil }
            switch (goal, other) {
            case (.frames(let first), .frames(let second)): return .goal(.frames(first + second), from: from)
            case (.chunks(let first), .chunks(let second)): return .goal(.chunks(first + second), from: from)
            case (.events(let first), .events(let second)): return .goal(.events(first + second), from: from)
            default: return nil
            }
        }

        /// Where the last of so many steps leads that there are, where not all of them are there.
        fileprivate func farthest(in timeline: Timeline) -> EventCount? {
            switch self {
            case .search(let search): search.passed
            case .goal(let goal, let from): timeline.farthest(goal, from: from)
            }
        }

        /// Where there is no such place among all that can be heard.
        fileprivate var outcomeNowhere: SeekOutcome {
            switch self {
            case .search(let search): search.outcomeNowhere
            case .goal(.frame, _), .goal(.chunk, _), .goal(.place, _), .goal(.heard, _): .nowhere
            case .goal: .start
            }
        }

        /// Where nothing more is to come in which it could be.
        fileprivate var outcomeAtEnd: SeekOutcome {
            switch self {
            case .search(let search): search.outcomeNowhere
            case .goal(.frame, _), .goal(.chunk, _), .goal(.place, _), .goal(.heard, _): .nowhere
            case .goal(.start, _): .arrived([])
            case .goal: .end
            }
        }

        /// What lies beyond the end is the end; whatever else is not found leaves the playhead where it is.
        fileprivate func placeAtEnd(of timeline: Timeline) -> EventCount? {
            switch self {
            case .goal(.time, _), .goal(.end, _): timeline.history.count
            // A book has no frame, and begins all the same.
            case .goal(.start, _): timeline.history.heard(at: .zero)
            case .goal, .search: nil
            }
        }
    }
}
