import Debugger
import Decoding
import Engine
import Events
import Playback
import Sessions
import Settings
import Sound
import Tapes
import Wire

/// One frame of a message, as one of two sides has it: a tape that is played, or another client's frame log.
struct DiffFrame: Sendable {
    /// By what two sides are laid beside each other. Messages count from 0 on each side, whatever their numbers.
    struct Place: Hashable, Sendable {
        let message: Int
        let chunk: Int
        /// `nil` on a side that does not say.
        var section: Int?
        let sequence: Int
    }

    var place: Place
    /// As everybody else names it; `nil` in a log, which does not say.
    var name: FramePlace?
    var status: String
    /// Faults that mark it beside its status; `nil` where nobody looked for them.
    var faults: String?
    var clip: String?
    /// As drawn.
    var base: Int?
    /// `nil` where the frame never came, or a log does not say.
    var demanded: Int?
    var overlay: String?
    /// Since the message's first frame.
    var time: TimeSpan
    /// `nil` where only names are known.
    var composite: Composite?
    /// Ordinal of the record, or number of the line.
    var number: Int
}

/// All frames of one side, in the order in which they were first told of.
struct DiffSide: Sendable {
    let file: String
    let isLog: Bool
    private(set) var frames: [DiffFrame] = []
    private var places: [DiffFrame.Place: Int] = [:]
    private var generations: [Generation: (message: Int, start: Instant, isDrawn: Bool)] = [:]
    private(set) var messages = 0
    /// Of chunks, by their messages' own numbers; `nil` of a log.
    private(set) var sounds: [SoundName: ContentHash]?

    /// Plays a tape or reads a log, by the file's ending.
    /// - Parameter notices: hears what is to be said of how a tape is played, before it is.
    /// - Throws: `TapeError`, `CommandError`.
    init(
        _ file: String, _ playing: TapePlaying, notices: (_ file: String, _ lines: [String]) -> Void = { _, _ in },
        isCanceled: () -> Bool = { false }
    ) throws {
        self.file = file
        isLog = FrameLogFile.isLog(file)
        if isLog { try readLog() } else { try play(playing, isCanceled, notices) }
    }

    /// Numbers of the messages with frames or sounds, rising.
    var messageNumbers: [Generation] {
        Set(generations.keys).union(sounds?.keys.map(\.generation) ?? []).sorted()
    }

    func frame(at place: DiffFrame.Place) -> DiffFrame? { places[place].map { frames[$0] } }

    /// A later line about the same frame counts only where the one before says that it could not be drawn yet.
    private mutating func addFrame(_ frame: DiffFrame) {
        if let known = places[frame.place] {
            if frames[known].status == FrameStatus.held.text { frames[known] = frame }
        } else {
            places[frame.place] = frames.count
            frames.append(frame)
        }
    }

    // MARK: A tape

    private mutating func play(
        _ playing: TapePlaying, _ isCanceled: () -> Bool, _ notices: (String, [String]) -> Void
    ) throws {
        let tape = try OpenTape(file)
        defer { tape.close() }
        notices(file, try TapeHearing(tape.reader, isFresh: playing.isFresh).notices(playing.adjusted))
        func goOn() throws { if isCanceled() { throw CancellationError() } }
        // Sounds are told apart by their hashes: those have to be true.
        try tape.reader.verifyBlobs(isCanceled: isCanceled)
        let soundWatch = DiffSoundWatch()
        let marks = try FrameMarks(tape.reader, playing, beside: soundWatch) { _ in try goOn() }
        sounds = soundWatch.sounds
        var run = try VirtualRun(tape.reader, playing)
        try run.run { item in
            try goOn()
            if case .frame(let record, let composite) = item { addRecord(record, composite, marks) }
        }
    }

    private mutating func addRecord(_ engine: FrameRecord, _ composite: Composite?, _ marks: FrameMarks) {
        let record = marks.marked(engine)
        guard let position = record.position else { return }
        let isDrawn = record.status != .held && record.status != .skipped
        var message = generations[record.generation] ?? (messages, record.shown, false)
        if message.message == messages { messages += 1 }
        // A message begins with the first frame of it that is drawn.
        if isDrawn, !message.isDrawn { (message.start, message.isDrawn) = (record.shown, true) }
        generations[record.generation] = message
        addFrame(
            DiffFrame(
                place: DiffFrame.Place(
                    message: message.message, chunk: position.chunk, section: position.section,
                    sequence: position.sequence),
                name: FramePlace(position, of: record.generation),
                status: record.status.text, faults: (marks.faults[record.ordinal] ?? []).text(beside: record.status),
                clip: isDrawn ? composite?.clip.rawValue : nil,
                base: isDrawn ? composite?.baseIndex : nil,
                demanded: record.demandedClip == nil ? nil : record.demandedIndex,
                overlay: isDrawn && record.status != .noOverlay ? composite?.overlay?.key.rawValue : nil,
                time: record.shown - message.start, composite: isDrawn ? composite : nil, number: record.ordinal))
    }

    // MARK: A log

    /// A backend writes its own lines beside those of the client: they count only where there are no others.
    private mutating func readLog() throws {
        var (own, others) = (self, self)
        try own.readLog { $0.source != FrameRecordLine.server }
        if own.frames.isEmpty { try others.readLog { $0.source == FrameRecordLine.server } }
        self = own.frames.isEmpty ? others : own
    }

    private mutating func readLog(_ isMeant: (FrameLogLine) -> Bool) throws {
        var start: StatedTime?
        var (chunk, latest) = (-1, -1)
        var side = self
        func receive(_ line: FrameLogLine) {
            guard isMeant(line), let number = line.chunk, let sequence = line.sequence else { return }
            // Chunks count from 0 in each message.
            if number < chunk || start == nil || (number == chunk && sequence < latest) {
                side.messages += 1
                start = line.time
            }
            (chunk, latest) = (number, sequence)
            let time = start.flatMap { line.time.microseconds(since: $0) } ?? 0
            side.addFrame(
                DiffFrame(
                    place: DiffFrame.Place(message: side.messages - 1, chunk: number, sequence: sequence),
                    status: line.status, clip: line.clip.isEmpty ? nil : line.clip, base: line.baseIndex,
                    demanded: line.sprite, overlay: line.overlayKey, time: TimeSpan(microseconds: time),
                    number: line.number
                ))
        }
        _ = try FrameLogFile(file).read { receive($0) }
        self = side
    }

    /// As a log tells it: without what was never drawn, and without sections, since sequences count through a chunk there.
    mutating func reduceToLog() {
        var side = self
        (side.frames, side.places) = ([], [:])
        let undrawn = [FrameStatus.held.text, FrameStatus.skipped.text]
        for var frame in frames where !undrawn.contains(frame.status) {
            frame.place.section = nil
            side.addFrame(frame)
        }
        self = side
    }
}

extension [AuditFinding.Kind] {
    /// Those that are not the status itself.
    fileprivate func text(beside status: FrameStatus) -> String {
        let others = filter { $0 != status.finding }.map(\.rawValue)
        return others.isEmpty ? "none" : others.joined(separator: " ")
    }
}

/// Which frames faults mark, and what was looked at for them.
package struct FrameMarks: Sendable {
    /// By the frames' ordinals.
    package internal(set) var faults: [Int: [AuditFinding.Kind]] = [:]
    /// Of seams: index of the base frame that the overlay fits.
    package internal(set) var madeFor: [Int: Int] = [:]
    package var judged = Coverage(seams: false, sound: false)

    package init() {}

    /// Of all frames of a tape, which is played for it: what one frame's pixels say depends on what most of the tape's say.
    /// - Parameter other: hears the same.
    /// - Throws: `TapeError`, `CommandError`, and what `report` throws.
    package init(
        _ tape: TapeReader, _ playing: TapePlaying, beside other: (any RunWatcher)? = nil,
        _ report: (Int) throws -> Void
    ) throws {
        var options = CheckOptions()
        (options.findingsKept, options.marksFrames) = (Self.findingsKept, true)
        let watch = CheckWatch(tape, options)
        var run = try VirtualRun(
            tape, playing, watcher: other.map { WatcherPair(watch, $0) } ?? watch
        ) { watch.keepPicture($0, $1) }
        var result = CheckResult(file: "")
        try watch.follow(&run) { if case .frame(let record, _) = $0 { try report(record.ordinal) } }
        watch.end(&result)
        try tape.confirmBlobsRead()
        (faults, judged) = (result.marks, result.judged)
        for finding in result.findings { if let frame = finding.frame { madeFor[frame] = finding.madeFor } }
    }

    /// Of frames as they are in a session's log.
    package init(_ log: SessionLog, _ frames: Range<Int>, _ judged: Coverage) {
        self.judged = judged
        for ordinal in frames {
            let kinds = log.faults(marking: ordinal).map(\.kind)
            if !kinds.isEmpty { faults[ordinal] = kinds }
            if let index = log.madeFor(ordinal) { madeFor[ordinal] = index }
        }
    }

    /// A frame that was drawn as demanded has the status that its pixels tell.
    package func marked(_ record: FrameRecord) -> FrameRecord {
        guard record.status == .sync, let kinds = faults[record.ordinal] else { return record }
        var record = record
        if kinds.contains(.seam) { record.status = .seam } else if kinds.contains(.outside) { record.status = .outside }
        return record
    }

    private static let findingsKept = 100_000
}
