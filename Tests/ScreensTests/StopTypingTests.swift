import Debugger
import Events
import Keys
import Panels
import Testing

@testable import Screens

@Suite("A stop that is typed")
struct StopTypingTests {
    private static func asked(_ columns: Int = 80, _ rows: Int = 24) -> Screening {
        var screening = Screening { $0.steps = true }
        screening.hear(.resized(ScreenGeometry(cells: CellSize(columns: columns, rows: rows))))
        screening.press(.breakpoints)
        screening.press(.character("a"))
        return screening
    }

    private static func rows(_ screening: inout Screening) -> [String] {
        var view = ScreenView()
        let popups = screening.draw(with: &view).popups
        return popups.suffix(2).flatMap { $0.lines.map { $0.spans.map(\.text).joined() } }
    }

    @Test("a condition is added without its word")
    func added() throws {
        var screening = Self.asked()
        let condition = try Breakpoint.Condition(typed: "drift > 60 && chunk == 3")
        #expect(screening.type("drift > 60 && chunk == 3") == [.setBreakpoints([Breakpoint(condition)])])
        #expect(screening.model.prompt == nil)
    }

    @Test("one that is there already is switched on and not added again")
    func twice() throws {
        var screening = Self.asked()
        let condition = try Breakpoint.Condition(typed: "drift > 60")
        screening.change { $0.breakpoints = [Breakpoint(.held), Breakpoint(condition, isEnabled: false)] }
        #expect(screening.type("drift > 60") == [.setBreakpoints([Breakpoint(.held), Breakpoint(condition)])])
        #expect(screening.model.popup == .breakpoints(1))
    }

    @Test("Tab completes as far as it is clear, the row above says what could follow")
    func completion() {
        var screening = Self.asked()
        #expect(Self.rows(&screening).contains { $0.hasPrefix(" fault held skipped") })
        for (key, text) in [
            ("dri", "drift "), ("", "drift "), ("> 60 && mo", "drift > 60 && mode "),
            ("== t", "drift > 60 && mode == talk "),
            ("&& s", "drift > 60 && mode == talk && s"),
        ] {
            for character in key { screening.press(.character(character)) }
            screening.press(.named(.tab))
            #expect(screening.model.prompt?.editor.text == text)
        }
        #expect(Self.rows(&screening).contains(" status section seq sheet sound"))
        #expect(screening.model.prompt?.error == nil)
    }

    @Test("what is wrong stands above its place, where the cursor is", arguments: [(40, 12), (80, 24), (200, 60)])
    func fault(columns: Int, rows: Int) throws {
        var screening = Self.asked(columns, rows)
        #expect(screening.type("  chunk == 3 && drfit > 60") == [])
        let prompt = try #require(screening.model.prompt)
        #expect(prompt.error == "\"drfit\" is not a field; did you mean drift?" && prompt.pointsAtError)
        #expect(prompt.editor.beforeCursor == "  chunk == 3 && ")
        var view = ScreenView()
        let popups = screening.draw(with: &view).popups.suffix(2)
        let lines = popups.flatMap { $0.lines.map { $0.spans.map(\.text).joined() } }
        let line = try #require(lines.first { $0.hasPrefix("stop at:") })
        let column = try #require(line.firstIndex(of: "d")).utf16Offset(in: line)
        let pointing = try #require(lines.first { $0.contains("▼") })
        #expect(pointing.firstIndex(of: "▼")?.utf16Offset(in: pointing) == column)
        #expect(lines.joined(separator: " ").contains("did you mean"))
        screening.press(.named(.delete))
        #expect(screening.model.prompt?.error == nil && screening.model.prompt?.pointsAtError == false)
    }

    @Test("a line that is full takes no more, and says so")
    func full() {
        var screening = Self.asked()
        screening.press(.paste("clip == \"" + String(repeating: "x", count: 985) + "\" && d"))
        screening.press(.character("u"))
        screening.press(.named(.tab))
        #expect(screening.model.prompt?.editor.text.count == 1_000)
    }
}
