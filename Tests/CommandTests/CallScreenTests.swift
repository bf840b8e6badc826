import Events
import Foundation
import Frames
import Support
import Testing

extension OnATerminal {
    /// `cameo call` as it is seen.
    @Suite(.serialized) struct CallScreenTests {
        private static let truecolor = ["COLORTERM": "truecolor", "TERM": "xterm-256color"]
        private static let joined = """
            {"t":0,"event":"call_state","data":{"call":"c","state":"JOINED"}}
            {"t":0,"event":"call_member","data":{"id":"bob","name":"Bob"}}

            """

        /// Gray frames with an edge of another color on each side: as video, or as I420 without headers.
        private static func video(_ width: Int, _ height: Int, isRaw: Bool) -> Data {
            let edge = max(8, min(width, height) / 20 * 2)
            // Y, U and V of red, green, blue, yellow and gray.
            let colors: [[UInt8]] = [
                [81, 90, 240], [145, 54, 34], [41, 240, 110], [210, 16, 146], [126, 128, 128],
            ]
            func plane(_ part: Int, _ step: Int) -> [UInt8] {
                (0..<height / step).flatMap { y in
                    (0..<width / step).map { x in
                        let color =
                            y < edge / step
                            ? 2
                            : y >= (height - edge) / step ? 3 : x < edge / step ? 0 : x >= (width - edge) / step ? 1 : 4
                        return colors[color][part]
                    }
                }
            }
            let frame = plane(0, 1) + plane(1, 2) + plane(2, 2)
            let header = isRaw ? [] : Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 C420\n".utf8)
            return Data(header + (0..<3).flatMap { _ in (isRaw ? [] : Array("FRAME\n".utf8)) + frame })
        }

        /// Which edges of it are on the screen.
        private static func edges(_ screen: TerminalModel) -> Set<String> {
            var found: Set<String> = []
            for y in 0..<2 * screen.size.rows {
                for x in 0..<screen.size.columns {
                    guard let pixel = screen.pixel(x, y) else { continue }
                    let high = [pixel.red, pixel.green, pixel.blue].map { $0 > 190 }
                    let low = [pixel.red, pixel.green, pixel.blue].map { $0 < 110 }
                    guard zip(high, low).allSatisfy({ $0 != $1 }) else { continue }
                    switch high {
                    case [true, false, false]: found.insert("left")
                    case [false, true, false]: found.insert("right")
                    case [false, false, true]: found.insert("top")
                    case [true, true, false]: found.insert("bottom")
                    default: break
                    }
                }
            }
            return found
        }

        @Test(
            "call-video-4-3, call-screen-4-3: a video or a shared screen is shown whole unless somebody wants it cropped, which f changes",
            arguments: [
                (320, 240, 100, 30, false, false), (640, 360, 40, 12, false, false), (322, 242, 120, 40, true, false),
                (320, 240, 80, 24, false, true), (240, 320, 80, 24, false, true), (320, 240, 20, 8, false, false),
            ])
        func whole(
            width: Int, height: Int, columns: Int, rows: Int, isRaw: Bool, isShared: Bool
        ) async throws {
            let folder = try Folder()
            try Self.video(width, height, isRaw: isRaw).write(to: URL(fileURLWithPath: folder.file("v")))
            try folder.write(
                Self.joined + """
                    {"t":0,"event":"call_member","data":{"id":"bob","share":true,"share_source":"screen"}}
                    {"t":0,"event":"call_source","data":{"source":"screen","path":"v"}}
                    {"t":600,"event":"call_state","data":{"call":"c","state":"LEFT"}}
                    """, to: "call.ndjson")
            let arguments = isShared ? ["call.ndjson", "--folder", "."] : ["--video", "v"]
            let program = try TerminalProgram(
                ["call"] + arguments + (isRaw ? ["--raw", "\(width)x\(height)"] : []), columns: columns, rows: rows,
                environment: Self.truecolor, in: folder)
            try await program.wait("all four edges") { Self.edges($0).count == 4 }
            #expect(await program.type("f"))
            try await program.wait("two sides cut off") { [2, 3].contains(Self.edges($0).count) }
            #expect(await program.type("f"))
            try await program.wait("all four edges again") { Self.edges($0).count == 4 }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test(
            "call-ok-screen-16-10: --fill begins cropped, and --no-fill whole, also a video of the window's own shape")
        func options() async throws {
            let folder = try Folder()
            for (option, width, height, counts) in [
                ("--fill", 320, 240, [2, 3]), ("--no-fill", 320, 240, [4]), ("--no-fill", 640, 400, [4]),
            ] {
                try Self.video(width, height, isRaw: false).write(to: URL(fileURLWithPath: folder.file("v")))
                let program = try TerminalProgram(
                    ["call", option, "--video", "v"], columns: 100, rows: 30, environment: Self.truecolor, in: folder)
                try await program.wait(option) { counts.contains(Self.edges($0).count) }
                #expect(await program.type("q"))
                #expect(await program.waitForEnd() == .exited(0))
            }
        }

        @Test(
            "call-pipe-bad-line, call-pipe-enter: a bad line of standard input is blamed on it with its number, and no key offers to say something"
        )
        func badLine() async throws {
            let folder = try Folder()
            let pipe = folder.file("told")
            #expect(mkfifo(pipe, 0o600) == 0)
            let program = try TerminalProgram(
                ["call", "-"], columns: 130, rows: 30, input: .file(pipe, flags: O_RDWR), in: folder)
            let told = open(pipe, O_WRONLY)
            func tell(_ text: String) { _ = text.withCString { write(told, $0, strlen($0)) } }
            tell(Self.joined)
            try await program.wait("the call") { $0.lines.contains { $0.contains("Bob") } }
            func says(_ words: String) -> (TerminalModel) -> Bool {
                { screen in screen.lines.contains { $0.contains(words) } }
            }
            tell("\nnot json\n")
            try await program.wait("the bad line", says("standard input, line 4: not JSON"))
            for key in ["\r", ":"] {
                #expect(await program.type(key))
                try await program.wait("that nobody hears it", says("can only be watched"))
                #expect(!says("no picture")(program.model) && !says("Enter")(program.model))
                tell(#"{"event":"call_state","data":{"call":"c","state":"NOPE"}}"# + "\n")
                try await program.wait("another one", says("expected one of JOINING"))
            }
            #expect(await program.type("?"))
            try await program.wait("the help", says("pause"))
            #expect(!says("Enter")(program.model) && !says("say something")(program.model))
            #expect(await program.type("/raised"))
            try await program.wait("what is looked for, where it is typed", says("find: raised"))
            try await program.wait("the sign of it", says("raised a hand"))
            #expect(await program.type("\r"))
            #expect(await program.type("q"))
            try await program.wait("the call again") { !says("raised a hand")($0) }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
            close(told)
        }
    }
}
