import Events
import Foundation
import Support
import Testing

/// A screen that is shared, and one that comes back.
@Suite struct ViewTests {
    /// `cameo` on a tape of four chunks, once it stands at a frame.
    private static func opened(_ arguments: [String], _ environment: [String: String?] = [:], in folder: Folder)
        async throws -> TerminalProgram
    {
        let program = try TerminalProgram(
            running: nil, arguments, columns: 100, rows: 30,
            environment: environment.merging(["COLORTERM": "truecolor"]) { $1 }, in: folder)
        try await program.wait("a frame") { screen in
            screen.isPaused && screen.lines.contains { $0.contains("shown") } && !screen.status.contains("Indexing")
        }
        return program
    }

    private static func isAt(_ sequence: Int, _ screen: TerminalModel) -> Bool {
        screen.lines.contains { $0.contains("chunk    1  section 0  seq \(sequence) ") }
    }

    private static func goThere(_ program: TerminalProgram) async throws {
        program.send("g")
        try await program.wait("a line to type into") { $0.status.hasPrefix("go to") }
        program.send("1:0.5\r")
        try await program.wait("the frame") { isAt(5, $0) }
        program.send("v")
        try await program.wait("the view") { $0.status.contains("base") }
    }

    private static func quit(_ program: TerminalProgram) async {
        program.send("q")
        #expect(await program.waitForEnd() == .exited(0))
    }

    @Test("what y copies opens the same screen, also of a copy of the tape")
    func shared() async throws {
        let folder = try Folder()
        _ = try await SampleStream.tape(chunks: 4, in: folder)
        let program = try await Self.opened(["step", "sample.cameo"], in: folder)
        try await Self.goThere(program)
        let (lines, picture) = (program.model.lines, program.model.picture)
        program.send("y")
        let expected = "cameo step sample.cameo --at 1:0.5 --view base"
        try await program.wait("the command") { $0.status.contains("Copied (if the terminal allows it): \(expected)") }
        let base64 = Data(expected.utf8).base64EncodedString()
        try await program.wait("the clipboard") { _ in program.text.contains("\u{1B}]52;c;\(base64)\u{1B}\\") }
        try FileManager.default.copyItem(atPath: folder.file("sample.cameo"), toPath: folder.file("copy.cameo"))
        let words = expected.split(separator: " ").dropFirst().map { $0 == "sample.cameo" ? "copy.cameo" : String($0) }
        let again = try await Self.opened(words, in: folder)
        try await again.wait("the same text") { $0.lines == lines }
        try await again.wait("the same picture") { $0.picture == picture }
        await Self.quit(program)
        await Self.quit(again)
    }

    @Test(
        "a tape opens as it was left, whichever way the program ended, and afresh where that is asked for",
        arguments: [false, true])
    func comesBack(hangsUp: Bool) async throws {
        let folder = try Folder()
        _ = try await SampleStream.tape(chunks: 4, in: folder)
        let environment = ["XDG_STATE_HOME": folder.file("state"), "CAMEO_REMEMBER": "true"]
        let program = try await Self.opened(["step", "sample.cameo"], environment, in: folder)
        try await Self.goThere(program)
        if hangsUp {
            program.hangUp()
            #expect(await eventually { program.process.end() != nil })
        } else {
            await Self.quit(program)
        }
        try FileManager.default.moveItem(atPath: folder.file("sample.cameo"), toPath: folder.file("moved.cameo"))
        let again = try await Self.opened(["step", "moved.cameo"], environment, in: folder)
        try await again.wait("the frame, and what is said of it") {
            Self.isAt(5, $0) && $0.status.contains("Resumed at 1:0.5, where you stopped; Home starts over")
        }
        again.send("y")
        try await again.wait("the view") { $0.status.contains("--at 1:0.5 --view base") }
        // Not one of these has looked at it since.
        let other = try await Self.opened(["step", "moved.cameo", "--no-remember"], environment, in: folder)
        #expect(!Self.isAt(5, other.model) && !other.model.status.contains("where you stopped"))
        await Self.quit(other)
        // Who names a place gets what the command says, as everybody else does.
        let placed = try await Self.opened(["step", "moved.cameo", "--at", "1:0.7"], environment, in: folder)
        try await placed.wait("the frame") { Self.isAt(7, $0) }
        placed.send("y")
        try await placed.wait("no view") { $0.status.contains("cameo step moved.cameo --at 1:0.7") }
        #expect(!placed.model.status.contains("--view"))
        placed.process.send(SIGKILL)
        let fresh = try await Self.opened(["step", "moved.cameo", "--fresh-view"], environment, in: folder)
        #expect(!Self.isAt(5, fresh.model) && !fresh.model.status.contains("where you stopped"))
        await Self.quit(fresh)
        await Self.quit(again)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("state/cameo/views"))
        #expect(names.count == 1 && names[0].hasSuffix(".json"))
    }

    /// The sample of two agents, Lea's answer five seconds after the other one's.
    private static func writeTwo(in folder: Folder) throws {
        let told = [
            #"{"t":0,"event":"call_state","data":{"call":"c","state":"JOINED"}}"#,
            #"{"t":0,"event":"call_source","data":{"source":"one","avatar":true}}"#,
            #"{"t":0,"event":"call_member","data":{"id":"1","name":"Mira","video":true,"source":"one"}}"#,
            #"{"t":0,"event":"call_source","data":{"source":"two","avatar":"lea"}}"#,
            #"{"t":0,"event":"call_member","data":{"id":"lea","name":"Lea","video":true,"source":"two"}}"#,
        ]
        let (first, second) = (try SampleStream(chunks: 4).lines, try SampleStream(chunks: 4, start: 5).lines)
        let ofLea = second.map {
            $0.replacing(",\"event\":", with: ",\"member\":\"lea\",\"event\":", maxReplacements: 1)
        }
        let isClip = { (line: String) in line.hasPrefix("{\"t\":0.0,") }
        let clips = (first + ofLea).filter(isClip)
        let answers = (first + ofLea).filter { !isClip($0) }
        try folder.write((told + clips + answers).joined(separator: "\n"), to: "two.ndjson")
    }

    @Test("a place is one of the agent who is named with it, and y names that one")
    func agents() async throws {
        let folder = try Folder()
        try Self.writeTwo(in: folder)
        let program = try await Self.opened(["step", "two.ndjson", "--agent", "Lea", "--at", "1:0.5"], in: folder)
        try await program.wait("the frame") { Self.isAt(5, $0) }
        program.send("y")
        try await program.wait("the command") { $0.status.contains("cameo step two.ndjson --agent lea --at 1:0.5") }
        program.send("a")
        try await program.wait("whoever speaks") { $0.status.contains("Showing the current speaker") }
        await Self.quit(program)
        let unknown = try TerminalProgram(
            running: nil, ["step", "two.ndjson", "--agent", "bob"], columns: 100, rows: 30, in: folder)
        #expect(await unknown.waitForEnd() == .exited(2))
        let expected = #"two.ndjson: --agent: expected one of 1 (Mira), lea (Lea), found "bob""#
        #expect(unknown.text.contains(expected), "\(unknown.text)")
    }

    @Test("a place can be a mark's name, which the tape knows")
    func marks() async throws {
        let folder = try Folder()
        _ = try await SampleStream.tape(chunks: 4, in: folder)
        let program = try await Self.opened(["step", "sample.cameo"], in: folder)
        try await Self.goThere(program)
        program.send("M")
        try await program.wait("the line for its name") { $0.status.hasPrefix("mark") }
        program.send("\u{15}here\r")
        try await program.wait("the mark") { $0.status.contains("Mark here at") }
        await Self.quit(program)
        let again = try await Self.opened(["step", "sample.cameo", "--at", "here", "--slot-a", "here"], in: folder)
        try await again.wait("the frame") { Self.isAt(5, $0) }
        await Self.quit(again)
        for option in ["--at", "--slot-a", "--slot-b"] {
            let unknown = try await Program.run("step", "sample.cameo", option, "nowhere", in: folder)
            #expect(unknown.status == 2 && unknown.errorLines.count == 1, "\(unknown.errors)")
            #expect(
                unknown.errors.hasPrefix("cameo: \(option): expected a frame (312), ")
                    && unknown.errors.hasSuffix(", or a mark's name, found \"nowhere\"\n"))
        }
    }

    @Test(
        "an option that is wrong ends the command, which says what is expected",
        arguments: [
            (["--at", " "], "--at: expected a frame (312), a position (4:0.24)"),
            (["--view", "sideways"], "--view: expected one of composite, base"),
            (["--panel", "log,clock"], "--panel: expected none, or a list of log,log-alone"),
            (["--pair"], "--pair needs --slot-a"),
        ])
    func wrong(options: [String], expected: String) async throws {
        let run = try await Program.run([try Program.path(), "step", "x.cameo"] + options, in: try Folder())
        #expect(run.status == 64 && run.errors.contains(expected), "\(run.errors)")
    }
}
