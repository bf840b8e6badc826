import Checks
import Events
import Files
import JSON
import Platform
import Playback
import Settings

/// A file of trace events, in the JSON form that Chrome has published and Perfetto opens ("Trace Event Format", the JSON object
/// form): an event a line, written as it comes.
///
/// Times and lengths are whole microseconds.
struct TraceWriter {
    /// Rows of the trace, threads to those who read it, in the order in which they are shown. They are the timeline's lanes, but that
    /// what a column of cells shows as a bar is a counter here (docs/using/export.md).
    enum Lane: String, CaseIterable {
        case message, chunk, clip, sound, caption, frame, held, fault, came, note, mark

        fileprivate var thread: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
    }

    private let file: OutputFile
    private(set) var eventCount = 0
    /// All of it is one process.
    private static let process = 1

    /// - Parameter title: what the process is called.
    /// - Throws: `CommandError`, as `OutputFile` does.
    init(_ path: String, partial: String, title: String) throws(CommandError) {
        file = try OutputFile(path, partial: partial)
        try file.write(Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[".utf8))
        try meta("process_name", thread: 0, ["name": .string(title)])
        for lane in Lane.allCases {
            try meta("thread_name", thread: lane.thread, ["name": .string(lane.rawValue)])
            try meta("thread_sort_index", thread: lane.thread, ["sort_index": .number(lane.thread)])
        }
    }

    var byteCount: Int { file.byteCount }

    private mutating func meta(_ name: String, thread: Int, _ arguments: JSON) throws(CommandError) {
        try write("M", name, at: .zero, thread: thread, ["args": arguments])
    }

    /// Something that lasts. Those of one lane never overlap.
    mutating func span(
        _ lane: Lane, _ name: String, from start: Instant, to end: Instant, _ arguments: JSON = [:]
    ) throws(CommandError) {
        let length = max(.zero, end - start)
        try write(
            "X", name, at: start, thread: lane.thread, ["dur": .int(length.microseconds), "args": arguments],
            category: lane.rawValue)
    }

    mutating func moment(_ lane: Lane, _ name: String, at time: Instant, _ arguments: JSON = [:]) throws(CommandError) {
        // Of its thread alone.
        try write("i", name, at: time, thread: lane.thread, ["s": "t", "args": arguments], category: lane.rawValue)
    }

    /// - Parameter values: numbers, a line in the counter for each.
    mutating func count(_ name: String, at time: Instant, _ values: JSON) throws(CommandError) {
        try write("C", name, at: time, thread: 0, ["args": values])
    }

    private mutating func write(
        _ phase: String, _ name: String, at time: Instant, thread: Int, _ more: JSONObject, category: String? = nil
    ) throws(CommandError) {
        var event: JSONObject = ["ph": .string(phase), "name": .string(name)]
        if let category { event.append("cat", .string(category)) }
        event.append("pid", .number(Self.process))
        event.append("tid", .number(thread))
        event.append("ts", .int(time.microseconds))
        event.members += more.members
        try file.write(Array((eventCount == 0 ? "\n" : ",\n").utf8) + JSON.object(event).utf8)
        eventCount += 1
    }

    /// - Parameter about: what is said of the whole.
    mutating func finish(about: JSONObject) throws(CommandError) {
        try file.write(Array("\n],\"otherData\":".utf8) + JSON.object(about).utf8 + Array("}\n".utf8))
        try file.finish()
    }
}

/// `cameo export FILE -o trace.json`: a tape as trace events, for Perfetto and everything else that opens them.
///
/// The tape is gone through once. Events are written as they come, with the faults, which are known at the end, behind them: the form
/// asks for no order.
package enum TraceExport {
    /// Whether an output's name means a trace.
    package static func isNamed(_ output: String) -> Bool { output.lowercased().hasSuffix(".json") }

    /// - Parameter notices: hears what is to be said of how the tape is played, before it is.
    /// - Throws: `CommandError`, `TapeError`; then nothing is left behind.
    package static func run(
        _ file: String, to output: String, _ playing: TapePlaying, salvages: Bool = false,
        notices: ([String]) -> Void = { _ in }
    ) throws -> ExportReport {
        let partial = OutputFile.partial(of: output)
        return try OpenTape.read(file, salvages: salvages, leaving: [partial]) { tape in
            try run(tape, of: file, to: output, partial: partial, playing, notices)
        }
    }

    private static func run(
        _ tape: OpenTape, of file: String, to output: String, partial: String, _ playing: TapePlaying,
        _ notices: ([String]) -> Void
    ) throws -> ExportReport {
        notices(try TapeHearing(tape.reader, isFresh: playing.isFresh).notices(playing.adjusted))
        var line = ProgressLine.onStandardError()
        defer { line.end() }
        let writer = try TraceWriter(output, partial: partial, title: file)
        let watch = TraceWatch(writer) { line.report("export: \(ExportProgress.looked($0).text)") }
        var options = CheckOptions()
        (options.playing, options.findingsKept, options.marksFrames) = (playing, findingsKept, true)
        var result = CheckResult(file: file)
        let end: Instant
        do {
            end = try Check.run(tape.reader, options, isCanceled: { watch.error != nil }, beside: watch, &result)
        } catch {
            throw watch.error ?? error
        }
        var about: JSONObject = ["program": .string(Version.text), "file": .string(file)]
        about.append("judged", CheckJSON.judged(result.judged))
        if let salvaged = tape.salvaged { about.append("salvaged", .string(salvaged)) }
        let marks = try tape.reader.marks(of: file)
        var report = ExportReport(output: output)
        report.bytes = try watch.finish(result, marks: marks, at: end, about: about)
        (report.frames, report.duration, report.judged) = (watch.frames, end - .zero, result.judged)
        (report.faults, report.salvaged) = (result.marks.count, tape.salvaged)
        return report
    }

    /// Of one kind.
    private static let findingsKept = 100_000
}
