import Platform

/// Mouth shapes that run into each other: at each moment the mouth is the mean of what the sounds around it want, each
/// with the weight of its part in the moment's surroundings and of how much it insists (after the dominance functions of
/// Cohen and Massaro, 1993).
struct MouthBlend {
    /// Half the time that a mouth takes from one shape to the next, in seconds: 80 ms in all.
    static let reach = 0.04

    private let targets: [MouthTarget]
    private let shapes: MouthShapes

    init(_ targets: [MouthTarget], _ shapes: MouthShapes) { (self.targets, self.shapes) = (targets, shapes) }

    func frames(_ count: Int) -> [MouthTrack.Frame] {
        var first = 0
        return (0..<count).map { frame in
            let moment = (Double(frame) + 0.5) / Double(MouthTrack.rate)
            while first < targets.count, targets[first].end <= moment - Self.reach { first += 1 }
            return self.frame(at: moment, from: first)
        }
    }

    /// - Parameter first: no target before it reaches the moment.
    private func frame(at moment: Double, from first: Int) -> MouthTrack.Frame {
        var (opening, width) = (Mean(), Mean())
        var main: MouthTarget?
        for target in targets[first...] {
            guard target.start < moment + Self.reach else { break }
            let part = Self.before(target.end - moment) - Self.before(target.start - moment)
            let shape = shapes[target.viseme]
            opening.add(shape.openness, part * target.viseme.insistence.openness)
            width.add(shape.width, part * target.viseme.insistence.width)
            if target.start <= moment, moment < target.end { main = target }
        }
        guard let main, let openness = opening.value, let width = width.value else {
            return MouthTrack.Frame(shape: shapes.place(of: .rest), viseme: .rest, phoneme: "")
        }
        let shape = shapes.nearest(openness: openness, width: width, saying: main.viseme)
        return MouthTrack.Frame(shape: shape, viseme: main.viseme, phoneme: main.phoneme)
    }

    /// How much of the surroundings lies before a place, which is given from their middle.
    private static func before(_ distance: Double) -> Double {
        let x = min(max(-1, distance / reach), 1)
        return 0.5 * (1 + x + sin(.pi * x) / .pi)
    }

    private struct Mean {
        private var sum = 0.0
        private var weight = 0.0

        mutating func add(_ value: Double, _ weight: Double) {
            sum += value * weight
            self.weight += weight
        }

        var value: Double? { weight > 0 ? sum / weight : nil }
    }
}

extension MouthShapes {
    /// The shape for a mouth that is on its way, or has arrived.
    ///
    /// Of those that stand for no sound in particular the nearest one; the shape of the sound that is being said is taken
    /// from further away, since teeth, tongue and pressed lips belong to it alone.
    func nearest(openness: Double, width: Double, saying viseme: Viseme) -> Int {
        func distance(_ place: Int) -> Double {
            let (high, wide) = (all[place].openness - openness, all[place].width - width)
            return (high * high + wide * wide).squareRoot()
        }
        let own = place(of: viseme)
        var best = (place: own, distance: distance(own) - viseme.insistence.ofShape)
        for place in between where place != own {
            let found = distance(place)
            if found < best.distance { best = (place, found) }
        }
        return best.place
    }
}
