import Events

/// What has never come of the chunks that are over, by which what comes of them too late is told from what comes again
/// (specification 3.10.8). Bounded: of what is beyond the limits everything counts as come.
struct MissedParts: Hashable, Sendable {
    /// Where a frame belongs in its chunk.
    fileprivate struct Place: Hashable, Sendable, Comparable {
        var section: Int
        var sequence: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.section, left.sequence) < (right.section, right.sequence)
        }

        init(_ frame: OverlayFrame) { (section, sequence) = (frame.section, frame.sequence) }
    }

    fileprivate struct Parts: Hashable, Sendable {
        /// Those that were lost.
        var frames: Set<Place>
        /// The last one that came, or was to come: of those behind it none has come.
        var last: Place?
        var lacksSound: Bool
    }

    /// What an event brings of a chunk that is over.
    struct Arrival: Hashable, Sendable {
        /// Frames that had never come.
        var frames = 0
        /// The sound, which had never come.
        var isSound = false
        /// Something that had come, or nothing at all.
        var isRepeat = false
    }

    private var chunks: [Int: Parts] = [:]
    private var frameCount = 0

    /// For estimates of memory.
    var count: Int { chunks.count + frameCount }

    /// Keeps what of a chunk has not come by its end.
    mutating func keep(_ chunk: Chunk) {
        forget(chunk.index)
        guard chunks.count < Limits.waitingChunks, frameCount + chunk.lost.count <= Limits.waitingFrames else { return }
        let lost = Set(chunk.lost.compactMap { place in chunk.frame(at: place).map { Place($0.frame) } })
        chunks[chunk.index] = Parts(
            frames: lost, last: chunk.frames.last.map { Place($0.frame) }, lacksSound: chunk.sound == nil)
        frameCount += lost.count
    }

    private mutating func forget(_ chunk: Int) {
        frameCount -= chunks.removeValue(forKey: chunk)?.frames.count ?? 0
    }

    /// Whether an event brings the sound of a chunk that was over without it.
    func isSound(_ event: WireEvent) -> Bool {
        guard case .audioArrived(let audio) = event, audio.sound != nil else { return false }
        return chunks[audio.chunk]?.lacksSound ?? false
    }

    /// Takes note of what an event brings: once more it is a repeat.
    mutating func take(_ event: WireEvent) -> Arrival {
        guard let chunk = event.chunk, var parts = chunks[chunk] else { return Arrival(isRepeat: true) }
        let isSound = isSound(event)
        if isSound { parts.lacksSound = false }
        let frames = event.broughtFrames
        let new = frames.count { parts.take($0) }
        frameCount += parts.frames.count - (chunks[chunk]?.frames.count ?? 0)
        chunks[chunk] = parts
        let isNothingNew = new == 0 && !isSound
        let hasOthers = if case .overlaysArrived = event { new < frames.count } else { false }
        return Arrival(frames: new, isSound: isSound, isRepeat: isNothingNew || hasOthers)
    }
}

extension MissedParts.Parts {
    /// Whether a frame had never come.
    fileprivate mutating func take(_ frame: OverlayFrame) -> Bool {
        let place = MissedParts.Place(frame)
        if let last, place <= last { return frames.remove(place) != nil }
        last = place
        return true
    }
}

extension WireEvent {
    /// Frames that come with it, not those that are only described.
    fileprivate var broughtFrames: [OverlayFrame] {
        switch self {
        case .overlaysArrived(let batch): batch.frames
        case .audioArrived(let audio): Self.pictured(audio.frames, first: audio.firstPicture)
        case .chunkDescribed(let description): Self.pictured(description.frames, first: description.firstPicture)
        default: []
        }
    }

    private static func pictured(_ frames: [OverlayFrame], first: Payload?) -> [OverlayFrame] {
        frames.filter { $0.picture != nil } + (first.map { [OverlayFrame(sequence: 0, picture: $0)] } ?? [])
    }
}
