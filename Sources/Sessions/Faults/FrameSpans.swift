import Events

/// Findings by the frames that they are about, in the order of these.
struct FrameSpans {
    private struct Entry {
        let frames: ClosedRange<Int>
        let generation: Generation
        let time: Instant
        let id: Int32
    }

    private var spans: [Entry] = []
    private var longest = 0

    mutating func insert(_ id: Int32, _ frames: ClosedRange<Int>?, _ finding: AuditFinding) {
        guard let frames else { return }
        longest = max(longest, frames.count)
        let place = spans.partitionPoint { $0.frames.lowerBound > frames.lowerBound }
        spans.insert(Entry(frames: frames, generation: finding.generation, time: finding.time, id: id), at: place)
    }

    /// One that is about all of these frames.
    func first(holding frames: ClosedRange<Int>, of generation: Generation) -> Int32? {
        let end = spans.partitionPoint { $0.frames.lowerBound > frames.lowerBound }
        return spans[..<end].reversed().lazy.prefix { frames.lowerBound - $0.frames.lowerBound < longest }
            .first { $0.generation == generation && $0.frames.upperBound >= frames.upperBound }?.id
    }

    /// Those that are about some of these frames and no others.
    func all(in frames: ClosedRange<Int>, of generation: Generation) -> [Int32] {
        let first = spans.partitionPoint { $0.frames.lowerBound >= frames.lowerBound }
        return spans[first...].prefix { $0.frames.lowerBound <= frames.upperBound }
            .filter { $0.generation == generation && $0.frames.upperBound <= frames.upperBound }.map(\.id)
    }

    /// Those of this moment; they rise with the frames.
    func all(at time: Instant) -> [Int32] {
        let first = spans.partitionPoint { $0.time >= time }
        return spans[first...].prefix { $0.time == time }.map(\.id)
    }
}
