import Cells
import Debugger
import Engine
import Events
import Keys
import Panels
import Sessions
import Support
import Testing

@testable import Screens

@Suite("Looking through the log")
struct LogCommandsTests {
    @Test("a search goes to the nearest line, goes on from there, and says what is not there")
    func search() throws {
        var screening = Screening()
        #expect(screening.press(.search) == [.togglePause, .runAhead, .testSeams])
        let found = screening.type("sync")
        guard case .go(to: .heard(let first))? = found.first else {
            Issue.record("nothing was found: \(screening.model.prompt?.error ?? "")")
            return
        }
        screening.timeline.move(to: first)
        // The newest line has it: there is none behind it.
        #expect(screening.press(.nextMatch) == [] && screening.model.notice == "No later match: sync")
        guard case .go(to: .heard(let before))? = screening.press(.previousMatch).first else {
            Issue.record("no match before: \(screening.model.notice ?? "")")
            return
        }
        #expect(before < first)
        screening.press(.search)
        #expect(screening.model.prompt?.editor.text == "sync")
        #expect(screening.type("~ not there ~") == [] && screening.model.prompt?.error == "Not found: ~ not there ~")
        // Given up, what was looked for in vain is forgotten.
        screening.press(.named(.escape))
        #expect(screening.model.stepping.log.search.isEmpty && screening.model.prompt == nil)
    }

    @Test("a filter shows fewer lines, says how many, and an empty one shows all")
    func filter() {
        var screening = Screening()
        screening.press(.filter)
        #expect(
            screening.type("=!") == []
                && screening.model.prompt?.error?.hasPrefix("Letters are S SYNC, I DESYNC(index), ") == true)
        screening.type("=S")
        #expect(screening.model.notice?.hasPrefix("Only =S: ") == true && screening.model.prompt == nil)
        screening.press(.filter)
        screening.type("")
        #expect(screening.model.notice == "All lines" && screening.model.stepping.log.filter.isEmpty)
    }

    @Test("lines of a book are refused where none is read, typed or on the command line")
    func noBook() {
        var screening = Screening()
        screening.press(.filter)
        #expect(screening.type("@ 2") == [] && screening.model.prompt?.error == ScreenModel.noBook)
        #expect(screening.model.stepping.log.filter.isEmpty)
        var opened = Screening { opening in
            opening.steps = true
            opening.view.filter = LogFilter(typed: "@")
        }
        opened.hear(.began)
        #expect(opened.model.stepping.log.filter.isEmpty && opened.model.notice == ScreenModel.noBook)
    }

    @Test("a place that is typed without its message is of the message at the playhead")
    func ownMessage() throws {
        var session = EngineRun.loaded()
        for start in [0.0, 10] {
            if start > 0 { session.at(start, LocalInput.sent) }
            session.at(start + 1, Stream.chunk(0, frames: 30))
            session.at(start + 1.3, .audioEnded)
        }
        session.run(to: 18)
        var screening = Screening(session.heard)
        let log = screening.timeline.log
        let spoken = (0..<log.frameCount).compactMap(log.record).filter { $0.position != nil }
        let (first, last) = (try #require(spoken.first), try #require(spoken.last))
        #expect(first.generation != last.generation)
        for record in [first, last] {
            screening.timeline.move(to: try #require(log.entry(ofFrame: record.ordinal)).heard)
            screening.press(.askPlace)
            let place = FramePlace(message: record.generation, chunk: 0, section: 0, sequence: 7)
            #expect(screening.type("0:0.7") == [.go(to: .place(place))])
        }
    }

    @Test("one status after the other, and then all lines again")
    func statuses() {
        var screening = Screening()
        var seen: [String] = []
        for _ in 0...FrameStatus.allCases.count {
            screening.press(.nextStatus)
            seen.append(screening.model.notice ?? "")
        }
        #expect(seen.first?.hasPrefix("Only \(FrameStatus.allCases[0].text)") == true && seen.last == "All lines")
        #expect(Set(seen).count == seen.count)
    }

    @Test("in a long log a search goes on in slices, is told of, and leads nowhere once somebody goes elsewhere")
    func slices() {
        var screening = Screening()
        screening.say(6_000)
        screening.press(.search)
        for _ in 0..<20
        where screening.model.hasWork(screening.played)
            || screening.model.stepping.log.unseenCount(of: screening.timeline.log) > 0
        {
            screening.hear(.workDue)
        }
        screening.type("~ not there ~")
        #expect(
            screening.model.hasWork(screening.played)
                && screening.model.stepping.logProgress?.hasPrefix("Searching for ~") == true)
        var slices = 0
        while screening.model.hasWork(screening.played), slices < 100 {
            screening.hear(.workDue)
            slices += 1
        }
        #expect((2..<100).contains(slices) && screening.model.notice == "Not found: ~ not there ~")
        screening.press(.nextMatch)
        screening.type("")
        screening.press(.previousMatch)
        #expect(screening.model.hasWork(screening.played))
        screening.press(.frameBack)
        #expect(!screening.model.hasWork(screening.played))
    }

    @Test(
        "what pixels tell changes lines: a search that is under way begins anew, and finds what is there",
        arguments: [false, true])
    func changedLines(isFiltered: Bool) {
        var screening = Screening { $0.steps = true }
        screening.hear(.began)
        screening.say(6_000)
        func work() {
            for _ in 0..<20 where screening.model.hasWork(screening.played) { screening.hear(.workDue) }
        }
        if isFiltered {
            screening.press(.filter)
            screening.type("line")
        }
        work()
        screening.press(.search)
        #expect(screening.type("line 5999") == [] && screening.model.stepping.logMatch != nil)
        screening.change { $0.isExhausted = true }
        let finding = AuditFinding(.seam, at: Instant(seconds: 2), expected: "a", found: "b")
        screening.hear(.found([finding], Coverage(seams: true, sound: true)))
        #expect(screening.turn() == [.add([finding])])
        var actions: [ScreenAction] = []
        for _ in 0..<20 where actions.isEmpty { actions = screening.hear(.workDue) }
        guard case .go(to: .heard)? = actions.first else {
            Issue.record("not found: \(screening.model.notice ?? "nothing is said")")
            return
        }
    }

    @Test("hits of a long session are counted in slices, and from the beginning when the breakpoints are others")
    func hitSlices() {
        var screening = Screening()
        screening.say(6_000)
        screening.press(.toggleDebug)
        for condition in [Breakpoint.Condition.event("odd"), .chunkStart] {
            screening.change { $0.breakpoints = [Breakpoint(condition)] }
            var slices = 0
            while screening.model.hasWork(screening.played), slices < 100 {
                screening.hear(.workDue)
                slices += 1
            }
            #expect((2..<10).contains(slices))
            var whole = BreakpointHits()
            whole.update(with: screening.timeline, [Breakpoint(condition)])
            screening.hear(.workDue)
            #expect(screening.model.stepping.landmarks.hits == whole && !whole.hits.isEmpty)
        }
        screening.change { $0.breakpoints = [] }
        #expect(!screening.model.hasWork(screening.played))
    }

    @Test("a log is written by whoever has the file; what is wrong with its name stays in the line")
    func writing() {
        var screening = Screening()
        screening.press(.writeLog)
        #expect(screening.type("log.xyz") == [.writeLog(to: "log.xyz")])
        screening.hear(.answered("needs an ending: .txt .csv .ndjson .log"))
        #expect(screening.model.prompt?.error == "needs an ending: .txt .csv .ndjson .log")
        #expect(screening.type("log.txt") == [.writeLog(to: "log.txt")])
        screening.hear(.answered(nil))
        #expect(screening.model.prompt == nil)
        screening.hear(.writing(path: "log.txt", 0.5))
        #expect(screening.model.stepping.logProgress == "Writing log.txt, 50 %")
        screening.hear(.written("wrote 9 lines to log.txt"))
        // Whoever reads the file later cannot see what nobody had looked at.
        let notice = "wrote 9 lines to log.txt; seams not tested, sound not judged"
        #expect(screening.model.stepping.logProgress == nil && screening.model.notice == notice)
        screening.change { $0.runAhead = .listening }
        screening.model.stepping.judged = Coverage(seams: true, sound: true)
        screening.press(.writeLog)
        #expect(screening.type("log.csv") == [.writeLog(to: "log.csv")])
        screening.hear(.written("wrote 9 lines to log.csv"))
        #expect(screening.model.notice == "wrote 9 lines to log.csv; Still indexing the recording")
        screening.change { $0.runAhead = .none }
        let all = screening.model.stepping.chosenLines(of: screening.timeline.log).count
        screening.model.stepping.range = .chosen(300...320)
        screening.model.stepping.updateLog(with: screening.timeline.log)
        #expect(screening.model.stepping.chosenLines(of: screening.timeline.log).count < max(all, 100))
    }

    @Test("an export is of the frame at the playhead or of the range, and one at a time")
    func export() {
        var screening = Screening()
        screening.press(.export)
        #expect(screening.type("a.png") == [.export(to: "a.png", frames: 183...183)])
        screening.hear(.answered("already exists"))
        #expect(screening.model.prompt?.error == "already exists")
        screening.type("b.png")
        screening.hear(.answered(nil))
        screening.hear(.exporting("frame 0 of 1, 0 %"))
        screening.press(.export)
        #expect(screening.type("c.png") == [] && screening.model.prompt?.error == "Another export is still running")
    }

    @Test("a mark and an export are of the frame at which they were asked for, however much is played until Enter")
    func placeOfTheKey() throws {
        var screening = Screening()
        let early = screening.timeline.history.count - 100
        screening.timeline.move(to: early)
        let (time, frame) = (screening.timeline.now, try #require(screening.played.record).ordinal)
        screening.press(.addMark)
        screening.timeline.moveToEdge()
        #expect(screening.timeline.now > time)
        #expect(screening.type("here") == [.addMark(Mark(time: time, name: "here"))])
        screening.timeline.move(to: early)
        screening.press(.export)
        #expect(screening.model.prompt?.editor.text == "frame-\(frame).png")
        screening.timeline.moveToEdge()
        #expect(screening.type("here.png") == [.export(to: "here.png", frames: frame...frame)])
    }

    @Test("a typed place is gone to; what is none stays to be mended")
    func places() {
        var screening = Screening()
        screening.press(.askPlace)
        #expect(
            screening.type("nowhere") == []
                && screening.model.prompt?.error?.hasPrefix("Expected a frame (312), a position (4:0.24)")
                    == true
        )
        #expect(screening.type("c1") == [.go(to: .chunk(1))] && screening.model.prompt == nil)
        screening.hear(.arrived(.nowhere))
        #expect(screening.model.notice == "no such chunk; the last is 1")
        screening.press(.askPlace)
        #expect(screening.type("") == [] && screening.model.prompt == nil)
    }
}
