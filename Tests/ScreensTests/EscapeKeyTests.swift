import Events
import Keys
import Panels
import Sessions
import Testing

@testable import Screens

@Suite("Esc closes one thing at a time")
struct EscapeKeyTests {
    /// Everything that can be open at once.
    private static func everything() -> Screening {
        var screening = Screening()
        screening.model.notice = "stopped"
        screening.model.popup = .conversation(0)
        screening.model.picture.showsStatistics = true
        screening.model.stepping.awaitedRun = Run(.forward)
        screening.model.stepping.probe = .zero
        screening.model.stepping.showsPair = true
        screening.model.stepping.range = .chosen(1...2)
        screening.model.stepping.log.search = "x"
        screening.model.stepping.log.setFilter(LogFilter(text: "y"), in: SessionLog())
        screening.model.screens = [.player, .debugger]
        return screening
    }

    @Test("what is open is closed one at a time, the innermost first and the debugger last")
    func order() {
        var screening = Self.everything()
        var closed: [Set<Closable>] = []
        var before = screening.model.closables(screening.played)
        while !before.isEmpty, closed.count < 20 {
            // A list takes the key for itself.
            screening.press(.named(.escape))
            let after = screening.model.closables(screening.played)
            closed.append(before.subtracting(after))
            before = after
        }
        #expect(
            closed == [
                // The list took the first one.
                [.popup], [.pendingRun], [.statistics], [.probe], [.pair], [.range], [.search], [.filter],
                [.screen],
            ])
    }

    @Test("the log of a player is closed, the one of the debugger only with it")
    func log() {
        var screening = Screening()
        #expect(screening.model.closables(screening.played) == [])
        for log in [PlayerPanels.Log.beside, .alone] {
            screening.model.player.log = log
            #expect(screening.model.closables(screening.played) == [.log])
        }
        screening.model.screens = [.player, .debugger]
        #expect(screening.model.closables(screening.played) == [.screen])
        screening.model.debugger.isLogAlone = true
        #expect(screening.model.closables(screening.played) == [.log, .screen])
        _ = screening.model.closeInnermost(screening.played)
        #expect(!screening.model.debugger.isLogAlone && screening.model.screen == .debugger)
    }

    @Test("what somebody else has at work is given up by whoever has it")
    func work() {
        var screening = Screening()
        screening.hear(.exporting("frame 1 of 9"))
        #expect(screening.press(.named(.escape)) == [.abandonExport])
        screening.hear(.exported("Export canceled"))
        #expect(screening.model.notice == "Export canceled" && screening.model.exporting == nil)
        screening.press(.named(.escape))
        screening.hear(.writing(path: "log.txt", 0.25))
        #expect(screening.press(.named(.escape)) == [.abandonLogWriting] && screening.model.notice == "Canceled")
        screening.change { $0.runAhead = .listening }
        #expect(screening.press(.named(.escape)) == [.abandonRunAhead])
    }

    @Test("where there is nothing behind the debugger, it says how to leave, and how its panels come and go")
    func steps() {
        var screening = Screening { $0.steps = true }
        #expect(screening.model.screens == [.debugger])
        screening.hear(.began)
        for _ in 0..<2 {
            screening.press(.named(.escape))
            #expect(
                screening.model.screens == [.debugger]
                    && screening.model.notice == "Press q to quit, d to hide the panels")
            screening.press(.toggleDebug)
            screening.press(.named(.escape))
            #expect(
                screening.model.screens == [.debugger, .player]
                    && screening.model.notice == "Press q to quit, d to show the panels")
            screening.press(.toggleDebug)
        }
    }
}
