import Debugger
import Engine
import Events
import Frames
import Playback
import PlaybackSupport
import Screens
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
        inputs.compactMap { if case .notice(let text) = $0 { text } else { nil } }
    }

    private func answers(_ inputs: [ScreenInput]) -> [String?] {
        inputs.compactMap { if case .answered(let reason) = $0 { .some(reason) } else { nil } }
    }

    // MARK: Marks

    @Test("a mark is put on the tape, renamed with its note, and taken away")
    func marks() throws {
        let first = Mark(time: Instant(seconds: 1), name: "a", note: "n")
        #expect(notices(files.add(first)) == ["mark a at 1.000 s"])
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
        try TapeReader(path: tape.path).remove(mark)
        for inputs in [files.rename(mark, to: "b", note: nil), files.remove(mark)] {
            let said = try #require(notices(inputs).first)
            #expect(said.hasSuffix(" is gone: somebody else took it away") && !said.contains("\u{1B}"))
        }
        #expect(try tape.marks() == [])
    }

    // MARK: Breakpoints

    @Test("breakpoints are kept beside the tape, for whoever opens it next")
    func breakpoints() throws {
        #expect(files.breakpoints == Breakpoint.usual)
        let own = [Breakpoint(.late), Breakpoint(.skipped, isEnabled: false)]
        _ = files.keep(own)
        let subject = try ScreenSubject(tape, of: tape.path, PlaybackOptions())
        #expect(ScreenFiles(subject, PlaybackOptions()) { _ in }.breakpoints == own)
    }

    @Test("a file of breakpoints that cannot be read stays as it is")
    func brokenBreakpoints() throws {
        _ = files.keep([Breakpoint(.late)])
        let name = try #require(folder.names.first { $0.hasSuffix(".debug.toml") })
        try folder.write("no = [toml", to: name)
        let subject = try ScreenSubject(tape, of: tape.path, PlaybackOptions())
        let broken = ScreenFiles(subject, PlaybackOptions()) { _ in }
        #expect(notices(broken.notices).count == 1 && broken.breakpoints == Breakpoint.usual)
        #expect(notices(broken.keep([])).first?.hasPrefix("kept for now only: ") == true)
        #expect(try folder.text(of: name) == "no = [toml")
    }

    // MARK: Files on demand

    private struct NoArchive: WireArchive {
        func event(_ entry: History.EntryID) -> WireEvent? { nil }
    }

    private func log(lines: Int) -> SessionLog {
        var timeline = Timeline(PlaybackEngine(), archive: NoArchive())
        for number in 0..<lines {
            let time = Instant(seconds: Double(number))
            _ = timeline.receive(.ignored(name: "odd"), entry: 0, named: "odd", at: time, oddities: ["line \(number)"])
        }
        return timeline.log
    }

    @Test("a log goes into a new file, a part at a time, and never over one that is there")
    func writeLog() throws {
        let log = log(lines: 2 * ScreenFiles.linesWrittenAtOnce + 1)
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
        #expect(answers(files.writeLog(to: path, places)) == ["exists already"])
        #expect(answers(files.writeLog(to: folder.file("log.doc"), places)) == ["ends in .txt .csv .ndjson .log"])
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
                "no picture to save yet"
            ])
    }
}
