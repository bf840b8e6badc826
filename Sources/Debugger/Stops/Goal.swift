import Engine
import Events
import Sessions

/// A target for the playhead.
package enum Goal: Hashable, Sendable {
    /// This many frames forward, or back if negative: to the next frame that was on screen.
    case frames(Int)
    /// The first frame of the next chunk, or of an earlier one. Back from the middle of a chunk means its own first
    /// frame.
    case chunks(Int)
    case events(Int)
    /// This many words or sentences of a book forward, or back, in the order in which they were read.
    case words(Int)
    case sentences(Int)
    /// After this number of events.
    case heard(EventCount)
    /// The frame with this ordinal.
    case frame(Int)
    /// The last event at or before this moment.
    case time(Instant)
    /// The first frame of this chunk, in the message at the playhead or else in the next one that has it.
    case chunk(Int)
    /// This frame of a chunk.
    case place(FramePlace)
    /// The first frame.
    case start
    /// After the last event that will ever arrive.
    case end
}

extension Goal {
    /// Reads `120` as a frame, `1:23.4`, `5.2s` or `900ms` as a time, `4:0.24` as a position, `c3` as a chunk; `nil`
    /// for anything else.
    package init?(typed text: String) {
        if let ordinal = Int(text), ordinal >= 0 {
            self = .frame(ordinal)
        } else if text.first == "c" || text.first == "C", let chunk = Int(text.dropFirst()), chunk >= 0 {
            self = .chunk(chunk)
        } else if let place = FramePlace(typed: text) {
            self = .place(place)
        } else if let time = Instant(typed: text) {
            self = .time(time.throughMillisecond)
        } else {
            return nil
        }
    }
}

extension Goal {
    /// The forms that `init(typed:)` reads, for an error message after "expected".
    package static let expected = "a frame (312), a position (4:0.24), a time (12.4s, 0:12.4) or a chunk (c4)"

    /// A form that can be typed again; `nil` for a target relative to the playhead.
    package var typed: String? {
        switch self {
        case .frame(let ordinal): "\(ordinal)"
        // To the millisecond, as it is told everywhere.
        case .time(let time): TimeSpan.milliseconds(time.microseconds / 1_000).typed
        case .place(let place): place.typed
        case .chunk(let number): "c\(number)"
        case .frames, .chunks, .events, .words, .sentences, .heard, .start, .end: nil
        }
    }
}

extension Goal {
    /// Whether a time is not after the last one of the log.
    private static func isThere(_ moment: String, in log: SessionLog) -> Bool {
        guard case .time(let time)? = Goal(typed: moment), let last = log.entries.last?.time else { return false }
        return time <= last
    }

    /// The message for a target that does not exist.
    package static func missing(_ goal: Goal?, in log: SessionLog) -> String {
        if case .place(let place)? = goal {
            let moment = place.moment.flatMap { isThere($0, in: log) ? $0 : nil }
            let meant = moment.map { "; as a time it is \($0)" } ?? ""
            return "frame \(place.typed) was never shown" + meant
        }
        if case .time(let time)? = goal, let first = log.entry(ofFrame: 0)?.time, time < first {
            return "no frame yet; the first was shown at \(first.inSeconds) s"
        }
        guard case .chunk? = goal else {
            let count = log.frameCount
            return count > 0 ? "no such frame; the last is \(count - 1)" : "this recording has no frames"
        }
        let last = log.chunkStarts.last.flatMap { log.entries[$0].record?.position?.chunk }
        return last.map { "no such chunk; the last is \($0)" } ?? "this recording has no chunks"
    }
}

/// The result of going to a target, or of running to a breakpoint.
package enum SeekOutcome: Hashable, Sendable {
    /// Stopped at these breakpoints, in the log of this member; none if a target was reached.
    case arrived([Breakpoint], of: Member = .main)
    /// At another frame, by counting frames.
    case stepped
    /// The frame or chunk does not exist.
    case nowhere
    /// The start or end of the tape.
    case start
    case end
    /// A run had no further hit.
    case noStop
    case noOtherFault
}

/// The result of looking for a target.
package enum Found: Hashable, Sendable {
    case at(EventCount)
    /// Not in the events so far; it may still arrive.
    case notYet
    /// Not in this direction.
    case nowhere

    package var place: EventCount? { if case .at(let place) = self { place } else { nil } }
}

extension Goal {
    /// The number of steps, and a way to create the same target with another number of steps in the same direction;
    /// `nil` for a target without steps.
    fileprivate var steps: (count: Int, with: (Int) -> Goal)? {
        switch self {
        case .frames(let count): (abs(count), { .frames($0 * count.signum()) })
        case .chunks(let count): (abs(count), { .chunks($0 * count.signum()) })
        case .events(let count): (abs(count), { .events($0 * count.signum()) })
        case .words(let count): (abs(count), { .words($0 * count.signum()) })
        case .sentences(let count): (abs(count), { .sentences($0 * count.signum()) })
        case .heard, .frame, .time, .chunk, .place, .start, .end: nil
        }
    }
}

extension Timeline {
    /// The last existing one of several steps, if not all of them exist; `nil` if none does.
    package func farthest(_ goal: Goal, from place: EventCount) -> EventCount? {
        guard let (count, with) = goal.steps, count > 1 else { return nil }
        if case .frames(1...) = goal {
            let last = (0..<log.frameCount).last { log.record($0)?.wasShown == true }
            return last.flatMap { log.entry(ofFrame: $0)?.heard }.flatMap { $0 > place ? $0 : nil }
        }
        let missing = (1..<count).partitionPoint { find(with($0), from: place).place == nil }
        return missing > 1 ? find(with(missing - 1), from: place).place : nil
    }

    /// Finds a target, without replaying anything.
    package func find(_ goal: Goal) -> Found { find(goal, from: heard) }

    package func find(_ goal: Goal, from place: EventCount) -> Found {
        switch goal {
        case .frames(let count): frames(count, from: place)
        case .chunks(let count): chunks(count, from: place)
        case .events(let count): events(count, from: place)
        case .words(let count): notes(count, from: place) { $0.isOfReader && $0.code != .reader }
        case .sentences(let count): notes(count, from: place) { $0.code == .readerSentence }
        case .heard(let count): events(count, from: 0)
        case .frame(let ordinal): frame(ordinal)
        case .time(let time): self.time(time)
        case .chunk(let number): chunk(number, from: place)
        case .place(let place): find(place)
        case .start: frame(0)
        case .end: .notYet
        }
    }

    private func frame(_ ordinal: Int) -> Found {
        guard ordinal >= 0 else { return .nowhere }
        return log.entry(ofFrame: ordinal).map { .at($0.heard) } ?? .notYet
    }

    private func frames(_ count: Int, from place: EventCount) -> Found {
        let step = count < 0 ? -1 : 1
        var ordinal = log.frame(after: place) ?? -1
        var left = abs(count)
        var found: EventCount?
        // Frames that one event passed over stand before the one that it showed, and are no places to stop at.
        let here = ordinal >= 0 ? log.entry(ofFrame: ordinal)?.heard : nil
        // Asked for again and again while they are awaited.
        if step > 0, log.frameCount - 1 - ordinal < left { return .notYet }
        while left > 0 {
            ordinal += step
            guard let entry = log.entry(ofFrame: ordinal) else {
                if step > 0 { return .notYet }
                return found.map(Found.at) ?? .nowhere
            }
            guard entry.record?.wasShown == true, entry.heard != (found ?? here) else { continue }
            found = entry.heard
            left -= 1
        }
        return .at(found ?? place)
    }

    private func events(_ count: Int, from place: EventCount) -> Found {
        let target = place + count
        if target < 0 { return .nowhere }
        return target <= history.count ? .at(target) : .notYet
    }

    private func notes(_ count: Int, from place: EventCount, _ isWanted: (Note) -> Bool) -> Found {
        let step = count < 0 ? -1 : 1
        var line = step > 0 ? log.entryCount(upTo: place) : log.entryCount(upTo: place - 1) - 1
        var left = abs(count)
        while log.entries.indices.contains(line) {
            let entry = log.entries[line]
            if case .note(let note) = entry.body, isWanted(note) { left -= 1 }
            if left == 0 { return .at(entry.heard) }
            line += step
        }
        return step > 0 ? .notYet : .nowhere
    }

    private func time(_ time: Instant) -> Found {
        guard let last = history.moments.last, time < last.time else { return .notYet }
        return .at(history.heard(at: time))
    }

    private func chunks(_ count: Int, from place: EventCount) -> Found {
        let starts = log.chunkStarts
        if count > 0 {
            let next = starts.partitionPoint { log.entries[$0].heard > place } + count - 1
            return starts.indices.contains(next) ? .at(log.entries[starts[next]].heard) : .notYet
        }
        // From within the first frame of a chunk to the chunk before it.
        let shown = log.frame(after: place).flatMap { log.entry(ofFrame: $0)?.heard } ?? place
        let before = starts.partitionPoint { log.entries[$0].heard >= min(place, shown) } + count
        guard let start = starts.indices.contains(max(before, 0)) ? starts[max(before, 0)] : nil,
            log.entries[start].heard < place
        else { return .nowhere }
        return .at(log.entries[start].heard)
    }

    private func chunk(_ number: Int, from place: EventCount) -> Found {
        let starts = log.starts(ofChunk: number)
        // Asked for again and again while one is awaited.
        guard !starts.isEmpty else { return .notYet }
        let generation = log.frame(after: place).flatMap { log.record($0)?.generation } ?? 0
        let found = starts.first { log.entries[$0].record?.generation == generation } ?? starts.first
        return found.map { .at(log.entries[$0].heard) } ?? .notYet
    }
}

extension SessionLog {
    /// Where to move the playhead for the mark.
    package func goal(of mark: Mark) -> Goal { frame(of: mark).map { .frame($0) } ?? .time(mark.time) }
}
