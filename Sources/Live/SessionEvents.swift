import Engine
import Events
import JSON
import Sessions
import Typesetting

/// Tells a session's events from what the engine says: few of them, each once.
struct SessionEvents {
    private var generation: Generation?
    private var chunk: SessionLog.ChunkName?
    /// Chunks of the message that were said to be ready.
    private var ready: (generation: Generation, chunks: Set<Int>) = (0, [])
    private var mode = ModeName.idle
    private var lastShown: Instant?
    /// From the frame before to the last one.
    private var delta = TimeSpan.zero
    /// The frame that is waited for, and how often that was said.
    private var awaited: (record: FrameRecord, count: Int)?
    private var missingClips: Set<String> = []
    private var timed = 0

    private static let missingClipsKept = 100
    private static let chunksKept = 10_000
    /// One picture in so many has its timing told, slow ones besides.
    private static let timingStep = 100
    private static let shownText = 300

    /// - Parameters:
    ///   - engine: as it is behind it.
    ///   - isFreeze: nothing moved for too long until then.
    mutating func receiveEffect(_ effect: Effect, _ engine: PlaybackEngine, isFreeze: Bool = false) -> [SessionEvent] {
        switch effect {
        case .show(let record): receiveFrame(record, engine, isFreeze)
        case .finishChunk(let report): Self.loss(report)
        case .note(let note): receiveNote(note)
        default: []
        }
    }

    private mutating func receiveFrame(
        _ record: FrameRecord, _ engine: PlaybackEngine, _ isFreeze: Bool
    ) -> [SessionEvent] {
        if record.wasShown {
            delta = lastShown.map { record.shown - $0 } ?? .zero
            lastShown = record.shown
        }
        var events = announce(engine)
        if record.mode != mode {
            events.append(
                SessionEvent(
                    .transition,
                    [
                        "from": .string(mode.rawValue), "to": .string(record.mode.rawValue),
                        "animation": Self.name(record.clip),
                    ]))
            mode = record.mode
        }
        if let position = record.position { events += receiveChunkFrame(record, position, engine, isFreeze) }
        return events
    }

    /// A chunk of which enough is decoded, before it is played.
    private mutating func announce(_ engine: PlaybackEngine) -> [SessionEvent] {
        guard let next = engine.bufferedChunk, isNew(next, engine.generation) else { return [] }
        return announce(engine.summary(of: next).map { [$0] } ?? [], engine.generation)
    }

    private func isNew(_ chunk: Int, _ generation: Generation) -> Bool {
        ready.generation != generation || !ready.chunks.contains(chunk)
    }

    private mutating func announce(
        _ chunks: [PlaybackEngine.ChunkSummary], _ generation: Generation
    ) -> [SessionEvent] {
        if ready.generation != generation || ready.chunks.count > Self.chunksKept { ready = (generation, []) }
        return chunks.map { chunk in
            ready.chunks.insert(chunk.chunk)
            return SessionEvent(
                .chunkReady,
                [
                    "chunk": .number(chunk.chunk), "frames": .number(chunk.frames),
                    "decoded": .number(chunk.ready), "animation": Self.name(chunk.clip),
                ])
        }
    }

    private mutating func receiveChunkFrame(
        _ record: FrameRecord, _ position: FramePosition, _ engine: PlaybackEngine, _ isFreeze: Bool
    ) -> [SessionEvent] {
        var events: [SessionEvent] = []
        let place: JSONObject = ["chunk": .number(position.chunk), "seq": .number(position.sequence)]
        if record.note == Note.Code.missingBaseClip.rawValue { events += missing(record, engine) }
        if record.status == .held {
            // While the next chunk is waited for the picture before stays: that one was not skipped.
            return engine.awaitedChunk == nil ? events + skip(record, place) : events
        }
        guard record.wasShown else { return events }
        awaited = nil
        if generation != record.generation {
            generation = record.generation
            events.append(SessionEvent(.newMessage, ["chunk": .number(position.chunk)]))
        }
        if let name = record.chunkName, name != chunk {
            chunk = name
            // One that began at once was never seen waiting.
            if engine.generation == record.generation, isNew(position.chunk, record.generation) {
                events += announce(engine.summary(of: position.chunk).map { [$0] } ?? [], record.generation)
            }
            events.append(
                SessionEvent(
                    .chunkStart, ["chunk": .number(position.chunk), "animation": Self.name(record.demandedClip)]))
        }
        if isFreeze { events.append(freeze(record, place, engine)) }
        return events
    }

    private func freeze(_ record: FrameRecord, _ place: JSONObject, _ engine: PlaybackEngine) -> SessionEvent {
        let pictures = engine.overlayCounts
        return SessionEvent(
            .freezeDetected,
            Self.joined(
                ["delta_ms": .milliseconds(delta), "draw_count": .number(record.ordinal + 1)],
                ["mode": .string(record.mode.rawValue)], place,
                [
                    "queue_len": .number(engine.queuedChunks), "cache_count": .number(pictures.known),
                    "decoded_count": .number(pictures.decoded),
                ]))
    }

    private mutating func skip(_ record: FrameRecord, _ place: JSONObject) -> [SessionEvent] {
        let count = awaited.map { $0.record.position == record.position ? $0.count + 1 : 1 } ?? 1
        awaited = (record, count)
        return [
            SessionEvent(
                .skipDraw,
                Self.joined(
                    place,
                    [
                        "is_cached": .bool(record.arrived != nil), "is_decoded": .bool(record.decoded != nil),
                        "consecutive": .number(count),
                    ]))
        ]
    }

    private mutating func missing(_ record: FrameRecord, _ engine: PlaybackEngine) -> [SessionEvent] {
        let name = record.demandedClip?.rawValue ?? "unknown"
        guard missingClips.count < Self.missingClipsKept, missingClips.insert(name).inserted else { return [] }
        let loaded = engine.readyClips.map { Self.name($0) }
        return [SessionEvent(.missingBaseAnim, ["animation": .string(name), "loaded_anims": .array(loaded)])]
    }

    private static func loss(_ report: ChunkReport) -> [SessionEvent] {
        guard report.end == .over, !report.lost.isEmpty else { return [] }
        return [
            SessionEvent(
                .frameLoss,
                [
                    "chunk": .number(report.chunk),
                    "sent": .number(max(report.announced ?? 0, report.received + report.lost.count)),
                    "received": .number(report.received), "lost": .number(report.lost.count),
                ])
        ]
    }

    private mutating func receiveNote(_ note: Note) -> [SessionEvent] {
        switch note.code {
        case .skipDrawTimeout:
            guard let (record, count) = awaited, let position = record.position else { return [] }
            awaited = nil
            return [
                SessionEvent(
                    .skipDrawTimeout,
                    [
                        "chunk": .number(position.chunk), "seq": .number(position.sequence),
                        "key": .string(record.overlayKey?.rawValue ?? "unknown"), "skips": .number(count),
                    ])
            ]
        case .decodeFailed, .audioFailed, .link:
            return [
                SessionEvent(
                    .error,
                    [
                        "code": .string(note.code.rawValue),
                        "text": .string(OutsideText.shown(note.text, cells: Self.shownText)),
                    ])
            ]
        default: return []
        }
    }

    // MARK: Timing

    /// Of a frame of a chunk: slow ones, and each hundredth.
    mutating func receiveTiming(_ timing: FrameTiming, of record: FrameRecord) -> SessionEvent? {
        guard let position = record.position else { return nil }
        timed += 1
        func milliseconds(_ duration: Duration) -> JSON { .double(duration / .milliseconds(1)) }
        let place: JSONObject = ["chunk": .number(position.chunk), "seq": .number(position.sequence)]
        if timing.isSlow {
            return SessionEvent(
                .slowFrame,
                Self.joined(
                    [
                        "total_ms": milliseconds(timing.total), "cache_ms": milliseconds(timing[.decode]),
                        "render_ms": milliseconds(timing.total - timing[.decode]),
                        "bottleneck": .string(timing.bottleneck?.rawValue ?? "none"),
                    ], place))
        }
        guard timed % Self.timingStep == 1 else { return nil }
        return SessionEvent(
            .frameTiming,
            Self.joined(
                [
                    "frame": .number(record.ordinal),
                    "delta_ms": .milliseconds(delta),
                    "base_ms": milliseconds(timing[.scale]), "overlay_ms": milliseconds(timing[.compose]),
                    "decode_ms": milliseconds(timing[.decode]),
                    "render_ms": milliseconds(timing[.paint] + timing[.write]),
                    "total_ms": milliseconds(timing.total), "bottleneck": "none",
                ], place, ["mode": .string(record.mode.rawValue)]))
    }

    private static func name(_ clip: ClipName?) -> JSON { .string(clip?.rawValue ?? "unknown") }

    private static func joined(_ parts: JSONObject...) -> JSONObject { JSONObject(parts.flatMap(\.members)) }
}
