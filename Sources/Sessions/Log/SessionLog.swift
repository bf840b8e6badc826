import Engine
import Events

/// The log of a whole session: every line of the frame log, every note, every chunk's report.
package struct SessionLog: Sendable {
    package private(set) var entries = PackedArray<LogEntry>()
    /// Indexes in `entries` of the lines of the frame log, by ordinal.
    private var frames: [Int32] = []
    /// For each frame the ordinal of the previous frame on screen; -1 for none.
    private var shownBefore: [Int32] = []
    private var lastShown: Int32 = -1
    /// Indexes in `entries` of the first line of each chunk.
    package private(set) var chunkStarts: [Int] = []
    /// Indexes in `chunkStarts` by the chunk's number.
    private var startsByNumber: [Int: [Int]] = [:]
    private var lastChunk: ChunkName?
    /// The chunk of each index in `chunkStarts`, so that no entry has to be unpacked for it.
    package private(set) var chunkRuns: [ChunkRun] = []
    /// Frames whose overlays were made for other base frames, in order, with the index of the fitting one if known.
    private var seams: [(ordinal: Int, madeFor: Int?)] = []
    package private(set) var faults = FaultLog()

    /// Identifies a chunk among all messages of a session.
    package struct ChunkName: Hashable, Sendable {
        package var generation: Generation
        package var chunk: Int

        package init(generation: Generation, chunk: Int) {
            self.generation = generation
            self.chunk = chunk
        }
    }

    /// A chunk as played so far, from its first frame to its last one; ordinals.
    package struct ChunkRun: Hashable, Sendable {
        package let name: ChunkName
        package fileprivate(set) var frames: ClosedRange<Int>
    }

    package init() {}

    mutating func appendEntry(_ entry: LogEntry) {
        if let record = entry.record {
            shownBefore.append(lastShown)
            if record.wasShown { lastShown = Int32(clamping: frames.count) }
            frames.append(Int32(clamping: entries.count))
            if let name = record.chunkName, name != lastChunk {
                chunkStarts.append(entries.count)
                startsByNumber[name.chunk, default: []].append(chunkRuns.count)
                chunkRuns.append(ChunkRun(name: name, frames: frames.count - 1...frames.count - 1))
                lastChunk = name
            } else if record.position != nil, let run = chunkRuns.indices.last {
                chunkRuns[run].frames = chunkRuns[run].frames.lowerBound...frames.count - 1
            }
        }
        entries.append(entry)
    }

    mutating func addFinding(_ finding: AuditFinding, heard: EventCount) {
        let shown = finding.frame.flatMap(entry(ofFrame:))?.heard
        faults.addFinding(finding, heard: heard, isLater: shown.map { $0 < heard } ?? false)
    }

    /// Adds findings from pixels and sound about frames in the log. The status of a frame that was drawn as demanded
    /// is updated.
    /// - Parameter place: returns the number of events handled at a moment to which no frame belongs.
    mutating func addMediaFindings(_ findings: [AuditFinding], heardAt place: (Instant) -> EventCount) {
        for finding in findings { mark(finding) }
        faults.addMediaFindings(
            findings.compactMap { finding in
                guard let frame = finding.frame else { return (finding, place(finding.time)) }
                return entry(ofFrame: frame).map { (finding, $0.heard) }
            })
    }

    private mutating func mark(_ finding: AuditFinding) {
        guard let ordinal = finding.frame, let place = place(ofFrame: ordinal), var entry = Optional(entries[place]),
            var record = entry.record, let status = Self.status(of: finding, on: record.status)
        else { return }
        record.status = status
        record.note = finding.shortWords
        if status == .seam { seams.insert((ordinal, finding.madeFor), at: seamCount(before: ordinal)) }
        entry.body = .frame(record)
        entries.replace(place, with: entry)
    }

    /// The status that pixels give to a frame that was drawn as demanded. A seam takes precedence.
    private static func status(of finding: AuditFinding, on status: FrameStatus) -> FrameStatus? {
        switch (finding.kind, status) {
        case (.seam, .sync), (.seam, .outside): .seam
        case (.outside, .sync): .outside
        default: nil
        }
    }

    /// Number of seams among the frames before this one.
    package func seamCount(before ordinal: Int) -> Int {
        (0..<seams.count).partitionPoint { seams[$0].ordinal >= ordinal }
    }

    package var seamCount: Int { seams.count }

    /// Index of the base frame that a frame's overlay fits, if another one was demanded.
    package func madeFor(_ ordinal: Int) -> Int? {
        let place = seamCount(before: ordinal)
        return seams.indices.contains(place) && seams[place].ordinal == ordinal ? seams[place].madeFor : nil
    }

    /// Indexes in `entries` of the first line of each chunk with this number, in any message.
    package func starts(ofChunk number: Int) -> [Int] { (startsByNumber[number] ?? []).map { chunkStarts[$0] } }

    /// Each chunk with this number, in playing order.
    package func runs(ofChunk number: Int) -> [ChunkRun] { (startsByNumber[number] ?? []).map { chunkRuns[$0] } }

    /// Number of lines of the frame log.
    package var frameCount: Int { frames.count }

    /// Index in `entries` of the frame with this ordinal; `nil` if there is none (yet).
    package func place(ofFrame ordinal: Int) -> Int? { frames.indices.contains(ordinal) ? Int(frames[ordinal]) : nil }
    /// The same for the frame on screen after this number of events.
    package func place(ofFrameAfter heard: EventCount) -> Int? { frame(after: heard).flatMap(place(ofFrame:)) }
    package func entry(ofFrame ordinal: Int) -> LogEntry? { place(ofFrame: ordinal).map { entries[$0] } }
    /// The ordinal of the previous frame on screen; `nil` for the first.
    package func ordinal(shownBefore ordinal: Int) -> Int? {
        guard shownBefore.indices.contains(ordinal), shownBefore[ordinal] >= 0 else { return nil }
        return Int(shownBefore[ordinal])
    }

    package func record(_ ordinal: Int) -> FrameRecord? { entry(ofFrame: ordinal)?.record }

    /// Number of entries written up to this number of events.
    package func entryCount(upTo heard: EventCount) -> Int { entries.partitionPoint { $0.heard > heard } }

    /// The ordinal of the last frame shown up to this number of events; `nil` before the first one.
    package func frame(after heard: EventCount) -> Int? {
        let place = frames.partitionPoint { entries[Int($0)].heard > heard }
        return place > 0 ? place - 1 : nil
    }

    /// The line of the frame on screen after this number of events; `nil` before the first one.
    package func entryOnScreen(after heard: EventCount) -> LogEntry? {
        guard let last = frame(after: heard), let entry = entry(ofFrame: last) else { return nil }
        return entry.record?.wasShown == true ? entry : ordinal(shownBefore: last).flatMap(self.entry(ofFrame:))
    }

    /// The ordinal of the last frame at `time`; `nil` before the first one.
    package func frame(at time: Instant) -> Int? {
        let place = frames.partitionPoint { entries[Int($0)].time > time }
        return place > 0 ? place - 1 : nil
    }
}

extension FrameRecord {
    package var chunkName: SessionLog.ChunkName? {
        position.map { SessionLog.ChunkName(generation: generation, chunk: $0.chunk) }
    }

    /// Whether the frame was on screen: a skipped frame never was.
    package var wasShown: Bool { status != .skipped }

    /// Whether no fault is known and an overlay was drawn that may not fit its base frame: only pixels can tell.
    package var trustsOverlay: Bool { (status == .sync || status == .guess) && overlayKey != nil }
}

extension SessionLog {
    /// The frame on screen before the one with this ordinal.
    package func shown(before ordinal: Int) -> FrameRecord? {
        self.ordinal(shownBefore: ordinal).flatMap(record)
    }
}

extension SessionLog {
    /// How long the picture of a held frame stayed: until the next frame appeared. `nil` for other frames, and if
    /// none has appeared yet.
    package func hold(at record: FrameRecord) -> TimeSpan? {
        guard record.status == .held else { return nil }
        var place = record.ordinal + 1
        while let next = self.record(place) {
            if next.wasShown { return next.shown - record.shown }
            place += 1
        }
        return nil
    }
}

/// Finds the frame of a mark. A session's own clock shows the same frame some milliseconds earlier or later than a
/// replay does.
extension SessionLog {
    /// The frame on screen at that time, or the next one if it appeared right after; `nil` if no frame of that time
    /// has been received.
    package func frame(of mark: Mark) -> Int? {
        let shown = frame(at: mark.time)
        let next = shown.map { $0 + 1 } ?? 0
        guard let begin = entry(ofFrame: next) else {
            // Behind the last frame it may be of one that has not been heard.
            guard let shown, let last = entry(ofFrame: shown), let period = last.record?.period else { return nil }
            return mark.time - last.time <= period ? shown : nil
        }
        let wait = begin.time - mark.time
        guard let period = begin.record?.period, wait.microseconds * 2 < period.microseconds else { return shown }
        guard let shown, let last = entry(ofFrame: shown) else { return next }
        return wait < mark.time - last.time ? next : shown
    }
}
