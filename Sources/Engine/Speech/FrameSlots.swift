import Events

/// Frames in their places, sorted by (section, sequence), with holes for missing ones.
///
/// Filing works place by place; `settle` ends it.
struct FrameSlots: Hashable, Sendable {
    /// All frames, once settled.
    private(set) var frames: [ChunkFrame] = []
    /// While frames are being filed: the frames after the last inserted one, in reverse. An insertion then moves only
    /// what lies between it and the previous one. Moving everything that follows would cost the square of a batch's
    /// length.
    private var tail: [ChunkFrame] = []

    var count: Int { frames.count + tail.count }

    subscript(place: Int) -> ChunkFrame {
        place < frames.count ? frames[place] : tail[tail.count - 1 - (place - frames.count)]
    }

    // MARK: Places

    /// The place of a frame; `nil` if it has none yet.
    func place(of frame: OverlayFrame) -> Int? {
        let place = index(of: frame)
        return holds(frame, at: place) ? place : nil
    }

    /// The place that a frame has or will get: in a chunk of one section simply its sequence number.
    func index(of frame: OverlayFrame) -> Int {
        let direct = frame.sequence
        if direct >= 0, holds(frame, at: direct) { return direct }
        let wanted = Self.order(of: frame)
        // Nearly always: frames come in order.
        if count == 0 || Self.order(of: self[count - 1].frame) < wanted { return count }
        return (0..<count - 1).partitionPoint { Self.order(of: self[$0].frame) >= wanted }
    }

    /// Whether this is the frame's place. A hole whose chunk-wide number fits a frame of another section is, too:
    /// sections may share one numbering.
    func holds(_ frame: OverlayFrame, at place: Int) -> Bool {
        guard place < count else { return false }
        let there = self[place]
        return there.frame.sequence == frame.sequence && (there.frame.section == frame.section || there.isUnknown)
    }

    /// Numbers of the holes that keep the places before a frame free, so that a later frame finds its place. Only
    /// numbers: the holes before a refused frame are never created.
    func holes(before frame: OverlayFrame, at place: Int) -> Range<Int> {
        guard place > 0 else { return 0..<frame.sequence }
        let before = self[place - 1].frame
        if before.sequence < frame.sequence { return before.sequence + 1..<frame.sequence }
        return (before.section == frame.section ? frame.sequence : 0)..<frame.sequence
    }

    /// Sorts frames so that filing them costs time in proportion to their number. Frames at equal places keep their
    /// order.
    static func inOrder(_ frames: [OverlayFrame]) -> [OverlayFrame] {
        let isSorted = zip(frames, frames.dropFirst()).allSatisfy { order(of: $0) <= order(of: $1) }
        if isSorted { return frames }
        let numbered = frames.enumerated().sorted { a, b in
            let (first, second) = (order(of: a.element), order(of: b.element))
            return first == second ? a.offset < b.offset : first < second
        }
        return numbered.map(\.element)
    }

    private static func order(of frame: OverlayFrame) -> (Int, Int) { (frame.section, frame.sequence) }

    // MARK: Changes

    mutating func change(_ place: Int, _ change: (inout ChunkFrame) -> Void) {
        if place < frames.count { change(&frames[place]) } else { change(&tail[count - 1 - place]) }
    }

    mutating func insert(_ new: [ChunkFrame], at place: Int) {
        while frames.count > place, let last = frames.popLast() { tail.append(last) }
        while frames.count < place, let next = tail.popLast() { frames.append(next) }
        frames += new
    }

    /// Moves all filed frames into `frames`.
    mutating func settle() {
        guard !tail.isEmpty else { return }
        frames += tail.reversed()
        tail = []
    }

    // MARK: The end, when settled

    mutating func append(_ new: [ChunkFrame]) { frames += new }

    mutating func dropLast(while isGone: (ChunkFrame) -> Bool) {
        while let last = frames.last, isGone(last) { frames.removeLast() }
    }

    /// - Returns: the frames beyond `length`.
    mutating func cut(to length: Int) -> [ChunkFrame] {
        let gone = Array(frames[length...])
        frames.removeSubrange(length...)
        return gone
    }
}
