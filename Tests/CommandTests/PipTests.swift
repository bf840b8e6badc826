import Events
import Platform
import Support
import Testing

extension OnATerminal {
    /// `cameo pip`: a program below the tile.
    @Suite(.serialized) struct PipTests {
        private let folder: Folder

        init() throws { folder = try Folder() }

        private func pip(
            _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String?] = [:]
        ) throws -> TerminalProgram {
            let usual: [String: String?] = ["COLORTERM": "truecolor", "PS1": "$ ", "SHELL": "/bin/sh", "ENV": nil]
            return try TerminalProgram(
                ["pip", "--no-audio"] + arguments, columns: columns, rows: rows,
                environment: usual.merging(environment) { $1 }, in: folder)
        }

        private func shell(_ arguments: [String] = []) async throws -> TerminalProgram {
            let program = try pip(["--tile", "off"] + arguments + ["--", "/bin/sh"])
            try await program.wait("the prompt") { $0.lines.first == "$" }
            return program
        }

        private func expectGivenBack(_ program: TerminalProgram) {
            let model = program.model
            #expect(!model.isAlternateScreen && model.isCursorVisible)
            #expect(model.modes.subtracting([1007]) == [7, 25])
            #expect(model.lines.first == "what stood there before")
            #expect(program.modes.summary == program.modesBefore.summary)
        }

        /// Of processes whose command line has this word.
        private func isRunning(_ word: String) -> Bool {
            let words = ["/bin/sh", "-c", "grep -l -a \(word) /proc/[0-9]*/cmdline 2>/dev/null | grep -v self"]
            guard let pipe = popen(words[2], "r") else { return false }
            defer { pclose(pipe) }
            var found = ""
            var buffer = [CChar](repeating: 0, count: 4_096)
            while fgets(&buffer, Int32(buffer.count), pipe) != nil {
                found += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
            // The search itself has the word, too, and its shell.
            return found.split(separator: "\n").contains { path in
                let words = (try? String(contentsOfFile: String(path), encoding: .utf8)) ?? ""
                return words.contains(word) && !words.contains("grep")
            }
        }

        @Test(
            "the program's exit status is ours, 128 and the number for a signal",
            arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143)])
        func exitStatus(script: String, status: Int32) async throws {
            let program = try pip(["--", "/bin/sh", "-c", script])
            #expect(await program.waitForEnd() == .exited(status))
            expectGivenBack(program)
        }

        @Test(
            "a program that is not there, or is none, gives one line and the status that shells give",
            arguments: [
                ("/nowhere/at-all", Int32(127)), ("/etc", 126),
            ])
        func notThere(path: String, status: Int32) async throws {
            let program = try pip(["--", path])
            #expect(await program.waitForEnd() == .exited(status))
            expectGivenBack(program)
            #expect(
                program.model.lines.contains { $0.hasPrefix("cameo: \(path): cannot be run: ") },
                "\(program.model.lines)")
        }

        @Test("keys go to the program, those that are signals too; what it writes is on the screen")
        func keys() async throws {
            let program = try await shell()
            #expect(await program.type("echo two$((1+1))\r"))
            try await program.wait("the answer") { $0.lines.contains("two2") }
            // A signal that comes before the shell has begun the program would be the shell's alone.
            #expect(await program.type("sh -c 'echo ready; exec sleep 1000'\r"))
            try await program.wait("what runs") { $0.lines.contains("ready") }
            #expect(await program.type("\u{3}"))
            // What is typed before the signal has come is thrown away with it.
            try await program.wait("the prompt behind it") { $0.lines.last { !$0.isEmpty } == "$" }
            #expect(await program.type("echo status $?\r"))
            try await program.wait("the status") { $0.lines.contains("status 130") }
            #expect(await program.type("exit 3\r"))
            #expect(await program.waitForEnd() == .exited(3))
            expectGivenBack(program)
        }

        @Test("what is typed at once with a key of ours is for what that opens, and not for the program")
        func typedAhead() async throws {
            let program = try pip(["--", "/bin/sh"])
            // Before there is a face nothing can be said.
            try await program.wait("the face and the prompt") { model in
                model.lines.first?.hasPrefix("$") == true
                    && (60..<80).contains { ["▀", "▄", "█"].contains(model[CellPoint(column: $0, row: 4)].text) }
            }
            // Behind the line the keys are the program's again. A face is seen before it can say anything: until then our key says so,
            // and what was typed with it goes nowhere, as does a line that is not taken.
            let typed = "\u{1D}:echo ba''d\recho go''od\r"
            var rounds = 0
            #expect(
                await eventually {
                    program.readOn()
                    let isOpen = program.model.lines.contains { $0.hasPrefix("say:") }
                    if rounds.isMultiple(of: 200) { program.send(isOpen ? "\u{1B}" : typed) }
                    rounds += 1
                    return program.model.lines.contains { $0.contains("good") }
                })
            // And behind one that was open already.
            program.send("\u{1D}:")
            #expect(
                await eventually {
                    program.readOn()
                    return program.model.lines.contains { $0.hasPrefix("say:") }
                })
            program.send("echo ba''d\recho bett''er\r")
            #expect(
                await eventually {
                    program.readOn()
                    return program.model.lines.contains { $0.hasPrefix("better") }
                })
            // What is said stands below the tile.
            let lines = program.model.lines.map { String($0.prefix(60)) }
            #expect(!lines.contains { $0.contains("bad") || $0.contains("ba''d") }, "\(program.model.lines)")
        }

        @Test("what a program shows is shown: colors, characters of two columns, places, a size that changes")
        func shown() async throws {
            let program = try pip([
                "--tile", "off", "--", "/bin/sh", "-c",
                """
                printf '\\033[2J\\033[3;5H\\033[1;38;2;10;20;30mbold\\033[0m \\033[44mblue\\033[m 漢字 e\\314\\201'
                printf '\\033[10;1H\\033[7mreversed\\033[m\\033[24;80H!'
                read line; stty size; read line
                """,
            ])
            try await program.wait("all of it") { $0.lines.last?.hasSuffix("!") == true }
            let model = program.model
            #expect(model.lines[2] == "    bold blue 漢字 e\u{301}")
            let bold = model[CellPoint(column: 4, row: 2)]
            #expect(bold.attributes.isBold && bold.attributes.foreground == .rgb(0x0A141E))
            #expect(model[CellPoint(column: 9, row: 2)].attributes.background == .indexed(4))
            #expect(model.lines[9] == "reversed" && model[CellPoint(column: 0, row: 9)].attributes.isReversed)
            #expect(model.isCursorVisible)
            #expect(await program.type("\r"))
            try await program.wait("its size") { $0.lines.contains("24 80") }
        }

        @Test("the terminal gets the modes that the program wants, and its own back")
        func modes() async throws {
            let program = try await shell()
            #expect(program.model.modes.isDisjoint(with: [1000, 2004, 1]))
            // The mouse is ours as long as it does not ask for it.
            #expect(program.model.modes.isSuperset(of: [1002, 1006]))
            #expect(
                await program.type("printf '\\033[?1003h\\033[?1006h\\033[?2004h\\033[?1004h\\033[?1h'; echo d''one\r"))
            try await program.wait("the modes") { $0.modes.isSuperset(of: [1003, 1006, 2004, 1004, 1]) }
            // While something of ours is open, the keys and the mouse are ours.
            #expect(await program.type("\u{1D}?"))
            try await program.wait("the keys") {
                $0.lines.contains { $0.contains("next corner") } && $0.modes.isDisjoint(with: [1003, 1004])
            }
            #expect(await program.type("\u{1B}"))
            try await program.wait("the program") {
                !$0.lines.contains { $0.contains("next corner") } && $0.modes.contains(1003)
            }
            #expect(await program.type("exit\r"))
            _ = await program.waitForEnd()
            expectGivenBack(program)
        }

        @Test(
            "dragging selects, which goes into the clipboard and can be pasted; the wheel scrolls back, and keys come back"
        )
        func mouse() async throws {
            let program = try await shell()
            #expect(await program.type("seq 100; printf 'one two'; read x; echo got:$x\r"))
            try await program.wait("the text") { $0.lines.last == "one two" }
            #expect(await program.type("\u{1B}[<0;5;24M\u{1B}[<32;6;24M\u{1B}[<32;7;24M"))
            try await program.wait("what is marked") { model in
                (0..<8).map { model[CellPoint(column: $0, row: 23)].attributes.isReversed }
                    == [false, false, false, false, true, true, true, false]
            }
            #expect(await program.type("\u{1B}[<0;7;24m"))
            try await program.wait("the clipboard") { _ in program.text.contains("\u{1B}]52;c;dHdv\u{1B}\\") }
            #expect(await program.type("\u{1B}[<64;5;5M\u{1B}[<64;5;5M"))
            try await program.wait("six lines back") {
                $0.lines.first?.hasPrefix("72") == true && $0.lines.contains { $0.contains("any other key goes back") }
            }
            #expect(await program.type("\u{1D}]"))
            try await program.wait("the paste") { $0.lines.contains("one twotwo") }
            #expect(await program.type("\r"))
            try await program.wait("what was pasted") { $0.lines.contains("got:two") }
            // Two clicks mark a word, on other rows as well.
            #expect(await program.type("echo a.b/c\r"))
            try await program.wait("the word") { $0.lines.contains("a.b/c") }
            let row = try #require(program.model.lines.firstIndex(of: "a.b/c")) + 1
            let click = "\u{1B}[<0;3;\(row)M\u{1B}[<0;3;\(row)m"
            #expect(await program.type(click + click))
            try await program.wait("the word") { _ in program.text.contains("\u{1B}]52;c;YS5iL2M=\u{1B}\\") }
            // What is marked goes with its text; nothing is copied of blanks; Ctrl-C closes what is open and ends nothing.
            let copies = program.text.count { $0 == "\u{7}" } + program.text.ranges(of: "]52;c;").count
            #expect(await program.type("clear; echo cl''eared\r"))
            try await program.wait("an empty screen") { $0.lines.first == "cleared" && !$0.lines.contains("a.b/c") }
            let blank = "\u{1B}[<0;60;20M\u{1B}[<0;60;20m"
            #expect(await program.type(blank + blank + "\u{1D}?"))
            try await program.wait("the keys") { $0.lines.contains { $0.contains("next corner") } }
            #expect(await program.type("\u{3}"))
            try await program.wait("the shell") { !$0.lines.contains { $0.contains("next corner") } }
            #expect(program.text.count { $0 == "\u{7}" } + program.text.ranges(of: "]52;c;").count == copies)
            #expect(
                (0..<80).allSatisfy { column in
                    !program.model[CellPoint(column: column, row: row - 1)].attributes.isReversed
                })
            #expect(await program.type("exit\r"))
            _ = await program.waitForEnd()
            expectGivenBack(program)
        }

        @Test(
            "on an alternate screen the wheel sends arrow keys, and a program's text goes into the clipboard if the user wants it"
        )
        func alternate() async throws {
            for use in ["selected", "all"] {
                let program = try pip([
                    "--tile", "off", "--clipboard", use, "--", "/bin/sh", "-c",
                    "stty raw -echo; printf '\\033[?1049h\\033]52;c;aGVsbG8=\\033\\\\ready'; head -c 18 | od -An -tx1; sleep 1000",
                ])
                try await program.wait("the screen") { $0.lines.first == "ready" && $0.modes.contains(1002) }
                #expect(await program.type("\u{1B}[<64;5;5M\u{1B}[<65;5;5M"))
                try await program.wait("arrow keys") {
                    $0.lines.contains { $0.contains("1b 5b 41 1b 5b 41 1b 5b 41 1b 5b 42") }
                }
                #expect(program.text.contains("]52;c;aGVsbG8=") == (use == "all"))
            }
        }

        @Test(
            "behind the prefix keys are ours: q ends all when it is typed twice, the prefix itself goes to the program")
        func prefix() async throws {
            let program = try await shell()
            #expect(await program.type("sleep 4711 & echo st''arted\r"))
            try await program.wait("the job") { $0.lines.contains("started") }
            #expect(await program.type("stty -echo; od -An -tx1\r"))
            try await program.wait("od") { $0.lines.contains { $0.hasSuffix("od -An -tx1") } }
            #expect(await program.type("\u{1D}\u{1D}abcdefghijklmno\u{4}\u{4}"))
            try await program.wait("the byte") { $0.lines.contains { $0.contains("1d 61 62 63") } }
            #expect(await program.type("\u{1D}q"))
            try await program.wait("what ends with it") {
                $0.lines.contains { $0.contains("Press Ctrl-] q again to close") }
            }
            #expect(await program.type("\u{1D}q"))
            #expect(await program.waitForEnd() == .exited(0))
            expectGivenBack(program)
            #expect(await eventually { !isRunning("4711") })
        }

        @Test(
            "on every way out the terminal is given back and no child stays",
            arguments: [SIGTERM, SIGHUP, SIGSEGV, SIGKILL])
        func signals(signal: Int32) async throws {
            let program = try await shell()
            #expect(await program.type("sleep 47\(signal)11 & sleep 47\(signal)12\r"))
            try await program.wait("the jobs") { $0.lines.contains { $0.contains("12") } }
            #expect(await eventually { isRunning("47\(signal)12") })
            program.process.send(signal)
            #expect(await program.waitForEnd() == .signaled(signal))
            if signal != SIGKILL { expectGivenBack(program) }
            #expect(await eventually { !isRunning("47\(signal)11") && !isRunning("47\(signal)12") })
        }

        @Test("in a window of a few rows what is said leaves the row alone in which somebody types")
        func cramped() async throws {
            let program = try pip(["--", "/bin/sh"], columns: 20, rows: 5)
            try await program.wait("the prompt") { $0.lines.first?.hasPrefix("$") == true }
            #expect(await program.type("\u{1D}"))
            try await program.wait("the keys in the last row") { $0.lines[4].contains("corner") }
            #expect(program.model.lines[0] == "$" && program.model.lines[1...3].allSatisfy(\.isEmpty))
            // The cursor goes down, and what is said is above it.
            #expect(await program.type("r"))
            try await program.wait("the program alone") { $0.lines[4].isEmpty }
            #expect(await program.type("clear; printf '\\n\\n\\n\\n'; read x\r"))
            try await program.wait("an empty screen") { $0.lines.allSatisfy(\.isEmpty) }
            #expect(await program.type("\u{1D}"))
            try await program.wait("the keys in the first row") { $0.lines[0].contains("corner") }
        }

        @Test("what has left the screen can be scrolled back to, and keys go to the program again behind it")
        func history() async throws {
            let program = try await shell()
            #expect(await program.type("i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo line $i; done\r"))
            try await program.wait("the end") { $0.lines.contains("line 100") }
            #expect(await program.type("\u{1D}["))
            try await program.wait("the history") { $0.lines.contains { $0.contains("Esc goes back") } }
            #expect(await program.type("\u{1B}[H"))
            // What the tile says about the history stands over the right ends of the first lines.
            try await program.wait("its beginning") { $0.lines.contains("line 3") && !$0.lines.contains("line 30") }
            #expect(await program.type("\u{1B}"))
            try await program.wait("the screen") { $0.lines.contains("line 100") && !$0.lines.contains("line 1") }
            #expect(await program.type("echo ba''ck\r"))
            try await program.wait("the shell") { $0.lines.contains("back") }
        }

        @Test("wheel-escape: the key that ends scrolling back does not reach the program, and a paste behind it is one")
        func closingKey() async throws {
            let program = try pip([
                "--tile", "off", "--", "/bin/sh", "-c",
                "seq 100; stty -echo; printf '\\033[?2004h'; read x; printf '<%s>' \"$x\" | od -An -c; read y",
            ])
            try await program.wait("the text") { $0.lines.contains("100") && $0.modes.contains(2004) }
            for key in ["\u{1B}", "q", "\u{1B}[27;129u", "\u{3}"] {
                program.send("\u{1B}[<64;5;5M\u{1B}[<64;5;5M")
                try await program.wait("six lines back") { !$0.lines.contains("100") }
                program.send(key)
                try await program.wait("the end again") { $0.lines.contains("100") }
            }
            #expect(await program.type("\u{1B}[200~a\u{1B}[201~\r"))
            try await program.wait("what reached it") { model in
                model.lines.contains { $0.split(separator: " ").joined().hasPrefix("<033[200~a033[201~>") }
            }
        }

        @Test("paste-2-mb: a paste of 2 MB into a program that is busy arrives whole")
        func longPaste() async throws {
            let line = "a line of the paste, of which there are many, one after the other\r"
            let body = String(String(repeating: line, count: 2_000_000 / line.utf8.count + 1).prefix(2_000_000))
            try folder.write(Array(body.utf8), to: "body")
            let program = try pip([
                "--", "/bin/sh", "-c",
                """
                stty raw -echo; echo ready; until [ -e go ]; do sleep 0.05; done
                head -c 2000000 | cmp - body && echo all''same; sleep 1000
                """,
            ])
            try await program.wait("that it is ready") { $0.lines.contains { $0.hasPrefix("ready") } }
            #expect(await program.type(body))
            try folder.write([], to: "go")
            try await program.wait("all of it") { $0.lines.contains { $0.contains("allsame") } }
        }

        @Test("paste-2-mb: more than a program that reads nothing can be given does not hold up the prefix")
        func pasteForNobody() async throws {
            let program = try pip(["--", "/bin/sh", "-c", "stty raw -echo; echo ready; exec sleep 1000"])
            try await program.wait("that it is ready") { $0.lines.contains { $0.hasPrefix("ready") } }
            let line = String(repeating: "a line of the paste, of which there are many\r", count: 100)
            for _ in 0..<1_200 { #expect(await program.type(line)) }
            // What comes in one piece with the paste is part of it.
            let isOver = await eventually {
                program.send("\u{1D}q")
                program.readOn()
                return program.process.end() != nil
            }
            #expect(isOver && program.process.end() == .exited(0))
        }

        @Test("no-color-hosted-red: with NO_COLOR the program has its colors and finds NO_COLOR, and ours are gone")
        func noColor() async throws {
            let program = try pip(
                ["--", "/bin/sh", "-c", "printf '\\033[31mred\\033[m NO=%s.' \"$NO_COLOR\"; sleep 1000"],
                environment: ["NO_COLOR": "1"])
            try await program.wait("its text") { $0.lines.first?.hasPrefix("red NO=1.") == true }
            #expect(program.model[.zero].attributes.foreground == .indexed(1))
            program.send("\u{1D}?")
            try await program.wait("the keys") { $0.lines.contains { $0.contains("next corner") } }
            for row in 0..<24 {
                for column in 0..<80 where program.model.lines[row].contains("next corner") {
                    #expect(
                        program.model[CellPoint(column: column, row: row)].attributes.foreground == .defaultForeground)
                }
            }
        }

        @Test(
            "keys-prefix-kitty: the prefix and the key behind it in other forms",
            arguments: [
                "\u{1B}[93;5uq", "\u{1B}[93;133u\u{1B}[113;129u", "\u{1B}[27;5;93~q",
            ])
        func prefixForms(keys: String) async throws {
            let program = try pip(["--tile", "off", "--", "/bin/sh", "-c", "echo ready; sleep 1000"])
            try await program.wait("that it is ready") { $0.lines.first == "ready" }
            program.send(keys)
            try await program.wait("what ends with it") { $0.lines.contains { $0.contains("q again to close") } }
            program.send(keys)
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test(
            "a terminal with kitty's keyboard protocol is asked for it, and gets its own flags back; a program has flags of its own"
        )
        func keyboardProtocol() async throws {
            let program = try pip([
                "--tile", "off", "--", "/bin/sh", "-c",
                """
                stty raw -echo; printf '\\033[>1u\\033[?u'; head -c 5 | od -An -c
                head -c 7 | od -An -c; stty sane; printf '\\033[<u'; echo plain; read x; sleep 1000
                """,
            ])
            program.answer = "\u{1B}[?0u\u{1B}[?62c"
            func shows(_ text: String) -> (TerminalModel) -> Bool {
                { $0.lines.contains { $0.split(separator: " ").joined() == text } }
            }
            try await program.wait("the answer", shows("033[?1u"))
            #expect(program.text.contains("\u{1B}[>1u") && program.text.contains("\u{1B}[?u"))
            // As a terminal sends it that has no other form.
            program.send("\u{3}")
            try await program.wait("the key", shows("033[99;5u"))
            try await program.wait("the other form") { $0.lines.contains { $0.contains("plain") } }
            try await program.wait("the terminal's form") { _ in
                program.text.hasSuffix("\u{1B}[=0;1u") || program.text.contains("\u{1B}[=0;1u")
            }
            program.send("\u{1D}q")
            try await program.wait("what ends with it") { $0.lines.contains { $0.contains("q again to close") } }
            program.send("\u{1B}[93;5u\u{1B}[113u")
            #expect(await program.waitForEnd() == .exited(0))
            #expect(program.text.ranges(of: "\u{1B}[<u").count == 1)
            expectGivenBack(program)
        }

        @Test("a text is searched in what has left the screen, and marked where it is found")
        func searching() async throws {
            let program = try await shell()
            #expect(await program.type("seq -f 'number %g' 100\r"))
            try await program.wait("the end") { $0.lines.contains("number 100") }
            #expect(await program.type("\u{1D}/"))
            try await program.wait("the line for it") { $0.lines.last?.hasPrefix("search:") == true }
            #expect(await program.type("Number 3"))
            try await program.wait("nothing found") { $0.lines.last?.contains("Not found") == true }
            #expect(await program.type("\u{15}number 3"))
            func isMarked(_ text: String) -> (TerminalModel) -> Bool {
                { model in
                    model.lines.firstIndex(of: text).map {
                        model[CellPoint(column: 7, row: $0)].attributes.isReversed
                    } == true
                }
            }
            try await program.wait("the last one", isMarked("number 39"))
            #expect(await program.type("\rn"))
            try await program.wait("the one before", isMarked("number 38"))
            #expect(await program.type("N"))
            try await program.wait("the one behind", isMarked("number 39"))
            #expect(await program.type("\u{1B}"))
            try await program.wait("the end again") { $0.lines.contains("number 100") }
            #expect(await program.type("echo ba''ck\r"))
            try await program.wait("the shell") { $0.lines.contains("back") }
        }

        @Test("a program speaks through the tile, and one that looks for a tile elsewhere says so")
        func saying() async throws {
            let program = try pip(["--", "/bin/sh"], columns: 100, rows: 30)
            try await program.wait("the prompt") { $0.lines.first?.hasPrefix("$") == true }
            let cameo = try Program.path()
            #expect(await program.type("\(cameo) say --wait 'Well done.'; echo sa''id $?\r"))
            // The tile has captions: what is being said stands below it.
            try await program.wait("the caption") { model in
                model.lines.contains { $0.contains("Well done.") && !$0.contains("say") }
            }
            try await program.wait("that it was said") { $0.lines.contains { $0.hasPrefix("said 0") } }
            // The user wants none of it, and what comes then is said.
            let words = String(repeating: "and on ", count: 300)
            #expect(await program.type("\(cameo) say --wait '\(words)'; echo en''ded $?\r"))
            try await program.wait("its end") { model in
                if model.lines.contains(where: { $0.hasPrefix("ended 1") }) { return true }
                program.send("\u{1D}x")
                return false
            }
            #expect(await program.type("clear; \(cameo) say --wait 'Done again.'; echo sa''id $?\r"))
            try await program.wait("that it was said, too") { $0.lines.contains { $0.hasPrefix("said 0") } }
            #expect(await program.type("clear; \(cameo) pip; echo en''ded $?\r"))
            try await program.wait("that there is one") { $0.lines.contains { $0.hasPrefix("ended 2") } }
            #expect(program.model.lines.contains { $0.contains("this terminal already has a tile") })
        }

        @Test("a text without a word is passed over: who gave it hears that, and the next one is said")
        func wordless() async throws {
            let program = try pip(["--", "/bin/sh"], columns: 100, rows: 30)
            try await program.wait("the prompt") { $0.lines.first?.hasPrefix("$") == true }
            let cameo = try Program.path()
            let tries = [
                ("printf ... | \(cameo) say", "the text has no words"),
                ("\(cameo) say --wait </dev/null", "the text is empty"), ("\(cameo) say ''", "the text is empty"),
                ("\(cameo) say ...", "the text has no words"),
            ]
            for (number, (command, reason)) in tries.enumerated() {
                #expect(await program.type("clear; \(command); echo en''ded \(number) $?\r"))
                try await program.wait("the end of \(command)") { screen in
                    screen.lines.contains { $0.hasPrefix("ended \(number) 2") }
                }
                #expect(
                    program.model.lines.contains { $0.hasPrefix("cameo: nothing to say: \(reason)") },
                    "\(program.model.lines)")
            }
            #expect(await program.type("clear; \(cameo) say --wait 'Well done.'; echo sa''id $?\r"))
            try await program.wait("that it was said") { $0.lines.contains { $0.hasPrefix("said 0") } }
        }

        @Test(
            "a cursor that stays under the tile moves it to the next corner, unless it was told not to",
            arguments: [true, false])
        func makesRoom(moves: Bool) async throws {
            let program = try pip(
                (moves ? [] : ["--no-make-room"]) + ["--", "/bin/sh", "-c", "printf '\\033[4;70H'; read line"])
            // Blocks of the picture are in the corner at the right.
            func hasFace(_ model: TerminalModel, _ columns: Range<Int>, row: Int) -> Bool {
                columns.contains { ["▀", "▄", "█"].contains(model[CellPoint(column: $0, row: row)].text) }
            }
            try await program.wait("the tile") { hasFace($0, 62..<76, row: 4) }
            if moves {
                try await program.wait("it in another corner") {
                    hasFace($0, 62..<76, row: 18) && !hasFace($0, 62..<76, row: 4)
                }
            } else {
                #expect(await program.type("\u{1D}c"))
                try await program.wait("it where it was sent") { hasFace($0, 62..<76, row: 18) }
            }
        }
    }
}
