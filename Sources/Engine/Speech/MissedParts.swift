import Events

/// Remembers what was missing when chunks ended. This tells late parts from repeats (specification 3.10.8). Bounded:
/// everything beyond the limits counts as received.
struct MissedParts: Hashable, Sendable {
    /// The position of a frame in its chunk.
    fileprivate struct Place: Hashable, Sendable, Comparable {
        var section: Int
        var sequence: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.section, left.sequence) < (right.section, right.sequence)
        }

        init(_ frame: OverlayFrame) { (section, sequence) = (frame.section, frame.sequence) }
    }

    fileprivate struct Parts: Hashable, Sendable {
        /// The lost frames.
        var frames: Set<Place>
        /// The last frame that was received or announced; nothing after it was received.
        var last: Place?
        var lacksSound: Bool
    }

    /// What an event brings of a chunk that is over.
    struct Arrival: Hashable, Sendable {
        /// Number of frames that had never been received.
        var frames = 0
        /// Whether it brings the sound, which had never been received.
        var isSound = false
        /// Whether it brings something received before, or nothing at all.
        var isRepeat = false
    }

    private var chunks: [Int: Parts] = [:]
    private var frameCount = 0

    /// For estimates of memory.
    var count: Int { chunks.count + frameCount }

    /// Records what a chunk lacks at its end.
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

    /// Whether an event brings the sound of a chunk that ended without it.
    func isSound(_ event: WireEvent) -> Bool {
        guard case .audioArrived(let audio) = event, audio.sound != nil else { return false }
        return chunks[audio.chunk]?.lacksSound ?? false
    }

    /// Records what an event brings; the next time it is a repeat.
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
    /// Whether a frame had never been received.
    fileprivate mutating func take(_ frame: OverlayFrame) -> Bool {
        let place = MissedParts.Place(frame)
        if let last, place <= last { return frames.remove(place) != nil }
        last = place
        return true
    }
}

extension WireEvent {
    /// Frames that arrive with the event, without those that are only described.
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
