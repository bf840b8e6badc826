import Debugger
import Engine
import Events
import Foundation
import Keys
import Playback
import Screens
import Sessions
import Settings
import Support
import Terminal
import Testing

@testable import App

@Suite("Who has done what the screen wants")
@MainActor
struct ScreenOwnersTests {
    private let run: ScreenRun
    private var owners: ScreenController { run.owners }
    private var screen: KeptScreen { run.screen }

    init() async throws { run = try await ScreenRun() }

    private func outcomes(_ inputs: [ScreenInput]) -> [SeekOutcome] {
        inputs.compactMap { if case .arrived(let outcome) = $0 { outcome } else { nil } }
    }

    private func notices(_ inputs: [ScreenInput]) -> [String] {
        inputs.compactMap { if case .notice(let text) = $0 { text } else { nil } }
    }

    private func sizes(_ inputs: [ScreenInput]) -> [CellSize] {
        inputs.compactMap { if case .resized(let geometry) = $0 { geometry.cells } else { nil } }
    }

    // MARK: Playing

    @Test("all of the tape is heard ahead, and the playhead waits at the beginning")
    func beginning() {
        let played = owners.played
        #expect(played.isPaused && played.isExhausted && !played.isBusy && !played.isAtEdge)
        #expect(played.position == .zero && played.end > Instant(seconds: 1))
    }

    @Test("going somewhere ends there, and is said once")
    func going() {
        run.perform(.seek(to: Instant(seconds: 1)))
        #expect(owners.played.position == Instant(seconds: 1) && owners.played.isPaused)
        #expect(outcomes(owners.outcome()) == [.arrived([])] && outcomes(owners.outcome()).isEmpty)
        run.perform(.skip(.milliseconds(-400)))
        #expect(owners.played.position == Instant(seconds: 0.6))
        run.perform(.go(to: .chunk(1)))
        #expect(owners.played.record?.position?.chunk == 1)
        let ordinal = owners.played.record?.ordinal ?? 0
        run.perform(.go(to: .frames(1)))
        #expect(owners.played.record?.ordinal == ordinal + 1 && outcomes(owners.outcome()) == [.stepped])
    }

    @Test("a run stops at the breakpoints that are set, and those are kept beside the tape")
    func breakpoints() {
        let chunk = Breakpoint(.chunkStart)
        run.perform(.setBreakpoints([chunk]))
        run.perform(.run(.forward))
        #expect(outcomes(owners.outcome()) == [.arrived([chunk])])
        #expect(run.folder.names.contains { $0.hasSuffix(".debug.toml") })
        run.perform(.setBreakpoints([]))
        run.perform(.run(.forward))
        #expect(outcomes(owners.outcome()) == [.noStop])
    }

    @Test("pause and speed are the playhead's, mute and volume the loudspeaker's")
    func pauseAndSound() {
        run.perform(.togglePause)
        #expect(!owners.played.isPaused)
        run.perform(.togglePause)
        #expect(owners.played.isPaused)
        run.perform(.setSpeed(50))
        #expect(owners.played.speed == 50)
        run.perform(.setMuted(true))
        run.perform(.setVolume(30))
        #expect(owners.played.sound.isMuted && owners.played.sound.volume == 30)
        run.perform(.goLive)
        #expect(owners.played.isAtEdge && !owners.played.isPaused)
    }

    @Test("what somebody finds in the pixels comes into the log, and the log is drawn again")
    func findings() throws {
        run.draw()
        let record = try #require(owners.played.log.entries.lazy.compactMap(\.record).first { $0.status == .sync })
        run.perform(
            .add([AuditFinding(.seam, at: record.shown, frame: record.ordinal, expected: "a", found: "b")]))
        let statuses = owners.played.log.entries.compactMap(\.record).filter { $0.ordinal == record.ordinal }
        #expect(statuses.map(\.status) == [.seam])
        run.draw()
        #expect(screen.contents.count == 2)
    }

    @Test("a tape that has been played to its end stays there, ends the program, or begins again, as it is wished")
    func end() async throws {
        for (atEnd, isEnded, place) in [
            (AtEnd.stay, false, nil), (.quit, true, nil), (.rewind(to: .zero), false, Instant.zero),
        ] {
            let lines = [#"{"t":0,"event":"odd","data":1}"#, #"{"t":0.001,"event":"odd","data":2}"#]
            let run = try await ScreenRun(lines: lines) { ($0.steps, $0.atEnd) = (false, atEnd) }
            while !run.playback.isOver(at: run.owners.clock.now) { _ = try run.owners.advance(run.model) }
            #expect(run.owners.played.isOver)
            run.owners.followEnd()
            #expect((run.owners.ending != nil) == isEnded)
            if let place { #expect(run.playback.timeline.now == place) }
        }
    }

    // MARK: Files

    @Test("marks are set, renamed and taken away; the log goes into a file")
    func files() throws {
        let mark = Mark(time: Instant(seconds: 1), name: "a", note: "")
        run.perform(.addMark(mark))
        run.perform(.rename(mark, to: "b", note: nil))
        let renamed = Mark(time: mark.time, name: "b", note: "")
        guard case .marks([renamed])? = run.perform(.readMarks).last else {
            Issue.record("no marks")
            return
        }
        run.perform(.remove(renamed))
        guard case .marks([])? = run.perform(.readMarks).last else {
            Issue.record("a mark is left")
            return
        }
        #expect(try run.tape.marks() == [])
        // Lines are chosen among those that the panels have taken note of.
        run.draw()
        run.perform(.writeLog(to: run.folder.file("log.txt")))
        // Under a line of what the columns are.
        #expect(try run.folder.lines(of: "log.txt").count == 1 + owners.played.log.entries.count)
    }

    @Test("a log that is given up is not written on")
    func abandonedLog() {
        _ = owners.perform(.writeLog(to: run.folder.file("log.txt")), for: run.model)
        #expect(owners.hasWork(for: run.model))
        run.perform(.abandonLogWriting)
        #expect(!owners.hasWork(for: run.model) && !run.folder.names.contains("log.txt"))
    }

    // MARK: The terminal

    @Test("what is typed reaches the model, and room in the terminal the queue")
    func terminal() {
        screen.keys = [.character("a"), .named(.enter)]
        let keys = owners.receiveMessage(.terminal(.inputReady)).compactMap {
            if case .key(let key) = $0 { key } else { nil }
        }
        #expect(keys == [.character("a"), .named(.enter)])
        #expect(owners.receiveMessage(.terminal(.outputReady)).isEmpty && screen.told == ["flush"])
    }

    @Test("a window of another size, and a terminal that was taken back, are drawn anew")
    func resized() {
        run.draw()
        screen.nextWindow = WindowSize(columns: 100, rows: 30)
        #expect(sizes(owners.receiveMessage(.terminal(.signal(.windowChanged)))) == [CellSize(columns: 100, rows: 30)])
        #expect(sizes(owners.receiveMessage(.terminal(.signal(.continued)))) == [CellSize(columns: 100, rows: 30)])
        #expect(screen.told == ["resize", "takeBack"])
        run.draw()
        #expect(screen.contents.count == 2)
        run.perform(.repaint)
        #expect(screen.told.last == "repaint")
        run.draw()
        #expect(screen.contents.count == 3)
    }

    @Test("what is to be copied reaches the terminal as its clipboard takes it")
    func copied() {
        run.perform(.copy("cameo step"))
        #expect(screen.told == ["copy Y2FtZW8gc3RlcA=="])
    }

    @Test(
        "what plays waits while the process is stopped, and plays on; what is paused stays paused",
        arguments: [false, true])
    func suspended(isPlaying: Bool) {
        if isPlaying { run.perform(.togglePause) }
        #expect(sizes(owners.receiveMessage(.terminal(.signal(.stopRequested)))).count == 1)
        #expect(screen.told == ["suspend"] && owners.played.isPaused == !isPlaying)
        #expect(sizes(run.perform(.suspend)).count == 1)
        #expect(screen.told == ["suspend", "suspend"] && owners.played.isPaused == !isPlaying)
    }

    @Test("each way out is told apart")
    func endings() async throws {
        #expect(owners.ending == nil)
        run.perform(.quit)
        #expect(try owners.ending?.get() == .quit)
        _ = owners.receiveMessage(.terminal(.closed))
        #expect(try owners.ending?.get() == .closed)
        _ = owners.receiveMessage(.terminal(.signal(.endRequested(SIGTERM))))
        #expect(try owners.ending?.get() == .signal(SIGTERM))
        run.perform(.fail("too bad"))
        let error = #expect(throws: CommandError.self) { try owners.ending?.get() }
        #expect(error?.reason == "too bad")
        owners.stop()
        #expect(screen.told == ["leave", "stop"])
    }
}
