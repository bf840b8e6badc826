import Engine
import Events
import Sessions

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

/// Records what the stream itself said, apart from the engine's state: which picture belongs to which base frame, and
/// which base frame to which overlay. The drawn picture is judged by this (K65).
///
/// Bounded by the clips, and by the waiting frames.
struct AuditDemands: Sendable {
    /// `nil` if the stream did not say.
    private struct Demand: Hashable {
        var clip: ClipName?
        var index: Int?
    }

    private struct Place: Hashable {
        var section: Int
        var sequence: Int
    }

    /// The pictures sent for each base frame: the last one, and the previous one, which stays in use for a while
    /// (N33).
    private var bases: [ClipName: [Int: [ContentHash]]] = [:]
    private var demands: [Int: [Place: [Demand]]] = [:]
    private var count = 0
    var frameCount: Int { count }
    private static let demandsOfOneFrame = 4

    mutating func receive(_ event: WireEvent) {
        switch event {
        case .baseFrameArrived(let clip, let index, let picture?): put(picture.hash, clip, index)
        case .overlaysArrived(let batch): for frame in batch.frames { add(frame, chunk: batch.chunk) }
        case .chunkDescribed(let description): for frame in description.frames { add(frame, chunk: description.chunk) }
        case .audioArrived(let audio): for frame in audio.frames { add(frame, chunk: audio.chunk) }
        default: break
        }
    }

    private mutating func put(_ hash: ContentHash, _ clip: ClipName, _ index: Int) {
        guard bases[clip] != nil || bases.count < Limits.clips else { return }
        let known = bases[clip]?[index] ?? []
        if known.last == hash { return }
        bases[clip, default: [:]][index] = known.suffix(1) + [hash]
    }

    private mutating func add(_ frame: OverlayFrame, chunk: Int) {
        guard count < Limits.waitingFrames else { return }
        let demand = Demand(clip: frame.clip, index: frame.givenBaseIndex)
        let place = Place(section: frame.section, sequence: frame.sequence)
        let known = demands[chunk]?[place] ?? []
        guard !known.contains(demand), known.count < Self.demandsOfOneFrame else { return }
        demands[chunk, default: [:]][place, default: []].append(demand)
        count += 1
    }

    /// Forgets a played chunk: a later one with its number is another chunk.
    mutating func forget(chunk: Int) {
        guard let gone = demands.removeValue(forKey: chunk) else { return }
        count -= gone.values.reduce(0) { $0 + $1.count }
    }

    mutating func forgetFrames() {
        demands = [:]
        count = 0
    }

    /// Whether a picture was sent for this base frame; `nil` if none was received.
    func isBase(_ hash: ContentHash, _ clip: ClipName, _ index: Int) -> Bool? {
        bases[clip]?[index].map { $0.contains(hash) }
    }

    /// Clip and index that the stream named for a frame, if the engine used others.
    func contradiction(_ record: FrameRecord) -> String? {
        guard let position = record.position, let clip = record.demandedClip,
            let known = demands[position.chunk]?[Place(section: position.section, sequence: position.sequence)]
        else { return nil }
        let isNamed = known.contains { demand in
            (demand.clip == nil || demand.clip == clip) && (demand.index == nil || demand.index == record.demandedIndex)
        }
        guard !isNamed, let first = known.first else { return nil }
        return "\((first.clip ?? clip).rawValue)/\(first.index ?? record.demandedIndex)"
    }
}

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
    mutating func receiveEvent(_ event: Event, by engine: PlaybackEngine) -> [AuditFinding] {
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

    mutating func receiveFrame(_ record: FrameRecord) -> AuditFinding? {
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
