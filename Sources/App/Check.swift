import Debugger
import Engine
import Events
import Frames
import Sound
import Synchronization
import Tapes
import Wire

/// How tapes are checked.
package struct CheckOptions: Sendable {
    package var limits = CheckLimits()
    package var isFresh = false
    /// Findings of one kind that are listed.
    package var findingsKept = 20
    package var settings = PlaybackSettings()
    package var adjusted = AdjustedSettings()

    package init() {}

    var playing: TapePlaying { TapePlaying(isFresh: isFresh, settings: settings, adjusted: adjusted) }
}

/// Checks one tape: plays it on a virtual clock, and judges all that is heard and shown.
package enum Check {
    /// Never throws: what cannot be read is a result, too.
    package static func run(_ path: String, _ options: CheckOptions) -> CheckResult {
        run(path, options, misdraw: nil)
    }

    /// - Parameter misdraw: for tests, see `VirtualRun`.
    static func run(
        _ path: String, _ options: CheckOptions, misdraw: ((FrameRecord, Composite?) -> Composite?)?
    ) -> CheckResult {
        var result = CheckResult(file: path)
        do {
            let tape = try OpenTape(path)
            defer { tape.close() }
            let watch = CheckWatch(tape.reader, options)
            defer { watch.end(&result) }
            result.duration = try tape.reader.duration()
            var run = try VirtualRun(tape.reader, options.playing, watcher: watch)
            run.misdraw = misdraw
            result.hearing = run.hearing
            if run.isReplay { result.unusedOptions = options.adjusted.unused }
            watch.begin(isReplay: run.isReplay)
            try run.run { _ in }
            watch.finish(at: run.now)
        } catch {
            result.error = AppError.words(for: error)
        }
        result.judge(by: options.limits)
        return result
    }
}

/// Hears and sees a run, and puts together what comes of it.
///
/// The run tells it everything on one thread, but for decoded pictures; the mutex makes that no matter.
private final class CheckWatch: RunWatcher {
    private struct State: Sendable {
        var audit: Audit
        var seams = SeamCheck()
        var findings: Findings
        var oddities = 0
        var unknownEvents = 0
        var stale = 0
        var decodeFailures = 0
    }

    private let state: Mutex<State>
    private let pictures: SeamPictures
    private let lips: LipWatch
    private let lagLimit: Span

    init(_ blobs: any BlobSource, _ options: CheckOptions) {
        pictures = SeamPictures(blobs)
        lips = LipWatch(blobs)
        lagLimit = options.limits.lipLag
        state = Mutex(
            State(audit: Audit(options.limits.thresholds), findings: Findings(keeping: options.findingsKept)))
    }

    func begin(isReplay: Bool) {
        state.withLock { state in
            state.audit.ticksAreHeard = isReplay
            state.audit.hearsSounds = true
        }
    }

    /// The tape has been heard to its end.
    func finish(at time: Instant) { state.withLock { $0.findings.add($0.audit.finish(at: time)) } }

    /// What has been found out by now.
    func end(_ result: inout CheckResult) {
        let lips = lips.finish()
        state.withLock { state in
            state.seams.flush(pictures)
            state.seams.settle()
            takeSeams(&state)
            result.figures = state.audit.figures
            result.lips = lips
            state.findings.add(lips.findings(beyond: lagLimit))
            result.fitting = state.seams.counts.fitting
            result.seams = state.seams.counts.seams
            result.unclear = state.seams.counts.unclear
            result.oddities = state.oddities
            result.unknownEvents = state.unknownEvents
            result.stale = state.stale
            result.decodeFailures = state.decodeFailures
            result.findings = state.findings.byTime
            result.dropped = state.findings.dropped
        }
    }

    func hear(_ event: Event, by engine: PlaybackEngine) {
        lips.hear(event, by: engine)
        state.withLock { state in
            state.seams.hear(event)
            state.findings.add(state.audit.hear(event, by: engine))
            state.stale = engine.counters.stale
            state.decodeFailures = engine.counters.decodeFailures
        }
    }

    func take(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        lips.take(item, from: engine)
        state.withLock { state in
            switch item {
            case .frame(let record, let composite):
                let findings = state.audit.take(record, composite)
                state.findings.add(findings)
                if let composite, record.status != .held {
                    let isSync = record.status == .sync && !findings.contains { $0.kind.isDesync }
                    state.seams.take(record, composite, isSync: isSync)
                    if state.seams.isFull {
                        state.seams.flush(pictures)
                        takeSeams(&state)
                    }
                }
            case .note(let note):
                if note.code == .odd, note.text == Oddity.unknownEvent {
                    state.unknownEvents += 1
                    return
                }
                if note.code == .odd { state.oddities += 1 }
                if let finding = state.audit.take(note) { state.findings.add([finding]) }
            case .chunk(let report): state.findings.add(state.audit.take(report))
            }
        }
    }

    func take(_ sound: DecodedSound, at time: Instant) {
        lips.take(sound, at: time)
        state.withLock { state in
            if let finding = state.audit.take(sound.judged, at: time) { state.findings.add([finding]) }
        }
    }

    func keep(_ picture: Picture, _ hash: ContentHash) {
        pictures.keep(picture, hash)
        lips.keep(picture, hash)
    }

    func keep(_ sound: Samples, _ hash: ContentHash) { lips.keep(sound, hash) }

    private func takeSeams(_ state: inout State) {
        state.findings.add(
            state.seams.takeSeams().map { seam in
                var finding = AuditFinding(
                    .seam, seam.record,
                    expected: "an overlay that fits \(seam.clip.rawValue)/\(seam.drawn), as demanded",
                    found: "one that fits \(seam.clip.rawValue)/\(seam.madeFor)")
                (finding.madeFor, finding.demandedBase) = (seam.madeFor, seam.drawn)
                return finding
            })
        let broken = state.seams.takeBroken()
        state.decodeFailures += broken.count
        state.findings.add(
            broken.map { base in
                AuditFinding(
                    .decodeFailed, base.record, expected: "a picture for \(base.clip.rawValue)/\(base.index)",
                    found: base.reason)
            })
    }
}

/// The first findings of each kind.
private struct Findings: Sendable {
    private let most: Int
    private var kept: [AuditFinding] = []
    private var counts: [AuditFinding.Kind: Int] = [:]

    init(keeping most: Int) { self.most = most }

    mutating func add(_ findings: [AuditFinding]) {
        for finding in findings {
            let count = counts[finding.kind] ?? 0
            counts[finding.kind] = count + 1
            if count < most { kept.append(finding) }
        }
    }

    var byTime: [AuditFinding] {
        kept.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    var dropped: [AuditFinding.Kind: Int] { counts.mapValues { $0 - most }.filter { $0.value > 0 } }
}
