import Events
import Support
import Testing

@testable import Platform

@Suite struct ProgressLineTests {
    private final class Scene {
        var moment = ContinuousClock.now
        var written: [String] = []
        var terminal = TerminalModel(size: CellSize(columns: 40, rows: 2))

        var line: ProgressLine { ProgressLine(now: { self.moment }, write: receive) }

        private func receive(_ text: String) {
            written.append(text)
            terminal.feed(text)
        }
    }

    @Test("it waits a moment, is written over in its place, not too often, and is gone at the end")
    func life() {
        let scene = Scene()
        var line = scene.line
        line.report("at once")
        scene.moment += .milliseconds(499)
        line.report("too early")
        #expect(scene.written.isEmpty)
        scene.moment += .milliseconds(1)
        line.report("frame 9 of 200, a long line")
        line.report("too soon after")
        #expect(scene.terminal.lines == ["frame 9 of 200, a long line", ""])
        scene.moment += .milliseconds(100)
        line.report("frame 10")
        #expect(scene.terminal.lines == ["frame 10", ""])
        line.end()
        #expect(scene.terminal.lines == ["", ""] && scene.terminal.cursor == .zero)
        let count = scene.written.count
        line.end()
        #expect(scene.written.count == count)
    }

    @Test("work that is over before that leaves nothing, and where nobody sees it nothing is asked")
    func quiet() {
        let scene = Scene()
        var line = scene.line
        line.report("soon")
        line.end()
        #expect(scene.written.isEmpty)
        var blind = ProgressLine(now: { scene.moment }, write: nil)
        scene.moment += .seconds(9)
        var isAsked = false
        func text() -> String {
            isAsked = true
            return ""
        }
        blind.report(text())
        blind.end()
        #expect(!isAsked)
    }
}
