import Debugger
import Engine
import Events
import Frames
import Playback
import Sessions
import Settings
import Sound
import Synchronization
import Tapes

/// Hears and sees a run, and puts together what comes of it: for `check`, and for whoever else lists or marks faults.
///
/// The run tells it everything on one thread, but for decoded pictures; the mutex makes that no matter.
final class CheckWatch: RunWatcher {
    private struct State: Sendable {
        var audit: Audit
        var seams: SeamCheck
        var tile: TileWatch
        var reading: ReadingJudge
        var findings: CheckFindings
        /// Moments of all frames, and whether they were on screen, where marks are asked for.
        var shown: [(time: Instant, wasShown: Bool)] = []
        var stale = 0
        /// Heard, and not judged.
        var otherMembers: [Member] = []
        /// What the engine has heard of, and what else is found when it is drawn.
        var brokenOverlays = 0
        var brokenBases = 0
        /// Base frames of which the engine has heard that they are no pictures: they are found there.
        var reported: [ClipName: Set<Int>] = [:]
    }

    private let state: Mutex<State>
    private let pictures: SeamPictures
    private let lips: LipWatch
    private let lipThresholds: LipThresholds
    private let looksAtPixels: Bool
    private let marksFrames: Bool

    /// - Parameters:
    ///   - looksAtPixels: whether seams are tested.
    ///   - isCanceled: asked with every picture, from other threads.
    init(
        _ blobs: any BlobSource, _ options: CheckOptions, looksAtPixels: Bool = true,
        isCanceled: @escaping @Sendable () -> Bool = { false }
    ) {
        pictures = SeamPictures(blobs, isCanceled: isCanceled)
        lips = LipWatch(blobs)
        lipThresholds = options.limits.lipThresholds
        self.looksAtPixels = looksAtPixels
        marksFrames = options.marksFrames
        state = Mutex(
            State(
                audit: Audit(options.limits.thresholds), seams: SeamCheck(records: options.findingsKept),
                tile: TileWatch(limit: options.limits.blank, opensFiles: options.playing.folder != nil),
                reading: ReadingJudge(options), findings: CheckFindings(keeping: options.findingsKept)))
    }

    /// Has a run that tells it everything run to its end, whereupon nothing more can come.
    func follow(_ run: inout VirtualRun, _ receive: (VirtualRun.Item) throws -> Void) throws {
        state.withLock { state in
            state.audit.ticks = run.isReplay ? .recorded : .made
            state.audit.hearsSounds = true
            state.tile.isReplay = run.isReplay
        }
        try run.run(receive)
        state.withLock { state in
            state.otherMembers = run.otherMembers
            let findings = state.audit.finish(at: run.now, isSpeaking: run.isSpeaking)
            state.findings.add(findings + state.tile.finish(at: run.now))
        }
    }

    /// What has been found out by now.
    func end(_ result: inout CheckResult) {
        let lips = lips.finish()
        state.withLock { state in
            state.seams.flush(pictures)
            state.seams.settle()
            state.seams.judgeStrange()
            state.seams.baseFrames.judgeSizes()
            takeSeams(&state)
            state.findings.add(MouthColors.findings(state.seams.tinted))
            state.findings.add(lips.findings(beyond: lipThresholds))
            let counts = state.seams.counts
            result.figures = state.audit.figures
            result.figures.find(.seam, frames: counts.seams)
            result.figures.find(.outside, frames: counts.onlyOutside)
            result.judged = Coverage(seams: looksAtPixels, sound: result.figures.sounds != nil)
            result.lips = lips
            result.call = state.tile.figures
            result.reading = state.reading.result
            result.otherMembers = state.otherMembers.compactMap(\.name)
            result.fitting = counts.fitting
            result.seams = counts.seams
            result.unclear = counts.unclear
            result.tinted = counts.tinted
            result.outside = counts.outside
            result.stale = state.stale
            result.decodeFailures = state.brokenOverlays + state.brokenBases + (state.tile.figures?.broken ?? 0)
            result.findings = state.findings.byTime
            result.dropped = state.findings.dropped
            result.stalls = state.findings.stalls
            result.kinds = state.findings.counts
            result.marks = Self.marks(result.findings, state.shown)
        }
    }

    private static func marks(
        _ findings: [AuditFinding], _ shown: [(time: Instant, wasShown: Bool)]
    ) -> [Int: [AuditFinding.Kind]] {
        guard !shown.isEmpty else { return [:] }
        var marks: [Int: [AuditFinding.Kind]] = [:]
        for finding in findings where finding.kind.isFault {
            let frame = Fault.marked(
                frame: finding.frame, time: finding.time, count: shown.count, shown: { shown[$0].time },
                wasShown: { shown[$0].wasShown })
            guard let frame, marks[frame]?.contains(finding.kind) != true else { continue }
            marks[frame, default: []].append(finding.kind)
        }
        return marks
    }

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        lips.receiveEvent(event, by: engine)
        state.withLock { state in
            state.seams.receiveEvent(event)
            if case .local(.baseFrameFailed(let clip, let index, _)) = event.body,
                engine.counters.decodeFailures > state.brokenOverlays
            {
                state.reported[clip, default: []].insert(index)
            }
            state.findings.add(state.audit.receiveEvent(event, by: engine))
            state.findings.add(state.tile.receiveEvent(event))
            state.reading.receive(event)
            state.stale = engine.counters.stale
            state.brokenOverlays = engine.counters.decodeFailures
        }
    }

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        lips.receiveItem(item, from: engine)
        state.withLock { state in
            switch item {
            case .frame(let record, let composite):
                let findings = state.audit.receiveFrame(record, composite)
                state.findings.add(findings)
                if marksFrames { state.shown.append((record.shown, record.wasShown)) }
                if let composite, looksAtPixels, record.status != .held {
                    let isSync = record.status == .sync && !findings.contains { $0.kind.isDesync }
                    state.seams.receiveFrame(record, composite, isSync: isSync)
                    if state.seams.isFull { state.seams.flush(pictures) }
                    if state.seams.hasFound { takeSeams(&state) }
                }
            case .note(let note), .reading(_, let note):
                if let finding = state.audit.receiveNote(note) { state.findings.add([finding]) }
            case .tile(let record, let note):
                if let finding = state.audit.receiveNote(note) { state.findings.add([finding]) }
                state.findings.add(state.tile.receiveRecord(record, at: note.time))
            case .chunk(let report): state.findings.add(state.audit.receiveReport(report))
            }
        }
    }

    func receiveSound(_ sound: DecodedSound, at time: Instant) {
        lips.receiveSound(sound, at: time)
        state.withLock { state in
            if let finding = state.audit.receiveSound(sound.judged, at: time) { state.findings.add([finding]) }
        }
    }

    func keepPicture(_ picture: Picture, _ hash: ContentHash) {
        pictures.keep(picture, hash)
        lips.keepPicture(picture, hash)
    }

    func keepSound(_ sound: Samples, _ hash: ContentHash) { lips.keepSound(sound, hash) }

    private func takeSeams(_ state: inout State) {
        state.findings.add(
            state.seams.takeSeams().map { seam in
                var finding = AuditFinding(
                    .seam, seam.record,
                    expected: "an overlay for \(seam.clip.rawValue)/\(seam.drawn)",
                    found: seam.madeFor.map {
                        "overlay for \(seam.clip.rawValue)/\($0)\(seam.isNear ? " or near it" : "")"
                    }
                        ?? "overlay that fits no base frame of \(seam.clip.rawValue) at its position")
                (finding.madeFor, finding.demandedBase, finding.isNear) = (seam.madeFor, seam.drawn, seam.isNear)
                return finding
            })
        state.findings.add(state.seams.takeOutside().map(Self.finding))
        let broken = state.seams.baseFrames.takeBroken().filter { state.reported[$0.clip]?.contains($0.index) != true }
        state.brokenBases += broken.count { $0.isFirst }
        state.findings.add(
            broken.map { base in
                AuditFinding(
                    .decodeFailed, base.record, expected: "a decodable picture",
                    found: AuditFinding.brokenBase(base.clip, base.index) + base.reason
                ).ofBaseFrame(base.index, of: base.clip)
            })
    }
}

extension CheckWatch {
    private static func finding(_ outside: SeamCheck.Outside) -> AuditFinding {
        let (rect, base) = (outside.overlay, outside.base)
        return AuditFinding(
            .outside, outside.record, expected: "an overlay within its base frame of \(base.width)x\(base.height)",
            found:
                "overlay \(outside.isWhole ? "wholly" : "partly") outside: \(rect.size.width)x\(rect.size.height) at "
                + "\(rect.minX),\(rect.minY)")
    }
}

/// The first findings of each kind.
struct CheckFindings: Sendable {
    private let most: Int
    private var kept: [AuditFinding] = []
    private(set) var counts: [AuditFinding.Kind: Int] = [:]
    private(set) var stalls: [Generation: MessageFigures.Stalls] = [:]

    init(keeping most: Int) { self.most = most }

    mutating func add(_ findings: [AuditFinding]) {
        for finding in findings {
            let count = counts[finding.kind] ?? 0
            counts[finding.kind] = count + 1
            if count < most { kept.append(finding) }
            if finding.kind == .freeze || finding.kind == .gap {
                stalls[finding.generation, default: .init()].add(finding.kind, finding.amount)
            }
        }
    }

    var byTime: [AuditFinding] {
        kept.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    var dropped: [AuditFinding.Kind: Int] { counts.mapValues { $0 - most }.filter { $0.value > 0 } }
}
