import Events
import Files
import JSON

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
