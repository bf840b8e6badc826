import Events
import Foundation
import Frames
import Platform
import Support
import Testing

extension InTmux {
    /// `cameo step` in a real terminal multiplexer.
    @Suite(.serialized) struct StepTests {
        private static let sizes = [(80, 24), (120, 40), (200, 60)]

        private func debugger(_ columns: Int = 120, _ rows: Int = 40, in given: Folder? = nil) async throws -> Tmux {
            let folder = try given ?? Folder()
            if given == nil { _ = try await SampleStream.tape(chunks: 4, in: folder) }
            let tmux = try await Tmux(
                "'\(try Program.path())' step sample.cameo", columns: columns, rows: rows, in: folder)
            try await tmux.wait("the first frame") {
                (Self.frame($0) == 0 || $0.status.contains(" #0 ")) && $0.isPaused && !$0.status.contains("Indexing")
            }
            return tmux
        }

        /// The frame that the log's line under the playhead names.
        private static func frame(_ screen: TerminalModel) -> Int? {
            guard let line = screen.lines.first(where: { $0.contains("▶") && !$0.hasPrefix(" ▶ ") }) else { return nil }
            let behind = line.drop { $0 != "▶" }.dropFirst().split(separator: " ")
            return behind.prefix(2).lazy.compactMap { Int($0) }.first
        }

        private func quit(_ tmux: Tmux) async throws {
            try await tmux.type("q")
            #expect(await tmux.waitForStatus() == 0)
        }

        @Test("picture, inspector, log and timeline stand together at all three sizes", arguments: sizes)
        func panels(columns: Int, rows: Int) async throws {
            let tmux = try await debugger(columns, rows)
            try await tmux.type("n")
            let screen = try await tmux.wait("a frame of the first chunk") { screen in
                screen.lines.contains { $0.contains("section 0  seq 0") }
            }
            #expect(screen.lines.contains { $0.hasPrefix("time ") || $0.hasPrefix("+") })
            #expect(screen.lines.contains { $0.hasPrefix("chunk ") })
            #expect(screen.lines.contains { $0.contains("frame") && $0.contains("base") && $0.contains("want") })
            #expect((0..<columns / 2).contains { screen.pixel($0, 3) != nil })
            try await quit(tmux)
        }

        @Test("steps forward and back lead to the very same screen", arguments: sizes)
        func stepAlgebra(columns: Int, rows: Int) async throws {
            let tmux = try await debugger(columns, rows)
            try await tmux.type("n")
            try await tmux.type(".", times: 3)
            let number = try #require(
                Self.frame(try await tmux.wait("seq 3") { $0.lines.contains { $0.contains("seq 3 ") } }))
            try await tmux.wait("rest") { Self.frame($0) == number && !$0.status.contains("stopped") }
            let before = try await tmux.drawnScreen()
            try await tmux.type(".", times: 5)
            try await tmux.wait("five frames on") { Self.frame($0) == number + 5 }
            try await tmux.type(",", times: 5)
            try await tmux.wait("back again") { Self.frame($0) == number }
            let after = try await tmux.drawnScreen()
            #expect(after.picture == before.picture)
            #expect(after.status == before.status)
            try await quit(tmux)
        }

        @Test("go to a frame, a moment and a chunk; what makes no sense is said and can be typed again")
        func places() async throws {
            let tmux = try await debugger()
            try await tmux.type("g")
            try await tmux.wait("a line to type into") { $0.status.hasPrefix("go to") }
            try await tmux.type(text: "nowhere\n")
            try await tmux.wait("what is wrong") { $0.status.contains("Expected a frame (312), a position") }
            try await tmux.type("C-u")
            try await tmux.type(text: "17\n")
            try await tmux.wait("frame 17") { Self.frame($0) == 17 && $0.isPaused }
            try await tmux.type("g")
            try await tmux.type(text: "c2\n")
            try await tmux.wait("chunk 2") { $0.status.contains("chunk 2 frame 1/") }
            try await tmux.type("Home")
            try await tmux.wait("the first frame") { Self.frame($0) == 0 }
            try await tmux.type("End")
            try await tmux.wait("the end") { $0.status.contains("End of the recording") }
            try await quit(tmux)
        }

        @Test("digits count the next key, Ctrl-O goes back to where a jump began and Tab forward again")
        func counts() async throws {
            let tmux = try await debugger()
            try await tmux.type(text: "12.")
            try await tmux.wait("twelve frames on") { Self.frame($0) == 12 }
            try await tmux.type(text: "20.")
            try await tmux.wait("twenty more") { Self.frame($0) == 32 }
            try await tmux.type("C-o")
            try await tmux.wait("back") { Self.frame($0) == 12 && $0.status.contains("Jump 2 of 3") }
            try await tmux.type("Tab")
            try await tmux.wait("forward") { Self.frame($0) == 32 && $0.status.contains("Jump 3 of 3") }
            try await tmux.type(text: "0")
            try await tmux.wait("the first tenth, when nothing follows") { Self.frame($0) == 0 }
            try await quit(tmux)
        }

        @Test(
            "a condition is completed with Tab, what is wrong in it stands above its place, and a run stops where it is true"
        )
        func condition() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            // Else it would stop at the faults of the sample.
            try Data("breakpoint = []\n".utf8).write(
                to: URL(fileURLWithPath: folder.file("sample.cameo.debug.toml")))
            let tmux = try await debugger(in: folder)
            try await tmux.type("b", "a")
            try await tmux.type(text: "place == 4 && chnk == 2\n")
            try await tmux.wait("what is wrong") { $0.lines.contains { $0.contains("▼ \"chnk\" is not a field") } }
            try await tmux.type("End", "C-u")
            try await tmux.type(text: "place == 4 && chu")
            try await tmux.type("Tab")
            try await tmux.type(text: "== 2\n")
            try await tmux.wait("it in the list") {
                $0.lines.contains { $0.contains("[x] when ") && $0.contains("  place == 4 && chunk == 2 ") }
            }
            try await tmux.type(">")
            try await tmux.wait("the place") { $0.status.contains("chunk 2 frame 4/") }
            try await quit(tmux)
        }

        @Test("a run stops where it was told to, forward and backward, and the choice is kept beside the tape")
        func breakpoints() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, hasSound: true, in: folder)
            let tmux = try await debugger(in: folder)
            try await tmux.type(">")
            try await tmux.wait("no fault") { $0.status.contains("No further hits in that direction (fault") }
            try await tmux.type("b")
            try await tmux.wait("the list") { $0.lines.contains { $0.contains("breakpoints") } }
            try await tmux.type("Down", times: 5)
            try await tmux.type("Space")
            try await tmux.wait("the start of chunks chosen") { $0.lines.contains { $0.contains("[x] chunk-start") } }
            try await tmux.type("b", ">")
            try await tmux.wait("the first chunk") { $0.status.contains("Stopped: first frame of a chunk") }
            try await tmux.type(">")
            try await tmux.wait("the second chunk") { screen in
                screen.lines.contains { $0.contains("chunk    1  section") }
            }
            try await tmux.type("<")
            try await tmux.wait("the first again") { screen in
                screen.lines.contains { $0.contains("chunk    0  section") }
            }
            try await quit(tmux)
            let kept = try String(contentsOfFile: folder.file("sample.cameo.debug.toml"), encoding: .utf8)
            #expect(kept.contains("chunk-start"))
        }

        @Test("a mark is there the next time, its file beside the tape, and can be gone to")
        func marks() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            var tmux = try await debugger(in: folder)
            try await tmux.type("g")
            try await tmux.type(text: "12\n")
            try await tmux.wait("frame 12") { Self.frame($0) == 12 }
            try await tmux.type("M", "C-u")
            try await tmux.type(text: "teeth: closed too early\n")
            try await tmux.wait("the mark") { $0.status.contains("Mark teeth at") }
            try await quit(tmux)
            let other = try Folder()
            for name in ["sample.cameo", "sample.cameo.marks.ndjson"] {
                try FileManager.default.copyItem(atPath: folder.file(name), toPath: other.file(name))
            }
            tmux = try await debugger(in: other)
            try await tmux.type("'")
            try await tmux.wait("the list") { screen in
                screen.lines.contains { $0.contains("teeth") && $0.contains("closed too early") }
            }
            try await tmux.type("Enter")
            try await tmux.wait("the marked frame") { Self.frame($0) == 12 }
            try await quit(tmux)
        }

        @Test("a mark on the bundled tape goes into the user's folder and is there again; the tape keeps its bytes")
        func bundledMarks() async throws {
            let folder = try Folder()
            let tape = Repository.file("assets/demo.cameo")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: tape))
            let beside = try FileManager.default.contentsOfDirectory(
                atPath: URL(fileURLWithPath: tape).deletingLastPathComponent().path)
            for isSecond in [false, true] {
                let demo = try TerminalProgram(
                    ["demo"], columns: 200, rows: 24, environment: ["XDG_DATA_HOME": folder.file("data")], in: folder)
                try await demo.wait("a picture") { $0.isPlaying }
                if isSecond {
                    demo.send("'")
                    try await demo.wait("the mark in the list") { $0.lines.contains { $0.contains(" teeth ") } }
                    demo.send("'")
                } else {
                    demo.send("M")
                    try await demo.wait("the line for its name") { $0.status.hasPrefix("mark") }
                    demo.send("\u{15}teeth\r")
                    try await demo.wait("where it is") { $0.status.contains("data/cameo/marks") }
                }
                demo.send("q")
                #expect(await demo.waitForEnd() == .exited(0))
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: tape)) == bytes)
            #expect(
                try FileManager.default.contentsOfDirectory(
                    atPath: URL(fileURLWithPath: tape).deletingLastPathComponent().path) == beside)
        }

        @Test(
            "a renamed mark keeps its note, and what another program did to the marks is seen when the list is opened")
        func changedMarks() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let tmux = try await debugger(in: folder)
            let other = try await debugger(in: folder)
            try await tmux.type("M")
            try await tmux.type(text: "first: by one\n")
            try await tmux.wait("the mark") { $0.status.contains("Mark first at") }
            try await other.type("'")
            try await other.wait("the same mark") { screen in
                screen.lines.contains { $0.contains("first") && $0.contains("by one") }
            }
            try await tmux.type("'", "n")
            try await tmux.wait("the old name") { $0.status.hasPrefix("mark: first: by one") }
            try await tmux.type(text: "renamed\n")
            try await tmux.wait("the note under the new name") { screen in
                screen.lines.contains { $0.contains("renamed") && $0.contains("by one") }
            }
            try await other.type("n")
            try await other.type(text: "second\n")
            try await other.wait("that it is gone") { screen in
                screen.status.contains("Mark first no longer exists")
                    && screen.lines.contains { $0.contains("renamed") }
            }
            for debugger in [tmux, other] {
                try await debugger.type("q")
                try await debugger.wait("the list closed") { !$0.lines.contains { $0.contains("by one") } }
                try await quit(debugger)
            }
        }

        @Test("Esc closes one thing at a time, and at the end says how to quit")
        func closing() async throws {
            let tmux = try await debugger()
            try await tmux.type("n")
            try await tmux.wait("a picture of speech") { $0.shows(mode: "talk") }
            try await tmux.wait("rest") { $0.isPaused && !$0.status.contains("stopped") }
            let plain = try await tmux.drawnScreen()
            try await tmux.type("x")
            try await tmux.wait("the probe") { $0.lines.contains { $0.contains("composite #") } }
            let probing = try await tmux.drawnScreen()
            try await tmux.type("i")
            try await tmux.wait("the statistics") { $0.lines.contains { $0.contains("statistics") } }
            try await tmux.type("Escape")
            try await tmux.wait("the probe without the statistics") { $0.picture == probing.picture }
            try await tmux.type("Escape")
            try await tmux.wait("no probe") { $0.picture == plain.picture }
            try await tmux.type("Escape")
            let end = try await tmux.wait("how to quit") { $0.status.contains("Press q to quit, d to hide the panels") }
            #expect(end.picture == plain.picture)
            try await tmux.type("d", "Escape")
            try await tmux.wait("how to have them back") { $0.status.contains("Press q to quit, d to show the panels") }
            try await quit(tmux)
        }

        @Test("the probe moves by one pixel of the source, with Shift by one of those that are shown")
        func probe() async throws {
            let tmux = try await debugger(80, 24)
            try await tmux.type("x")
            let place = { (screen: TerminalModel) -> [Int]? in
                screen.lines.lazy.compactMap { $0.firstMatch(of: #/ ([0-9]+),([0-9]+) /#) }.first
                    .flatMap { match in Int(match.1).flatMap { x in Int(match.2).map { [x, $0] } } }
            }
            let first = try #require(place(try await tmux.wait("the probe") { place($0) != nil }))
            try await tmux.type("Right")
            try await tmux.wait("one pixel on") { place($0) == [first[0] + 1, first[1]] }
            try await tmux.type("S-Down")
            try await tmux.wait("a shown pixel down") { (place($0)?[1] ?? 0) > first[1] + 1 }
            try await quit(tmux)
        }

        @Test("a panel without room says how large the window has to be")
        func noRoom() async throws {
            let tmux = try await debugger(40, 12)
            try await tmux.type("I")
            try await tmux.wait("what it needs") { $0.status.contains("No room: inspector needs ") }
            try await quit(tmux)
        }

        @Test("a chunk that is not there is answered with the last one, a filter without lines with how to undo it")
        func nothing() async throws {
            let tmux = try await debugger()
            try await tmux.type("g")
            try await tmux.type(text: "c99\n")
            try await tmux.wait("the last chunk") { $0.status.contains("no such chunk; the last is 3") }
            try await tmux.type("F")
            try await tmux.type(text: "nowhere at all\n")
            try await tmux.wait("how to undo it") { $0.status.contains(": 0 lines; F Enter: show all") }
            try await tmux.type("F", "Enter")
            try await tmux.wait("All lines") { !$0.lines.contains { $0.contains("only nowhere") } }
            try await tmux.type("/")
            try await tmux.type(text: "zz\n")
            try await tmux.wait("nothing") { $0.status.contains("Not found") }
            try await tmux.type("Escape")
            try await tmux.wait("a heading without it") { !$0.lines.contains { $0.contains("/zz") } }
            try await quit(tmux)
        }

        @Test("the log is searched, filtered and written in four forms")
        func log() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let tmux = try await debugger(in: folder)
            try await tmux.type("/")
            try await tmux.type(text: "J1_X7\n")
            let found = try await tmux.wait("a frame with that overlay") { screen in
                screen.lines.contains { $0.contains("overlay") && $0.contains("J1_X7_M0") }
            }
            let number = try #require(Self.frame(found))
            try await tmux.type("j")
            try await tmux.wait("the next one") { (Self.frame($0) ?? 0) == number + 12 }
            try await tmux.type("F")
            try await tmux.type(text: "J1_X7\n")
            try await tmux.wait("only those") { $0.lines.contains { $0.contains("only J1_X7: 8 of") } }
            for ending in ["txt", "csv", "ndjson", "log"] {
                try await tmux.type("w", "C-u")
                try await tmux.type(text: "out.\(ending)\n")
                try await tmux.wait("a file") { $0.status.contains("wrote 8 lines to out.\(ending)") }
                let text = try String(contentsOfFile: folder.file("out.\(ending)"), encoding: .utf8)
                #expect(text.split(whereSeparator: \.isNewline).filter { $0.contains("J1_X7_M0") }.count == 8)
            }
            try await tmux.type("w", "C-u")
            try await tmux.type(text: "out.csv\n")
            try await tmux.wait("no overwriting") { $0.status.contains("already exists") }
            try await tmux.type("Escape")
            try await tmux.wait("the line is gone") { $0.isPaused }
            try await quit(tmux)
            let run = try await Program.run("inspect", "out.log", in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }

        /// The demo on the step-debug screen of `cameo play`, with an export of its first 150 frames at work.
        private func exporting() async throws -> Tmux {
            let folder = try Folder()
            let tmux = try await Tmux(
                "sh -c 'echo $$ > pid; exec \"$0\" demo' '\(try Program.path())'", columns: 120, rows: 40, in: folder)
            try await tmux.wait("a picture") { $0.isPlaying && $0.statusIndex != nil }
            try await tmux.type("d")
            try await tmux.wait("the debugger") { Self.frame($0) != nil && $0.isPaused }
            try await tmux.type("Home", "r", "g")
            try await tmux.type(text: "149\n")
            try await tmux.wait("frame 149") { Self.frame($0) == 149 }
            try await tmux.type("r", "e")
            try await tmux.wait("a line to type into") { $0.status.hasPrefix("export to") }
            try await tmux.type(text: "out.webp\n")
            try await tmux.wait("how far it is") { screen in
                screen.status.contains("Exporting: frame ") && !screen.status.contains("frame 0 of")
            }
            #expect(folder.names.contains { $0.hasPrefix("out.webp.") && $0.hasSuffix(".partial") })
            return tmux
        }

        @Test("an export says how far it is; Esc gives it up, and leaving leaves nothing of it")
        func export() async throws {
            let tmux = try await exporting()
            try await tmux.type("Escape")
            try await tmux.wait("the end of it") { $0.status.contains("Export canceled") }
            #expect(!tmux.folder.names.contains { $0.hasPrefix("out") })
            try await tmux.type(".")
            try await tmux.wait("the debugger as before") { Self.frame($0) == 150 }
            try await quit(tmux)
        }

        @Test("the frame that is looked at is exported as it is looked at, as `cameo export` does it")
        func exportOne() async throws {
            let tmux = try await Tmux(
                "'\(try Program.path())' step '\(Self.demo)'", columns: 120, rows: 40, in: try Folder())
            try await tmux.wait("the debugger") { Self.frame($0) != nil && $0.isPaused }
            try await tmux.type("g")
            try await tmux.type(text: "100\n")
            try await tmux.wait("frame 100") { Self.frame($0) == 100 }
            try await tmux.type("r", "v", "v", "v", "v", "e")
            try await tmux.wait("one frame") { $0.status.hasPrefix("export to: frame-100.png") }
            try await tmux.type("Enter")
            try await tmux.wait("the file") { $0.status.contains("frame-100.png: 1 frame, ") }
            try await quit(tmux)
            let run = try await Program.run(
                [
                    try Program.path(), "export", Self.demo, "--frames", "100", "--view", "difference", "-o",
                    "other.png",
                ],
                in: tmux.folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try tmux.folder.bytes(of: "frame-100.png") == tmux.folder.bytes(of: "other.png"))
        }

        private static var demo: String { Repository.file("assets/demo.cameo") }

        @Test("leaving while an export is at work leaves nothing of it", arguments: [nil, SIGTERM, SIGHUP])
        func exportLeft(signal: Int32?) async throws {
            let tmux = try await exporting()
            if let signal {
                kill(try #require(Int32(try tmux.folder.text(of: "pid").dropLast())), signal)
            } else {
                try await tmux.type("q")
            }
            #expect(await tmux.waitForStatus() == signal.map { 128 + Int($0) } ?? 0)
            #expect(!tmux.folder.names.contains { $0.hasPrefix("out") })
        }

        @Test("each panel can be hidden and comes back, and d closes the debugger and opens it again")
        func hiding() async throws {
            let tmux = try await debugger()
            try await tmux.wait("rest") { $0.isPaused }
            let before = try await tmux.drawnScreen()
            for key in ["t", "I", "l", "d", "x", "?"] {
                try await tmux.type(key)
                try await tmux.wait("what \(key) changes") { $0.picture != before.picture }
                try await tmux.type(key)
                try await tmux.wait("the screen after \(key)") { $0.picture == before.picture }
            }
            try await quit(tmux)
        }

        @Test("two frames stand side by side")
        func pair() async throws {
            let tmux = try await debugger(200, 60)
            try await tmux.type("A", "n")
            try await tmux.wait("the first chunk") { $0.shows(mode: "talk") }
            try await tmux.type("B", "=")
            let screen = try await tmux.wait("both") { $0.status.contains("Left: A, frame 0; right: B") }
            let colors = Set((0..<screen.size.columns / 2).compactMap { screen.pixel($0, 30) })
            let bases = Set(colors.compactMap { SampleStream.baseFrame($0)?.clip })
            #expect(bases.count == 2)
            #expect(screen.lines.contains { $0.contains("A 0 ") && $0.contains(" B ") })
            #expect(screen.lines.contains { $0.contains("A → B  +") && $0.contains(" frames  +") })
            try await quit(tmux)
        }
    }
}
