import Events
import Foundation
import Support
import Testing

extension InTmux {
    /// `cameo call` in a real terminal multiplexer.
    @Suite(.serialized) struct CallCommandTests {
        private static let story = """
            {"t":0,"event":"call_state","data":{"call":"c","state":"JOINED"}}
            {"t":0,"event":"call_member","data":{"id":"anna","name":"Anna Schmidt","quality":3}}
            """

        private func start(_ command: String, in folder: Folder) async throws -> Tmux {
            try await Tmux("\(command)", columns: 80, rows: 24, in: folder)
        }

        private func shows(_ text: String) -> @Sendable (TerminalModel) -> Bool {
            { screen in screen.lines.contains { $0.contains(text) } }
        }

        /// Y4M of that many frames of one color.
        private func video(_ frames: Int, in folder: Folder) throws -> String {
            var bytes = Array("YUV4MPEG2 W16 H16 F25:1 C420jpeg\n".utf8)
            for _ in 0..<frames {
                bytes +=
                    Array("FRAME\n".utf8) + [UInt8](repeating: 200, count: 256) + [UInt8](repeating: 128, count: 128)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file("v.y4m")))
            return folder.file("v.y4m")
        }

        private func quit(_ tmux: Tmux) async throws {
            try await tmux.type("q")
            #expect(await tmux.waitForStatus() == 0)
        }

        @Test("a call in a file: its member on the stage, and in a tile over the log, which says why")
        func file() async throws {
            let folder = try Folder()
            try folder.write(Self.story, to: "call.ndjson")
            let tmux = try await start("'\(try Program.path())' call call.ndjson", in: folder)
            try await tmux.wait("the initials in the middle of the stage") { screen in
                screen.lines[11].dropFirst(36).prefix(8).contains("AS")
            }
            try await tmux.type("K")
            try await tmux.wait("the tile over the log") { screen in
                screen.lines.contains { $0.contains("placeholder: video is off") }
                    && screen.lines.prefix(10).contains { $0.dropFirst(50).contains("Anna Schmidt") }
            }
            try await tmux.type("K")
            try await tmux.wait("the stage again") { $0.lines[22].hasPrefix(" Anna Schmidt") }
            try await quit(tmux)
        }

        @Test(
            "a call on standard input: what comes counts at once, keys come from the terminal, and its end changes nothing"
        )
        func standardInput() async throws {
            let folder = try Folder()
            try folder.write(Self.story + "\nnonsense\n", to: "call.ndjson")
            let tmux = try await start("cat call.ndjson | '\(try Program.path())' call -", in: folder)
            try await tmux.wait("the member", shows("Anna Schmidt"))
            try await tmux.type("K")
            try await tmux.wait("the log", shows("placeholder: video is off"))
            try await quit(tmux)
        }

        @Test("video on standard input, and at its end the placeholder, while the call goes on")
        func videoAlone() async throws {
            let folder = try Folder()
            _ = try video(3, in: folder)
            let go = folder.file("go")
            let tmux = try await start(
                "(cat v.y4m; while [ ! -e '\(go)' ]; do sleep 0.05; done) | '\(try Program.path())' call --video -",
                in: folder)
            try await tmux.wait("a frame") { screen in
                screen[CellPoint(column: 40, row: 10)].attributes.background != .defaultBackground
                    && screen.lines[22].hasPrefix(" standard input")
            }
            try await tmux.type("K")
            try await tmux.wait("its first frame in the log", shows("frame: first one received"))
            try folder.write("", to: "go")
            try await tmux.wait("what has ended", shows("standard input has ended"))
            try await tmux.wait("the placeholder") { screen in
                screen.lines.contains { $0.contains("placeholder: video is on, but no") }
                    && screen.lines.prefix(10).contains { $0.dropFirst(50).contains("SI") }
            }
            try await quit(tmux)
        }

        @Test(
            "standard input without a byte, and a video that is none, end the call with status 2",
            arguments: [
                ("true |", "-", "standard input is empty"), ("true |", "--video -", "standard input is empty"),
                ("echo text |", "--video -", "standard input: byte 0: expected \"YUV4MPEG2\" and tags, found \"text\""),
            ])
        func nothing(input: String, arguments: String, words: String) async throws {
            let folder = try Folder()
            let tmux = try await start("\(input) '\(try Program.path())' call \(arguments) 2>errors", in: folder)
            #expect(await tmux.waitForStatus() == 2)
            #expect(try folder.text(of: "errors") == "cameo: \(words)\n")
        }

        @Test("a member's picture at an address of the backend that is given is loaded, and no other")
        func address() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 1).write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let place = "/api/get_agent_profile_image/1"
            let images = [(0, server.address + place), (1, "http://127.0.0.2:1" + place)].map { time, address in
                #"{"t":\#(time),"event":"call_member","data":{"id":"anna","image":"\#(address)"}}"#
            }
            try folder.write(Self.story + "\n" + images.joined(separator: "\n"), to: "call.ndjson")
            let tmux = try await start(
                "'\(try Program.path())' call call.ndjson --backend \(server.address)", in: folder)
            try await tmux.type("K")
            try await tmux.wait("the picture", shows("image: loaded"))
            try await tmux.wait("the refusal", shows("media failed"))
            try await quit(tmux)
            _ = await server.end()
        }

        @Test("files that a call names are opened below the folder alone")
        func folder() async throws {
            let folder = try Folder()
            _ = try video(3, in: folder)
            let lines = [
                #"{"t":0,"event":"call_source","data":{"source":"out","path":"../v.y4m"}}"#,
                #"{"t":0,"event":"call_member","data":{"id":"anna","video":true,"source":"out"}}"#,
            ]
            try folder.write(Self.story + "\n" + lines.joined(separator: "\n"), to: "call.ndjson")
            try FileManager.default.createDirectory(atPath: folder.file("inner"), withIntermediateDirectories: true)
            let tmux = try await start("'\(try Program.path())' call call.ndjson --folder inner", in: folder)
            try await tmux.wait("the refusal", shows("leads up"))
            try await quit(tmux)
        }
    }
}

/// What `cameo call` refuses.
@Suite struct CallCommandLineTests {
    @Test(
        "what cannot be shown is one line, and status 2 or 64",
        arguments: [
            (["call"], 64, "missing argument: a call, or --video"),
            (["call", "-", "--video", "-"], 64, "standard input can be either the call or the video, not both"),
            (["call", "x.ndjson", "--rate", "25"], 64, "--raw, --rate and --loop need --video"),
        ])
    func refused(arguments: [String], status: Int32, words: String) async throws {
        let run = try await Program.run([try Program.path()] + arguments, in: try Folder())
        #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
    }

    @Test(
        "a video that is not there, or is none, is one line and status 2",
        arguments: [
            ("missing.y4m", "no such file"), (".", "expected a video, found a folder"),
            ("text.y4m", "expected a Y4M video or --raw, found text"),
            ("empty.y4m", "expected a Y4M video or --raw, found an empty file"),
            ("cut.y4m", "byte 11: expected a line feed behind the header, found the end behind \"YUV4MPEG2 W\""),
            (
                "talk.mkv",
                "expected a Y4M video or --raw, found a Matroska or WebM video; "
                    + "use `ffmpeg -re -v error -i FILE -f yuv4mpegpipe - | cameo call --video -`"
            ),
        ])
    func noVideo(name: String, words: String) async throws {
        let folder = try Folder()
        try folder.write("A text.", to: "text.y4m")
        try folder.write("", to: "empty.y4m")
        try folder.write("YUV4MPEG2 W", to: "cut.y4m")
        try folder.write([0x1A, 0x45, 0xDF, 0xA3, 0, 0] as [UInt8], to: "talk.mkv")
        let run = try await Program.run("call", "--video", name, in: folder)
        #expect(run.status == 2 && run.errors == "cameo: \(name): \(words)\n", "\(run.errors)")
    }
}
