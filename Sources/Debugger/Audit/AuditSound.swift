import Engine
import Events

/// What somebody found who decoded a chunk's sound.
package struct JudgedSound: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// How long it is, whether it could only be read with the header of its message's first sound, and how many bytes are
        /// missing at its end, by what it says itself.
        case sound(Span, isContinued: Bool, missingBytes: Int = 0)
        /// It is none, and why.
        case failed(String)
    }

    package var chunk: Int
    package var generation: Generation
    package var outcome: Outcome

    package init(chunk: Int, generation: Generation, _ outcome: Outcome) {
        (self.chunk, self.generation, self.outcome) = (chunk, generation, outcome)
    }

    /// What is found of a sound that lacks bytes at its end, by what it says itself.
    package static func brokenOff(_ missingBytes: Int) -> String {
        "broken off: \(missingBytes) of the bytes that it announces are missing"
    }
}

/// Which sounds are none, which lack their header or their frames, and which are not as long as their chunk's frames.
///
/// Bounded: by the chunks of one message that have not been played.
struct AuditSound: Sendable {
    private let given: Span?
    private var limit: Span { given ?? (period + .milliseconds(50)).inWholeMilliseconds }
    private var period = Span.zero
    private var generation: Generation = 0
    /// Of chunks that have not been played.
    private var lengths: [Int: Span] = [:]
    /// A chunk that has been played and may have been the last one of its message.
    private var pending: (report: ChunkReport, frames: Span, sound: Span)?

    init(limit: Span?) { given = limit }

    mutating func receive(_ sound: JudgedSound, at time: Instant, _ figures: inout AuditFigures) -> AuditFinding? {
        begin(sound.generation)
        if case .sound = sound.outcome { figures.sounds?.decoded += 1 }
        switch sound.outcome {
        case .failed(let reason):
            figures.sounds?.failed += 1
            return Self.failed(sound.chunk, sound.generation, reason, at: time)
        case .sound(let length, _, let missing) where missing > 0:
            lengths[sound.chunk] = length
            figures.sounds?.failed += 1
            return AuditFinding(
                .soundFailed, at: time, generation: sound.generation, chunk: sound.chunk,
                expected: "all of the sound of chunk \(sound.chunk)",
                found: JudgedSound.brokenOff(missing))
        case .sound(let length, let isContinued, _):
            lengths[sound.chunk] = length
            guard isContinued else { return nil }
            figures.sounds?.headerless += 1
            return AuditFinding(
                .headerless, at: time, generation: sound.generation, chunk: sound.chunk,
                expected: "sound with a header of its own with chunk \(sound.chunk)",
                found: "one that can only be read with the header of the message's first sound in front")
        }
    }

    /// A chunk's sound that is none, in the same words whoever tells it: who decodes it, or an engine that hears of it.
    static func failed(_ chunk: Int, _ generation: Generation, _ reason: String, at time: Instant) -> AuditFinding {
        AuditFinding(
            .soundFailed, at: time, generation: generation, chunk: chunk, expected: "sound with chunk \(chunk)",
            found: "none: \(reason)")
    }

    private mutating func begin(_ generation: Generation) {
        guard generation != self.generation else { return }
        self.generation = generation
        lengths = [:]
    }

    /// A chunk that has been played, or was cut off: that one has no length of its own, and is one behind the one before it.
    mutating func receive(_ report: ChunkReport, period: Span, _ figures: inout AuditFigures) -> [AuditFinding] {
        self.period = period
        // What has neither comes after no message.
        guard report.hasSound || report.announced ?? 0 > 0 || report.received > 0 else { return [] }
        var findings = judgePending(isLast: report.generation != pending?.report.generation, &figures)
        guard report.end == .over else { return findings }
        let length = report.generation == generation ? lengths.removeValue(forKey: report.chunk) : nil
        let frames = max(report.announced ?? 0, report.received)
        guard frames > 0 else {
            if report.hasSound { findings.append(alone(report, length, &figures)) }
            return findings
        }
        // One that was dropped with a lost link was never played beside the frames.
        if let length, report.hasSound { pending = (report, period * Int64(frames), length) }
        return findings
    }

    private func alone(_ report: ChunkReport, _ length: Span?, _ figures: inout AuditFigures) -> AuditFinding {
        figures.soundsAlone += 1
        return AuditFinding(
            .onlySound, at: report.started ?? report.ended, generation: report.generation, chunk: report.chunk,
            expected: "frames with the sound of chunk \(report.chunk)", found: "no frames of chunk \(report.chunk)",
            amount: length)
    }

    /// Nothing more is to come.
    mutating func finish(_ figures: inout AuditFigures) -> [AuditFinding] { judgePending(isLast: true, &figures) }

    /// The last chunk of a message may have a tail: a mouth that closes when the sound is over, or sound that dies away when the
    /// mouth is closed.
    private mutating func judgePending(isLast: Bool, _ figures: inout AuditFigures) -> [AuditFinding] {
        guard let (report, frames, sound) = pending else { return [] }
        pending = nil
        let apart = (sound - frames).magnitude
        let judged = isLast ? max(.zero, apart - Self.tail) : apart
        let most = figures.sounds?.apart ?? .zero
        figures.sounds?.apart = max(most, judged)
        guard judged > limit else { return [] }
        let beyond = AuditFigures.Beyond.further(figures.sounds?.apartBeyond, judged, limit)
        figures.sounds?.apartBeyond = beyond
        return [
            AuditFinding(
                .length, at: report.started ?? report.ended, generation: report.generation, chunk: report.chunk,
                expected: "sound and frames of chunk \(report.chunk) at most \(limit.words) apart"
                    + (isLast ? ", and a tail of \(Self.tail.words) behind the last chunk" : ""),
                found: "\(sound.words) of sound, \(frames.words) of frames", amount: judged)
        ]
    }

    static let tail = Span.milliseconds(500)
}
