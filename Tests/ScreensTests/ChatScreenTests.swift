import Cells
import Engine
import Events
import Keys
import Panels
import Support
import Testing

@testable import Screens

@Suite("A chat on the screen")
struct ChatScreenTests {
    private static func chat(
        _ events: [Event] = Screening.heard, _ set: (inout ScreenModel.Opening) -> Void = { _ in }
    ) -> Screening {
        var screening = Screening(events) { opening in
            (opening.source, opening.isChat, opening.avatar) = (.live(isInsecure: false), true, "Mira")
            set(&opening)
        }
        screening.change {
            $0.isGrowing = true
            $0.links[.main] = .connected(.inProcess)
        }
        screening.hear(.began)
        return screening
    }

    /// An avatar that is speaking.
    private static let speaking = Screening.heard.filter { $0.time < Instant(seconds: 2) }

    /// An avatar that has said all, and is not at home yet: what sounds is silence.
    private static func silentChat(_ set: (inout ScreenModel.Opening) -> Void = { _ in }) -> Screening {
        let screening = chat(silent, set)
        screening.setLevels([0])
        return screening
    }

    /// Its mouth rests.
    private static let silent: [Event] = {
        var session = EngineRun.loaded()
        let frames = Stream.frames(0..<30).map { frame in
            var frame = frame
            frame.viseme = "rest"
            return frame
        }
        session.at(1, [Stream.audio(0, frames: 30), Stream.batch(0, frames, of: 1), Stream.sent(0, 30), .audioEnded])
        session.run(to: 1.5)
        return session.heard
    }()

    @Test("the line is open from the beginning and after each message; the first words say how to use it")
    func line() {
        var screening = Self.chat()
        #expect(screening.model.prompt?.purpose == .message())
        #expect(screening.model.notice == "Enter: send · Esc: stop · Ctrl-C: quit")
        guard case .send(let message)? = screening.type("hello").first else {
            Issue.record("nothing was sent: \(screening.model.prompt?.error ?? "")")
            return
        }
        #expect(message.text == "hello" && screening.model.prompt?.editor.text == "")
        // Nothing is said by Enter alone, and what was said is typed again.
        #expect(screening.press(.named(.enter)) == [] && screening.model.prompt != nil)
        screening.press(.named(.up))
        #expect(screening.model.prompt?.editor.text == "hello")
    }

    @Test("Esc ends what is being said; once nobody speaks it leaves the line for the keys, and Enter is back in it")
    func escape() {
        var screening = Self.chat(Self.speaking)
        screening.press(.paste("half a line"))
        #expect(screening.press(.named(.escape)) == [.hush])
        #expect(screening.model.prompt?.editor.text == "half a line")
        var another = Self.chat(Self.speaking)
        another.hear(.spoken(TextSegment(text: "One. Two."), at: .zero))
        another.type("and now?")
        #expect(another.model.conversation.lines.map(\.shortfall) == [.stopped, nil])
        var quiet = Self.chat()
        #expect(quiet.press(.named(.escape)) == [] && quiet.model.prompt == nil)
        quiet.press(.say)
        #expect(quiet.model.prompt != nil)
        // Without the line it ends what is said as well.
        var closed = Self.chat(Self.speaking)
        closed.model.prompt = nil
        #expect(closed.press(.named(.escape)) == [.hush])
    }

    @Test("what was typed and not said is in the line again after Esc, at its end; what was said is not")
    func draft() {
        var screening = Self.chat()
        screening.press(.paste("half a line"))
        screening.press(.named(.home))
        screening.press(.named(.escape))
        #expect(screening.model.prompt == nil)
        screening.press(.say)
        screening.press(.character("s"))
        #expect(screening.model.prompt?.editor.text == "half a lines")
        guard case .send(let message)? = screening.press(.named(.enter)).first else {
            Issue.record("nothing was sent: \(screening.model.prompt?.error ?? "")")
            return
        }
        #expect(message.text == "half a lines" && screening.model.prompt?.editor.text == "")
        screening.hear(.saidAll)
        screening.press(.named(.escape))
        screening.press(.say)
        #expect(screening.model.prompt?.editor.text == "")
    }

    @Test("an answer that was said to its end is not stopped by another line, nor by Esc, which leaves the line")
    func saidToItsEnd() {
        var screening = Self.silentChat()
        #expect(screening.played.timeline.edge.isAnimating)
        screening.hear(.spoken(TextSegment(text: "Turn one."), at: .zero))
        screening.type("and now?")
        #expect(screening.model.conversation.lines.map(\.shortfall) == [nil, nil])
        // What is awaited can be ended all the same.
        #expect(screening.press(.named(.escape)) == [.hush])
        var quiet = Self.silentChat()
        #expect(quiet.press(.named(.escape)) == [] && quiet.model.prompt == nil)
        // What still sounds is stopped, though no mouth moves.
        var sounding = Self.chat(Self.silent)
        #expect(sounding.press(.named(.escape)) == [.hush])
        // A line from elsewhere waits until the avatar is at home, and where there is none nobody waits for that.
        var scripted = Self.silentChat { $0.isScripted = true }
        #expect(scripted.turn() == [.readLine])
        scripted.hear(.line("one"))
        #expect(scripted.turn() == [])
        var last = Self.silentChat { $0.isScripted = true }
        last.turn()
        last.hear(.line(nil))
        #expect(last.turnWhileFading() == [.endSpeech])
        // While something sounds no other line is read.
        var early = Self.chat(Self.silent) { $0.isScripted = true }
        #expect(early.turn() == [])
    }

    @Test("what is waited for is answered once all has been said, also where that was nothing")
    func awaited() {
        var screening = Self.chat()
        screening.type("hello")
        #expect(screening.press(.named(.escape)) == [.hush] && screening.model.prompt != nil)
        // Nothing is waited for any more: the end that comes then is no other line's.
        #expect(!screening.model.isAwaited)
        #expect(screening.model.conversation.lines.last?.shortfall == .stopped)
        var view = ScreenView()
        let shown = screening.draw(with: &view).panels.flatMap { $0.lines.map { $0.spans.map(\.text).joined() } }
        #expect(shown.contains { $0.contains("hello (stopped)") }, "\(shown)")
        screening.hear(.trouble("The command gave no answer"))
        screening.hear(.saidAll)
        #expect(screening.press(.named(.escape)) == [] && screening.model.prompt == nil)
    }

    @Test("a line that gets no answer is marked, and one whose answer fails within it is not")
    func unanswered() {
        var screening = Self.chat()
        screening.type("hello")
        screening.hear(.trouble("The command gave no answer"))
        screening.hear(.saidAll)
        var view = ScreenView()
        let shown = screening.draw(with: &view).panels.flatMap { $0.lines.map { $0.spans.map(\.text).joined() } }
        #expect(shown.contains { $0.contains("hello (no answer)") }, "\(shown)")
        screening.type("again")
        screening.hear(.spoken(TextSegment(text: "Well"), at: .zero))
        screening.hear(.trouble("the reply command has exited with status 1"))
        screening.hear(.saidAll)
        // Nothing is awaited: this is of something else.
        screening.hear(.trouble("standard input has ended"))
        #expect(screening.model.conversation.lines.map(\.shortfall) == [.unanswered, nil, nil])
    }

    @Test("where what was said has no room a sign tells that an answer is on its way, and no longer once it is spoken")
    func awaitedSign() {
        var (screening, view) = (
            Self.chat(Screening.heard + [Event(Instant(seconds: 13), .local(.sent))]), ScreenView()
        )
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 40, rows: 12))))
        func isShown() -> Bool {
            screening.draw(with: &view).popups.contains {
                $0.lines.map { $0.spans.map(\.text).joined().trimmed } == ["…"]
            }
        }
        #expect(!isShown())
        screening.type("hello")
        screening.model.notice = nil
        #expect(isShown())
        screening.hear(.saidAll)
        #expect(!isShown())
        screening.type("hello")
        screening.model.notice = nil
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24))))
        #expect(!isShown() && screening.model.layout(screening.played).conversation != nil)
    }

    @Test("the sign stands below what was said until the program has ended its answer")
    func goesOn() {
        var (screening, view) = (Self.chat(), ScreenView())
        func isShown() -> Bool {
            screening.draw(with: &view).panels.contains {
                $0.lines.last?.spans.map(\.text).joined().trimmed == "…"
            }
        }
        screening.type("hello")
        screening.hear(.spoken(TextSegment(text: "Wait a moment."), at: .zero))
        #expect(!screening.played.timeline.edge.isAwaitingAnswer && isShown())
        screening.hear(.saidAll)
        #expect(!isShown())
    }

    @Test("the cursor stands where the next character is typed, whatever is said above the line")
    func cursor() throws {
        var (screening, view) = (Self.chat(), ScreenView())
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24))))
        #expect(screening.model.notice != nil)
        let content = screening.draw(with: &view)
        let line = try #require(
            content.popups.first { $0.lines.first?.spans.first?.text.hasPrefix("say") == true }?.rect)
        let start = try #require(content.cursor)
        #expect(start.row == line.origin.row)
        for letter in "ab" { screening.press(.character(letter)) }
        screening.change { ($0.hasCaptions, $0.caption) = (true, "Hello there.") }
        screening.hear(.notice("saved"))
        #expect(screening.draw(with: &view).cursor == CellPoint(column: start.column + 2, row: start.row))
        screening.hear(.answered(String(repeating: "not sent ", count: 9)))
        #expect(screening.draw(with: &view).cursor == CellPoint(column: start.column + 2, row: start.row))
    }

    @Test("what is not as usual stands at the right of the line")
    func aside() {
        var (screening, view) = (Self.chat(), ScreenView())
        screening.change { $0.sound.device = .unavailable("no card") }
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24))))
        func line() -> String {
            screening.draw(with: &view).popups.flatMap { $0.lines.map { $0.spans.map(\.text).joined() } }
                .first { $0.hasPrefix("say") } ?? ""
        }
        #expect(line().hasSuffix("   no sound"), "\(line())")
        for letter in String(repeating: "a", count: 70) { screening.press(.character(letter)) }
        #expect(!line().contains("no sound") && line().contains("aaa"), "\(line())")
    }

    @Test("Ctrl-Z and Ctrl-L do from the line what they do everywhere")
    func terminal() {
        var screening = Self.chat()
        #expect(screening.press(.control("z")) == [.suspend] && screening.press(.control("l")) == [.repaint])
        #expect(screening.model.prompt != nil)
    }

    @Test("Ctrl-D quits from an empty line, and Ctrl-C from every one")
    func quit() {
        var screening = Self.chat()
        #expect(screening.press(.control("d")) == [.quit])
        screening.press(.paste("x"))
        #expect(screening.press(.control("d")) == [])
        #expect(screening.press(.control("c")) == [.quit])
    }

    @Test("what was said stands beside the face, by whom, and what went wrong above the line")
    func conversation() {
        var (screening, view) = (Self.chat(), ScreenView())
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24))))
        screening.type("hello")
        for text in ["You said hello.", "Good bye."] {
            screening.hear(.spoken(TextSegment(text: text), at: .zero))
        }
        screening.hear(.trouble("reply command exited with status 4: \u{1B}[2J"))
        let content = screening.draw(with: &view)
        let lines = (content.panels + content.popups).flatMap { $0.lines.map { $0.spans.map(\.text).joined().trimmed } }
        #expect(lines.contains("you: hello") && lines.contains("Mira: You said hello. Good bye."), "\(lines)")
        #expect(lines.contains("reply command exited with status 4: ^[[2J"), "\(lines)")
        let layout = screening.model.layout(screening.played)
        #expect(layout.picture?.size == CellSize(columns: 46, rows: 23) && layout.conversation?.size.columns == 34)
        // What went wrong covers nothing that was said, beside the face and below it.
        for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 60, rows: 40)] {
            screening.hear(.resized(ScreenGeometry(cells: size)))
            screening.hear(.trouble("reply command exited with status 4"))
            let content = screening.draw(with: &view)
            let newest = content.panels.compactMap { panel in
                panel.lines.lastIndex { $0.spans.map(\.text).joined().contains("Good bye.") }.map { row in
                    CellRect(
                        column: panel.rect.origin.column, row: panel.rect.origin.row + row,
                        columns: panel.rect.size.columns, rows: 1)
                }
            }
            #expect(newest.count == 1)
            #expect(content.popups.allSatisfy { popup in newest.allSatisfy { popup.rect.intersection($0).isEmpty } })
        }
    }

    @Test("the list of what was said has no second one beside itself")
    func listAlone() {
        var (screening, view) = (Self.chat(), ScreenView())
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24))))
        screening.type("hello")
        func isBeside() -> Bool {
            screening.draw(with: &view).panels.contains { panel in
                panel.lines.contains { $0.spans.map(\.text).joined().contains("you: hello") }
            }
        }
        #expect(isBeside())
        // The answer is given up, then the line is left.
        for _ in 1...2 { screening.press(.named(.escape)) }
        screening.press(.conversation)
        #expect(screening.model.listsConversation && !isBeside())
    }

    @Test("with nothing but the face there is the line, and what was said is not beside it")
    func clean() {
        var (screening, view) = (Self.chat { $0.isClean = true }, ScreenView())
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: 40, rows: 12))))
        screening.type("hello")
        let layout = screening.model.layout(screening.played)
        #expect(layout.conversation == nil && layout.picture?.size == CellSize(columns: 40, rows: 11))
        screening.hear(.saidAll)
        // The picture keeps its cells when the line is left.
        screening.press(.named(.escape))
        #expect(screening.model.prompt == nil && screening.model.layout(screening.played).picture == layout.picture)
        screening.model.notice = nil
        let content = screening.draw(with: &view)
        #expect(content.panels.isEmpty && content.popups.isEmpty)
    }

    // MARK: Lines from elsewhere

    @Test("lines from elsewhere are said one after the other, each when the one before was answered, and then it ends")
    func script() {
        var screening = Self.chat { $0.isScripted = true }
        #expect(screening.model.prompt == nil && screening.model.awaitsTurn)
        #expect(screening.turn() == [.readLine] && screening.turn() == [])
        screening.hear(.line("one"))
        guard case .send(let first)? = screening.turn().first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(first.text == "one" && screening.turn() == [])
        screening.hear(.saidAll)
        #expect(screening.turn() == [.readLine])
        screening.hear(.line(nil))
        #expect(screening.turnWhileFading() == [.endSpeech])
    }

    @Test("why a line was not answered is how it ends, behind the other lines")
    func trouble() {
        var screening = Self.chat { $0.isScripted = true }
        screening.turn()
        screening.hear(.line("one"))
        screening.turn()
        screening.hear(.trouble("reply command exited with status 4"))
        screening.hear(.saidAll)
        #expect(screening.turn() == [.readLine])
        screening.hear(.line(nil))
        #expect(screening.turnWhileFading() == [.fail("line 1: reply command exited with status 4")])
    }

    @Test("what goes wrong before a line was said is none of a line")
    func troubleBefore() {
        var script = LineScript()
        script.fail("no voice")
        #expect(script.trouble == "no voice")
    }

    @Test(
        "of several lines that failed it says how many, which ones and why: runs of one reason together, the first few",
        arguments: [
            (["it is silent", nil, "status 3"], "2 of 3 lines failed; line 1: it is silent; line 3: status 3"),
            (["status 1", "status 1", "status 1"], "3 of 3 lines failed; lines 1-3: status 1"),
            (
                ["a", "a", nil, "a", "b", "c", "c"],
                "6 of 7 lines failed; lines 1-2: a; line 4: a; line 5: b; and 2 more lines"
            ),
        ] as [([String?], String)])
    func troubles(_ troubles: [String?], _ words: String) {
        var screening = Self.chat { $0.isScripted = true }
        for (place, trouble) in troubles.enumerated() {
            screening.turn()
            screening.hear(.line("line \(place)"))
            screening.turn()
            if let trouble { screening.hear(.trouble(trouble)) }
            screening.hear(.saidAll)
        }
        screening.turn()
        screening.hear(.line(nil))
        #expect(screening.turnWhileFading() == [.fail(words)])
    }

    @Test("no line is said while somebody still speaks, or while it is paused")
    func waiting() {
        var speaking = Self.chat(Self.speaking) { $0.isScripted = true }
        #expect(speaking.turn() == [])
        var paused = Self.chat { $0.isScripted = true }
        paused.change { $0.isPaused = true }
        #expect(paused.turn() == [])
    }

    // MARK: Again and again

    @Test("a text that is said again and again is sent anew when it has been heard, and ends with what goes wrong")
    func repeated() {
        var screening = Screening {
            $0.source = .live(isInsecure: false)
            $0.initialUtterance = InitialUtterance(text: "hello", stays: false, repeats: true)
        }
        screening.change {
            $0.isGrowing = true
            $0.links[.main] = .connected(.inProcess)
        }
        for _ in 0..<2 {
            guard case .send(let message)? = screening.turn().first else {
                Issue.record("nothing was sent")
                return
            }
            #expect(message.text == "hello")
            screening.hear(.saidAll)
            #expect(screening.turn() == [])
        }
        screening.turn()
        screening.hear(.trouble("no voice"))
        screening.hear(.saidAll)
        #expect(screening.turn() == [.fail("no voice")])
    }
}
