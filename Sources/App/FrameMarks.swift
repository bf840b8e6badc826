import Debugger
import Engine
import Events
import Tapes

/// Which frames faults mark, and what was looked at for them.
struct FrameMarks: Sendable {
    /// By the frames' ordinals.
    var faults: [Int: [AuditFinding.Kind]] = [:]
    /// Of seams: index of the base frame that the overlay fits.
    var madeFor: [Int: Int] = [:]
    var judged = Judged(seams: false, sound: false)

    init() {}

    /// Of frames of a tape, which is played for it; pixels are looked at of those that may be among the chosen.
    /// - Throws: `TapeError`, `AppError`, and what `tell` throws.
    init(
        _ tape: TapeReader, _ playing: TapePlaying, _ choice: FrameChoice, _ tell: (Int) throws -> Void
    ) throws {
        var options = CheckOptions()
        options.findingsKept = Self.findingsKept
        let watch = CheckWatch(tape, options, looksAt: { choice.mayTake($0) }, marksFrames: true)
        var run = try VirtualRun(tape, playing, watcher: watch)
        watch.begin(isReplay: run.isReplay)
        var result = CheckResult(file: "")
        do {
            try run.run { item in
                guard case .frame(let record, _) = item else { return }
                try tell(record.ordinal)
                if choice.isBehind(record) { throw Enough() }
            }
            watch.finish(at: run.now)
        } catch is Enough {}
        watch.end(&result)
        (faults, judged) = (result.marks, result.judged)
        for finding in result.findings { if let frame = finding.frame { madeFor[frame] = finding.madeFor } }
    }

    /// Of frames as they are in a session's log.
    init(_ log: SessionLog, _ frames: Range<Int>, _ judged: Judged) {
        self.judged = judged
        for ordinal in frames {
            let kinds = log.faults(marking: ordinal).map(\.kind)
            if !kinds.isEmpty { faults[ordinal] = kinds }
            if let index = log.madeFor(ordinal) { madeFor[ordinal] = index }
        }
    }

    /// A frame that was drawn as demanded has the status that its pixels tell.
    func marked(_ record: FrameRecord) -> FrameRecord {
        guard record.status == .sync, let kinds = faults[record.ordinal] else { return record }
        var record = record
        if kinds.contains(.seam) { record.status = .seam } else if kinds.contains(.outside) { record.status = .outside }
        return record
    }

    private static let findingsKept = 100_000
    private struct Enough: Error {}
}

extension FrameChoice {
    /// Whether it may be among the chosen: how long it stays is not known yet.
    fileprivate func mayTake(_ record: FrameRecord) -> Bool {
        frames.contains(record.ordinal) && (chunk == nil || record.position?.chunk == chunk)
            && record.shown <= time.last && record.shown + ChosenFrames.longestStill >= time.first
    }

    /// Whether it comes after all that are chosen.
    fileprivate func isBehind(_ record: FrameRecord) -> Bool {
        record.wasShown && (record.ordinal > frames.last || record.shown > time.last)
    }
}
