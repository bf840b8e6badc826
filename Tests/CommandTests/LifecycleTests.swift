import Events
import Platform
import Support
import Testing

/// Tests on plain pseudo-terminals run one after the other.
@Suite(.serialized) struct OnATerminal {}

extension OnATerminal {
    /// On every way out the terminal is given back (architecture, promise 7).
    @Suite(.serialized) struct LifecycleTests {
        private func player(columns: Int = 80, rows: Int = 24, arguments: [String] = []) async throws -> TerminalProgram
        {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 40, in: folder)
            return try TerminalProgram(
                ["play", "sample.cameo"] + arguments, columns: columns, rows: rows,
                environment: ["COLORTERM": "truecolor"], in: folder)
        }

        private func expectGivenBack(_ program: TerminalProgram) {
            let model = program.model
            #expect(!model.isAlternateScreen)
            #expect(model.isCursorVisible)
            // Cursor and wrapping are on as they were; mouse, bracketed paste and synchronized output are off.
            #expect(model.modes == [7, 25])
            #expect(model.ansiModes.isEmpty)
            #expect(model.attributes == TerminalModel.Attributes())
            #expect(model.lines.first == "what stood there before", "\(model.lines.map { $0.prefix(50) })")
            // CAN ends whatever the terminal may be in the middle of.
            #expect(model.unparsed.allSatisfy { $0 == "control 24" })
            #expect(program.modes.summary == program.modesBefore.summary)
        }

        @Test("given-back-quit: q ends it with status 0 and gives the terminal back")
        func quits() async throws {
            let program = try await player()
            try await program.wait("the picture") { $0.isPlaying && $0.isPictureWhole }
            #expect(program.model.isAlternateScreen && !program.model.isCursorVisible)
            #expect(program.modes.summary != program.modesBefore.summary)
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
            expectGivenBack(program)
        }

        @Test(
            "each deadly signal ends it by that signal and gives the terminal back",
            arguments: [
                SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGUSR1, SIGALRM,
                SIGPROF, SIGXCPU,
            ])
        func signals(signal: Int32) async throws {
            let program = try await player()
            try await program.wait("the avatar talking") { $0.shows(mode: "talk") }
            program.process.send(signal)
            #expect(await program.waitForEnd() == .signaled(signal))
            expectGivenBack(program)
        }

        @Test(
            "signals end it while it is paused, too, and before the first picture",
            arguments: [SIGINT, SIGTERM, SIGSEGV])
        func signalsAtOtherTimes(signal: Int32) async throws {
            let paused = try await player()
            try await paused.wait("the player") { $0.isPlaying }
            #expect(await paused.type(" "))
            try await paused.wait("the pause") { $0.isPaused }
            paused.process.send(signal)
            #expect(await paused.waitForEnd() == .signaled(signal))
            expectGivenBack(paused)

            let early = try await player()
            try await early.wait("the first byte") { _ in !early.bytes.isEmpty }
            early.process.send(signal)
            #expect(await early.waitForEnd() == .signaled(signal))
            expectGivenBack(early)
        }

        @Test("Ctrl-C and Ctrl-\\ as keys are the signals that they stand for")
        func signalKeys() async throws {
            for (key, signal) in [("\u{03}", SIGINT), ("\u{1C}", SIGQUIT)] {
                let program = try await player()
                try await program.wait("the player") { $0.isPlaying }
                #expect(await program.type(key))
                #expect(await program.waitForEnd() == .signaled(signal))
                expectGivenBack(program)
            }
        }

        @Test("they are keys also where a script ignores their signals for what it starts; its wish for SIGHUP counts")
        func ignoredSignals() async throws {
            for (key, signal) in [("\u{03}", SIGINT), ("\u{1C}", SIGQUIT)] {
                let folder = try Folder()
                _ = try await SampleStream.tape(chunks: 40, in: folder)
                let program = try TerminalProgram(
                    running: "/bin/sh",
                    [
                        "-c", "trap '' INT QUIT HUP; exec \"$0\" \"$@\"", try Program.path(), "play", "sample.cameo",
                    ],
                    environment: ["COLORTERM": "truecolor"], in: folder)
                try await program.wait("the player") { $0.isPlaying }
                program.process.send(SIGHUP)
                #expect(await program.type(" "))
                try await program.wait("the pause") { $0.isPaused }
                #expect(await program.type(key))
                #expect(await program.waitForEnd() == .signaled(signal))
                expectGivenBack(program)
            }
        }

        @Test("started in the background it is stopped, and takes nothing of the terminal before it is called")
        func background() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 40, in: folder)
            let shell = try TerminalProgram(
                running: "/bin/bash", ["--norc", "--noediting", "-i"], environment: ["COLORTERM": "truecolor"],
                in: folder)
            // It tells at once what becomes of a job.
            #expect(await shell.type("set -b\r"))
            #expect(await shell.type("'\(try Program.path())' play sample.cameo &\r"))
            try await shell.wait("the stop") { $0.lines.contains { $0.contains("Stopped") } }
            #expect(!shell.text.contains("\u{1B}["))
            #expect(await shell.type("fg\r"))
            try await shell.wait("the player") { $0.isPlaying }
            #expect(await shell.type("q"))
            try await shell.wait("the shell") { !$0.isAlternateScreen }
            #expect(await shell.type("exit\r"))
            #expect(await shell.waitForEnd() == .exited(0))
        }

        @Test("a terminal that is closed ends it")
        func closed() async throws {
            let program = try await player()
            try await program.wait("the player") { $0.isPlaying }
            program.hangUp()
            #expect(await program.process.waitForEnd() == .signaled(SIGHUP))
        }

        @Test("stopped without being asked and continued, it takes the terminal again and shows everything")
        func stopsAndContinues() async throws {
            let program = try await player()
            try await program.wait("the avatar talking") { $0.shows(mode: "talk") }
            #expect(await program.type(" "))
            try await program.wait("the pause") { $0.isPaused && $0.isPictureWhole }
            let before = program.model
            let playing = program.modes
            program.process.send(SIGSTOP)
            #expect(await eventually { program.process.isStopped() })
            program.readOn()
            program.setModes(program.modesBefore)
            program.scribble("\u{1B}[?1049l\u{1B}[?25h\u{1B}[0mshell> fg\r\n")
            program.process.send(SIGCONT)
            try await program.wait("the picture") {
                $0.isAlternateScreen && $0.picture == before.picture && $0.status == before.status
            }
            #expect(!program.model.isCursorVisible)
            #expect(program.modes.summary == playing.summary)
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test(
            "continued by somebody who left the modes as they are, it still ends with those of before",
            arguments: [true, false])
        func continues(isStopped: Bool) async throws {
            let program = try await player()
            try await program.wait("the avatar talking") { $0.shows(mode: "talk") }
            #expect(await program.type(" "))
            try await program.wait("the pause") { $0.isPaused && $0.isPictureWhole }
            if isStopped {
                program.process.send(SIGSTOP)
                #expect(await eventually { program.process.isStopped() })
            }
            let written = program.bytes.count
            program.process.send(SIGCONT)
            try await program.wait("everything anew") { _ in program.bytes.count > written + 1_000 }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
            #expect(!program.model.isAlternateScreen)
            #expect(program.modes.summary == program.modesBefore.summary)
        }

        /// One that paints more than the system keeps for a reader: noise in a large window that nobody reads.
        private func stuck() async throws -> TerminalProgram {
            let folder = try Folder()
            var random = SplitMix64(seed: 5)
            try folder.write((0..<250 * 200 * 3).map { _ in UInt8(random.below(256)) }, to: "noise.rgb")
            let program = try TerminalProgram(
                ["paint", "--pixels", "250x200", "--hold", "noise.rgb"], columns: 250, rows: 100,
                environment: ["COLORTERM": "truecolor"], in: folder)
            let isFull = await eventually { program.isFull }
            #expect(isFull)
            return program
        }

        @Test("a terminal that takes nothing any more does not keep q from ending it")
        func stuckKey() async throws {
            let program = try await stuck()
            #expect(program.send("q") == 1)
            #expect(await program.process.waitForEnd() == .exited(0))
            program.readOn()
            expectGivenBack(program)
        }

        @Test("nor does it keep a signal or a crash from ending it", arguments: [SIGTERM, SIGSEGV])
        func stuckSignal(signal: Int32) async throws {
            let program = try await stuck()
            program.process.send(signal)
            #expect(await program.process.waitForEnd() == .signaled(signal))
            program.readOn()
            expectGivenBack(program)
        }

        @Test(
            "doctor, interrupted while it waits for answers, leaves the terminal as it was",
            arguments: [SIGINT, SIGTERM])
        func doctor(signal: Int32) async throws {
            let program = try TerminalProgram(["doctor"], in: try Folder())
            let before = program.modes.summary
            let hasBegun = await eventually { program.modes.summary != before }
            #expect(hasBegun)
            program.process.send(signal)
            #expect(await program.process.waitForEnd() == .signaled(signal))
            #expect(program.modes.summary == before)
        }

        @Test("ten thousand random keys do not end it", arguments: UInt64(1)...2)
        func randomKeys(seed: UInt64) async throws {
            let program = try await player(columns: 60, rows: 20)
            try await program.wait("the player") { $0.isPlaying }
            var random = SplitMix64(seed: seed)
            let sequences = [
                "\u{1B}[A", "\u{1B}[B", "\u{1B}[1;5C", "\u{1B}[5~", "\u{1B}OP", "\u{1B}[<0;3;4M", "\u{1B}[<64;9;9M",
                "\u{1B}[200~paste\u{1B}[201~", "\u{1B}[99;99z", "é", "漢", "👩‍🚀", "\u{1B}[?62c", "\u{1B}x",
            ]
            let commands = [
                " ", ".", ",", "n", "N", "o", "i", "l", "v", "c", "f", "?", "p", "\u{0C}", "d", "t", "I", "b", "\r",
                "x", "A",
                "B", "=", "<", ">", "r", "S", "/", "j", "g", "7", "+", "-", "L", "[", "]", "{", "}", "M", "'",
            ]
            let without: Set<UInt8> = [0x03, 0x1A, 0x1B, 0x1C, 0x71, 0x73]
            var typed = ""
            for _ in 0..<10_000 {
                switch random.below(4) {
                case 0: typed += random.pick(sequences)
                case 1: typed += random.pick(commands)
                default:
                    let byte = UInt8(random.below(128))
                    if !without.contains(byte) { typed.unicodeScalars.append(Unicode.Scalar(byte)) }
                }
            }
            #expect(await program.type(typed))
            #expect(program.process.end() == nil)
            // A lone half of a sequence may swallow one; a line that is being typed ends empty.
            var rounds = 0
            #expect(
                await eventually {
                    program.readOn()
                    // Not too often, nor to one that is leaving: what is left over when it has ended is echoed.
                    if rounds % 100 == 0, program.model.isAlternateScreen { program.send("\u{15}\rq") }
                    rounds += 1
                    return program.process.end() != nil
                })
            #expect(program.process.end() == .exited(0))
            program.readOn()
            expectGivenBack(program)
        }
    }
}
