import Decoding
import Engine
import Events
import Frames
import Platform
import Playback
import Settings
import Sound
import Tapes

/// How tapes are checked.
package struct CheckOptions: Sendable {
    package var limits = CheckLimits()
    package var playing = TapePlaying(isFresh: false)
    /// Findings of one kind that are listed.
    package var findingsKept = 20
    /// The result says which frames faults mark; memory grows with the run.
    package var marksFrames = false
    /// Whether it is said, too, why the frames of those that are listed are as they are; that plays a tape once more.
    package var explains = false
    /// A tape that lacks something, or has it otherwise than it was recorded, is judged by what there is.
    package var takesDamaged = false

    package init() {}
}

/// Checks one tape: plays it on a virtual clock, and judges all that is heard and shown. Or one book, as it lies on disk.
package enum Check {
    /// Never throws: what cannot be read is a result, too.
    /// - Parameters:
    ///   - isCanceled: asked with every frame and every picture, from other threads too; nothing is judged any more then.
    ///   - progress: hears with every frame how many percent of a tape have been played.
    package static func run(
        _ path: String, _ options: CheckOptions, isCanceled: @escaping @Sendable () -> Bool = { false },
        progress: (Int) -> Void = { _ in }
    ) -> CheckResult {
        var result = CheckResult(file: path)
        do {
            if BookCheck.isBook(path) {
                try BookCheck.run(path, options, isCanceled: isCanceled, &result)
            } else {
                let tape = try OpenTape(path)
                defer { tape.close() }
                // Before anything is judged: what happened to the tape is no fault of the stream.
                if !options.takesDamaged { try tape.reader.verifyBlobs(isCanceled: isCanceled) }
                try run(tape.reader, options, isCanceled: isCanceled, progress: progress, &result)
                if options.explains { try explain(tape.reader, options, &result) }
            }
        } catch {
            result.error = CommandError(error).reason
        }
        result.judge(by: options.limits)
        return result
    }

    private static func explain(_ tape: TapeReader, _ options: CheckOptions, _ result: inout CheckResult) throws {
        guard !result.findings.isEmpty else { return }
        var explaining = try Explaining(
            tape, options.playing, result.findings, result.judged, thresholds: options.limits.thresholds)
        for finding in result.findings where finding.frame == nil && result.marked[finding.time] == nil {
            result.marked[finding.time] = explaining.timeline.log.frame(markedAt: finding.time)
        }
        for frame in Set(result.findings.compactMap(\.frame) + result.marked.values) {
            result.reasons[frame] = explaining.why(frame)
        }
    }

    /// Plays an open tape; what was found out until it could not be read any more is in the result, too.
    /// - Parameters:
    ///   - progress: hears with every frame how many percent have been played.
    ///   - beside: hears the same.
    /// - Returns: time of the last thing that was done.
    /// - Throws: what reading a tape can.
    @discardableResult
    package static func run(
        _ tape: TapeReader, _ options: CheckOptions, isCanceled: @escaping @Sendable () -> Bool = { false },
        progress: (Int) -> Void = { _ in }, beside other: (any RunWatcher)? = nil, _ result: inout CheckResult
    ) throws -> Instant {
        let watch = CheckWatch(tape, options, isCanceled: isCanceled)
        defer { if !isCanceled() { watch.end(&result) } }
        result.duration = try tape.duration()
        var run = try VirtualRun(
            tape, options.playing, watcher: other.map { WatcherPair(watch, $0) } ?? watch
        ) { watch.keepPicture($0, $1) }
        result.hearing = run.hearing
        if run.isReplay { result.unusedOptions = options.playing.adjusted.unused }
        let length = max(result.duration, .milliseconds(1))
        try watch.follow(&run) { item in
            if isCanceled() { throw CancellationError() }
            guard case .frame(let record, _) = item else { return }
            progress(Int(min(1, record.shown.seconds / length.seconds) * 100))
        }
        return run.now
    }
}

extension BackgroundJob {
    /// A check beside the run loop.
    /// - Parameters:
    ///   - progress: takes how many percent of a tape have been played, each number once.
    ///   - report: takes what was found out, unless it is canceled before.
    package convenience init(
        checking path: String, _ options: CheckOptions, progress: @escaping @Sendable (Int) -> Void = { _ in },
        report: @escaping @Sendable (CheckResult) -> Void
    ) {
        self.init { job in
            var said = 0
            let result = Check.run(path, options) {
                job.isCanceled
            } progress: { percent in
                guard percent > said else { return }
                said = percent
                progress(percent)
            }
            if !job.isCanceled { report(result) }
        }
    }
}

/// Two that follow the same run.
final class WatcherPair: RunWatcher {
    private let first: any RunWatcher
    private let second: any RunWatcher

    init(_ first: any RunWatcher, _ second: any RunWatcher) { (self.first, self.second) = (first, second) }

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        first.receiveEvent(event, by: engine)
        second.receiveEvent(event, by: engine)
    }

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        first.receiveItem(item, from: engine)
        second.receiveItem(item, from: engine)
    }

    func receiveSound(_ sound: DecodedSound, at time: Instant) {
        first.receiveSound(sound, at: time)
        second.receiveSound(sound, at: time)
    }

    func keepSound(_ sound: Samples, _ hash: ContentHash) {
        first.keepSound(sound, hash)
        second.keepSound(sound, hash)
    }
}
