import Events
import Support
import Testing

extension OnATerminal {
    /// Clicks and the wheel on the step-debug screen, as terminals report them (SGR, mode 1006).
    @Suite(.serialized) struct MouseTests {
        @Test("a click on the timeline goes there, one on the log goes to its frame, and the wheel scrolls the log")
        func clicks() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let program = try TerminalProgram(
                ["step", "sample.cameo"], columns: 120, rows: 40, environment: ["COLORTERM": "truecolor"], in: folder)
            try await program.wait("the first frame") { $0.isPaused && !$0.status.contains("Indexing") }
            try await program.wait("the timeline") { screen in screen.lines.contains { $0.hasPrefix("chunk ") } }
            let lane = try #require(program.model.lines.firstIndex { $0.hasPrefix("chunk ") })
            program.send("\u{1B}[<0;30;\(lane + 1)M\u{1B}[<0;30;\(lane + 1)m")
            try await program.wait("a frame of a chunk") { $0.shows(mode: "talk") }
            let heading = try #require(program.model.lines.firstIndex { $0.contains("base") && $0.contains("want") })
            let rows = heading + 1..<lane
            let row = try #require(rows.first { program.model.lines[$0].contains("SYNC") })
            let number = program.model.lines[row].split(separator: " ").first { Int($0) != nil }
            let first = try #require(number)
            program.send("\u{1B}[<0;20;\(row + 1)M\u{1B}[<0;20;\(row + 1)m")
            try await program.wait("the frame that was clicked") { screen in
                screen.lines.contains { $0.contains("frame    \(first)  ") }
            }
            program.send("\u{1B}[<64;20;\(heading + 3)M")
            try await program.wait("the log scrolled") { $0.lines[heading].contains("scrolled") }
            program.send("q")
            #expect(
                await eventually {
                    program.readOn()
                    return program.process.end() == .exited(0)
                })
        }
    }
}
