import Engine
import Events

/// Finds pictures that cannot be decoded. An overlay is decoded long before its frame is due. The fault belongs to
/// that frame, so it is reported when the frame has its turn.
struct AuditDecoding: Sendable {
    /// Why overlays of the message could not be decoded that no frame has needed yet; at most as many as the engine
    /// stores pictures.
    private var waiting: [PictureKey: String] = [:]
    private var generation: Generation = 0
    private var failures = 0
    /// The last frame that was shown.
    private var drawn: FrameRecord?
    private static let expected = "decodable pictures"

    /// - Parameter engine: the engine after it has handled the event.
    mutating func receive(_ event: Event, by engine: PlaybackEngine) -> [AuditFinding] {
        var findings = generation == engine.generation ? [] : finish(at: event.time)
        generation = engine.generation
        // A failure that is nothing to the engine is nothing here: it asked for no such picture.
        guard engine.counters.decodeFailures > failures else { return findings }
        failures = engine.counters.decodeFailures
        switch event.body {
        case .local(.pictureFailed(let key, _, let reason)): waiting[key] = reason
        case .local(.baseFrameFailed(let clip, let index, let reason)):
            let found = AuditFinding.brokenBase(clip, index) + reason
            // Drawing it told so: what is on the screen is not what the frame says.
            let onScreen = drawn.flatMap { $0.clip == clip && $0.baseIndex == index && $0.wasShown ? $0 : nil }
            let finding =
                onScreen.map { AuditFinding(.decodeFailed, $0, expected: Self.expected, found: found) }
                ?? AuditFinding(
                    .decodeFailed, at: event.time, generation: generation, expected: Self.expected, found: found)
            findings.append(finding.ofBaseFrame(index, of: clip))
        default: break
        }
        return findings
    }

    mutating func receive(_ record: FrameRecord) -> AuditFinding? {
        if record.wasShown { drawn = record }
        guard !waiting.isEmpty, let key = record.overlayKey, let reason = waiting.removeValue(forKey: key) else {
            return nil
        }
        return AuditFinding(
            .decodeFailed, record, expected: Self.expected, found: "overlay \(key.rawValue): \(reason)")
    }

    /// Reports the rest: no frame needed these pictures.
    mutating func finish(at time: Instant) -> [AuditFinding] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key.rawValue < $1.key.rawValue }.map { key, reason in
            AuditFinding(
                .decodeFailed, at: time, generation: generation, expected: Self.expected,
                found: "overlay \(key.rawValue) of a frame that was never shown: \(reason)")
        }
    }
}
