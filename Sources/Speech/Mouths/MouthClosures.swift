/// The frames on which lips have to meet, and those on which a vowel has to be seen: nobody believes a mouth that says
/// "p" with open lips, however short the sound.
struct MouthClosures {
    /// A vowel that is shorter may get lost between two closures.
    static let shortestVowel = 0.03
    private static let halfFrame = 0.5 / Double(MouthTrack.rate)

    private struct Anchor {
        let target: MouthTarget
        /// May stand on these.
        let frames: ClosedRange<Int>
        var frame: Int
    }

    private let targets: [MouthTarget]
    private let frameCount: Int
    private var anchors: [Anchor] = []

    init(_ targets: [MouthTarget], frameCount: Int) {
        (self.targets, self.frameCount) = (targets, frameCount)
        guard frameCount > 0 else { return }
        var hasVowel = false
        for target in targets {
            if target.viseme.isVowel { hasVowel = hasVowel || target.length >= Self.shortestVowel }
            guard target.viseme.isClosure else { continue }
            place(target, apart: hasVowel)
            hasVowel = false
        }
    }

    /// Frames whose middle lies in a target, or within half a frame of it.
    private func frames(of target: MouthTarget) -> ClosedRange<Int> {
        let (rate, last) = (Double(MouthTrack.rate), frameCount - 1)
        let middle = min(max(0, Int(target.middle * rate)), last)
        let from = Int(((target.start - Self.halfFrame) * rate - 0.5).rounded(.up))
        let to = Int(((target.end + Self.halfFrame) * rate - 0.5).rounded(.down))
        return min(max(0, from), middle)...max(min(to, last), middle)
    }

    /// On the frame in its middle. Where the closure before it stands in the way, one of the two makes room.
    private mutating func place(_ target: MouthTarget, apart: Bool) {
        let frames = frames(of: target)
        var anchor = Anchor(
            target: target, frames: frames, frame: min(Int(target.middle * Double(MouthTrack.rate)), frames.upperBound))
        defer { anchors.append(anchor) }
        guard let last = anchors.indices.last else { return }
        let distance = apart ? 2 : 1
        let missing = anchors[last].frame + distance - anchor.frame
        guard missing > 0 else { return }
        let before = last > 0 ? anchors[last - 1].frame + 1 : 0
        let earliest = max(anchors[last].frames.lowerBound, before)
        if anchors[last].frame - missing >= earliest {
            anchors[last].frame -= missing
        } else if anchor.frame + missing <= anchor.frames.upperBound {
            anchor.frame += missing
        }
    }

    func apply(to frames: inout [MouthTrack.Frame], _ shapes: MouthShapes) {
        guard frameCount > 0, frames.count == frameCount else { return }
        for target in targets where target.viseme.isClosure { hold(target, &frames, shapes) }
        let taken = Set(anchors.map(\.frame))
        for target in targets where target.viseme.isVowel && target.length >= Self.shortestVowel {
            open(target, &frames, shapes, avoiding: taken)
        }
        for anchor in anchors {
            // Where two have to share a frame the lips that meet each other are missed more.
            if anchor.target.viseme.look == .closed || shapes.all[frames[anchor.frame].shape].openness > 0.1 {
                frames[anchor.frame] = Self.frame(anchor.target, shapes)
            }
        }
    }

    /// A long closure is closed all the time.
    private func hold(_ target: MouthTarget, _ frames: inout [MouthTrack.Frame], _ shapes: MouthShapes) {
        for place in self.frames(of: target) {
            let middle = (Double(place) + 0.5) / Double(MouthTrack.rate)
            if target.start <= middle, middle < target.end { frames[place] = Self.frame(target, shapes) }
        }
    }

    /// A vowel that its neighbors would swallow is seen on the free frame nearest to its middle.
    private func open(
        _ target: MouthTarget, _ frames: inout [MouthTrack.Frame], _ shapes: MouthShapes, avoiding taken: Set<Int>
    ) {
        let choices = self.frames(of: target).filter { !taken.contains($0) }
        let least = shapes[target.viseme].openness * 0.6
        guard !choices.contains(where: { shapes.all[frames[$0].shape].openness >= least }) else { return }
        let middle = target.middle * Double(MouthTrack.rate) - 0.5
        guard let place = choices.min(by: { abs(Double($0) - middle) < abs(Double($1) - middle) }) else { return }
        frames[place] = Self.frame(target, shapes)
    }

    private static func frame(_ target: MouthTarget, _ shapes: MouthShapes) -> MouthTrack.Frame {
        MouthTrack.Frame(
            shape: shapes.place(of: target.viseme), viseme: target.viseme, phoneme: target.phoneme)
    }
}
