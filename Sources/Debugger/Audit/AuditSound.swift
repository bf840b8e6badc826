import Engine
import Events
import Sessions

/// Finds sounds that cannot be decoded, lack their header or their frames, or differ in length from their chunk's
/// frames, singly or added up over a message and the run.
///
/// Bounded by the chunks of one message that have not been played.
struct AuditSound: Sendable {
    private struct Played {
        var report: ChunkReport
        var frames: Int
        var period: TimeSpan
        var sound: AudibleSound

        var framesLength: TimeSpan { period * Int64(frames) }
    }

    private let limits: AuditThresholds
    private var limit: TimeSpan { limits.length ?? (period + .milliseconds(50)).inWholeMilliseconds }
    private var period = TimeSpan.zero
    private var generation: Generation = 0
    /// Sounds of chunks that have not been played.
    private var audible: [Int: AudibleSound] = [:]
    /// A played chunk that may be the last one of its message.
    private var pending: Played?
    /// Findings about truncated sounds, whose end the next chunk may bring; and those of earlier messages.
    private var (brokenOff, overdue): ([Int: AuditFinding], [AuditFinding]) = ([:], [])
    /// Sums for the current message, and for the run.
    private var message = SpeechSums()
    private var run = SpeechSums()
    /// Kinds that were found in a message; they are not reported again for the run.
    private var foundInMessages: Set<AuditFinding.Kind> = []
    /// Whether the sound ends chunks, so that none is cut off and no hole is left.
    var isPacedBySound = false
    /// Whether frames are shown when they are due, so that only the stream can make a chunk late.
    var isExact = false

    init(_ limits: AuditThresholds) { self.limits = limits }

    mutating func receiveSound(_ sound: JudgedSound, at time: Instant, _ figures: inout AuditFigures) -> AuditFinding? {
        begin(sound.generation, &figures)
        switch sound.outcome {
        case .failed(let reason):
            figures.sounds?.failed += 1
            return Self.failed(sound.chunk, sound.generation, reason, at: time)
        case .sound(let length, let isContinued, let isTorn, let missing, let remark):
            figures.sounds?.decoded += 1
            audible[sound.chunk] = sound.audible(length, isTruncated: missing > 0)
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
        audible[chunk]?.isTruncated = false
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

    /// The finding about a chunk's sound that cannot be decoded, with the same words for a decoder and an engine.
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
        audible = [:]
    }

    /// Truncated sounds of earlier chunks: their continuation would have arrived by now.
    private mutating func takeBrokenOff(before chunk: Int, _ figures: inout AuditFigures) -> [AuditFinding] {
        let taken = brokenOff.filter { $0.key < chunk }.sorted { $0.key < $1.key }.map(\.value)
        guard !taken.isEmpty || !overdue.isEmpty else { return [] }
        brokenOff = brokenOff.filter { $0.key >= chunk }
        figures.sounds?.failed += taken.count
        defer { overdue = [] }
        return overdue + taken
    }

    /// Handles a chunk that was played or cut off. A chunk that was cut off has no length of its own, but follows the
    /// previous one.
    mutating func receiveReport(_ report: ChunkReport, period: TimeSpan, _ figures: inout AuditFigures)
        -> [AuditFinding]
    {
        self.period = period
        // What has neither comes after no message.
        guard report.hasSound || report.announced ?? 0 > 0 || report.received > 0 else { return [] }
        var findings = report.generation == generation ? takeBrokenOff(before: report.chunk, &figures) : []
        let sound = report.generation == generation && report.hasSound ? audible[report.chunk] : nil
        findings += judgePending(
            before: report.generation == pending?.report.generation ? (report, sound) : nil, &figures)
        guard report.end == .over else { return findings }
        if report.generation == generation { audible[report.chunk] = nil }
        let frames = max(report.announced ?? 0, report.received)
        guard frames > 0 else {
            if report.hasSound { findings.append(alone(report, sound?.length, &figures)) }
            return findings
        }
        // One that was dropped with a lost link was never played beside the frames.
        if let sound { pending = Played(report: report, frames: frames, period: period, sound: sound) }
        return findings
    }

    private func alone(_ report: ChunkReport, _ length: TimeSpan?, _ figures: inout AuditFigures) -> AuditFinding {
        figures.soundsAlone += 1
        return AuditFinding(
            .onlySound, at: report.started ?? report.ended, generation: report.generation, chunk: report.chunk,
            expected: "frames for the sound of chunk \(report.chunk)",
            found: "chunk \(report.chunk) has sound but no frames",
            amount: length)
    }

    /// Ends the run.
    mutating func finish(_ figures: inout AuditFigures) -> [AuditFinding] {
        let findings = takeBrokenOff(before: .max, &figures) + judgePending(before: nil, &figures)
        return findings + endMessage(&figures) + judge(run, &figures).filter { !foundInMessages.contains($0.kind) }
    }

    /// Judges the pending chunk. The last chunk of a message may have padding: a mouth that closes after the sound,
    /// or sound that fades after the mouth has closed.
    /// - Parameter next: the following chunk of the same message, and its sound; `nil` if there is none.
    private mutating func judgePending(
        before next: (report: ChunkReport, sound: AudibleSound?)?, _ figures: inout AuditFigures
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

    static let tail = TimeSpan.milliseconds(500)

    // MARK: Sums

    /// - Returns: the findings for the previous message, if this chunk begins another one.
    private mutating func add(
        _ played: Played, before next: (report: ChunkReport, sound: AudibleSound?)?, _ figures: inout AuditFigures
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

    /// - Returns: the findings beyond the limits.
    private func judge(_ sums: SpeechSums, _ figures: inout AuditFigures) -> [AuditFinding] {
        guard sums.count > 0 else { return [] }
        figures.sounds?.raise(\.cutPercent, to: sums.cutPercent)
        figures.sounds?.raise(\.holesPercent, to: sums.holesPercent)
        figures.sounds?.raise(\.ratePercent, to: sums.ratePercent)
        return sums.findings(limits)
    }
}

extension JudgedSound {
    /// For a sound of this length.
    fileprivate func audible(_ length: TimeSpan, isTruncated: Bool = false) -> AudibleSound {
        AudibleSound(
            length: length, rate: rate, quietStart: quietStart, quietEnd: quietEnd, isTruncated: isTruncated)
    }
}
