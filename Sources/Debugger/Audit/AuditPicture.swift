import Engine
import Events

/// Judges whether the picture on screen is the demanded one, whatever the engine says about it (specification 6.4,
/// K65, K66).
///
/// Compares the drawn composite with the record's demand, and both with what the stream said.
struct AuditPicture: Sendable {
    struct Judgment: Hashable {
        var status: FrameStatus
        var expected: String
        var found: String
    }

    private var demands = AuditDemands()
    private var before: Composite?
    private var generation: Generation = 0
    /// As of the last event; `generation` is that of the last frame.
    private var latest: Generation = 0

    /// - Parameter generation: the engine's, after it has handled the event.
    mutating func receive(_ event: Event, generation: Generation) {
        // What was demanded of frames of another message says nothing of this one's.
        if generation != latest { demands.forgetFrames() }
        latest = generation
        if case .wire(let wire) = event.body { demands.receive(wire) }
    }

    mutating func end(chunk: Int) { demands.forget(chunk: chunk) }

    /// - Parameter wraps: base indexes beyond a clip are wrapped, by a length that is not known here.
    mutating func judge(_ record: FrameRecord, _ composite: Composite?, wraps: Bool) -> Judgment {
        defer { remember(record, composite) }
        switch record.status {
        case .held: if let fault = held(record, composite) { return fault }
        // A frame that never came and that nothing is known of demands nothing.
        case .sync, .noOverlay, .guess, .seam, .unplaced, .outside:
            if record.demandedClip != nil, let fault = fault(record, composite, wraps: wraps) { return fault }
        case .skipped, .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay: break
        }
        // Most frames are as they should be: for them words are not worth their time.
        let status = record.status
        guard status.finding != nil else { return Judgment(status: status, expected: "", found: "") }
        guard status != .unplaced else {
            return Judgment(
                status: status, expected: "a position for every overlay",
                found: "\(Self.text(composite)) drawn at 0,0: no position received")
        }
        guard !record.isHole else {
            return Judgment(
                status: status, expected: "every frame of the chunk",
                found: "frame never arrived; previous picture kept (\(Self.text(composite)))")
        }
        return Judgment(status: status, expected: Self.demand(record), found: Self.text(composite, of: record, status))
    }

    private mutating func remember(_ record: FrameRecord, _ composite: Composite?) {
        guard record.status != .skipped else { return }
        before = composite
        generation = record.generation
    }

    /// Judges a held frame: the picture must stay as it is (K18).
    private func held(_ record: FrameRecord, _ composite: Composite?) -> Judgment? {
        guard generation == record.generation, let before, before != composite else { return nil }
        let isSameBase = before.base == composite?.base
        return Judgment(
            status: isSameBase ? .desyncOverlay : .desyncIndex, expected: "\(Self.text(before)), held",
            found: Self.text(composite))
    }

    private func fault(_ record: FrameRecord, _ composite: Composite?, wraps: Bool) -> Judgment? {
        if let said = demands.contradiction(record) {
            return Judgment(
                status: .desyncIndex, expected: "\(said) according to the stream", found: Self.text(composite))
        }
        guard let status = difference(record, composite, wraps: wraps) else {
            guard let composite, demands.isBase(composite.base.hash, composite.clip, composite.baseIndex) == false
            else { return nil }
            return Judgment(
                status: .desyncIndex, expected: Self.demand(record),
                found: "a picture sent for another frame than \(composite.clip.rawValue)/\(composite.baseIndex)")
        }
        return Judgment(status: status, expected: Self.demand(record), found: Self.text(composite, of: record, status))
    }

    private func difference(_ record: FrameRecord, _ composite: Composite?, wraps: Bool) -> FrameStatus? {
        guard let composite else { return .desyncBaseMissing }
        if composite.clip != record.demandedClip { return .desyncClip }
        if composite.baseIndex != record.demandedIndex, !wraps { return .desyncIndex }
        guard record.status.isAsDemanded, composite.overlay?.key != record.overlayKey else { return nil }
        return composite.overlay == nil ? .noOverlay : .desyncOverlay
    }

    private static func demand(_ record: FrameRecord) -> String {
        guard let clip = record.demandedClip else { return "no base frame" }
        let base = "\(clip.rawValue)/\(record.demandedIndex)"
        return record.overlayKey.map { "\(base) with \($0.rawValue)" } ?? base
    }

    private static func text(_ composite: Composite?, of record: FrameRecord, _ status: FrameStatus) -> String {
        guard status == .noOverlay, let composite, composite.overlay == nil else { return text(composite) }
        return "\(text(composite)) drawn without "
            + (record.overlayKey.map { "overlay \($0.rawValue)" } ?? "an overlay")
    }

    private static func text(_ composite: Composite?) -> String {
        guard let composite else { return "nothing" }
        let base = "\(composite.clip.rawValue)/\(composite.baseIndex)"
        return composite.overlay.map { "\(base) with \($0.key.rawValue)" } ?? base
    }
}
