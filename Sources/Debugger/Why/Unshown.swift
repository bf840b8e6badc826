import Engine
import Events
import Sessions

/// What became of a chunk, or of one of its frames, that is in the stream and was never shown.
package struct Unshown: Hashable, Sendable {
    package var name: SessionLog.ChunkName
    /// What became of it, and what was on screen instead.
    package var step: Why.Step
    /// Ordinal of the frame that was on screen when it was due.
    package var instead: Int
}

extension Timeline {
    /// `nil` for a goal that names neither a chunk nor a frame of one, and for a target that is not in the stream.
    package func unshown(_ goal: Goal) -> Unshown? {
        switch goal {
        case .chunk(let chunk): UnshownSearch(self, chunk, nil).found
        case .place(let place): UnshownSearch(self, place.chunk, place).found
        default: nil
        }
    }
}

private struct UnshownSearch {
    private let timeline: Timeline
    private let chunk: Int
    private let place: FramePlace?
    /// Indexes in the history of the first event of the chunk, and of the first event with the picture.
    private var (first, picture): (Int?, Int?) = (nil, nil)
    private var hasSound = false

    init(_ timeline: Timeline, _ chunk: Int, _ place: FramePlace?) {
        (self.timeline, self.chunk, self.place) = (timeline, chunk, place)
        let history = timeline.history
        for number in 0..<history.count where picture == nil && history.moments[number].member == timeline.focus {
            guard let entry = history.entry(at: number), let event = timeline.archive.event(entry),
                event.chunk == chunk, place?.message.map({ $0 == message(after: number) }) ?? true
            else { continue }
            first = first ?? number
            if case .audioArrived(let audio) = event, audio.sound != nil { hasSound = true }
            if hasPicture(event) { picture = number }
        }
    }

    private func hasPicture(_ event: WireEvent) -> Bool {
        guard let position = place.map(FramePosition.init(unshown:)) else {
            return event.firstPicture(of: chunk) != nil
        }
        return event.picture(of: position) != nil
    }

    private func message(after number: Int) -> Generation { timeline.engine(at: number + 1).generation }

    var found: Unshown? {
        guard let name else { return nil }
        let runs = timeline.log.chunkRuns.filter { $0.name.generation == name.generation }
        if let own = runs.first(where: { $0.name == name }) {
            // It was shown, and this is no frame of it.
            guard picture != nil, let due = due(behind: own) else { return nil }
            return timeline.log.frame(at: due).map { unshown(name, due: due, instead: $0) }
        }
        if picture == nil, let report = soundAlone(name), let started = report.started {
            return timeline.log.frame(at: started).map { ordinal in
                let words =
                    "chunk \(chunk) has sound but no frames: it sounded from \(started.inSeconds) s to "
                    + "\(report.ended.inSeconds) s, and \(screen(ordinal)) meanwhile"
                return Unshown(name: name, step: Why.Step(.asked, words, at: origin), instead: ordinal)
            }
        }
        let next = runs.filter { $0.name.chunk > chunk }.min { $0.name.chunk < $1.name.chunk }
        if let ordinal = next?.frames.lowerBound, let due = timeline.log.record(ordinal)?.due {
            return unshown(name, due: due, instead: ordinal)
        }
        return runs.last.map { unshown(name, due: nil, instead: $0.frames.upperBound) }
    }

    /// The chunk's name. If nothing of it arrived: in the first message that continued without it.
    private var name: SessionLog.ChunkName? {
        let message = place?.message ?? (picture ?? first).map(message(after:)) ?? messagePassingOver
        return message.map { SessionLog.ChunkName(generation: $0, chunk: chunk) }
            .flatMap { first != nil || isPassedOver($0) ? $0 : nil }
    }

    private var messagePassingOver: Generation? {
        timeline.log.chunkRuns.first {
            isPassedOver(SessionLog.ChunkName(generation: $0.name.generation, chunk: chunk))
        }?.name.generation
    }

    private func isPassedOver(_ name: SessionLog.ChunkName) -> Bool {
        let runs = timeline.log.chunkRuns.lazy.filter { $0.name.generation == name.generation }
        return runs.contains { $0.name.chunk > name.chunk } && !runs.contains { $0.name == name }
    }

    /// The report of a chunk without frames whose sound was played.
    private func soundAlone(_ name: SessionLog.ChunkName) -> ChunkReport? {
        for entry in timeline.log.entries {
            guard case .chunk(let report) = entry.body, report.generation == name.generation, report.chunk == chunk
            else { continue }
            return report.hasSound && report.received == 0 ? report : nil
        }
        return nil
    }

    /// When the frame would have been due if its chunk had continued.
    private func due(behind run: SessionLog.ChunkRun) -> Instant? {
        guard let place, let first = timeline.log.record(run.frames.lowerBound), let begin = first.position else {
            return nil
        }
        return first.due + first.period * Int64(clamping: max(0, place.sequence - begin.sequence))
    }

    // MARK: Words

    private func unshown(_ name: SessionLog.ChunkName, due: Instant?, instead ordinal: Int) -> Unshown {
        let screen = due == nil ? "\(frame(ordinal)) is the last one of its message" : "\(screen(ordinal)) instead"
        let words = "\(subject) was never shown: \(arrival(due)); \(screen)"
        return Unshown(name: name, step: Why.Step(.asked, words, at: origin), instead: ordinal)
    }

    private var subject: String { place.map { "frame \($0.typed)" } ?? "chunk \(chunk)" }

    private var origin: Why.Place? {
        (picture ?? first).map {
            Why.Place(
                time: timeline.history.moments[$0].time, heard: $0 + 1, entry: timeline.history.entry(at: $0))
        }
    }

    private func arrival(_ due: Instant?) -> String {
        let dueWords = due.map { "due at \($0.inSeconds) s, " } ?? ""
        guard let origin, let entry = origin.entry else { return "\(dueWords)nothing of chunk \(chunk) arrived" }
        let message =
            "at \(origin.time.inSeconds) s with entry \(entry), "
            + (timeline.history.wireName(at: origin.heard - 1) ?? "")
        guard picture != nil else {
            let what = hasSound ? "its sound arrived" : "chunk \(chunk) was first named"
            return "\(dueWords)\(what) \(message), but no picture of it"
        }
        let late = due.flatMap { $0 < origin.time ? ", \((origin.time - $0).told) late" : nil } ?? ""
        return "\(dueWords)its \(place == nil ? "first " : "")picture arrived \(message)\(late)"
    }

    private func screen(_ ordinal: Int) -> String { "\(frame(ordinal)) was on screen" }

    private func frame(_ ordinal: Int) -> String {
        let position = timeline.log.record(ordinal).flatMap(timeline.log.name(of:)).map { " (\($0.typed))" } ?? ""
        return "frame \(ordinal)\(position)"
    }
}

extension FramePosition {
    /// A record of a frame of which only the position is known.
    fileprivate init(unshown place: FramePlace) {
        self.init(
            chunk: place.chunk, section: place.section, sequence: place.sequence,
            frame: place.section == 0 ? place.sequence : place.sequence + 1, frameCount: place.sequence + 2)
    }
}
