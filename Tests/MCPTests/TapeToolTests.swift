import Checks
import Events
import Foundation
import Frames
import JSON
import PlaybackSupport
import Settings
import Support
import Testing

@testable import MCP
@testable import Playback

@Suite("Tools that look at tapes") struct TapeToolTests {
    /// What a tool says, or the line that says why it does not.
    private static func call(
        _ tool: String, _ arguments: JSONObject, _ runner: TapeToolRunner, isCanceled: Bool = false
    ) throws -> (text: String, value: JSONObject?, isError: Bool) {
        var session = ToolSession(name: "", version: "", instructions: "", tools: TapeTools.all)
        let hello: JSON = ["jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ["protocolVersion": "x"]]
        _ = session.receive(hello.utf8)
        let call: JSON = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": .string(tool), "arguments": .object(arguments)],
        ]
        guard case .call(let call)? = session.receive(call.utf8).first else { throw NoCall() }
        switch runner.run(call, isCanceled: { isCanceled }) {
        case .text(let text, let value): return (text, value, false)
        case .picture(let bytes, let words): return ("\(bytes.count) \(words)", nil, false)
        case .failed(let reason): return (reason, nil, true)
        }
    }

    private struct NoCall: Error {}

    private static func runner() -> TapeToolRunner { TapeToolRunner(TapePlaying(isFresh: false)) }

    private static func write(_ recipe: String?, to path: String) throws {
        var job = RewriteJob()
        job.recipes = recipe.map { [$0] } ?? []
        job.rules = recipe == nil ? ["drop where chunk=7.."] : []
        job.seed = 3
        _ = try job.run(try DemoLines.tape(), to: path)
    }

    @Test("a tape is opened anew when its file is another one by then, and stays open while it is not")
    func changed() throws {
        let folder = try Folder()
        let path = folder.file("tape.cameo")
        let runner = Self.runner()
        let arguments: JSONObject = ["file": .string(path), "frame": 323]
        try Self.write("SEAM", to: path)
        #expect(try Self.call("frame", arguments, runner).value?["status"] == "SEAM")
        #expect(try Self.call("why", arguments, runner).text.contains("(SEAM)"))
        unlink(path)
        try Self.write(nil, to: path)
        #expect(try Self.call("frame", arguments, runner).value?["status"] == "SYNC")
        unlink(path)
        let gone = try Self.call("frame", arguments, runner)
        #expect(gone.isError && gone.text.hasSuffix("tape.cameo: no such file"))
    }

    @Test(
        "arguments that are wrong are told in one line, with what was expected",
        arguments: [
            (["frame": 1], "file: missing"),
            (["file": 3, "frame": 1], "file: expected text, found 3"),
            (
                ["file": "x"],
                "frame: expected a frame (312), a position (4:0.24), a time (12.4s, 0:12.4) or a chunk (c4), found nothing"
            ),
            (
                ["file": "x", "frame": -1],
                "frame: expected a frame (312), a position (4:0.24), a time (12.4s, 0:12.4) or a chunk (c4), found -1"
            ),
            (["file": "x", "frame": 1, "width": 0], "width: expected a whole number from 1 to 4096, found 0"),
            (["file": "x", "frame": 1, "width": "3"], "width: expected a whole number from 1 to 4096, found \"3\""),
            (["file": "x", "frame": 1, "width": 3.5], "width: expected a whole number from 1 to 4096, found 3.5"),
            (["file": "x", "frame": 1, "view": "mouth"], "view: expected composite, base, overlay"),
            (["file": "x", "frame": 1, "fresh": "yes"], "fresh: expected true or false, found \"yes\""),
            (["file": "x", "color\u{1B}[31m": 1], "expected file, frame, view, width, fresh"),
        ] as [(JSONObject, String)])
    func wrong(arguments: JSONObject, words: String) throws {
        let answer = try Self.call("picture", arguments, Self.runner())
        #expect(answer.isError && answer.text.contains(words), "\(answer.text)")
        #expect(!answer.text.contains("\n") && !answer.text.contains("\u{1B}"))
    }

    @Test("a whole number may have a fraction of nothing, as its schema says")
    func wholeNumbers() throws {
        let demo = JSON.string(try DemoLines.tape())
        let runner = Self.runner()
        let frame = try Self.call("frame", ["file": demo, "frame": 70.0], runner)
        #expect(frame.value?["frame"] == 70, "\(frame.text)")
        let faults = try Self.call("faults", ["file": demo, "limit": 3.0], runner)
        #expect(!faults.isError, "\(faults.text)")
    }

    @Test("what was heard at a moment is told of the moment that was asked for, in text and value alike")
    func heardMoment() throws {
        let runner = Self.runner()
        let demo = JSON.string(try DemoLines.tape())
        let heard = try Self.call("heard", ["file": demo, "time": "5s"], runner)
        #expect(heard.text.hasPrefix("at 5.000 s: ") && heard.value?["at"]?.object?["t_ms"] == 5_000.0)
        // Chunks in front of the moment have come all the same.
        let later = try Self.call("heard", ["file": demo, "time": "13.9s"], runner)
        let message = later.value?["messages"]?.array?.first?.object
        #expect(message?["chunks"]?.array?.isEmpty == false && message?["missing"]?.array == [])
        #expect(!later.text.contains("neither"))
        // Nor is one that is missing elsewhere told of there.
        let folder = try Folder()
        var job = RewriteJob()
        job.rules = ["drop where chunk=1"]
        _ = try job.run(try DemoLines.tape(), to: folder.file("hole.cameo"))
        let hole = JSON.string(folder.file("hole.cameo"))
        for (time, missing) in [("20s", 0), (nil, 1)] {
            let arguments: JSONObject = ["file": hole]
            var asked = arguments
            if let time { asked.append("time", .string(time)) }
            let told = try Self.call("heard", asked, runner).value?["messages"]?.array?.first?.object
            #expect(told?["missing"]?.array?.count == missing, "\(time as Any)")
        }
        let ofFrame = try Self.call("heard", ["file": demo, "time": 310], runner)
        #expect(ofFrame.value?["at"]?.object?["frame"] == 310, "\(ofFrame.text)")
    }

    @Test("wherever a frame is named, the schema says all the ways, and that it may be a number")
    func frameSchemas() throws {
        for (tool, name) in [("frame", "frame"), ("why", "frame"), ("picture", "frame"), ("heard", "time")] {
            let schema = try #require(TapeTools.all.first { $0.name == tool }?.schema.object?["properties"]?.object)
            let frame = try #require(schema[name]?.object)
            #expect(frame["type"] == ["string", "integer"])
            let words = frame["description"]?.string ?? ""
            #expect(["312", "4:0.24", "12.4s", "c4"].allSatisfy { words.contains($0) }, "\(words)")
        }
    }

    @Test("a folder, a text and a tape that is cut off are errors, and none keeps the next call from its answer")
    func bad() throws {
        let folder = try Folder()
        let runner = Self.runner()
        try folder.write("no tape", to: "text.cameo")
        try folder.write("{\"t\":0", to: "cut.ndjson")
        try folder.write(
            Array(try Data(contentsOf: URL(fileURLWithPath: try DemoLines.tape())).prefix(5_000)), to: "cut.cameo")
        for name in ["text.cameo", "cut.ndjson", "cut.cameo", "nothing.cameo", "x.ndjson"] {
            for tool in ["faults", "frame", "why", "heard", "picture"] {
                let frame: JSONObject = ["frame": 1]
                var arguments: JSONObject = ["file": .string(folder.file(name))]
                if ["frame", "why", "picture"].contains(tool) { arguments.members += frame.members }
                let answer = try Self.call(tool, arguments, runner)
                #expect(answer.isError && !answer.text.contains("\n"), "\(tool) \(name): \(answer.text)")
            }
        }
        #expect(try Self.call("faults", ["file": .string(try DemoLines.tape())], runner).value?["verdict"] == "clean")
        #expect(folder.names.sorted() == ["cut.cameo", "cut.ndjson", "text.cameo"])
    }

    @Test("each tool that plays a tape stops when nobody waits any more")
    func canceled() throws {
        let demo = JSON.string(try DemoLines.tape())
        for (tool, arguments) in [
            ("faults", ["file": demo]), ("why", ["file": demo, "frame": 3]), ("heard", ["file": demo]),
            ("diff", ["first": demo, "second": demo]),
        ] as [(String, JSONObject)] {
            #expect(try Self.call(tool, arguments, Self.runner(), isCanceled: true).isError, "\(tool)")
        }
    }
}
