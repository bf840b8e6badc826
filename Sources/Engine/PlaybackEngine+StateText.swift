import Events

/// One field of the engine's state as text, for inspectors and for comparing two states.
package struct StateField: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The state as text, for inspectors. Fields that are of no use there, such as emission dates and deadlines of
/// requests, are omitted.
extension PlaybackEngine {
    /// The fields in a fixed order, with unique names. The cost is proportional to the number of waiting chunks.
    package var fields: [StateField] {
        timeFields + pictureFields + messageFields + chunkFields + storeFields + counterFields
    }

    private var timeFields: [StateField] {
        [
            StateField("now", Self.text(now)),
            StateField("clock", Self.text(clock)),
            StateField("paused", Self.text(isPaused)),
            StateField("since last frame", Self.text(accumulator)),
        ]
    }

    private var pictureFields: [StateField] {
        [
            StateField("mode", modeText),
            StateField("clip", clip.rawValue),
            StateField("base index", "\(baseIndex)"),
            StateField("drawn base", composite.map { "\($0.clip.rawValue) \($0.baseIndex)" } ?? "-"),
            StateField("drawn overlay", composite?.overlay?.key.rawValue ?? "-"),
            StateField("log lines", "\(recordCount)"),
        ]
    }

    private var messageFields: [StateField] {
        [
            StateField("message", "\(generation)"),
            StateField("message phase", phaseText),
            StateField("end signal", Self.text(message.hasEndSignal)),
            StateField("next chunk", "\(message.nextExpected)"),
            StateField("chunks played", "\(message.played.count)"),
            StateField("gate since", message.gateSince.map(Self.text) ?? "-"),
            StateField("clip at end", message.pendingBaseAtEnd?.rawValue ?? "-"),
            StateField("return clip", returnClip?.rawValue ?? "-"),
            StateField("held aside", plural(message.heldAside.count, "event")),
            StateField("older message", olderText),
        ]
    }

    private var chunkFields: [StateField] {
        var fields = [StateField("playing", message.active.map(Self.text) ?? "-")]
        if let active = message.active {
            fields.append(StateField("playing sound", Self.sound(of: active)))
            fields.append(StateField("playing chunk", text(active.chunk)))
        }
        fields.append(StateField("queue", message.queue.isEmpty ? "-" : plural(message.queue.count, "chunk")))
        for chunk in message.queue.prefix(Self.chunksNamed) {
            fields.append(StateField("queued chunk \(chunk.index)", text(chunk)))
        }
        return fields
    }

    private var storeFields: [StateField] {
        [
            StateField("pictures known", "\(ledger.entries.count)"),
            StateField("pictures decoding", "\(ledger.decodingCount)"),
            StateField("decoded bytes", "\(ledger.decodedBytes)"),
            StateField("clips loaded", "\(clips.loadedCount) of \(clips.count), \(plural(clips.frameCount, "frame"))"),
            StateField("idle clip", requests.idle.rawValue),
            StateField("clips requested", Self.names(requests.outstanding)),
            StateField("clips to request", Self.names(requests.waiting)),
        ]
    }

    private var counterFields: [StateField] {
        let c = counters
        return [
            StateField("ticks", "\(c.ticks)"), StateField("frames shown", "\(c.shown)"),
            StateField("frames held", "\(c.held)"), StateField("frames skipped", "\(c.skipped)"),
            StateField("frames without overlay", "\(c.noOverlay)"), StateField("frames desync", "\(c.desync)"),
            StateField("frames guessed", "\(c.guesses)"), StateField("frames lost", "\(c.lost)"),
            StateField("frames late", "\(c.late)"), StateField("sounds late", "\(c.lateSounds)"),
            StateField("duplicates", "\(c.duplicates)"), StateField("stale", "\(c.stale)"),
            StateField("pictures decoded", "\(c.decoded)"), StateField("pictures broken", "\(c.decodeFailures)"),
            StateField("chunks finished", "\(c.chunksFinished)"),
            StateField("messages finished", "\(c.messagesFinished)"),
            StateField("messages cut off", "\(c.messagesCutOff)"),
        ]
    }

    // MARK: In words

    private static let chunksNamed = 8

    private var modeText: String {
        switch mode {
        case .idle: "idle"
        case .transition(let since): "transition since \(Self.text(since))"
        case .overlay(.playing): "overlay, playing"
        case .overlay(.waiting(let since)): "overlay, waiting since \(Self.text(since))"
        case .overlay(.holding(let since)): "overlay, holding since \(Self.text(since))"
        case .overlay(.gap(let since)): "overlay, gap since \(Self.text(since))"
        case .finishingBase(let since): "finishing the talking clip since \(Self.text(since))"
        case .returnTransition(let since): "returning to idle since \(Self.text(since))"
        }
    }

    private var phaseText: String {
        switch message.phase {
        case .none: "none"
        case .awaiting: "awaiting an answer"
        case .open: message.isCertain ? "open" : "open, guessed"
        case .resting: "idle, without an end signal"
        case .ended: "ended"
        }
    }

    private var olderText: String {
        guard let older = message.older else { return "-" }
        if older.isWhole { return "whole" }
        let unfinished = older.unfinished.sorted().prefix(Self.chunksNamed).map(String.init).joined(separator: " ")
        return "may go on" + (older.continuesAt.map { " from chunk \($0)" } ?? "")
            + (unfinished.isEmpty ? "" : ", unfinished \(unfinished)")
            + (older.unanswered == 0 ? "" : ", \(older.unanswered) unanswered")
    }

    private static func text(_ active: ActiveChunk) -> String {
        "chunk \(active.chunk.index) frame \(active.cursor)" + (active.isDrawn ? ", drawn" : ", not drawn")
            + ", due \(text(active.due)), shown \(active.shown), held \(active.held), skipped \(active.skipped)"
    }

    private static func sound(of active: ActiveChunk) -> String {
        guard active.chunk.sound != nil else { return "none" }
        let state = active.hasSoundEnded ? "ended" : active.soundStart != nil ? "started" : "not started"
        return state + (active.soundPlace.map { ", at \(text($0.position))" } ?? "")
    }

    private func text(_ chunk: Chunk) -> String {
        "\(chunk.received) of \(chunk.expected.map(String.init) ?? "?") received, \(readyCount(of: chunk)) ready"
            + (chunk.isComplete ? ", complete" : "") + (chunk.isGuess ? ", guessed" : "")
            + (chunk.sound == nil ? ", no sound" : "")
            + (chunk.lost.isEmpty ? "" : ", \(chunk.lost.count) lost")
            + (chunk.late == 0 ? "" : ", \(chunk.late) late")
            + (chunk.duplicates == 0 ? "" : ", \(chunk.duplicates) duplicate")
    }

    private static func names(_ clips: [ClipName]) -> String {
        clips.isEmpty
            ? "-"
            : clips.prefix(chunksNamed).map(\.rawValue).joined(separator: " ")
                + (clips.count > chunksNamed ? " ..." : "")
    }

    private static func text(_ value: Bool) -> String { value ? "yes" : "no" }
    private static func text(_ moment: Instant) -> String { "\(moment.microseconds / 1_000) ms" }
    private static func text(_ span: TimeSpan) -> String { "\(span.wholeMilliseconds) ms" }
}

/// The ledger's state of one picture.
extension PlaybackEngine {
    /// Describes the state of a picture and how many frames use it; `nil` for an unknown or discarded key.
    package func knowledge(of key: PictureKey) -> String? {
        guard let entry = ledger.entries[key] else { return nil }
        let users = entry.users == 1 ? "used by 1 frame" : "used by \(entry.users) frames"
        switch entry.state {
        case .wanted: return "not decoded yet, \(users)"
        case .decoding: return "being decoded, \(users)"
        case .decoded(let bytes, let at): return "decoded at \(Self.text(at)), \(bytes) bytes, \(users)"
        case .failed: return "broken, \(users)"
        }
    }

    /// Whether the picture could not be decoded; false for an unknown or discarded key.
    package func isBroken(_ key: PictureKey) -> Bool { ledger.state(of: key) == .failed }
    /// Whether the payload received for a base frame is not a picture.
    package func isBroken(_ clip: ClipName, _ index: Int) -> Bool { clips[clip]?.isBroken(at: index) ?? false }
}
