import Debugger
import Decoding
import Engine
import Events
import Playback
import Settings
import Tapes

/// Which frames faults mark, and what was looked at for them.
package struct FrameMarks: Sendable {
    /// By the frames' ordinals.
    package internal(set) var faults: [Int: [AuditFinding.Kind]] = [:]
    /// Of seams: index of the base frame that the overlay fits.
    package internal(set) var madeFor: [Int: Int] = [:]
    package var judged = Coverage(seams: false, sound: false)

    package init() {}

    /// Of all frames of a tape, which is played for it: what one frame's pixels say depends on what most of the tape's say.
    /// - Parameter other: hears the same.
    /// - Throws: `TapeError`, `CommandError`, and what `report` throws.
    package init(
        _ tape: TapeReader, _ playing: TapePlaying, beside other: (any RunWatcher)? = nil,
        _ report: (Int) throws -> Void
    ) throws {
        var options = CheckOptions()
        (options.findingsKept, options.marksFrames) = (Self.findingsKept, true)
        let watch = CheckWatch(tape, options)
        var run = try VirtualRun(
            tape, playing, watcher: other.map { WatcherPair(watch, $0) } ?? watch
        ) { watch.keep($0, $1) }
        var result = CheckResult(file: "")
        try watch.follow(&run) { if case .frame(let record, _) = $0 { try report(record.ordinal) } }
        watch.end(&result)
        try tape.confirmBlobsRead()
        (faults, judged) = (result.marks, result.judged)
        for finding in result.findings { if let frame = finding.frame { madeFor[frame] = finding.madeFor } }
    }

    /// Of frames as they are in a session's log.
    package init(_ log: SessionLog, _ frames: Range<Int>, _ judged: Coverage) {
        self.judged = judged
        for ordinal in frames {
            let kinds = log.faults(marking: ordinal).map(\.kind)
            if !kinds.isEmpty { faults[ordinal] = kinds }
            if let index = log.madeFor(ordinal) { madeFor[ordinal] = index }
        }
    }

    /// A frame that was drawn as demanded has the status that its pixels tell.
    package func marked(_ record: FrameRecord) -> FrameRecord {
        guard record.status == .sync, let kinds = faults[record.ordinal] else { return record }
        var record = record
        if kinds.contains(.seam) { record.status = .seam } else if kinds.contains(.outside) { record.status = .outside }
        return record
    }

    private static let findingsKept = 100_000
}
