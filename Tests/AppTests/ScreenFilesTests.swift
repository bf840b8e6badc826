import Debugger
import Engine
import Events
import Exports
import Playback
import PlaybackSupport
import Screens
import Sessions
import Settings
import Support
import Tapes
import Testing

@testable import App

@Suite("The files behind the screen")
@MainActor
struct ScreenFilesTests {
    private let folder: Folder
    private let tape: TapeReader
    private let files: ScreenFiles

    init() async throws {
        folder = try Folder()
        let path = folder.file("stream.cameo")
        _ = try await WrittenStream.message().tape(path)
        tape = try TapeReader(path: path)
        files = ScreenFiles(try ScreenSubject(tape, of: path, PlaybackOptions()), PlaybackOptions()) { _ in }
    }

    /// What is said, of several things that the screen hears.
    private func notices(_ inputs: [ScreenInput]) -> [String] {
        inputs.compactMap { input in
            switch input {
            case .notice(let text), .remark(let text): text
            default: nil
            }
        }
    }

    private func answers(_ inputs: [ScreenInput]) -> [String?] {
        inputs.compactMap { if case .answered(let reason) = $0 { .some(reason) } else { nil } }
    }

    @Test("breakpoints of before are there again, but where the tape is opened as for the first time")
    func freshView() throws {
        #expect(notices(files.keep([Breakpoint(.late)])).isEmpty)
        let subject = try ScreenSubject(tape, of: tape.path, PlaybackOptions())
        #expect(ScreenFiles(subject, PlaybackOptions()) { _ in }.breakpoints == [Breakpoint(.late)])
        var options = PlaybackOptions()
        options.isFreshView = true
        #expect(ScreenFiles(subject, options) { _ in }.breakpoints == Breakpoint.usual(ofBook: false))
    }

    // MARK: Marks

    /// As the screen is told of them.
    private func shown(_ inputs: [ScreenInput]) -> [Mark]? {
        inputs.compactMap { if case .marks(let marks) = $0 { marks } else { nil } }.last
    }

    private func bytes() throws -> [UInt8] { try folder.bytes(of: "stream.cameo") }

    @Test("a mark is set beside the tape, renamed with its note, and taken away; the tape stays as it is")
    func marksBeside() throws {
        let (before, names) = (try bytes(), folder.names)
        let first = Mark(time: Instant(seconds: 1), name: "a", note: "n")
        let added = files.add(first)
        #expect(notices(added) == ["Mark a at 1.000 s"] && shown(added) == [first])
        #expect(Set(folder.names).subtracting(names) == ["stream.cameo.marks.ndjson"])
        #expect(try folder.lines(of: "stream.cameo.marks.ndjson") == [#"{"t":1,"mark":"a","note":"n"}"#])
        let renamed = Mark(time: first.time, name: "b", note: "n")
        #expect(shown(files.rename(first, to: "b", note: nil)) == [renamed])
        let changed = Mark(time: first.time, name: "b", note: "other")
        #expect(shown(files.rename(renamed, to: "b", note: "other")) == [changed])
        #expect(shown(files.readMarks()) == [changed])
        #expect(shown(files.remove(renamed)) == [])
        #expect(try bytes() == before && tape.marks() == [] && folder.names == names)
    }

    @Test("a mark's name is said whole, however long, and what a terminal would obey in it made visible")
    func longName() {
        let name = String(repeating: "seam of chunk two ", count: 20) + "END"
        #expect(notices(files.add(Mark(time: .zero, name: name))) == ["Mark \(name) at 0.000 s"])
        let odd = notices(files.add(Mark(time: .zero, name: "x\u{1B}[2J")))
        #expect(odd == ["Mark x^[[2J at 0.000 s"])
    }

    @Test("marks of the tape itself are shown with the others, and only --marks tape changes them")
    func marksOnTape() throws {
        let own = Mark(time: Instant(seconds: 1), name: "own", note: "n")
        try tape.add(own)
        let before = try bytes()
        let set = Mark(time: Instant(seconds: 2), name: "set")
        #expect(shown(files.add(set)) == [own, set])
        for inputs in [files.rename(own, to: "b", note: nil), files.remove(own)] {
            #expect(notices(inputs) == ["Mark own is stored in the recording; to change it, use --marks tape"])
            #expect(shown(inputs) == [own, set])
        }
        let noted = Mark(time: own.time, name: "own", note: "other")
        #expect(shown(files.rename(own, to: "own", note: "other")) == [noted, set])
        #expect(try bytes() == before)
    }

    @Test("a file of marks that is none stays as it is")
    func brokenMarks() throws {
        try folder.write("{\"t\":1,\"mark\":\"a\"}\nno\n", to: "stream.cameo.marks.ndjson")
        let mark = Mark(time: Instant(seconds: 1), name: "a")
        for inputs in [files.readMarks(), files.add(mark), files.remove(mark)] {
            let expected = #"stream.cameo.marks.ndjson:2: expected a mark such as {"t":1.5,"mark":"teeth"}"#
            #expect(notices(inputs).first?.hasSuffix(expected) == true)
        }
        #expect(try folder.lines(of: "stream.cameo.marks.ndjson").last == "no")
    }

    @Test("--marks tape: a mark is put on the tape, renamed with its note, and taken away")
    func marks() throws {
        var options = PlaybackOptions()
        options.marks = .tape
        let files = ScreenFiles(try ScreenSubject(tape, of: tape.path, options), options) { _ in }
        let first = Mark(time: Instant(seconds: 1), name: "a", note: "n")
        #expect(notices(files.add(first)) == ["Mark a at 1.000 s"])
        #expect(files.rename(first, to: "b", note: nil).count == 1)
        let renamed = Mark(time: first.time, name: "b", note: "n")
        #expect(try tape.marks() == [renamed])
        _ = files.rename(renamed, to: "b", note: "other")
        #expect(try tape.marks() == [Mark(time: first.time, name: "b", note: "other")])
        #expect(notices(files.remove(renamed)) == [])
        #expect(try tape.marks() == [])
    }

    @Test("a mark that somebody else took away meanwhile is neither renamed nor made anew")
    func goneMark() throws {
        let mark = Mark(time: Instant(seconds: 1), name: "a\u{1B}[2J", note: "")
        _ = files.add(mark)
        try folder.write("", to: "stream.cameo.marks.ndjson")
        for inputs in [files.rename(mark, to: "b", note: nil), files.remove(mark)] {
            let said = try #require(notices(inputs).first)
            #expect(said.hasSuffix(" no longer exists; another program removed it") && !said.contains("\u{1B}"))
        }
        #expect(try tape.marks() == [])
    }

    // MARK: Breakpoints

    @Test("breakpoints are kept beside the tape, for whoever opens it next")
    func breakpoints() throws {
        #expect(files.breakpoints == Breakpoint.usual(ofBook: false))
        let own = [Breakpoint(.late), Breakpoint(.skipped, isEnabled: false)]
        _ = files.keep(own)
        let subject = try ScreenSubject(tape, of: tape.path, PlaybackOptions())
        #expect(ScreenFiles(subject, PlaybackOptions()) { _ in }.breakpoints == own)
    }

    @Test("breakpoints that a fresh view leaves out are not written over; where there are none they are kept")
    func freshBreakpoints() throws {
        var options = PlaybackOptions()
        options.isFreshView = true
        let subject = try ScreenSubject(tape, of: tape.path, options)
        let own = [Breakpoint(.late)]
        #expect(notices(ScreenFiles(subject, options) { _ in }.keep(own)) == [])
        let fresh = ScreenFiles(subject, options) { _ in }
        #expect(fresh.breakpoints == Breakpoint.usual(ofBook: false))
        #expect(
            notices(fresh.keep([])).first == "This session only; saved breakpoints are unchanged (--fresh-view)")
        #expect(ScreenFiles(subject, PlaybackOptions()) { _ in }.breakpoints == own)
    }

    @Test("a file of breakpoints that cannot be read stays as it is")
    func brokenBreakpoints() throws {
        _ = files.keep([Breakpoint(.late)])
        let name = try #require(folder.names.first { $0.hasSuffix(".debug.toml") })
        try folder.write("no = [toml", to: name)
        let subject = try ScreenSubject(tape, of: tape.path, PlaybackOptions())
        let broken = ScreenFiles(subject, PlaybackOptions()) { _ in }
        #expect(notices(broken.notices).count == 1 && broken.breakpoints == Breakpoint.usual(ofBook: false))
        #expect(notices(broken.keep([])).first?.hasPrefix("This session only; ") == true)
        #expect(try folder.text(of: name) == "no = [toml")
    }

    // MARK: Files on demand

    private struct NoArchive: WireArchive {
        func event(_ entry: History.EntryID) -> WireEvent? { nil }
        func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? { nil }
    }

    private func log(lines: Int) -> SessionLog {
        var timeline = Timeline(PlaybackEngine(), archive: NoArchive(), judge: Audit(ticks: .live))
        for number in 0..<lines {
            let time = Instant(seconds: Double(number))
            _ = timeline.receiveWireEvent(
                .ignored(name: "odd"), entry: 0, named: "odd", at: time, oddities: ["line \(number)"])
        }
        return timeline.log
    }

    @Test("a log goes into a new file, a part at a time, and never over one that is there")
    func writeLog() throws {
        let log = log(lines: 2 * LogWriting.linesAtOnce + 1)
        let places = Array(log.entries.indices)
        let path = folder.file("log.txt")
        #expect(answers(files.writeLog(to: path, places)) == [nil] && files.isWriting)
        var parts = 0
        while files.isWriting, parts < 10 {
            _ = files.writeOn(log)
            parts += 1
        }
        #expect(parts == 3)
        #expect(try folder.lines(of: "log.txt").filter { $0.contains("line") }.count == places.count)
        #expect(answers(files.writeLog(to: path, places)) == ["already exists"])
        #expect(
            answers(files.writeLog(to: folder.file("log.doc"), places)) == ["needs an ending: .txt .csv .ndjson .log"])
        #expect(answers(files.writeLog(to: folder.file("none/log.txt"), places)) != [nil])
    }

    @Test("a log that is given up leaves no file")
    func abandonedLog() throws {
        let before = folder.names
        let log = log(lines: 1_000)
        _ = files.writeLog(to: folder.file("log.txt"), Array(log.entries.indices))
        _ = files.writeOn(log)
        files.abandonLogWriting()
        #expect(!files.isWriting && folder.names == before)
    }

    @Test("before the first picture there is none to save, and what cannot be decoded is not saved")
    func savePicture() {
        #expect(
            notices(files.savePicture(PlaybackEngine().framePlan) { _ in throw PictureError.empty }) == [
                "No picture to save yet"
            ])
    }
}
