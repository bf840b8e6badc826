import Events
import Files
import Platform
import Playback
import Typesetting

/// `cameo check`: many tapes at once, their results in the order in which they were named.
package struct Checking: Sendable {
    package var options = CheckOptions()
    package var asJSON = false
    package var isLong = false
    /// Where the JUnit file goes.
    package var junit: String?

    package init() {}

    /// - Parameter write: takes one line of output, without its end.
    /// - Parameter names: tapes and books, and folders of them; `-` is standard input.
    /// - Returns: the exit status: 0 all clean, 1 something beyond its limit, 2 something unreadable.
    /// - Throws: `CommandError.unusable` for a folder with more in it than is judged; `.unwritten` when the JUnit file cannot be written.
    package func run(_ names: [String], write: (String) -> Void) async throws(CommandError) -> Int32 {
        let input = try InputFiles(names)
        defer { input.close() }
        let files = try CheckedFiles.expanded(input.paths)
        var verdicts: [CheckResult.Verdict] = []
        var junit = JUnit()
        var progress = files.count > 1 ? ProgressLine.onStandardError() : .none
        var (done, bad, books) = (0, 0, 0)
        await results(files) { verdict in
            done += 1
            if verdict != .clean { bad += 1 }
            progress.report("\(done)/\(files.count) tapes, \(bad) not clean")
        } receive: { found in
            var result = found
            result.file = input.named(result.file)
            result.error = result.error.map(input.named)
            verdicts.append(result.verdict)
            if result.book != nil { books += 1 }
            add(result, to: &junit)
            progress.end()
            let lines =
                asJSON
                ? [CheckJSON.line(result).text]
                : FoldedLine.folded(CheckText.lines(result, isLong: isLong), width: FoldedLine.shownWidth)
            for line in lines { write(line) }
        }
        progress.end()
        if !asJSON, files.count > 1 {
            let total = CheckText.total(verdicts, books: books)
            for line in FoldedLine.folded(total, width: FoldedLine.shownWidth) { write(line) }
        }
        if let path = self.junit { try Self.write(junit, to: path) }
        return Self.status(verdicts)
    }

    static func status(_ verdicts: some Sequence<CheckResult.Verdict>) -> Int32 {
        switch verdicts.max() {
        case .clean?, nil: 0
        case .beyond?: ExitStatus.failed
        case .unreadable?: ExitStatus.unusable
        }
    }

    /// - Throws: `CommandError.unwritten`: the other statuses would say something about tapes.
    static func write(_ junit: JUnit, to path: String) throws(CommandError) {
        // A tape in the place of a file of results is an argument gone wrong.
        if FileNames.isThere(path), let first = FileNames.firstByte(of: path), first != UInt8(ascii: "<") {
            throw .unwritten("\(path): exists and is not XML; --junit does not replace it")
        }
        do {
            try OutputFile.writeThrough(Array(junit.text.utf8), to: path)
        } catch {
            throw .unwritten(error.reason)
        }
    }

    /// As many tapes at once as there are cores; each result is counted at once, and taken when those
    /// before it have been.
    private func results(
        _ files: [String], count: (CheckResult.Verdict) -> Void, receive: (CheckResult) -> Void
    ) async {
        let options = options
        await withTaskGroup(of: (Int, CheckResult).self) { group in
            var waiting: [Int: CheckResult] = [:]
            var next = 0
            var started = 0
            func start() {
                guard started < files.count else { return }
                let (place, file) = (started, files[started])
                started += 1
                group.addTask { (place, await Self.result(file, options)) }
            }
            for _ in 0..<ProcessorCount.online { start() }
            while let (place, result) = await group.next() {
                start()
                count(result.verdict)
                waiting[place] = result
                while let due = waiting.removeValue(forKey: next) {
                    next += 1
                    receive(due)
                }
            }
        }
    }

    /// On a thread of its own: a check waits for other threads, which tasks must not.
    private static func result(_ file: String, _ options: CheckOptions) async -> CheckResult {
        await withCheckedContinuation { continuation in
            onOwnThread { continuation.resume(returning: Check.run(file, options)) }
        }
    }

    private func add(_ result: CheckResult, to junit: inout JUnit) {
        guard self.junit != nil else { return }
        junit.add(
            result.file, result.verdict, error: result.error, exceeded: result.exceeded.map(CheckText.text),
            findings: FoldedLine.folded(CheckText.findingsBeyond(result), width: FoldedLine.shownWidth),
            notJudged: result.notJudgedText())
    }
}
