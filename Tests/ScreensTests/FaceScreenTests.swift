import Cells
import Events
import Keys
import Panels
import Support
import Testing

@testable import Screens

@Suite("The face alone")
struct FaceScreenTests {
    private static func clean(
        columns: Int = 80, rows: Int = 24, _ set: (inout ScreenModel.Opening) -> Void = { _ in }
    ) -> Screening {
        var screening = Screening { opening in
            opening.isClean = true
            set(&opening)
        }
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: columns, rows: rows))))
        return screening
    }

    /// What stands on the screen as text, over the picture or beside it.
    private static func text(_ screening: inout Screening) -> [String] {
        var view = ScreenView()
        let content = screening.draw(with: &view)
        return (content.panels + content.popups).flatMap { $0.lines.map { $0.spans.map(\.text).joined() } }
    }

    @Test(
        "the picture has all cells but those of the caption, and nothing else is written",
        arguments: [
            (20, 6), (40, 12), (80, 24), (200, 60),
        ])
    func whole(_ columns: Int, _ rows: Int) {
        var screening = Self.clean(columns: columns, rows: rows)
        let whole = screening.model.layout(screening.played)
        #expect(whole.picture == CellRect(column: 0, row: 0, columns: columns, rows: rows) && whole.status == nil)
        #expect(Self.text(&screening) == [])
        screening.change { ($0.hasCaptions, $0.caption) = (true, "Hello.") }
        let layout = screening.model.layout(screening.played)
        let captionRows = rows >= 12 ? 2 : 1
        #expect(layout.picture?.size.rows == rows - captionRows)
        #expect(layout.caption?.rows == rows - captionRows..<rows)
        #expect(Self.text(&screening).map(\.trimmed) == ["Hello."])
        // They are off where somebody wants that.
        screening.press(.toggleCaptions)
        #expect(screening.model.layout(screening.played).picture?.size.rows == rows)
    }

    @Test(
        "a key that does nothing names the few that do something, for some seconds",
        arguments: [
            Key.character("x"), .character("5"), .character("?"), .named(.escape), .named(.tab), .named(.up, .shift),
        ])
    func anyKey(_ key: Key) throws {
        var screening = Self.clean()
        #expect(screening.press(key) == [])
        let said = Self.text(&screening).joined(separator: " ").replacing("\u{A0}", with: " ")
        for words in ["q quit", "space pause  m mute", "m mute", "c captions"] {
            #expect(said.contains(words), "\(said)")
        }
        // A tape hears nobody.
        #expect(!said.contains("say something"))
        let end = try #require(screening.model.noticeEnd)
        screening.change { $0.now = end }
        screening.hear(.noticeDue)
        #expect(Self.text(&screening) == [])
    }

    @Test("of a tape no key speaks of others: it names the few", arguments: ["a", "R", "s", "h", "z"] as [Character])
    func keysOfOthers(key: Character) {
        var screening = Self.clean()
        screening.press(.character(key))
        #expect(screening.model.notice?.hasPrefix("q\u{A0}quit") == true && screening.model.prompt == nil)
        #expect(screening.model.popup == nil)
    }

    @Test("at 20x6 the first of them is the way out, and no key is parted from what it does")
    func smallHelp() {
        var screening = Self.clean(columns: 20, rows: 6)
        screening.press(.character("x"))
        let said = Self.text(&screening).map { $0.replacing("\u{A0}", with: " ").trimmed }
        #expect(said.first == "q quit" && said.contains("space pause") && said.contains("m mute  u quieter"))
        #expect(said.count <= 6)
    }

    @Test("a pause is said, and what was heard of the stream's making is not")
    func words() {
        var screening = Self.clean()
        #expect(screening.press(.character(" ")) == [.togglePause])
        #expect(Self.text(&screening).map(\.trimmed) == ["paused"])
        screening.change { $0.isPaused = true }
        #expect(screening.press(.character(" ")) == [.togglePause])
        #expect(Self.text(&screening) == [])
        screening.hear(.remark("from the backend: 3 odd events"))
        #expect(Self.text(&screening) == [])
        screening.hear(.trouble("the voice has gone"))
        #expect(Self.text(&screening).map(\.trimmed) == ["the voice has gone"])
        // On a screen for people who look for faults it is.
        var player = Screening { $0.showsFigures = true }
        player.hear(.remark("odd"))
        #expect(player.model.notice == "odd")
    }

    @Test("live, a lost link is said for as long as it is lost, and talking is among the keys")
    func live() {
        var screening = Self.clean { $0.source = .live(isInsecure: false) }
        screening.change { played in
            played.isGrowing = true
            played.links[.main] = .waiting(
                until: played.now + .seconds(3), attempt: 2, attempts: 10, reason: "connection refused")
        }
        #expect(Self.text(&screening).joined().contains("reconnecting in 3 s (connection refused)"))
        screening.press(.character("x"))
        let said = screening.model.notice?.replacing("\u{A0}", with: " ") ?? ""
        #expect(said.contains("say something to the avatar") && said.contains("R connect now"))
        screening.change { $0.links[.main] = .connected(.webSocket) }
        screening.press(.say)
        guard case .send(let message)? = screening.type("hello").first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(message.text == "hello")
        screening.press(.character("x"))
        #expect(screening.model.notice?.contains("R\u{A0}try") == false)
        #expect(Self.text(&screening).count > 0)
    }

    @Test("what is stepped, read or hosted has its screen all the same")
    func others() {
        #expect(Screening { ($0.isClean, $0.steps) = (true, true) }.model.screen == .debugger)
        #expect(Screening { ($0.isClean, $0.isReading) = (true, true) }.model.screen == .reader)
        #expect(Screening { ($0.isClean, $0.isHosting) = (true, true) }.model.screen == .host)
    }
}
