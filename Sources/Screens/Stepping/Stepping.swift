import Debugger
import Engine
import Events
import Keys
import Panels
import Sessions

/// Places in the session that are kept, gone to and looked for: the same on all screens, whichever is open.
package struct Stepping: Equatable, Sendable {
    /// A frame kept to be looked at beside another one.
    package struct Slot: Sendable {
        package let heard: EventCount
        package let ordinal: Int
        package let composite: Composite
        /// Whose it is: frames of one avatar are compared.
        let member: Member
        /// As it was then, for views that need more than what was drawn.
        let engine: PlaybackEngine
        /// What was on screen before it, the last one first, as far as a view draws any.
        let before: [Composite]
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

    var log = LogView()
    package internal(set) var landmarks = Landmarks()
    var slotA: Slot? { didSet { landmarks.slotA = slotA?.heard } }
    var slotB: Slot? { didSet { landmarks.slotB = slotB?.heard } }
    var showsPair = false
    /// Frames that are kept as soon as they have been heard.
    var awaitedSlots: [AwaitedSlot] = []
    /// In pixels of the source; `nil` while the probe is off.
    package internal(set) var probe: PixelPoint?
    var range = Range.none { didSet { landmarks.selection = range.chosen } }
    var seams = SeamSearch.notBegun
    /// What has been looked at of what is in the log.
    package internal(set) var judged = Coverage(seams: false, sound: false)
    /// A run that waits until seams are in the log.
    var awaitedRun: Run?
    /// Where somebody wanted to go last, for saying that it is not there.
    var soughtGoal: Goal?
    var jumps = JumpList()
    /// What is being looked for in the log.
    var logMatch: LogMatch?
    var logWriting: Writing?
    /// What was not known of the log when it was written.
    var unwritten = ""
}

extension Stepping {
    /// - Parameter goal: from where the playhead is.
    mutating func go(to goal: Goal) -> [ScreenAction] {
        // What is still looked for, and a run that waits, would lead away from there.
        (logMatch, awaitedRun, soughtGoal) = (nil, nil, goal)
        return [.go(to: goal)]
    }

    /// The same, and what is played goes on there.
    mutating func play(from goal: Goal) -> [ScreenAction] {
        _ = go(to: goal)
        return [.play(from: goal)]
    }

    /// Begins a range at the playhead, ends it there, forgets it: in turn.
    /// - Parameter log: of the frames; the one on screen at the first end is in the range, though it came before that.
    /// - Returns: which of these, in words.
    mutating func selectRange(at heard: EventCount, in log: SessionLog, _ keys: KeyMap) -> String {
        switch range {
        case .none:
            range = .begun(heard)
            return "Range starts here" + keys.advice("; press ", .selectRange, " to end it")
        case .begun(let start):
            let first = min(start, heard)
            range = .chosen((log.entryOnScreen(after: first)?.heard ?? first)...max(start, heard))
            let uses = [
                keys.advice("", .writeLog, " writes its log"), keys.advice("", .export, " exports its frames"),
                keys.advice("", .selectRange, " forgets it"),
            ].filter { !$0.isEmpty }
            return (["Range set"] + (uses.isEmpty ? [] : [uses.joined(separator: ", ")])).joined(separator: ": ")
        case .chosen:
            range = .none
            return "No range"
        }
    }
}
