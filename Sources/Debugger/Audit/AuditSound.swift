import Engine
import Events

/// What somebody found who decoded a chunk's sound.
package struct JudgedSound: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// How long it is, whether it could only be read as one that goes on with earlier ones, and then whether it begins in the
        /// middle of a sample or frame; how many bytes are missing at its end, by what it says itself; and what not every player can do
        /// with it.
        case sound(Span, isContinued: Bool, isTorn: Bool = false, missingBytes: Int = 0, remark: String? = nil)
        /// It is none, and why.
        case failed(String)
    }

    package var chunk: Int
    package var generation: Generation
    package var outcome: Outcome
    /// Samples a second, by its header; `nil` where nobody has said it.
    package var rate: Int?
    /// Silence at its start and at its end.
    private var quietStart: Span
    private var quietEnd: Span

    package init(
        chunk: Int, generation: Generation, _ outcome: Outcome, rate: Int? = nil,
        quiet: (start: Span, end: Span) = (.zero, .zero)
    ) {
        (self.chunk, self.generation, self.outcome, self.rate) = (chunk, generation, outcome, rate)
        (quietStart, quietEnd) = quiet
    }

    /// Of a sound that lasts so long.
    fileprivate func heard(_ length: Span, isTruncated: Bool = false) -> HeardSound {
        HeardSound(
            length: length, rate: rate, quietStart: quietStart, quietEnd: quietEnd, isTruncated: isTruncated)
    }

    /// What is found of a sound that lacks bytes at its end, by what it says itself.
    package static func brokenOff(_ missingBytes: Int) -> String {
        "truncated: \(missingBytes) of the announced bytes are missing"
    }
}

/// Which sounds are none, which lack their header or their frames, and which are not as long as their chunk's frames, by themselves and
/// added up over a message and the run.
///
/// Bounded: by the chunks of one message that have not been played.
struct AuditSound: Sendable {
    private struct Played {
        var report: ChunkReport
        var frames: Int
        var period: Span
        var sound: HeardSound

        var framesLength: Span { period * Int64(frames) }
    }

    private let limits: AuditThresholds
    private var limit: Span { limits.length ?? (period + .milliseconds(50)).inWholeMilliseconds }
    private var period = Span.zero
    private var generation: Generation = 0
    /// Of chunks that have not been played.
    private var heard: [Int: HeardSound] = [:]
    /// A chunk that has been played and may have been the last one of its message.
    private var pending: Played?
    /// Of sounds that lack their end, which the next chunk may bring; and of messages before this one.
    private var (brokenOff, overdue): ([Int: AuditFinding], [AuditFinding]) = ([:], [])
    /// Of the message whose chunks are played, and of the run.
    private var message = SpeechSums()
    private var run = SpeechSums()
    /// Kinds that were found in a message: they are not told of the run again.
    private var foundInMessages: Set<AuditFinding.Kind> = []
    /// The sound ends chunks, so that none is cut off and no hole is left.
    var isPacedBySound = false
    /// Frames are shown when they are due: nothing but the stream makes a chunk late.
    var isExact = false

    init(_ limits: AuditThresholds) { self.limits = limits }

    mutating func receive(_ sound: JudgedSound, at time: Instant, _ figures: inout AuditFigures) -> AuditFinding? {
        begin(sound.generation, &figures)
        switch sound.outcome {
        case .failed(let reason):
            figures.sounds?.failed += 1
            return Self.failed(sound.chunk, sound.generation, reason, at: time)
        case .sound(let length, let isContinued, let isTorn, let missing, let remark):
            figures.sounds?.decoded += 1
            heard[sound.chunk] = sound.heard(length, isTruncated: missing > 0)
            // What the chunk before lacks has come with this one.
            if isContinued { goOn(sound.chunk - 1) }
            if missing > 0 {
                brokenOff[sound.chunk] = AuditFinding(
                    .soundFailed, at: time, generation: sound.generation, chunk: sound.chunk,
                    expected: "complete sound for chunk \(sound.chunk)", found: JudgedSound.brokenOff(missing))
            }
            if isContinued { return Self.headerless(sound, isTorn, at: time, &figures) }
            return remark.map { Self.unplayable(sound, $0, at: time, &figures) }
        }
    }

    private mutating func goOn(_ chunk: Int) {
        brokenOff[chunk] = nil
        heard[chunk]?.isTruncated = false
    }

    private static func headerless(
        _ sound: JudgedSound, _ isTorn: Bool, at time: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding {
        figures.sounds?.headerless += 1
        let torn =
            isTorn ? ", and begins in the middle of a sample or frame: noise in players that decode it alone" : ""
        return AuditFinding(
            .headerless, at: time, generation: sound.generation, chunk: sound.chunk,
            expected: "sound with its own header for chunk \(sound.chunk)",
            found: "no header: it goes on with the sound of an earlier chunk\(torn)")
    }

    private static func unplayable(
        _ sound: JudgedSound, _ remark: String, at time: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding {
        figures.sounds?.failed += 1
        return AuditFinding(
            .soundFailed, at: time, generation: sound.generation, chunk: sound.chunk,
            expected: "one whole sound file of one format for chunk \(sound.chunk)", found: remark)
    }

    /// A chunk's sound that is none, in the same words whoever tells it: who decodes it, or an engine that hears of it.
    static func failed(_ chunk: Int, _ generation: Generation, _ reason: String, at time: Instant) -> AuditFinding {
        AuditFinding(
            .soundFailed, at: time, generation: generation, chunk: chunk,
            expected: "decodable sound for chunk \(chunk)",
            found: "sound of chunk \(chunk) cannot be decoded: \(reason)")
    }

    private mutating func begin(_ generation: Generation, _ figures: inout AuditFigures) {
        guard generation != self.generation else { return }
        let taken = takeBrokenOff(before: .max, &figures)
        overdue = taken
        self.generation = generation
        heard = [:]
    }

    /// Sounds that lack their end, of chunks before this one: whatever goes on with them has come.
    private mutating func takeBrokenOff(before chunk: Int, _ figures: inout AuditFigures) -> [AuditFinding] {
        let taken = brokenOff.filter { $0.key < chunk }.sorted { $0.key < $1.key }.map(\.value)
        guard !taken.isEmpty || !overdue.isEmpty else { return [] }
        brokenOff = brokenOff.filter { $0.key >= chunk }
        figures.sounds?.failed += taken.count
        defer { overdue = [] }
        return overdue + taken
    }

    /// A chunk that has been played, or was cut off: that one has no length of its own, and is one behind the one before it.
    mutating func receive(_ report: ChunkReport, period: Span, _ figures: inout AuditFigures) -> [AuditFinding] {
        self.period = period
        // What has neither comes after no message.
        guard report.hasSound || report.announced ?? 0 > 0 || report.received > 0 else { return [] }
        var findings = report.generation == generation ? takeBrokenOff(before: report.chunk, &figures) : []
        let sound = report.generation == generation && report.hasSound ? heard[report.chunk] : nil
        findings += judgePending(
            before: report.generation == pending?.report.generation ? (report, sound) : nil, &figures)
        guard report.end == .over else { return findings }
        if report.generation == generation { heard[report.chunk] = nil }
        let frames = max(report.announced ?? 0, report.received)
        guard frames > 0 else {
            if report.hasSound { findings.append(alone(report, sound?.length, &figures)) }
            return findings
        }
        // One that was dropped with a lost link was never played beside the frames.
        if let sound { pending = Played(report: report, frames: frames, period: period, sound: sound) }
        return findings
    }

    private func alone(_ report: ChunkReport, _ length: Span?, _ figures: inout AuditFigures) -> AuditFinding {
        figures.soundsAlone += 1
        return AuditFinding(
            .onlySound, at: report.started ?? report.ended, generation: report.generation, chunk: report.chunk,
            expected: "frames for the sound of chunk \(report.chunk)",
            found: "chunk \(report.chunk) has sound but no frames",
            amount: length)
    }

    /// Nothing more is to come.
    mutating func finish(_ figures: inout AuditFigures) -> [AuditFinding] {
        let findings = takeBrokenOff(before: .max, &figures) + judgePending(before: nil, &figures)
        return findings + endMessage(&figures) + judge(run, &figures).filter { !foundInMessages.contains($0.kind) }
    }

    /// The last chunk of a message may have a tail: a mouth that closes when the sound is over, or sound that dies away when the
    /// mouth is closed.
    /// - Parameter next: the chunk of the same message that follows, and its sound; `nil` where none does.
    private mutating func judgePending(
        before next: (report: ChunkReport, sound: HeardSound?)?, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        guard let played = pending else { return [] }
        pending = nil
        let ended = add(played, before: next, &figures)
        let (report, sound, frames, isLast) = (played.report, played.sound.length, played.framesLength, next == nil)
        let apart = (sound - frames).magnitude
        let judged = isLast ? max(.zero, apart - Self.tail) : apart
        let most = figures.sounds?.apart ?? .zero
        figures.sounds?.apart = max(most, judged)
        guard judged > limit else { return ended }
        let beyond = AuditFigures.Beyond.further(figures.sounds?.apartBeyond, judged, limit)
        figures.sounds?.apartBeyond = beyond
        return ended + [
            AuditFinding(
                .length, at: report.started ?? report.ended, generation: report.generation, chunk: report.chunk,
                expected: "at most \(limit.words) of difference in chunk \(report.chunk)"
                    + (isLast ? ", plus \(Self.tail.words) of padding after the last chunk" : ""),
                found: "\(sound.words) of sound, \(frames.words) of frames", amount: judged)
        ]
    }

    static let tail = Span.milliseconds(500)

    // MARK: Sums

    /// - Returns: what the message before came to, where this chunk begins another one.
    private mutating func add(
        _ played: Played, before next: (report: ChunkReport, sound: HeardSound?)?, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        let report = played.report
        let ended = message.generation.map { $0 == report.generation } ?? true ? [] : endMessage(&figures)
        // What does not come at all has been told of.
        guard !isPacedBySound, !played.sound.isTruncated else { return ended }
        var piece = SpeechSums.Piece(
            generation: report.generation, started: report.started ?? report.ended, frames: played.frames,
            period: played.period, sound: played.sound, next: next?.sound)
        if isExact, let next = next?.report.started, let started = report.started {
            let pause = next - (started + played.framesLength)
            // A longer one is a gap, which is told of by itself.
            piece.pause = pause > played.period.inWholeMilliseconds ? .zero : max(.zero, pause)
        }
        message.add(piece)
        run.add(piece)
        return ended
    }

    private mutating func endMessage(_ figures: inout AuditFigures) -> [AuditFinding] {
        let findings = judge(message, &figures)
        foundInMessages.formUnion(findings.map(\.kind))
        message = SpeechSums()
        return findings
    }

    /// - Returns: what is beyond the limits.
    private func judge(_ sums: SpeechSums, _ figures: inout AuditFigures) -> [AuditFinding] {
        guard sums.count > 0 else { return [] }
        figures.sounds?.raise(\.cutPercent, to: sums.cutPercent)
        figures.sounds?.raise(\.holesPercent, to: sums.holesPercent)
        figures.sounds?.raise(\.ratePercent, to: sums.ratePercent)
        return sums.findings(limits)
    }
}
