import Checks
import Debugger
import Engine
import Events
import Exports
import Files
import Frames
import JSON
import Panels
import Platform
import Playback
import Sessions
import Settings
import Tapes
import Typesetting

/// Carries out calls of tools, one after the other.
///
/// The tape that was asked about last stays open with its past, so that the next question about it costs little; it is opened anew when
/// its file is another one by then. Owner: the thread that carries out calls.
final class TapeToolRunner {
    private let playing: TapePlaying
    private var kept: Kept?
    /// The last tape of which all was read and compared: it is asked about again and again.
    private var verified: Stamp?

    private struct Kept {
        let stamp: Stamp
        let tape: OpenTape
        var explaining: Explaining
    }

    /// What tells whether a tape is still the one that was opened.
    private struct Stamp: Equatable {
        var path: String
        var isFresh: Bool
        /// Of the file, and of what a recorder has beside it.
        var sizes: [Int?]
        var changes: [Int64?]

        init(_ path: String, isFresh: Bool) {
            (self.path, self.isFresh) = (path, isFresh)
            let files = [path, path + "-wal"].map { FileStatus($0) }
            (sizes, changes) = (files.map { $0?.byteCount }, files.map { $0?.lastChange })
        }
    }

    /// - Parameter playing: how tapes are played.
    init(_ playing: TapePlaying) { self.playing = playing }

    deinit { kept?.tape.close() }

    /// - Parameter isCanceled: asked again and again while something takes long.
    func run(_ call: ToolCall, isCanceled: @escaping @Sendable () -> Bool) -> ToolResult {
        do {
            let arguments = try ToolArguments(call.arguments, of: call.tool)
            switch call.tool {
            case "faults": return try faults(arguments, isCanceled)
            case "frame": return try frame(arguments, isCanceled)
            case "why": return try why(arguments, isCanceled)
            case "heard": return try heard(arguments, isCanceled)
            case "diff": return try diff(arguments, isCanceled)
            case "picture": return try picture(arguments, isCanceled)
            default: return .failed("unknown tool \"\(call.tool)\"")
            }
        } catch {
            // One line, whatever a stranger wrote on a tape.
            return .failed(OutsideText.shown(CommandError(error).reason, cells: 1_000))
        }
    }

    private func playing(_ arguments: ToolArguments) throws(CommandError) -> TapePlaying {
        var playing = playing
        playing.isFresh = try arguments.flag("fresh")
        return playing
    }

    // MARK: Tools

    private func faults(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> ToolResult {
        var options = CheckOptions()
        options.playing = try playing(arguments)
        options.findingsKept = try arguments.integer("limit", 0...1_000) ?? 20
        let result = Check.run(try arguments.text("file"), options, isCanceled: isCanceled)
        if let error = result.error { throw CommandError.unusable(error) }
        return Self.result(CheckText.lines(result, isLong: true), CheckJSON.line(result))
    }

    private func frame(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> ToolResult {
        let why = try why(arguments, isCanceled: isCanceled)
        let log = try opened(arguments, isCanceled).explaining.timeline.log
        var state = InspectorState(log, heard: log.entry(ofFrame: why.record.ordinal)?.heard ?? 0)
        // Of several that one event told, the one that was asked for.
        if state.record != why.record {
            state.record = why.record
            state.faults = log.faults(marking: why.record.ordinal)
        }
        return Self.result(InspectorPanel.facts(state), FrameJSON.line(why.record))
    }

    private func why(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> ToolResult {
        let why = try why(arguments, isCanceled: isCanceled)
        return Self.result(WhyText.lines(why), WhyText.line(why))
    }

    private func heard(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> ToolResult {
        let asked = try arguments.frame("time")
        let around = TimeSpan.milliseconds(Int64(try arguments.integer("around_ms", 0...3_600_000) ?? 1_000))
        var moment: AudibleMoment?
        if let asked {
            var kept = try opened(arguments, isCanceled)
            let frame = try kept.explaining.why(asked).record
            moment = AudibleMoment(asked.time, around: around, frame, in: kept.explaining.timeline.log)
        }
        let path = try arguments.text("file")
        let tape = try OpenTape(path)
        defer { tape.close() }
        try verify(tape, path, isCanceled)
        var messages: [JSON] = []
        var lines = moment.map { [$0.line] } ?? []
        let inspection = Inspection(tape.reader, of: "", try playing(arguments)) { _ in }
        try inspection.heardMessages(isCanceled: isCanceled) { message in
            guard let message = moment.map({ $0.part(of: message) }) ?? message else { return }
            lines += AudibleText.lines(message)
            messages.append(AudibleText.json(message))
        }
        if messages.isEmpty { lines.append("no speech in this range") }
        var value: JSONObject = ["messages": .array(messages)]
        if let moment { value.append("at", moment.json) }
        return Self.result(lines, .object(value))
    }

    private func diff(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> ToolResult {
        let tolerance = TimeSpan.milliseconds(Int64(try arguments.integer("tolerance_ms", 0...1_000_000) ?? 20))
        let diff = try Diff(
            try arguments.text("first"), try arguments.text("second"), try playing(arguments), tolerance: tolerance,
            listing: try arguments.integer("limit", 0...1_000) ?? 50, isCanceled: isCanceled)
        return Self.result(diff.lines, try JSON.parse(diff.json))
    }

    private func picture(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> ToolResult
    {
        let view = try arguments.optionalText("view") ?? PictureView.composite.rawValue
        guard let view = PictureView(rawValue: view) else {
            throw CommandError.unusable("view: expected \(TapePicture.views.joined(separator: ", "))")
        }
        let width = try arguments.integer("width", 1...Limits.pictureSide)
        let why = try why(arguments, isCanceled: isCanceled)
        let kept = try opened(arguments, isCanceled)
        let bytes = try TapePicture.png(
            why.record.ordinal, of: kept.explaining.timeline, kept.tape.reader, view, width.map { .width($0) } ?? .full)
        return .picture(bytes, OutsideText.shown(why[.drawn]?.sentence ?? "", cells: 1_000))
    }

    private static func result(_ lines: [String], _ value: JSON) -> ToolResult {
        .text(lines.joined(separator: "\n"), value.object)
    }

    // MARK: The tape

    private func why(_ arguments: ToolArguments, isCanceled: @escaping @Sendable () -> Bool) throws -> Why {
        guard let frame = try arguments.frame("frame") else {
            throw CommandError.unusable("frame: expected \(AskedFrame.expected), found nothing")
        }
        _ = try opened(arguments, isCanceled)
        // In its place, so that what is looked up for one question is there for the next.
        guard let why = try kept?.explaining.why(frame) else { throw CommandError.unusable("the tape is closed") }
        return why
    }

    private func verify(_ tape: OpenTape, _ path: String, _ isCanceled: @escaping @Sendable () -> Bool) throws {
        let stamp = Stamp(path, isFresh: false)
        guard verified != stamp else { return }
        try tape.reader.verifyBlobs(isCanceled: isCanceled)
        if !isCanceled() { verified = stamp }
    }

    private func opened(_ arguments: ToolArguments, _ isCanceled: @escaping @Sendable () -> Bool) throws -> Kept {
        let (path, playing) = (try arguments.text("file"), try playing(arguments))
        let stamp = Stamp(path, isFresh: playing.isFresh)
        if let kept, kept.stamp == stamp { return kept }
        kept?.tape.close()
        kept = nil
        let tape = try OpenTape(path)
        do {
            try verify(tape, path, isCanceled)
            let explaining = try Explaining(tape.reader, playing, isCanceled: isCanceled)
            let new = Kept(stamp: stamp, tape: tape, explaining: explaining)
            kept = new
            return new
        } catch {
            tape.close()
            throw error
        }
    }
}

/// What of a tape's messages sounded around a moment.
struct AudibleMoment {
    /// As it is told. Where it was typed it meant all of a millisecond, whose end is what is looked for.
    private let reported: Instant
    private let frame: FrameRecord
    /// Chunks with a frame on screen around it.
    private let chunks: Set<SessionLog.ChunkName>
    private let namesMessage: Bool

    /// - Parameters:
    ///   - typed: through its millisecond; `nil`: when the frame was shown.
    ///   - around: how far before and after it.
    ///   - frame: on screen then.
    init(_ typed: Instant?, around: TimeSpan, _ frame: FrameRecord, in log: SessionLog) {
        let time = typed ?? frame.shown
        reported = typed.map { Instant(microseconds: $0.microseconds / 1_000 * 1_000) } ?? frame.shown
        self.frame = frame
        namesMessage = log.hasSeveralMessages
        var chunks: Set<SessionLog.ChunkName> = []
        var ordinal = log.frame(at: time - around) ?? 0
        while let record = log.record(ordinal), record.shown <= time + around {
            if let name = record.chunkName { chunks.insert(name) }
            ordinal += 1
        }
        self.chunks = chunks
    }

    var line: String {
        let message = namesMessage ? " of message \(frame.generation)" : ""
        let chunk = frame.position.map { "chunk \($0.chunk)\(message)" } ?? "no chunk"
        // Known only where somebody listened.
        let sound = frame.soundPosition.map { ", its sound at \($0.inSeconds) s" } ?? ""
        return "at \(reported.inSeconds) s: frame \(frame.ordinal), \(chunk)\(sound)"
    }

    var json: JSON {
        [
            "t_ms": .milliseconds(reported), "frame": .number(frame.ordinal),
            "generation": .number(frame.position.map { _ in frame.generation }),
            "chunk": .number(frame.position?.chunk),
            "sound_ms": .milliseconds(frame.soundPosition),
        ]
    }

    /// The message with those chunks alone; `nil` where it has none of them.
    func part(of message: AudibleMessage) -> AudibleMessage? {
        var part = message
        part.chunks = message.chunks.filter {
            chunks.contains(SessionLog.ChunkName(generation: message.generation, chunk: $0.chunk))
        }
        guard let first = part.chunks.first?.chunk, let last = part.chunks.last?.chunk else { return nil }
        part.missing = message.missing.filter { first < $0.lowerBound && $0.upperBound < last }
        return part
    }
}
