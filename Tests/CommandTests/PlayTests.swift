import Events
import Foundation
import Frames
import Support
import Testing

extension InTmux {
    /// `cameo play` in a real terminal multiplexer.
    @Suite(.serialized) struct PlayTests {
        private func player(
            columns: Int = 112, rows: Int = 24, arguments: String = "", chunks: Int = 40
        ) async throws -> Tmux {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: chunks, in: folder)
            let tmux = try await Tmux(
                "'\(try Program.path())' play sample.cameo --tolerance 0 \(arguments)", columns: columns, rows: rows,
                in: folder)
            try await tmux.wait("a picture and the status line") {
                $0.isPlaying && ($0.shownBase ?? $0.shownBaseBesideLog) != nil
            }
            return tmux
        }

        /// Pauses, in the middle of the answer, and waits until nothing moves any more.
        private func pauseWhileTalking(_ tmux: Tmux) async throws -> TerminalModel {
            try await tmux.wait("the avatar talking") { $0.shows(mode: "talk") }
            try await tmux.type("Space")
            return try await tmux.wait("the pause") {
                // The rate may have no room behind the faults of a machine that has no time.
                $0.isPaused && !$0.status.contains(#/ [1-9][0-9]* fps/#)
            }
        }

        private func quit(_ tmux: Tmux) async throws {
            try await tmux.type("q")
            #expect(await tmux.waitForStatus() == 0)
        }

        @Test("playing shows picture and status line, and q ends it with status 0")
        func plays() async throws {
            let tmux = try await player()
            #expect(try await tmux.isAlternateScreen())
            let first = try await tmux.wait("a whole picture") { $0.isPictureWhole }
            try await tmux.wait("the picture moving") {
                $0.shownBase.map { [$0.clip, "\($0.index)"] } != first.shownBase.map { [$0.clip, "\($0.index)"] }
            }
            try await tmux.wait("the chunk on the status line") { $0.status.contains(#/chunk [0-9] frame /#) }
            try await quit(tmux)
            #expect(try await !tmux.isAlternateScreen())
        }

        @Test(
            "at its end a tape says so, its length stays, and the avatar idles on; --once ends there, --loop begins again"
        )
        func ends() async throws {
            let tmux = try await player(columns: 80, chunks: 1)
            let over = try await tmux.wait("the end") { $0.status.contains(" finished ") }
            func times(_ screen: TerminalModel) -> [Substring]? {
                screen.status.firstMatch(of: #/ (\d+:\d\d)\/(\d+:\d\d) /#).map { [$0.1, $0.2] }
            }
            let time = try #require(times(over))
            #expect(time[0] == time[1])
            for _ in 0..<3 {
                let before = try await tmux.screen()
                let later = try await tmux.wait("the avatar idling") { $0.picture != before.picture }
                #expect(times(later) == time && later.status.contains(" finished "))
            }
            try await quit(tmux)

            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            let once = try TerminalProgram(["sample.cameo", "--once"], columns: 80, rows: 24, in: folder)
            #expect(await once.waitForEnd() == .exited(0))
            let loop = try TerminalProgram(["play", "sample.cameo", "--loop"], columns: 80, rows: 24, in: folder)
            for _ in 0..<2 {
                try await loop.wait("talking") { $0.shows(mode: "talk") }
                try await loop.wait("first word") { $0.status.contains(" 0:00/") }
            }
            loop.send("q")
            #expect(await loop.waitForEnd() == .exited(0))
        }

        @Test(
            "while it plays a key opens its panel alone and closes it, and it plays on",
            arguments: [(80, 24), (120, 40)])
        func panels(columns: Int, rows: Int) async throws {
            let tmux = try await player(columns: columns, rows: rows, arguments: "--loop")
            let marks: [(key: String, isThere: (TerminalModel) -> Bool)] = [
                ("t", { $0.lines.contains { $0.hasPrefix("chunk ") } }),
                ("I", { $0.lines.contains { $0.contains("overlay ") && $0.contains("│") } }),
            ]
            for (place, mark) in marks.enumerated() {
                try await tmux.type(mark.key)
                let open = try await tmux.wait("panel \(mark.key)") { mark.isThere($0) }
                #expect(open.isPlaying && !marks[1 - place].isThere(open))
                try await tmux.type(mark.key)
                let closed = try await tmux.wait("no panel") { screen in
                    !marks.contains { $0.isThere(screen) } && screen.isPictureWhole
                }
                #expect(closed.isPlaying)
            }
            try await quit(tmux)
        }

        @Test("the space bar pauses: the status line says so, names the frame that is shown, and nothing moves")
        func pauses() async throws {
            let tmux = try await player()
            let paused = try await pauseWhileTalking(tmux)
            #expect(paused.isPictureWhole)
            #expect(paused.shownBase?.index == paused.statusIndex)
            #expect(paused.shownBase?.clip == paused.statusClip)
            for _ in 0..<10 { #expect(try await tmux.screen().picture == paused.picture) }
            try await tmux.type("Space")
            try await tmux.wait("going on") { $0.isPlaying && $0.picture != paused.picture }
            try await quit(tmux)
        }

        @Test("the full stop goes exactly one frame forward, and the picture with it")
        func steps() async throws {
            // Wide enough for whole lines of the log, whose first column counts frames.
            let tmux = try await player(columns: 160, rows: 30, arguments: "--log")
            var before = try await pauseWhileTalking(tmux)
            var number = try #require(lastFrame(before))
            for _ in 0..<15 {
                try await tmux.type(".")
                let after = try await tmux.wait("the next frame") {
                    lastFrame($0) != number && $0.logRecord == $0.statusIndex
                        && $0.logRecord == $0.shownBaseBesideLog?.index
                }
                #expect(lastFrame(after) == number + 1)
                #expect(after.isPaused)
                (before, number) = (after, number + 1)
            }
            try await tmux.type(".", times: 7)
            try await tmux.wait("seven frames more") { lastFrame($0) == number + 7 }
            try await quit(tmux)
        }

        private func lastFrame(_ screen: TerminalModel) -> Int? { screen.logLines.last.flatMap { Int($0[0]) } }

        @Test("everything that opens over the picture leaves it intact when it closes", arguments: [80, 160])
        func popups(columns: Int) async throws {
            let tmux = try await player(columns: columns, rows: 30)
            let before = try await pauseWhileTalking(tmux)
            #expect(before.isPictureWhole)
            for key in ["o", "i", "l", "?", "f", "i"] {
                try await tmux.type(key)
                try await tmux.wait("what \(key) opens") { $0.picture != before.picture }
                try await tmux.type(key)
                try await tmux.wait("the picture after \(key)") { $0.picture == before.picture }
            }
            // Several at once, closed in another order.
            try await tmux.type("i", "?", "l", "o")
            try await tmux.wait("all of them") { $0.lines.contains { $0.contains("Keys (") } }
            try await tmux.type("?", "o", "Escape")
            // Escape and l at once would be Alt-l.
            try await tmux.wait("only the log") { screen in
                screen.lines.contains { $0.contains("late") } && !screen.lines.contains { $0.contains("statistics") }
            }
            try await tmux.type("l")
            try await tmux.wait("the picture after all of them") { $0.picture == before.picture }
            try await quit(tmux)
        }

        @Test("v goes through the views and back")
        func views() async throws {
            // Wide enough for the view on the status line.
            let tmux = try await player(columns: 120)
            let composite = try await pauseWhileTalking(tmux)
            var seen = [composite.picture]
            for view in ["base", "overlay", "outline", "difference", "demanded", "from-demanded", "onion"] {
                try await tmux.type("v")
                seen.append(try await tmux.wait("the view \(view)") { $0.status.contains("view \(view)") }.picture)
            }
            #expect(seen[1] != seen[0] && seen[2] != seen[1])
            try await tmux.type("v")
            try await tmux.wait("the composite") { $0.picture == composite.picture && !$0.status.contains("view ") }
            try await quit(tmux)
        }

        @Test("a resize while playing and while paused gives a whole picture of the new size")
        func resizes() async throws {
            let tmux = try await player()
            for (columns, rows) in [(120, 40), (40, 12), (33, 50), (80, 24)] {
                try await tmux.resize(columns: columns, rows: rows)
                try await tmux.wait("a whole picture while playing") { $0.size.columns == columns && $0.isPictureWhole }
            }
            let paused = try await pauseWhileTalking(tmux)
            for (columns, rows) in [(121, 41), (50, 9), (20, 30), (80, 24)] {
                try await tmux.resize(columns: columns, rows: rows)
                let screen = try await tmux.wait("a whole picture while paused") {
                    $0.size.columns == columns && $0.isPictureWhole && $0.isPaused
                }
                #expect(screen.shownBase?.index == paused.shownBase?.index)
            }
            try await tmux.wait("the same picture as before") { $0.picture == paused.picture }
            try await quit(tmux)
        }

        @Test("tiny windows neither end it nor leave anything behind", arguments: [true, false])
        func tinyWindows(whilePaused: Bool) async throws {
            let tmux = try await player(chunks: 10)
            let before = whilePaused ? try await pauseWhileTalking(tmux) : nil
            for (columns, rows) in [(1, 1), (5, 2), (20, 5), (2, 40), (200, 1), (8, 4), (1, 1)] {
                try await tmux.resize(columns: columns, rows: rows)
                try await tmux.wait("\(columns)x\(rows)") {
                    $0.size.columns == columns && (columns < 8 || rows < 4 || $0.isPictureWhole)
                }
                try await tmux.type("i", "?", "l", ".", "i", "?", "l")
                if !whilePaused { try await tmux.type("Space") }
            }
            try await tmux.resize(columns: 80, rows: 24)
            let after = try await tmux.wait("a whole picture again") { $0.size.columns == 80 && $0.isPictureWhole }
            if before != nil, let index = after.statusIndex { #expect(after.shownBase?.index == index) }
            try await quit(tmux)
        }

        @Test("s saves the composite in the source's resolution")
        func saves() async throws {
            let tmux = try await player()
            let paused = try await pauseWhileTalking(tmux)
            try await tmux.type("s")
            let said = try await tmux.wait("where it was saved") { $0.status.contains("Saved cameo-") }
            let name = try #require(said.status.split(separator: " ").first { $0.hasSuffix(".png") }.map(String.init))
            let picture = try decodePicture(try tmux.folder.bytes(of: name))
            #expect(picture.size == PixelSize(width: SampleStream.side, height: SampleStream.side))
            let index = try #require(paused.statusIndex)
            #expect(paused.statusClip == SampleStream.clips[3].name)
            let (base, overlay) = (SampleStream.baseColor(3, index), SampleStream.overlayColor(index))
            let middle = SampleStream.overlaySide / 2
            for y in 0..<SampleStream.side {
                for x in 0..<SampleStream.side {
                    let (dx, dy) = (x - SampleStream.zone.x, y - SampleStream.zone.y)
                    let inside = 0..<SampleStream.overlaySide ~= dx && 0..<SampleStream.overlaySide ~= dy
                    let isCenter = max(abs(dx - middle), abs(dy - middle)) <= SampleStream.overlaySide / 4
                    let place = (y * SampleStream.side + x) * 4
                    let color = Color(picture.bytes[place], picture.bytes[place + 1], picture.bytes[place + 2])
                    if !inside { #expect(color == base, "base at \(x), \(y)") }
                    if isCenter { #expect(color == overlay, "overlay at \(x), \(y)") }
                    #expect(picture.bytes[place + 3] == 255)
                }
            }
            try await tmux.type("s")
            #expect(await eventually { tmux.folder.names.filter { $0.hasSuffix(".png") }.count == 2 })
            try await quit(tmux)
        }

        @Test("Ctrl-L restores the picture after another program wrote over it")
        func repaints() async throws {
            let tmux = try await player()
            let before = try await pauseWhileTalking(tmux)
            let terminal = try await tmux.path()
            let garbage = "printf '\\033[5;5Hgarbage\\033[41m\\033[2K over the picture\\033[24;1Hmore' > \(terminal)"
            let run = try await Program.shell(garbage, in: tmux.folder)
            #expect(run.status == 0, "\(run.errors)")
            try await tmux.wait("the garbage") { $0.picture != before.picture && $0.status.hasPrefix("more") }
            try await tmux.type("C-l")
            // Pictures are decoded while it is paused, which the line tells.
            try await tmux.wait("the picture") {
                $0.picture == before.picture && $0.statusClip == before.statusClip
                    && $0.statusIndex == before.statusIndex
            }
            try await quit(tmux)
        }

        @Test("of a picture in a window that has grown nothing stays behind")
        func grows() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(in: folder)
            let tmux = try await Tmux(
                "echo before; '\(try Program.path())' play sample.cameo", columns: 80, rows: 24, in: folder)
            try await tmux.wait("the player") { $0.isPlaying && $0.isPictureWhole }
            try await tmux.resize(columns: 120, rows: 40)
            try await tmux.wait("the larger player") { $0.lines.count == 40 && $0.isPlaying && $0.isPictureWhole }
            try await quit(tmux)
            let screen = try await tmux.wait("the shell's screen") { $0.lines.first?.hasPrefix("before") == true }
            #expect(screen.lines.dropFirst().allSatisfy { $0.isEmpty }, "\(screen.lines)")
        }

        @Test("Ctrl-Z gives the shell its terminal back, fg brings everything back")
        func suspends() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(in: folder)
            let tmux = try await Tmux("PS1='shell> ' bash --norc --noprofile -i", columns: 80, rows: 24, in: folder)
            try await tmux.type(text: "'\(try Program.path())' play sample.cameo\n")
            try await tmux.wait("the player") { $0.isPlaying && $0.isPictureWhole }
            let before = try await pauseWhileTalking(tmux)
            for round in 1...3 {
                try await tmux.type("C-z")
                try await tmux.wait("the shell") { $0.lines.last { !$0.isEmpty } == "shell>" }
                #expect(try await !tmux.isAlternateScreen())
                #expect(try await tmux.isCursorShown())
                // Echo is on and lines end as they should: the command is seen and its answer stands below it.
                try await tmux.type(text: "echo round-$((\(round)+10))\n")
                try await tmux.wait("an echo and an answer") { screen in
                    screen.lines.contains("shell> echo round-$((\(round)+10))")
                        && screen.lines.contains("round-\(round + 10)")
                }
                #expect(try await tmux.screen().lines.contains { $0.contains("Stopped") })
                try await tmux.type(text: "fg\n")
                try await tmux.wait("the picture again") { $0.picture == before.picture && $0.isPaused }
                #expect(try await tmux.isAlternateScreen())
                #expect(try await !tmux.isCursorShown())
            }
            try await tmux.type("Space")
            try await tmux.wait("going on") { $0.isPlaying && $0.picture != before.picture }
            try await tmux.type("q")
            try await tmux.wait("the shell") { $0.lines.last { !$0.isEmpty } == "shell>" }
            try await tmux.type(text: "echo status-$?\n")
            try await tmux.wait("status 0") { $0.lines.contains("status-0") }
        }

        @Test("a replayed recording ends with the same picture and the same frames as were seen while recording")
        func replays() async throws {
            let tmux = try await player(columns: 160, rows: 30, arguments: "--log --record heard.cameo")
            try await tmux.wait("the avatar talking") { $0.shows(mode: "talk") }
            try await tmux.type("Space")
            let paused = try await tmux.wait("the pause") { $0.isPaused && $0.logRecord == $0.statusIndex }
            let number = try #require(lastFrame(paused))
            try await tmux.type(".", times: 5)
            let heard = try await tmux.wait("five frames more") {
                lastFrame($0) == number + 5 && $0.logRecord == $0.shownBaseBesideLog?.index
            }
            try await quit(tmux)

            let frames = heard.logLines
            // Frame, time, base and wanted base; the others have other columns on the screen.
            let shown = frames.map { line in [0, 1, 4, 5].map { line[$0] } }
            #expect(frames.count > 5)
            let listed = try await Program.run("inspect", "--frames", "heard.cameo", in: tmux.folder)
            #expect(listed.status == 0, "\(listed.errors)")
            let lines = listed.lines.map { $0.split(separator: " ").map(String.init) }.filter { Int($0[0]) != nil }
            #expect(lines.suffix(frames.count).map { line in [0, 1, 5, 6].map { line[$0] } } == shown)

            let again = try await Tmux(
                "'\(try Program.path())' play --log heard.cameo", columns: 160, rows: 30, in: tmux.folder)
            try await again.wait("the same end") { $0.logLines == frames && $0.logPicture == heard.logPicture }
            try await quit(again)
        }
    }
}

extension TerminalModel {
    /// Where the picture ends and the log begins in windows where both stand side by side.
    var rowsOfPicture: Int { size.rows - 1 }

    /// The picture's cells beside the log.
    var logPicture: [[Look]] { picture.map { Array($0.prefix(2 * rowsOfPicture)) } }

    /// The words of the log's lines of frames.
    var logLines: [[String]] {
        (1..<max(1, size.rows - 1)).compactMap { row in
            let text = (2 * rowsOfPicture..<size.columns).map { self[CellPoint(column: $0, row: row)].text }.joined()
            let words = text.split(separator: " ").map(String.init)
            return words.first.flatMap { Int($0) } == nil || words.count < 9 ? nil : words
        }
    }

    /// Base index in the last line of the log.
    var logRecord: Int? { logLines.last.flatMap { Int($0[4]) } }
}
