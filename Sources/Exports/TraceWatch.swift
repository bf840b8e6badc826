import Checks
import Debugger
import Engine
import Events
import JSON
import Playback

/// Writes a run down as trace events while it goes on.
///
/// `@unchecked Sendable`: the run tells it everything on the thread that made it, but for `keepSound`, which does nothing.
final class TraceWatch: RunWatcher, @unchecked Sendable {
    private var writer: TraceWriter
    /// Why nothing more is written.
    private(set) var error: CommandError?
    private(set) var frames = 0
    private let report: (Int) throws -> Void

    /// What lasts and has begun.
    private struct Open<Value: Equatable> {
        var value: Value
        var name: String
        var start: Instant
        var arguments: JSON = [:]
    }

    private struct ClipState: Equatable {
        var mode: ModeName
        var clip: ClipName?
    }

    private struct SoundState: Hashable {
        var chunk: Int
        var generation: Generation
    }

    private var message: Open<Generation>?
    private var clip: Open<ClipState>?
    private var sound: Open<SoundState>?
    /// Of the sounds of the message, as far as they have been decoded.
    private var lengths: [SoundState: TimeSpan] = [:]
    /// When the one that is heard is over, if nothing else happens: between two events may be a second.
    private var soundEnd: Instant?
    private var caption: Open<String>?
    private var held: Open<Int>?
    private var captions = Captions()
    private var received = 0
    private var buffer: [Int] = []
    /// The chunk that is played, as cut off at the last event.
    private var openChunk: ChunkReport?
    /// Where the last bar of the chunks ends.
    private var chunkEnd = Instant.zero

    /// - Parameter report: hears of each frame; what it throws ends the writing.
    init(_ writer: TraceWriter, _ report: @escaping (Int) throws -> Void) {
        (self.writer, self.report) = (writer, report)
    }

    private func write(_ work: () throws -> Void) {
        guard error == nil else { return }
        do { try work() } catch { self.error = CommandError(error) }
    }

    // MARK: Hearing

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        received += 1
        openChunk = engine.openChunk
        write {
            let time = event.time
            if case .wire(let wire) = event.body { try writeArrival(wire, at: time) }
            if event.body == .local(.sent) { captions.clear() }
            if message?.value != engine.generation {
                lengths = lengths.filter { $0.key.generation == engine.generation }
            }
            try follow(&message, engine.generation, "message \(engine.generation)", .message, at: time)
            let sounding = engine.sounding.map { SoundState(chunk: $0.chunk, generation: $0.generation) }
            try follow(
                &sound, sounding, sounding.map { "sound \($0.chunk)" } ?? "", .sound, at: time,
                ["message": .number(sounding?.generation)], ended: soundEnd)
            let rest = engine.sounding.flatMap { sound in sounding.flatMap { lengths[$0] }.map { $0 - sound.position } }
            soundEnd = rest.map { time + $0 }
            captions.follow(group: engine.group, word: nil, isAnimating: engine.isAnimating, heard: received, at: time)
            let text = captions.caption(after: received).text
            try follow(&caption, text.isEmpty ? nil : text, text, .caption, at: time)
        }
    }

    func receiveSound(_ sound: DecodedSound, at time: Instant) {
        let judged = sound.judged
        guard case .sound(let length, _, _, _, _) = judged.outcome, lengths.count < Limits.waitingChunks else { return }
        lengths[SoundState(chunk: judged.chunk, generation: judged.generation)] = length
    }

    private func writeArrival(_ event: WireEvent, at time: Instant) throws {
        switch event {
        case .textArrived(let segment): captions.receive(segment)
        case .audioArrived(let audio): try writer.moment(.came, "audio \(audio.chunk)", at: time)
        case .overlaysArrived(let batch):
            let arguments: JSON = ["batch": .number(batch.batch), "frames": .number(batch.frames.count)]
            try writer.moment(.came, "frames \(batch.chunk)", at: time, arguments)
        case .chunkDescribed(let description):
            try writer.moment(.came, "description \(description.chunk)", at: time)
        case .chunkSent(let chunk, _): try writer.moment(.came, "sent \(chunk)", at: time)
        case .audioEnded: try writer.moment(.came, "end", at: time)
        default: break
        }
    }

    /// Ends what lasted and begins what lasts from now on, where that is something else.
    /// - Parameter ended: when that was, where it was before now.
    private func follow<Value>(
        _ open: inout Open<Value>?, _ value: Value?, _ name: String, _ lane: TraceWriter.Lane, at time: Instant,
        _ arguments: JSON = [:], ended: Instant? = nil
    ) throws {
        guard open?.value != value else { return }
        if let last = open {
            try writer.span(
                lane, last.name, from: last.start, to: max(last.start, min(time, ended ?? time)), last.arguments)
        }
        open = value.map { Open(value: $0, name: name, start: time, arguments: arguments) }
    }

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        write {
            switch item {
            case .frame(let record, _): try writeFrame(record, engine)
            case .note(let note), .tile(_, let note), .reading(_, let note):
                try writer.moment(.note, note.code.rawValue, at: note.time, ["text": .string(note.text)])
            case .chunk(let report): try writeChunk(report)
            }
        }
    }

    private func writeFrame(_ record: FrameRecord, _ engine: PlaybackEngine) throws {
        frames += 1
        try report(record.ordinal)
        let time = record.shown
        try writer.moment(.frame, record.status.text, at: time, FrameJSON.line(record))
        if let drift = record.drift { try writer.count("drift", at: time, ["ms": .milliseconds(drift)]) }
        try countEarly(record)
        let now = engine.buffer
        if buffer != [now.ready, now.known] {
            buffer = [now.ready, now.known]
            try writer.count("buffer", at: time, ["ready": .number(now.ready), "known": .number(now.known)])
        }
        // What was passed over was never on screen.
        guard record.wasShown else { return }
        let state = ClipState(mode: record.mode, clip: record.clip)
        let name = record.clip?.rawValue ?? "none"
        try follow(&clip, state, name, .clip, at: time, ["mode": .string(record.mode.rawValue)])
        let isHeld = record.status == .held
        try follow(
            &held, isHeld ? record.ordinal : nil, "held \(record.ordinal)", .held, at: time,
            ["frame": .number(record.ordinal)])
    }

    /// How long before it was due a frame came and was decoded.
    private func countEarly(_ record: FrameRecord) throws {
        guard record.position != nil, let arrived = record.arrived else { return }
        var values: JSONObject = ["arrived_ms": .milliseconds(record.due - arrived)]
        if let decoded = record.decoded { values.append("decoded_ms", .milliseconds(record.due - decoded)) }
        try writer.count("early", at: record.shown, .object(values))
    }

    private func writeChunk(_ report: ChunkReport) throws {
        guard let started = report.started else { return }
        let start = max(started, chunkEnd)
        chunkEnd = max(start, report.ended)
        let arguments: JSON = [
            "message": .number(report.generation), "announced": .number(report.announced),
            "received": .number(report.received), "shown": .number(report.shown),
            "skipped": .number(report.skipped), "lost": .number(report.lost.count), "late": .number(report.late),
            "duplicates": .number(report.duplicates), "end": .string(report.end.rawValue),
        ]
        try writer.span(.chunk, "chunk \(report.chunk)", from: start, to: report.ended, arguments)
    }

    // MARK: The end

    /// - Parameter end: of the run.
    /// - Returns: bytes of the file.
    func finish(_ result: CheckResult, marks: [Mark], at end: Instant, about: JSONObject) throws -> Int {
        write {
            if let openChunk { try writeChunk(openChunk) }
            try follow(&message, nil, "", .message, at: end)
            try follow(&clip, nil, "", .clip, at: end)
            try follow(&sound, nil, "", .sound, at: end, ended: soundEnd)
            try follow(&caption, nil, "", .caption, at: end)
            try follow(&held, nil, "", .held, at: end)
            for finding in result.findings where finding.kind.isFault {
                try writer.moment(.fault, finding.kind.rawValue, at: finding.time, CheckJSON.finding(finding))
            }
            for mark in marks { try writer.moment(.mark, mark.name, at: mark.time, ["note": .string(mark.note)]) }
            try writer.finish(about: about)
        }
        if let error { throw error }
        return writer.byteCount
    }
}
