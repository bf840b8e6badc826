@testable import Speech

/// How far from the sounds the shapes change, as docs/inside/speech.md defines it.
struct LipTiming {
    /// Seconds, one for each change from one sound to another that can be seen.
    private(set) var errors: [Double] = []
    /// Sounds that were never seen.
    private(set) var missed = 0

    private static let frame = 1 / Double(MouthTrack.rate)

    var mean: Double { errors.isEmpty ? 0 : errors.reduce(0) { $0 + abs($1) } / Double(errors.count) }
    /// Positive: the lips are behind.
    var bias: Double { errors.isEmpty ? 0 : errors.reduce(0, +) / Double(errors.count) }
    var worst: Double { errors.map(abs).max() ?? 0 }

    mutating func add(_ targets: [MouthTarget], _ track: MouthTrack, _ shapes: MouthShapes) {
        let seen = targets.filter { !$0.viseme.isBehindLips }
        for (before, after) in zip(seen, seen.dropFirst())
        where shapes.place(of: before.viseme) != shapes.place(of: after.viseme) && after.start - before.end < 0.001 {
            add(before, after, track, shapes)
        }
    }

    /// The change is seen on the first frame, between the middles of the two, whose shape is nearer to the second one's.
    private mutating func add(
        _ before: MouthTarget, _ after: MouthTarget, _ track: MouthTrack, _ shapes: MouthShapes
    ) {
        let from = Self.place(before.middle, track)
        let to = Self.place(after.middle, track)
        let change = (from...max(from, to)).first { place in
            let shape = track.frames[place].shape
            if shape == shapes.place(of: after.viseme) { return true }
            if shape == shapes.place(of: before.viseme) { return false }
            return shapes.distance(shape, after.viseme) < shapes.distance(shape, before.viseme)
        }
        guard let change else {
            missed += 1
            return errors.append(max(Self.frame, after.length))
        }
        errors.append(Double(change) * Self.frame - after.start)
    }

    private static func place(_ moment: Double, _ track: MouthTrack) -> Int {
        min(Int(moment * Double(MouthTrack.rate)), track.frames.count - 1)
    }
}

extension Viseme {
    /// Made behind the lips, which do what their neighbors want.
    var isBehindLips: Bool { [.k, .g, .ng, .h].contains(self) }
}

extension MouthShapes {
    func distance(_ place: Int, _ viseme: Viseme) -> Double {
        let (a, b) = (all[place], self[viseme])
        return ((a.openness - b.openness) * (a.openness - b.openness) + (a.width - b.width) * (a.width - b.width))
            .squareRoot()
    }
}
