import Checks
import Engine
import Events
import Foundation
import PlaybackSupport
import Settings
import Support
import Testing

@testable import Exports
@testable import Playback

/// Read as the published "Trace Event Format" has it (the JSON object form; duration, instant, counter and metadata events), and not as
/// it is written here.
@Suite("A tape as trace events") struct TraceTests {
    private struct Wrong: Error { let what: String }

    /// One event with the fields that the format requires, or what is wrong with it.
    private struct TraceEvent {
        let phase: String
        let name: String
        let thread: Int
        /// Microseconds.
        let time: Double
        let length: Double?
        let arguments: [String: Any]

        init(_ value: Any) throws {
            guard let event = value as? [String: Any] else { throw Wrong(what: "no object: \(value)") }
            guard let phase = event["ph"] as? String, let name = event["name"] as? String,
                event["pid"] is Int, let thread = event["tid"] as? Int
            else { throw Wrong(what: "ph, name, pid or tid: \(event)") }
            let arguments = event["args"] as? [String: Any] ?? [:]
            guard let time = (event["ts"] as? NSNumber)?.doubleValue ?? (phase == "M" ? 0 : nil) else {
                throw Wrong(what: "ts: \(event)")
            }
            let length = (event["dur"] as? NSNumber)?.doubleValue
            let isRight =
                switch phase {
                case "X": (length ?? -1) >= 0
                case "i": ["g", "p", "t"].contains(event["s"] as? String ?? "t")
                case "C": !arguments.isEmpty && arguments.values.allSatisfy { $0 is NSNumber }
                case "M":
                    switch name {
                    case "process_name", "thread_name": arguments["name"] is String
                    case "process_labels": arguments["labels"] is String
                    case "process_sort_index", "thread_sort_index": arguments["sort_index"] is Int
                    default: false
                    }
                default: false
                }
            guard isRight else { throw Wrong(what: "\(phase): \(event)") }
            (self.phase, self.name, self.thread, self.time, self.length) = (phase, name, thread, time, length)
            self.arguments = arguments
        }
    }

    private struct Trace {
        let events: [TraceEvent]
        let threads: [Int: String]

        init(_ bytes: [UInt8]) throws {
            guard let whole = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
                let list = whole["traceEvents"] as? [Any], ["ms", "ns"].contains(whole["displayTimeUnit"] as? String)
            else { throw Wrong(what: "no traceEvents") }
            events = try list.map(TraceEvent.init)
            let named = events.filter { $0.phase == "M" && $0.name == "thread_name" }
            threads = Dictionary(named.map { ($0.thread, $0.arguments["name"] as? String ?? "") }) { first, _ in first }
        }

        func events(_ lane: String, _ phase: String) -> [TraceEvent] {
            events.filter { threads[$0.thread] == lane && $0.phase == phase }
        }
    }

    /// The demo, otherwise.
    private static func rewritten(in folder: Folder, _ set: (inout RewriteJob) -> Void) throws -> String {
        var job = RewriteJob()
        set(&job)
        _ = try job.run(try DemoLines.tape(), to: folder.file("rewritten.cameo"))
        return folder.file("rewritten.cameo")
    }

    private static func trace(_ tape: String) throws -> (trace: Trace, report: ExportReport) {
        let folder = try Folder()
        let report = try TraceExport.run(tape, to: folder.file("trace.json"), TapePlaying(isFresh: false))
        let bytes = try folder.bytes(of: "trace.json")
        #expect(report.bytes == bytes.count && folder.names == ["trace.json"])
        return (try Trace(bytes), report)
    }

    @Test("the demo has each frame, chunk, sound and clip in its lane, at the times of its log")
    func demo() throws {
        let (trace, report) = try Self.trace(try DemoLines.tape())
        #expect(report.frames == 676 && report.faults == 0)
        #expect(Set(trace.threads.values).isSuperset(of: ["chunk", "clip", "sound", "caption", "frame", "fault"]))
        let played = try Played(try DemoLines.tape())
        let frames = trace.events("frame", "i")
        #expect(frames.map(\.time) == played.records.map { Double($0.shown.microseconds) })
        #expect(frames.map(\.name) == played.records.map(\.status.text))
        #expect(frames.map { $0.arguments["frame"] as? Int } == played.records.map(\.ordinal))
        let chunks = trace.events("chunk", "X")
        #expect(chunks.map(\.name) == (0..<9).map { "chunk \($0)" })
        #expect(chunks.map(\.time) == played.reports.map { Double($0.started?.microseconds ?? -1) })
        #expect(trace.events("sound", "X").map(\.name) == (0..<9).map { "sound \($0)" })
        let messages = { (lane: String) in trace.events(lane, "X").map { $0.arguments["message"] as? Int } }
        #expect(!messages("sound").contains(nil) && messages("sound") == messages("chunk"))
        #expect(!trace.events("caption", "X").isEmpty && trace.events("fault", "i").isEmpty)
        let clips = trace.events("clip", "X")
        #expect(clips.first?.name == "idle_1_s_idle_1_e" && clips.last?.name == "idle_1_s_idle_1_e")
        #expect(clips.contains { $0.name == "talking_1_s_talking_1_e" && $0.arguments["mode"] as? String == "overlay" })
        let counters = Set(trace.events.filter { $0.phase == "C" }.map(\.name))
        // Nothing sounds where nobody listens.
        #expect(counters == ["buffer", "early"])
    }

    @Test("a sound lasts as long as it is heard, also where the next chunk's pictures are long in coming")
    func lateChunk() throws {
        let folder = try Folder()
        let rewritten = try Self.rewritten(in: folder) {
            $0.rules = ["delay 3s where name=receive_frame_images_batch chunk=6"]
        }
        func lengths(_ tape: String) throws -> [Double] {
            try Self.trace(tape).trace.events("sound", "X").compactMap(\.length)
        }
        let (whole, late) = (try lengths(try DemoLines.tape()), try lengths(rewritten))
        #expect(whole.count == late.count)
        #expect(zip(whole, late).allSatisfy { abs($0 - $1) < 50_000 }, "\(whole) \(late)")
    }

    @Test("what a send took back before it was said is no caption of the answer")
    func sentBetween() throws {
        let folder = try Folder()
        let rewritten = try Self.rewritten(in: folder) { $0.recipes = ["N38b"] }
        let captions = try Self.trace(rewritten).trace.events("caption", "X").map(\.name)
        #expect(captions.contains("Hello! I am Mira,") && !captions.contains { $0.contains("Mira, Hello!") })
    }

    @Test("how far the picture is ahead of the sound is a counter, in milliseconds")
    func drift() throws {
        let folder = try Folder()
        let path = folder.file("trace.json")
        let watch = TraceWatch(try TraceWriter(path, partial: path + ".partial", title: "drift")) { _ in }
        let place = FramePosition(chunk: 0, section: 0, sequence: 3, frame: 3, frameCount: 9)
        var record = FrameRecord(
            ordinal: 0, mode: .overlay, generation: 0, position: place, clip: "talking", baseIndex: 3, demandedIndex: 3,
            status: .sync, due: Instant(seconds: 1), shown: Instant(seconds: 1.5), soundPosition: .milliseconds(60))
        record.period = .milliseconds(40)
        watch.receiveItem(.frame(record, nil), from: PlaybackEngine())
        _ = try watch.finish(CheckResult(file: ""), marks: [], at: Instant(seconds: 2), about: [:])
        let counted = try Trace(try folder.bytes(of: "trace.json")).events.filter { $0.name == "drift" }
        #expect(counted.map(\.time) == [1_500_000] && counted.first?.arguments["ms"] as? Double == 60)
    }

    @Test("what lasts never overlaps in its lane, whatever goes wrong", arguments: ["SEAM", "N14", "N9", "N43c"])
    func recipes(name: String) throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = [name]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("bad.cameo"))
        let (trace, _) = try Self.trace(folder.file("bad.cameo"))
        for lane in Set(trace.threads.values) {
            var end = 0.0
            for span in trace.events(lane, "X").sorted(by: { $0.time < $1.time }) {
                #expect(span.time >= end, "\(lane): \(span.name)")
                end = span.time + (span.length ?? 0)
            }
        }
    }

    @Test("a chunk that a send cuts off is there up to then, and so is one inside of which the tape ends")
    func cutOff() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = ["N38c"]
        let path = folder.file("sent-early.cameo")
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: path)
        let chunks = try Self.trace(path).trace.events("chunk", "X")
        let cut = try #require(try Played(path).reports.first)
        let ends = chunks.map { $0.arguments["end"] as? String }
        #expect(ends.first == "cut" && ends.count > 1 && ends.dropFirst().allSatisfy { $0 == "over" })
        #expect(chunks.first?.length == cut.started.map { Double((cut.ended - $0).microseconds) })
        var run = EngineRun.loaded()
        run.at(1, Stream.chunk(0, frames: 30))
        run.run(to: 1.5)
        let output = folder.file("open.json")
        let watch = TraceWatch(try TraceWriter(output, partial: output + ".partial", title: "open")) { _ in }
        watch.receiveEvent(Event(run.now, .local(.ticked)), by: run.engine)
        _ = try watch.finish(CheckResult(file: ""), marks: [], at: run.now, about: [:])
        let open = try Trace(try folder.bytes(of: "open.json")).events("chunk", "X")
        #expect(open.map(\.name) == ["chunk 0"] && open.first?.arguments["end"] as? String == "cut")
    }

    @Test("faults stand where check finds them, also those that only pixels tell")
    func faults() throws {
        let folder = try Folder()
        var job = RewriteJob()
        (job.recipes, job.seed) = (["SEAM"], 3)
        _ = try job.run(try DemoLines.tape(), to: folder.file("seam.cameo"))
        let (trace, report) = try Self.trace(folder.file("seam.cameo"))
        let seam = try #require(trace.events("fault", "i").first)
        #expect(seam.name == "SEAM" && seam.arguments["frame"] as? Int == 323 && report.faults == 1)
        #expect(seam.time == trace.events("frame", "i")[323].time)
    }

    @Test("an output that cannot be written, and a tape that is none, leave nothing")
    func refused() throws {
        let folder = try Folder()
        try folder.write("no tape", to: "bad.cameo")
        #expect(throws: (any Error).self) {
            try TraceExport.run(
                folder.file("bad.cameo"), to: folder.file("trace.json"), TapePlaying(isFresh: false))
        }
        #expect(folder.names == ["bad.cameo"])
        #expect(throws: CommandError.self) {
            try TraceExport.run(
                try DemoLines.tape(), to: folder.file("no/trace.json"), TapePlaying(isFresh: false))
        }
    }
}
