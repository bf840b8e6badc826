import Cells
import Events
import Platform
import Support
import Testing

extension OnATerminal {
    /// Sizes that change while nobody looks, jobs of a shell, and terminals and surroundings that lack something.
    @Suite(.serialized) struct TerminalEdgeTests {
        /// - Parameter line: `$0` is the program, and the tape is `sample.cameo`.
        private func shell(
            _ line: String, columns: Int = 80, rows: Int = 20, environment: [String: String?] = [:], in folder: Folder
        ) async throws -> TerminalProgram {
            _ = try await SampleStream.tape(chunks: 40, in: folder)
            return try TerminalProgram(
                running: "/bin/bash", ["--norc", "--noprofile", "-c", line, try Program.path()], columns: columns,
                rows: rows, environment: ["COLORTERM": "truecolor"].merging(environment) { $1 }, in: folder)
        }

        private func expectWhole(_ program: TerminalProgram, _ when: String) {
            let model = program.model
            #expect(model.region == 0..<model.size.rows, "\(when)")
        }

        /// What the shell prints behind `over` scrolls in all rows.
        private func expectScrolling(_ program: TerminalProgram) async throws {
            try await program.wait("the last number") { $0.lines.contains("200") }
            let rows = program.model.size.rows
            #expect(program.model.lines[rows - 2] == "200" && program.model.lines[0] == "\(202 - rows)")
            expectWhole(program, "behind it")
        }

        @Test("region-demo-stopped-enlarged: stopped, enlarged and continued it uses all rows, and the shell behind it")
        func stopped() async throws {
            let program = try await shell(
                "set -m; \"$0\" play --no-remember sample.cameo; echo stopped; read x; fg; clear; seq 200; read x",
                in: try Folder())
            try await program.wait("the player") { $0.isPlaying && $0.isAlternateScreen }
            #expect(await program.type("\u{1A}"))
            try await program.wait("the shell") { $0.lines.contains("stopped") && !$0.isAlternateScreen }
            program.resize(columns: 110, rows: 40)
            #expect(await program.type("\n"))
            try await program.wait("the larger player") { $0.isAlternateScreen && $0.isPlaying && $0.lines.count == 40 }
            expectWhole(program, "while it plays")
            #expect(await program.type("q"))
            try await expectScrolling(program)
        }

        @Test(
            "region-ok-enlarged-while-playing: a window that grows while it plays is used, and the shell scrolls in all of it"
        )
        func enlarged() async throws {
            let program = try await shell(
                "\"$0\" play --no-remember sample.cameo; clear; seq 200; read x", in: try Folder())
            try await program.wait("the player") { $0.isPlaying && $0.isAlternateScreen }
            program.resize(columns: 110, rows: 40)
            // Its status line is the last row of the larger window.
            try await program.wait("the larger player") { $0.isPlaying && $0.lines.count == 40 }
            expectWhole(program, "while it plays")
            #expect(await program.type("q"))
            try await expectScrolling(program)
        }

        @Test("region-exported-lines: the window's own size counts, whatever is exported", arguments: ["10", "90"])
        func exported(lines: String) async throws {
            let program = try await shell(
                "\"$0\" play --no-remember sample.cameo; clear; seq 200; read x",
                environment: ["LINES": lines, "COLUMNS": "30"], in: try Folder())
            try await program.wait("the player") { $0.isPlaying && $0.isAlternateScreen }
            expectWhole(program, "while it plays")
            #expect(await program.type("q"))
            try await expectScrolling(program)
        }

        @Test("region-no-size: a terminal without a size is waited for")
        func noSize() async throws {
            let program = try await shell("read x; exec \"$0\" play --no-remember sample.cameo", in: try Folder())
            program.resize(columns: 0, rows: 0)
            #expect(await program.type("\n"))
            try await program.wait("the questions") { _ in program.text.contains("\u{1B}[c") }
            program.resize(columns: 80, rows: 24)
            try await program.wait("the player") { $0.isPlaying && $0.lines.count == 24 }
            expectWhole(program, "while it plays")
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("region-pip-rows: a hosted program learns the size that the window got while all was stopped")
        func hosted() async throws {
            let program = try await shell(
                """
                set -m; "$0" pip --tile off --no-make-room -- /bin/sh -c \
                'while :; do stty size; sleep 0.2; done'; echo stopped; read x; fg
                """, in: try Folder())
            try await program.wait("the size") { $0.lines.contains("20 80") }
            #expect(await program.type("\u{1D}\u{1A}"))
            try await program.wait("the shell") { $0.lines.contains("stopped") }
            program.resize(columns: 90, rows: 36)
            #expect(await program.type("\n"))
            try await program.wait("the new size") { $0.lines.contains("36 90") }
            expectWhole(program, "below the tile")
        }

        @Test("kill-stopped-demo: kill of a stopped one ends it", arguments: 1...4)
        func killed(round: Int) async throws {
            // The shell learns a little later that its job goes on; until then `wait` ends at once with the status of a stop.
            let program = try await shell(
                """
                set -m; "$0" play --no-remember sample.cameo; kill %1
                while wait %1 2> waits; status=$?; [ $status = 148 ]; do :; done; echo status $status; read x
                """, in: try Folder())
            try await program.wait("the player") { $0.isPlaying && $0.isAlternateScreen }
            #expect(await program.type("\u{1A}"))
            try await program.wait("its end") { $0.lines.contains("status 143") && !$0.isAlternateScreen }
        }

        @Test(
            "colors-xterm-direct, colors-ok-256: letters are seen before what lies behind them",
            arguments: ["xterm-direct", "xterm-256color"])
        func readable(type: String) async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let program = try TerminalProgram(
                ["step", "--no-remember", "sample.cameo"], columns: 100, rows: 30,
                environment: ["TERM": type, "COLORTERM": nil], in: folder)
            try await program.wait("the screen") { $0.isPaused }
            program.model.expectReadable(on: (ink: 229, paper: 0))
        }

        @Test("term-xterm-ghostty: a type without a description is taken for its family, and that is said")
        func unknownType() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let program = try TerminalProgram(
                ["play", "--no-remember", "sample.cameo"], environment: ["TERM": "xterm-of-nobody"], in: folder)
            try await program.wait("what it is taken for") { screen in
                screen.isAlternateScreen && screen.lines.contains { $0.contains("xterm-of-nobody") }
            }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test(
            "tmpdir-missing-pip: a program is hosted where TMPDIR names no folder",
            arguments: ["/nowhere/tmp", "", "x"])
        func noTemporaryFolder(path: String) async throws {
            let program = try TerminalProgram(
                ["pip", "--no-audio", "--", "/bin/sh", "-c", "echo hosted; sleep 1000"],
                environment: ["COLORTERM": "truecolor", "TMPDIR": path], in: try Folder())
            try await program.wait("the program") { $0.lines.contains { $0.hasPrefix("hosted") } }
            #expect(await program.type("\u{1D}q"))
            try await program.wait("what ends with it") { $0.lines.contains { $0.contains("q again to close") } }
            #expect(await program.type("\u{1D}q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("calm-demo-hiccup: whoever watches sees no faults of a machine that stood still")
        func hiccup() async throws {
            let program = try TerminalProgram(
                ["demo"], environment: ["COLORTERM": "truecolor", "CAMEO_DEBUG": nil], in: try Folder())
            try await program.wait("her first words") { $0.lines.contains { $0.contains("Hello! I am Mira") } }
            for _ in 0..<2 {
                program.process.send(SIGSTOP)
                let start = ContinuousClock.now
                try await program.wait("half a second") { _ in start.duration(to: .now) > .milliseconds(500) }
                program.process.send(SIGCONT)
                let before = program.bytes.count
                try await program.wait("that it goes on") { _ in program.bytes.count > before + 2_000 }
                #expect(!program.model.lines.suffix(4).contains { $0.contains("fault") }, "\(program.model.lines)")
            }
        }
    }
}

extension TerminalModel {
    /// All letters stand out from what lies behind them.
    /// - Parameter own: how light the terminal's own colors are, from 0 to 255.
    func expectReadable(on own: (ink: Int, paper: Int)) {
        var letters = 0
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let cell = self[CellPoint(column: column, row: row)]
                guard cell.text.unicodeScalars.allSatisfy(\.properties.isAlphabetic) else { continue }
                letters += 1
                let (ink, paper) = (
                    cell.attributes.foreground.light(own), cell.attributes.background.light(own)
                )
                #expect(abs(ink - paper) > 60, "\(cell.text) at \(column), \(row): \(cell.attributes)")
            }
        }
        #expect(letters > 100)
    }
}

extension TerminalModel.Color {
    /// From 0 to 255.
    fileprivate func light(_ own: (ink: Int, paper: Int)) -> Int {
        switch self {
        case .defaultForeground: own.ink
        case .defaultBackground: own.paper
        case .indexed(let number) where number < 16: number == 0 ? 0 : number == 8 ? 127 : 200
        case .indexed(let number): Self.light(Palette.pixel(of: UInt8(clamping: number)))
        case .rgb(let color): Self.light(color)
        }
    }

    private static func light(_ color: UInt32) -> Int {
        (Int(color >> 16) * 3 + Int(color >> 8 & 255) * 6 + Int(color & 255)) / 10
    }
}
