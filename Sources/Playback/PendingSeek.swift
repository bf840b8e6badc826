import Debugger
import Events

extension Search {
    fileprivate var outcomeNowhere: SeekOutcome { isToOtherFault ? .noOtherFault : .noStop }
}

/// A seek that has not found its place yet.
struct PendingSeek {
    var target: PlaybackController.SeekTarget
    /// It is played on from there.
    var resumes = false
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
        func farthest(in timeline: Timeline) -> EventCount? {
            switch self {
            case .search(let search): search.passed
            case .goal(let goal, let from): timeline.farthest(goal, from: from)
            }
        }

        /// Where there is no such place among all that can be heard.
        var outcomeNowhere: SeekOutcome {
            switch self {
            case .search(let search): search.outcomeNowhere
            case .goal(.frame, _), .goal(.chunk, _), .goal(.place, _), .goal(.heard, _): .nowhere
            case .goal: .start
            }
        }

        /// Where nothing more is to come in which it could be.
        var outcomeAtEnd: SeekOutcome {
            switch self {
            case .search(let search): search.outcomeNowhere
            case .goal(.frame, _), .goal(.chunk, _), .goal(.place, _), .goal(.heard, _): .nowhere
            case .goal(.start, _): .arrived([])
            case .goal: .end
            }
        }

        /// What lies beyond the end is the end; whatever else is not found leaves the playhead where it is.
        var endsAtEnd: Bool {
            switch self {
            case .goal(.time, _), .goal(.end, _): true
            case .goal, .search: false
            }
        }
    }
}
