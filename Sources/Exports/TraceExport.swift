import Checks
import Events
import Files
import JSON
import Platform
import Playback
import Settings

/// `cameo export FILE -o trace.json`: a tape as trace events, for Perfetto and everything else that opens them.
///
/// The tape is gone through once. Events are written as they come, with the faults, which are known at the end, behind them: the form
/// asks for no order.
package enum TraceExport {
    /// Whether an output's name means a trace.
    package static func isNamed(_ output: String) -> Bool { output.lowercased().hasSuffix(".json") }

    /// - Parameter notices: hears what is to be said of how the tape is played, before it is.
    /// - Throws: `CommandError`, `TapeError`; then nothing is left behind.
    package static func run(
        _ file: String, to output: String, _ playing: TapePlaying, salvages: Bool = false,
        notices: ([String]) -> Void = { _ in }
    ) throws -> ExportReport {
        let partial = OutputFile.partial(of: output)
        return try OpenTape.read(file, salvages: salvages, leaving: [partial]) { tape in
            try run(tape, of: file, to: output, partial: partial, playing, notices)
        }
    }

    private static func run(
        _ tape: OpenTape, of file: String, to output: String, partial: String, _ playing: TapePlaying,
        _ notices: ([String]) -> Void
    ) throws -> ExportReport {
        notices(try TapeHearing(tape.reader, isFresh: playing.isFresh).notices(playing.adjusted))
        var line = ProgressLine.onStandardError()
        defer { line.end() }
        let writer = try TraceWriter(output, partial: partial, title: file)
        let watch = TraceWatch(writer) { line.report("export: \(ExportProgress.looked($0).text)") }
        var options = CheckOptions()
        (options.playing, options.findingsKept, options.marksFrames) = (playing, findingsKept, true)
        var result = CheckResult(file: file)
        let end: Instant
        do {
            end = try Check.run(tape.reader, options, isCanceled: { watch.error != nil }, beside: watch, &result)
        } catch {
            throw watch.error ?? error
        }
        var about: JSONObject = ["program": .string(Version.text), "file": .string(file)]
        about.append("judged", CheckJSON.judged(result.judged))
        if let salvaged = tape.salvaged { about.append("salvaged", .string(salvaged)) }
        let marks = try tape.reader.marks(of: file)
        var report = ExportReport(output: output)
        report.bytes = try watch.finish(result, marks: marks, at: end, about: about)
        (report.frames, report.duration, report.judged) = (watch.frames, end - .zero, result.judged)
        (report.faults, report.salvaged) = (result.marks.count, tape.salvaged)
        return report
    }

    /// Of one kind.
    private static let findingsKept = 100_000
}
