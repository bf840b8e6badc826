import Checks
import Debugger
import Decoding
import Dispatch
import Engine
import Events
import Exports
import Files
import Frames
import Panels
import Platform
import Playback
import Screens
import Sessions
import Settings
import Tapes
import Typesetting

/// The files behind the screen: breakpoints and marks, which are kept with every change, and those that are written on demand.
///
/// Owner: the run loop, main actor.
@MainActor
final class ScreenFiles {
    private let tape: TapeReader
    private let file: String
    private let blobs: any BlobSource
    private let options: PlaybackOptions
    private let post: @Sendable (Message) -> Void
    private let breakpointFile: BreakpointFile
    private let markFile: MarkFile
    /// Marks are put on the tape itself.
    private let changesTape: Bool
    /// Why those that are in a file are not to be written over by those that are on screen; `nil` where they may be.
    private var stay: String?
    /// As they are kept, or as everybody begins.
    private(set) var breakpoints: [Breakpoint]
    /// What was wrong with them.
    private(set) var notices: [ScreenInput] = []
    private var writing: LogWriting?
    private var exportJob: BackgroundJob?
    private var seamTest: BackgroundJob?
    private var lengthJob: BackgroundJob?
    private var verifyJob: BackgroundJob?

    init(_ subject: ScreenSubject, _ options: PlaybackOptions, post: @escaping @Sendable (Message) -> Void) {
        (tape, file, blobs) = (subject.tape, subject.file, subject.blobs)
        (self.options, self.post) = (options, post)
        // A session's own tape is being written by us; what only plays is a recording.
        changesTape = !subject.lives.isEmpty || options.marks == .tape && file == tape.path
        let isBundled = file == (try? Assets.demoTape())
        markFile = MarkFile(of: file, isBundled: isBundled)
        breakpointFile = BreakpointFile(
            tape: file, isBundled: isBundled, fingerprint: { [file] in RecordingFingerprint.of(file) },
            recording: { [tape] in RecordingFingerprint.ofOrigin(tape) })
        breakpoints = Breakpoint.usual(ofBook: subject.isOfBook)
        do {
            guard let kept = try breakpointFile.read() else { return }
            if options.isFreshView {
                stay = "saved breakpoints are unchanged (--fresh-view)"
            } else {
                breakpoints = kept
            }
        } catch {
            stay = "the breakpoint file could not be read and is unchanged"
            notices = [.remark(error.reason)]
        }
    }

    /// Nothing is left of what writes when this returns. What only reads stops soon, and nobody who leaves waits longer for it.
    func leave(until end: DispatchTime) {
        let readers = [seamTest, lengthJob, verifyJob].compactMap(\.self)
        for job in readers + [exportJob].compactMap(\.self) { job.cancel() }
        for job in readers { job.wait(until: end) }
        exportJob?.wait()
    }

    // MARK: Breakpoints

    /// Keeps them for this tape.
    func keep(_ breakpoints: [Breakpoint]) -> [ScreenInput] {
        if let stay { return [.notice("This session only; \(stay)")] }
        do {
            return try breakpointFile.write(breakpoints).map {
                [.notice("Saved for this recording, in \($0)")]
            } ?? []
        } catch {
            return [.notice("This session only; \(error.reason)")]
        }
    }

    // MARK: Other tapes

    func recentTapes() -> [String] {
        let own = OpenFolder.realPath(of: file)
        return ViewShelf()?.recentTapes().filter { $0 != own } ?? []
    }

    // MARK: Marks

    func readMarks() -> [ScreenInput] { attempt { try changed() } }

    private func attempt(_ body: () throws -> [ScreenInput]) -> [ScreenInput] {
        do { return try body() } catch { return [.notice(CommandError(error).reason)] }
    }

    /// As they are now: somebody else may have changed them meanwhile.
    private func marks() throws -> [Mark] {
        let ofTape = try tape.marks()
        return changesTape ? ofTape : ofTape.covered(by: try markFile.read())
    }

    /// What the screen is to know after a change.
    private func changed(_ notice: String? = nil) throws -> [ScreenInput] {
        [.marks(try marks())] + (notice.map { [.notice($0)] } ?? [])
    }

    func add(_ mark: Mark) -> [ScreenInput] {
        attempt {
            let path = try set(mark)
            let said = "Mark \(Self.shown(mark)) at \(mark.time.inSeconds) s"
            return try changed(path.map { "\(said), saved in \($0)" } ?? said)
        }
    }

    /// The same moment under another name; its note stays unless another one is given.
    func rename(_ mark: Mark, to name: String, note: String?) -> [ScreenInput] {
        attempt {
            guard let old = try known(mark) else { return try gone(mark) }
            if name != old.name, try isOnTape(old) { return try stays(old) }
            // The new one first: what fails on the way leaves two and not none.
            _ = try set(Mark(time: old.time, name: name, note: note ?? old.note))
            if name != old.name { try unset(old) }
            return try changed()
        }
    }

    func remove(_ mark: Mark) -> [ScreenInput] {
        attempt {
            guard let old = try known(mark) else { return try gone(mark) }
            if try isOnTape(old) { return try stays(old) }
            try unset(old)
            return try changed()
        }
    }

    private func known(_ mark: Mark) throws -> Mark? { try marks().first { Self.isSame($0, mark) } }

    private func gone(_ mark: Mark) throws -> [ScreenInput] {
        try changed("Mark \(Self.shown(mark)) no longer exists; another program removed it")
    }

    private func stays(_ mark: Mark) throws -> [ScreenInput] {
        try changed("Mark \(Self.shown(mark)) is stored in the recording; to change it, use --marks tape")
    }

    /// A recording is evidence: it is changed only where the user says so.
    private func isOnTape(_ mark: Mark) throws -> Bool {
        try !changesTape && tape.marks().contains { Self.isSame($0, mark) }
    }

    /// - Returns: the file, where it does not lie beside the tape.
    private func set(_ mark: Mark) throws -> String? {
        if changesTape {
            try tape.add(mark)
            return nil
        }
        return try markFile.write(try markFile.read().covered(by: [mark]))
    }

    private func unset(_ mark: Mark) throws {
        if changesTape { return try tape.remove(mark) }
        try markFile.write(try markFile.read().filter { !Self.isSame($0, mark) })
    }

    private static func isSame(_ a: Mark, _ b: Mark) -> Bool { (a.time, a.name) == (b.time, b.name) }
    private static func shown(_ mark: Mark) -> String { OutsideText.shown(mark.name, cells: Mark.longestName) }

    // MARK: The log

    var isWriting: Bool { writing != nil }

    /// Begins to write lines of the log; `writeOn` goes on.
    /// - Parameter places: of the lines.
    func writeLog(to path: String, _ places: [Int]) -> [ScreenInput] {
        guard !path.isEmpty, let form = LogWriting.Form(path: path) else {
            return [.answered("needs an ending: .txt .csv .ndjson .log")]
        }
        guard !FileNames.isThere(path) else { return [.answered("already exists")] }
        do {
            writing = try LogWriting(places, to: path, form)
            return [.answered(nil)]
        } catch {
            return [.answered(error.reason)]
        }
    }

    /// Some more lines.
    func writeOn(_ log: SessionLog) -> [ScreenInput] {
        guard var current = writing else { return [] }
        writing = nil
        do {
            if try current.write(log, atMost: LogWriting.linesAtOnce) {
                return [.written(current.report)]
            }
            writing = current
            return [.writing(path: current.path, current.progress)]
        } catch {
            return [.written(error.reason)]
        }
    }

    /// A file that is not complete goes with it.
    func abandonLogWriting() { writing = nil }

    // MARK: Pictures

    /// The composite at the source's full resolution, in a new file in the current folder.
    func savePicture(_ plan: FramePlan, _ picture: (Composite) throws -> Picture) -> [ScreenInput] {
        guard let composite = plan.composite else { return [.notice("No picture to save yet")] }
        do {
            let bytes = try encodePNG(try picture(composite))
            let name = try ExclusiveFile.write(bytes, named: "cameo-\(plan.record?.ordinal ?? 0)", ending: "png")
            return [.notice("Saved \(name)")]
        } catch {
            return [.notice("Not saved: \(CommandError(error).reason)")]
        }
    }

    /// Writes the frames beside the loop, in the view that is chosen, as they were on screen.
    func export(_ frames: ClosedRange<Int>, to path: String, _ model: ScreenModel, _ timeline: Timeline)
        -> [ScreenInput]
    {
        guard !FileNames.isThere(path) else { return [.answered("already exists")] }
        switch try? ExportTarget(path, isSheet: false) {
        case nil, .files: return [.answered("needs an ending: .png .webp .gif .cast")]
        case .picture, .sheet, .webP, .gif, .cast: break
        }
        var export = ExportOptions(output: path)
        export.choice.frames = FrameRange(frames)
        (export.view, export.onionFrames) = (model.picture.view, model.picture.onionFrames)
        export.judged = model.stepping.judged
        exportJob = BackgroundJob(exporting: timeline, of: file, blobs, export) { [post] event in
            switch event {
            case .progress(let progress): post(.files(.exporting(progress.text)))
            case .ended(let text): post(.files(.exported(text)))
            }
        }
        return [.answered(nil), .exporting(ExportProgress.done(0, of: frames.count).text)]
    }

    func abandonExport() { exportJob?.cancel() }

    /// Hears all of the tape beside the loop, to know how long there is something to see.
    func measureLength() {
        lengthJob = BackgroundJob { [tape, options, post] job in
            // One of its own: nobody waits for the other's reads.
            let tape = try? TapeReader(path: tape.path)
            if let tape { job.onCancel { tape.interrupt() } }
            post(.length(tape.flatMap { VirtualRun.length(of: $0, options.playing) { job.isCanceled } }))
        }
    }

    /// Looks beside the loop whether the tape has all that it names, and as it was recorded: a replay that lacks a picture is drawn
    /// without it.
    func verifyTape() {
        verifyJob = BackgroundJob { [tape, post] job in
            guard let tape = try? TapeReader(path: tape.path) else { return }
            job.onCancel { tape.interrupt() }
            do throws(TapeError) {
                try tape.verifyBlobs { job.isCanceled }
            } catch {
                guard !job.isCanceled else { return }
                let isDamage = if case .corrupt = error { true } else { false }
                post(.files(isDamage ? .damaged(error.reason) : .notice(error.reason)))
            }
        }
    }

    // MARK: Seams

    /// Looks at the pixels of all frames of the tape beside the loop (see `SeamTest`).
    func testSeams() {
        var check = CheckOptions()
        check.playing = options.playing
        check.findingsKept = 10_000
        // What there is of a damaged tape is looked at all the same; that it is damaged is said beside that.
        check.takesDamaged = true
        seamTest = BackgroundJob(checking: tape.path, check) { [post] percent in
            post(.files(.looked(percent: percent)))
        } report: { [post] found in
            post(.files(.found(found.findings, found.judged)))
        }
    }
}
